/** What a role allows, in groups, as a section of its page. */
import { permissionGroups } from '@signet/contract/permission-groups';
import type { Role } from '@signet/contract/areas/roles';
import { Section } from '../../shell/detail/Section.tsx';
import { PermissionChecks } from '../../shell/permission/PermissionChecks.tsx';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

export default function RolePermissionsSection({ record: role }: { record: Role }) {
  const words = useRoleWords();
  const groups = permissionGroups(role.app_code, role.reach)
    .map(({ name, permissions }) => ({ name, held: permissions.filter((one) => role.permissions.includes(one)) }))
    .filter(({ held }) => held.length > 0);
  return (
    <Section count={role.permissions.length}>
      {() => (
        <dl className={`card ${css.held}`}>
          {groups.map(({ name, held }) => (
            <div key={name}>
              <dt>{words.group(name)}</dt>
              <dd>
                <PermissionChecks of={held} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
