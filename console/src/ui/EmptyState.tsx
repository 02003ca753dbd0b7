/** Says what belongs here, why it is empty, and the one next step. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Rosette } from './Rosette.tsx';
import css from './page-state.module.css';

/** `level` 1 where this is the whole page. */
export function EmptyState({
  icon,
  title,
  level = 2,
  children,
  action,
}: {
  icon: Icon;
  title: string;
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={css.state}>
      <Rosette icon={icon} />
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className={css.acts}>{action}</div>}
    </div>
  );
}
