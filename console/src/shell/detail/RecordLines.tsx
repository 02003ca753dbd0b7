/**
 * Records of another kind on a record's page, each a line: what it is called, its state if it has one, where it leads,
 * a word more, and what can be done to it here.
 */
import type { ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { Unread } from '../routing/Unread.tsx';
import css from './record-lines.module.css';

type Line = { id: string; name: string; to: string; badge?: ReactNode; more: string; act?: ReactNode };

/** `lines` are undefined until they are read; of `total` those that are not among them are counted. */
export function RecordLines({
  read: { error, refetch, total },
  lines,
  none,
}: {
  read: { error: Failure | null; refetch: () => unknown; total: number | undefined };
  lines: readonly Line[] | undefined;
  none: ReactNode;
}) {
  const t = useText();
  if (error && !lines) return <Unread error={error} retry={refetch} />;
  if (!lines) return <Busy />;
  if (lines.length === 0) return <p className="t2">{none}</p>;
  const others = (total ?? 0) - lines.length;
  return (
    <ul className={`card ${css.lines}`}>
      {lines.map(({ id, name, to, badge, more, act }) => (
        <li key={id}>
          <span className={css.name}>
            <PageLink to={to}>{name}</PageLink>
            {badge}
          </span>
          <span className={css.more}>
            <span className="t2">{more}</span>
            {act}
          </span>
        </li>
      ))}
      {others > 0 && (
        <li>
          <span className="t2">{t('list.moreInTable', { count: others })}</span>
        </li>
      )}
    </ul>
  );
}
