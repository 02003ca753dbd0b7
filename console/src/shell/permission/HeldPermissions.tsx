/** What somebody or a role may do: the permissions in the groups and the order in which they are chosen. */
import { inGroups } from '@signet/contract/permission-groups';
import { PERMISSIONS, type AppCode } from '@signet/contract/viewer';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { onlyViews, usePermissionGroupName, usePermissionName, usePermissionVerb } from './permission-names.ts';
import css from './permission-checks.module.css';

/** `app`: whose roles give them, where they are those of one application. */
export function HeldPermissions({ of, app = null }: { of: readonly string[]; app?: AppCode | null }) {
  const t = useText();
  const groupName = usePermissionGroupName();
  const nameOf = usePermissionName();
  const verb = usePermissionVerb();
  const groups = inGroups(of, app);
  // By all that there is: who may manage some users alone does not read as managing them all.
  const wholes = new Map(inGroups(PERMISSIONS).map(({ name, permissions }) => [name, permissions]));
  if (groups.length === 0) return <span className="t3">{t('common.none')}</span>;
  return (
    <dl className={css.groups}>
      {groups.map(({ name, permissions }) => (
        <div key={name}>
          <dt>{groupName(name)}</dt>
          <dd>
            <ul>
              {permissions.map((one) => (
                <li key={one} data-views={onlyViews(one) || undefined}>
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                  <span aria-hidden>{verb(one, wholes.get(name) ?? [])}</span>
                  {/* Who hears one line of many does not see the group beside it. */}
                  <span className="vh">{nameOf(one)}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
