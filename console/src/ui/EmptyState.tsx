/** Says what belongs here, why it is empty, and the one next step. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Rosette } from './Rosette.tsx';
import css from './page-state.module.css';

export function EmptyState({ icon, title, children, action }: { icon: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.state}>
      <Rosette icon={icon} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={css.acts}>{action}</div>}
    </div>
  );
}
