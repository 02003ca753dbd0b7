/** How long something is good for still, or that it was put off. */
import { daysBetween } from '@signet/contract/dates';
import type { Ending } from '@signet/contract/areas/ends-soon';
import { nearness, type Nearness } from '@signet/contract/areas/ends-soon-record';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, type Tone } from '../../ui/State.tsx';

const TONES: Record<Exclude<Nearness, 'later'>, Tone> = { soon: 'ended', near: 'warn' };

/** `today`: `YYYY-MM-DD` in UTC, as ends are counted. */
export function EndingLeft({ row, today }: { row: Ending; today: string }) {
  const t = useText();
  const days = daysBetween(today, row.ends_on);
  if (row.snooze) return <StatusBadge tone="held">{t('endsSoon.snoozed')}</StatusBadge>;
  if (days < 0) return <StatusBadge tone="ended">{t('endsSoon.daysOver', { days: -days })}</StatusBadge>;
  const near = nearness(days);
  const left = t('endsSoon.daysLeft', { days });
  return near === 'later' ? left : <StatusBadge tone={TONES[near]}>{left}</StatusBadge>;
}
