import type { Role } from '@signet/contract/areas/roles';

/** What a row of the list and a role's own record both say of it. */
export type PickedRole = Pick<
  Role,
  'id' | 'name' | 'app_code' | 'account_name' | 'predefined' | 'permissions' | 'archived_at'
>;
