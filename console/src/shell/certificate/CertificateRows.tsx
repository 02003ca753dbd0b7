/** What a certificate says, line by line, each with the extension that says so where there is one. */
import type { ReactNode } from 'react';
import css from './certificate.module.css';

export type CertificateRow = { label: string; oid?: string; value: ReactNode };

export function CertificateRows({ rows }: { rows: readonly CertificateRow[] }) {
  return (
    <dl className={`card ${css.uses}`}>
      {rows.map(({ label, oid, value }) => (
        <div key={label}>
          <dt>
            {label}
            {oid !== undefined && <span className="mono">{oid}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
