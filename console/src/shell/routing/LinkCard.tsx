/** A way to another page as a card: its name, one line about it, and what waits there. */
import { IconChevronRight, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';
import css from './link-card.module.css';

type Props = { to: string; icon: Icon; title: string; lead: string; states?: ReactNode };

export function LinkCard({ to, icon: Mark, title, lead, states }: Props) {
  return (
    <PageLink to={to} className={`card ${css.link}`}>
      <Mark size={20} stroke={1.75} aria-hidden />
      <span className={css.text}>
        <span className="strong">{title}</span>
        <span className="sm t2">{lead}</span>
      </span>
      {states && <span className={css.states}>{states}</span>}
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </PageLink>
  );
}
