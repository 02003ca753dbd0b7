/** What a role allows, in groups, as a section of its page. */
import type { Role } from '@signet/contract/areas/roles';
import { Section } from '../../shell/detail/Section.tsx';
import { HeldPermissions } from '../../shell/permission/HeldPermissions.tsx';

export default function RolePermissionsSection({ record: role }: { record: Role }) {
  return (
    <Section count={role.permissions.length}>
      {() => (
        <div className="card">
          <HeldPermissions of={role.permissions} app={role.app_code} />
        </div>
      )}
    </Section>
  );
}
