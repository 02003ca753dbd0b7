/** What somebody or a role may do: the permissions in the groups and the order in which they are chosen. */
import { inGroups } from '@signet/contract/permission-groups';
import type { AppCode } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { PermissionChecks } from './PermissionChecks.tsx';
import { usePermissionGroupName } from './permission-names.ts';
import css from './permission-checks.module.css';

/** `app`: whose roles give them, where they are those of one application. */
export function HeldPermissions({ of, app = null }: { of: readonly string[]; app?: AppCode | null }) {
  const t = useText();
  const groupName = usePermissionGroupName();
  const groups = inGroups(of, app);
  if (groups.length === 0) return <span className="t3">{t('common.none')}</span>;
  return (
    <dl className={css.groups}>
      {groups.map(({ name, permissions }) => (
        <div key={name}>
          <dt>{groupName(name)}</dt>
          <dd>
            <PermissionChecks of={permissions} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
