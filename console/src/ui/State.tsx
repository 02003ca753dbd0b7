/** States in words: quiet in rows, tinted where a person must look. Colour is never the only sign. */
import {
  IconAlertCircle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconLoader2,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './state.module.css';

/** A filled or hollow dot and a word: for rows. `hint` says why, under the pointer and to those who listen. */
export function StatusDot({ on, hint = '', children }: { on: boolean; hint?: string; children: ReactNode }) {
  return (
    <span className={css.plain} title={hint === '' ? undefined : hint}>
      <i className={on ? css.dot : `${css.dot} ${css.hollow}`} />
      {children}
      {hint !== '' && <span className="vh">, {hint}</span>}
    </span>
  );
}

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'off' | 'busy' | 'ended' | 'held';
const LOOK = {
  ok: [css.ok, IconCircleCheck],
  bad: [css.bad, IconCircleX],
  warn: [css.warn, IconClock],
  ended: [css.bad, IconAlertCircle],
  info: [css.info, IconInfoCircle],
  off: [css.off, IconBan],
  busy: [css.info, IconLoader2],
  held: [css.info, IconPlayerPause],
} as const;

/** A tinted badge with its own icon shape. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const [look, Icon] = LOOK[tone];
  return (
    <span className={`${css.badge} ${look}`}>
      <Icon size={13} stroke={1.75} aria-hidden className={tone === 'busy' ? 'spin' : undefined} />
      {children}
    </span>
  );
}

/** Whether a day is so near that a badge says how many are left until it. */
export const isNear = (days: number): boolean => days <= 60;

/**
 * Days left as a badge: red up to 30, gold up to 60, nothing beyond. `label` is the words, "14 days"; `short` stands
 * for them on narrow screens, where they are read out still.
 */
export function DaysLeft({ days, label, short }: { days: number; label: string; short?: string }) {
  if (!isNear(days)) return null;
  return (
    <StatusBadge tone={days <= 30 ? 'ended' : 'warn'}>
      {short === undefined ? (
        label
      ) : (
        <span title={label}>
          <span className={css.full}>{label}</span>
          <span className={css.short} aria-hidden>
            {short}
          </span>
        </span>
      )}
    </StatusBadge>
  );
}

/** A small outlined word, such as a scope. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>;
}
