/** Days of a calendar, all YYYY-MM-DD: where a key leads from one of them. */
import { isPayloadDate, payloadDate } from '@signet/contract/dates';

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export function addDays(day: string, count: number): string {
  return payloadDate(new Date(dateOf(day).getTime() + count * 86_400_000));
}

/** So many months on; the last day of a month that is too short. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(2000, date.getUTCMonth() + 1, 0));
  last.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(wanted, last.getUTCDate()));
  return payloadDate(date);
}

/**
 * Where a key leads in a calendar (WAI-ARIA, date picker dialog): days, weeks, the ends of a week, months, with Shift
 * years. Null for other keys, and for where there are no days any more.
 */
export function dayByKey(key: string, shift: boolean, day: string, firstOfWeek: number): string | null {
  const inWeek = (dateOf(day).getUTCDay() - firstOfWeek + 7) % 7;
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -inWeek),
    End: () => addDays(day, 6 - inWeek),
    PageUp: () => addMonths(day, shift ? -12 : -1),
    PageDown: () => addMonths(day, shift ? 12 : 1),
  };
  const next = steps[key]?.();
  return next !== undefined && isPayloadDate(next) ? next : null;
}
