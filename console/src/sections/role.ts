/** The sections of a role's page, in their order. */
import type { Role } from '@signet/contract/areas/roles';
import RolePermissionsSection from '../areas/roles/RolePermissionsSection.tsx';
import RoleUsersSection from '../areas/roles/RoleUsersSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

const sections: readonly RecordSection<Role>[] = [
  { id: 'permissions', title: 'roles.permissions', Content: RolePermissionsSection },
  { id: 'users', title: 'roles.users', Content: RoleUsersSection },
];

export default sections;
