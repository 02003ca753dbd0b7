/** What can't move, or must be made anew: how many, and the first few by name. */
import type { LeftBehindEntry } from '@signet/contract/areas/migration-report';
import { useText } from '../../i18n/text.ts';
import css from './migration.module.css';

export function LeftBehindList({ entries }: { entries: readonly LeftBehindEntry[] }) {
  const t = useText();
  return (
    <ul className={css.behind}>
      {entries.map(({ kind, count, names }) => (
        <li key={kind}>
          {t(`migration.leftBehind.${kind}`)} <span className="t2">({t('list.total', { total: count })})</span>
          {names.length > 0 && (
            <span className="sm t2">
              {' '}
              {names.join(', ')}
              {names.length < count && ` ${t('migration.behindMore', { count: count - names.length })}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
