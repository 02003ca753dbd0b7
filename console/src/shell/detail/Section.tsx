/** One section of a record's page: its area fills it, DetailSections gives it its place, title and toggle. */
import { IconChevronDown } from '@tabler/icons-react';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import css from './detail.module.css';

export type SectionPlace = {
  id: string;
  headingId: string;
  title: string;
  open: boolean;
  onToggle: () => void;
  /** Told how many there are, for the navigation beside the sections. */
  onCount: (count: number | undefined) => void;
  /** Told whether it holds something not saved: then it stays, though the record has no such section any more. */
  onKeep: (keeps: boolean) => void;
};

export const Place = createContext<SectionPlace | null>(null);

type Props = {
  /** Shown behind the title, where the section is a list. */
  count?: number | undefined;
  actions?: ReactNode;
  /** It holds something that is not saved: closed, it is hidden and not gone, and where it has no place any more. */
  keeps?: boolean;
  /** Rendered only while the section is open, so that a closed one loads nothing. */
  children: () => ReactNode;
};

export function Section({ count, actions, keeps = false, children }: Props) {
  const t = useText();
  const place = useContext(Place);
  const onCount = place?.onCount;
  useEffect(() => onCount?.(count), [onCount, count]);
  const onKeep = place?.onKeep;
  useEffect(() => onKeep?.(keeps), [onKeep, keeps]);
  if (!place) return null;
  const { id, headingId, title, open, onToggle } = place;
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <header>
        <h2>
          <button
            type="button"
            id={headingId}
            data-section={id}
            className={css.toggle}
            aria-expanded={open}
            onClick={onToggle}
          >
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
            {title}
            {count !== undefined && <span className={css.badge}>{t('list.total', { total: count })}</span>}
          </button>
        </h2>
        {actions && <div className={css.acts}>{actions}</div>}
      </header>
      {(open || keeps) && <div hidden={!open}>{children()}</div>}
    </section>
  );
}
