/** The acts at the end of a dialog, from the left; they stay in view while what is above them is scrolled. */
import type { ReactNode } from 'react';
import css from './dialog-footer.module.css';

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={css.foot}>{children}</div>;
}
