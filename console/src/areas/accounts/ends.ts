/** The end-date filter: within a number of days from today, or between two days. */
import { isPayloadDate, payloadDate } from '@signet/contract/dates';

/** `days` from today on, or a range whose ends are YYYY-MM-DD, both included; one of them may be open. */
export type Ends = { days: number } | { from: string | null; to: string | null };

export const DAYS_MAX = 3650;

/** Why an end-date filter can't be used; `from` and `to` name what is no day. */
export type WhyNotEnds = 'days' | 'empty' | 'from' | 'to' | 'order';

export function whyNotEnds(ends: Ends): WhyNotEnds | null {
  if ('days' in ends) return Number.isInteger(ends.days) && ends.days >= 0 && ends.days <= DAYS_MAX ? null : 'days';
  if (ends.from === null && ends.to === null) return 'empty';
  if (ends.from !== null && !isPayloadDate(ends.from)) return 'from';
  if (ends.to !== null && !isPayloadDate(ends.to)) return 'to';
  return ends.from !== null && ends.to !== null && ends.from > ends.to ? 'order' : null;
}

/** The filter in a URL: `30`, `2026-12-01..2026-12-31`, `2026-12-01..` or `..2026-12-31`. Null for anything else. */
export function parseEnds(text: string): Ends | null {
  const ends = /^\d{1,4}$/.test(text) ? { days: Number(text) } : parseRange(text);
  return ends && whyNotEnds(ends) === null ? ends : null;
}

function parseRange(text: string): Ends | null {
  const [from, to, ...rest] = text.split('..');
  if (from === undefined || to === undefined || rest.length > 0) return null;
  return { from: from || null, to: to || null };
}

/** The opposite of {@link parseEnds}. */
export function endsText(ends: Ends): string {
  return 'days' in ends ? String(ends.days) : `${ends.from ?? ''}..${ends.to ?? ''}`;
}

/** The day so many days after `day`, both YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  return payloadDate(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000));
}

/** The query of the list for an end-date filter; `today` is YYYY-MM-DD. */
export function endsQuery(text: string | undefined, today: string): { end_date_from?: string; end_date_to?: string } {
  const ends = parseEnds(text ?? '');
  if (!ends) return {};
  if ('days' in ends) return { end_date_from: today, end_date_to: daysAfter(today, ends.days) };
  return { ...(ends.from ? { end_date_from: ends.from } : {}), ...(ends.to ? { end_date_to: ends.to } : {}) };
}
