/** Permissions with a check each, group by group, in as many columns as there is room for. */
import { inGroups } from '@signet/contract/permission-groups';
import { PERMISSIONS } from '@signet/contract/viewer';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { usePermissionName } from './permission-names.ts';
import css from './permission-checks.module.css';

/** `first`: how many stand there; the others are counted. */
export function PermissionChecks({ of, first = PERMISSIONS.length }: { of: readonly string[]; first?: number }) {
  const t = useText();
  const nameOf = usePermissionName();
  const names = inGroups(of).flatMap(({ permissions }) => permissions);
  if (names.length === 0) return <span className="t3">{t('common.none')}</span>;
  return (
    <>
      <ul className={css.checks}>
        {names.slice(0, first).map((name) => (
          <li key={name}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {nameOf(name)}
          </li>
        ))}
      </ul>
      {names.length > first && <p className="t2">{t('people.canMore', { count: names.length - first })}</p>}
    </>
  );
}
