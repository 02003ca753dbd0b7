/** States in words: quiet in rows, tinted where a person must look. Colour is never the only sign. */
import {
  IconAlertCircle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './state.module.css';

/** A filled or hollow dot and a word: for rows. */
export function StatusDot({ on, children }: { on: boolean; children: ReactNode }) {
  return (
    <span className={css.plain}>
      <i className={on ? css.dot : `${css.dot} ${css.hollow}`} />
      {children}
    </span>
  );
}

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'off' | 'busy' | 'ended';
const LOOK = {
  ok: [css.ok, IconCircleCheck],
  bad: [css.bad, IconCircleX],
  warn: [css.warn, IconClock],
  ended: [css.bad, IconAlertCircle],
  info: [css.info, IconInfoCircle],
  off: [css.off, IconBan],
  busy: [css.info, IconLoader2],
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

/** Days left as a badge: red up to 30, gold up to 60, nothing beyond. `label` is the words, "14 days". */
export function DaysLeft({ days, label }: { days: number; label: string }) {
  if (days > 60) return null;
  return <StatusBadge tone={days <= 30 ? 'ended' : 'warn'}>{label}</StatusBadge>;
}

/** A small outlined word, such as a scope. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>;
}
