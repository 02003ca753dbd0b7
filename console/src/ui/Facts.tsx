/** The status block of a detail page: label over value, in a grid with hairlines. */
import type { ReactNode } from 'react';
import css from './facts.module.css';

export type Fact = { label: string; value: ReactNode; wide?: boolean };

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`card ${css.facts}`}>
      {facts.map((fact) => (
        <div key={fact.label} className={fact.wide ? css.wide : undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
