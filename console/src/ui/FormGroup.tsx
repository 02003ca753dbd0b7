/** A group of fields under a heading, and two fields side by side. */
import type { ReactNode } from 'react';
import css from './form.module.css';

export function FormGroup({ title, lead, children }: { title?: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.group}>
      {title && <h2>{title}</h2>}
      {lead && <p>{lead}</p>}
      {children}
    </section>
  );
}

export function TwoFields({ children }: { children: ReactNode }) {
  return <div className={css.two}>{children}</div>;
}
