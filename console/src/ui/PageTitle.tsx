/** Title left, actions right, a line of explanation below. */
import type { ReactNode } from 'react';
import css from './page-title.module.css';

export function PageTitle({
  title,
  beside,
  actions,
  lead,
}: {
  title: ReactNode;
  beside?: ReactNode;
  actions?: ReactNode;
  lead?: ReactNode;
}) {
  return (
    <div className={css.head}>
      <div className={css.title}>
        <h1>{title}</h1>
        {beside}
        {actions && <div className={css.acts}>{actions}</div>}
      </div>
      {lead && <p className={css.lead}>{lead}</p>}
    </div>
  );
}
