/** Stands above a form whose submit found errors: a link per field, and takes the focus. */
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import css from './form.module.css';

const FIELD = 'input:not([type=hidden]):enabled';

/** A group of boxes or radio buttons takes no focus itself: it is entered at what is chosen, else at its first one. */
function enter(place: HTMLElement | null): void {
  place?.focus();
  if (document.activeElement === place) return;
  const field = place?.querySelector<HTMLElement>(`${FIELD}:checked`) ?? place?.querySelector<HTMLElement>(FIELD);
  field?.focus();
}

export type SummaryEntry = { id: string; label: string; error: ReactNode };

/** `attempt` counts the submits; each failed one brings the focus here. */
export function ErrorSummary({
  title,
  entries,
  attempt,
}: {
  title: string;
  entries: readonly SummaryEntry[];
  attempt: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [attempt]);
  return (
    <div ref={box} className={css.summary} role="alert" tabIndex={-1}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div>
        <b>{title}</b>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <a
                href={`#${entry.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  enter(document.getElementById(entry.id));
                }}
              >
                {entry.label}: {entry.error}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The error under a field: icon and words. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={css.error}>
      <IconAlertCircle size={15} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
