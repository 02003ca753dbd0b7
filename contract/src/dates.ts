/** Dates on the wire and on the screen (S §9). */
import type { Reason } from './problem.ts';

/** Default display format; a user's own date_format overrides it. */
export const DEFAULT_DATE_FORMAT = 'DD-MMM-YYYY';
/** The formats a person may choose from. */
export const DATE_FORMATS = [
  'DD-MMM-YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Days begin and end by this clock where nobody says otherwise. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** A stored datetime, `YYYY-MM-DD HH:mm:ss`, always UTC; of what is later the last one that has four digits. */
export function storedDateTime(date: Date): string {
  const text = date.toISOString();
  return text.startsWith('+') ? '9999-12-31 23:59:59' : text.slice(0, 19).replace('T', ' ');
}

/** A stored datetime, or null for what has not happened. */
export const storedDateTimeOrNull = (date: Date | null): string | null => date && storedDateTime(date);

/** The instant of a stored datetime; Invalid Date when it is not one. */
export function parseStoredDateTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

/** `YYYY-MM-DD` of a date in UTC. */
export function payloadDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The last day, in UTC, of what ends at a stored datetime: with midnight the day before is over. */
export function lastDayOf(ends: string): string {
  return payloadDate(new Date(parseStoredDateTime(ends).getTime() - 1000));
}

/** The day on which an instant falls in a time zone, by its IANA name, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string): (instant: Date) => string {
  // Swedish writes a day as the wire does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instant) => format.format(instant);
}

/** The instant at which a day, `YYYY-MM-DD`, is over in a time zone, by its IANA name: the first of the next one. */
export function endOfDay(day: string, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** How far the clocks there are ahead of UTC, in milliseconds. */
  const ahead = (instant: number): number => {
    const written = ofFourDigits(instant);
    return parseStoredDateTime(format.format(written)).getTime() - written;
  };
  const midnight = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
  const near = midnight - ahead(midnight);
  // The clocks may be changed between here and there: the second look is from the right side, unless there is no such
  // hour on that day.
  const nearer = midnight - ahead(near);
  return new Date(nearer + ahead(nearer) === midnight ? nearer : Math.max(near, nearer));
}

/** After so many years the calendar begins anew, with the same days of the week. */
const CYCLE_MS = 146_097 * 86_400_000;
const FOUR_DIGITS = { from: Date.UTC(1000, 0, 2), until: Date.UTC(9999, 11, 31) };

/** The instant, or one as many cycles away from it as it takes to write its year with four digits in every zone. */
function ofFourDigits(instant: number): number {
  const missing = Math.max(0, Math.ceil((FOUR_DIGITS.from - instant) / CYCLE_MS));
  return instant + (instant < FOUR_DIGITS.until ? missing : -1) * CYCLE_MS;
}

/** True for a real calendar day written `YYYY-MM-DD`. */
export function isPayloadDate(text: string): boolean {
  // There was no year 0, says PostgreSQL.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && payloadDate(date) === text;
}

/** A calendar day, YYYY-MM-DD. `example`: a day as whoever reads the reason writes it. */
export function whyNotDay(value: string, example = '2026-12-31'): Reason | null {
  if (isPayloadDate(value)) return null;
  return value === '' ? { status: 'REQUIRED' } : { status: 'INVALID_DATE', params: { example } };
}

/** A stored datetime, `YYYY-MM-DD HH:mm:ss` in UTC. */
export function whyNotStoredDateTime(value: string): Reason | null {
  const isMoment = /^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(value);
  if (isMoment && isPayloadDate(value.slice(0, 10))) return null;
  return value === '' ? { status: 'REQUIRED' } : { status: 'INVALID_DATE', params: { example: '2026-12-31 23:59:59' } };
}

/** Whole days from `today` to `day`, both `YYYY-MM-DD`; negative when `day` is past. */
export function daysBetween(today: string, day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
}

/**
 * A payload date in a display format made of YYYY, MM, MMM (the month's short name in `tag`) and DD. A language that
 * counts its months (ja) has its own medium form in place of a named month: 2027/01/31. What is not a date
 * comes back unchanged.
 */
export function displayDate(text: string, format: string, tag: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (!match) return text;
  const [, year = '', month = '', day = ''] = match;
  const name = monthName(Number(month), tag, 'short');
  if (format.includes('MMM') && /^\d/.test(name)) return countedDate(Number(year), Number(month), Number(day), tag);
  return format.replace(/YYYY|MMM|MM|DD/g, (part) => {
    if (part === 'YYYY') return year;
    if (part === 'DD') return day;
    return part === 'MM' ? month : name;
  });
}

/** A day in UTC whose year is not taken for one of the last century. */
function dayOf(year: number, month: number, day: number): Date {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year);
  return date;
}

function countedDate(year: number, month: number, day: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(dayOf(year, month, day));
}

/** The name of a month from 1 to 12, without the dot of an abbreviation. */
export function monthName(month: number, tag: string, length: 'short' | 'long'): string {
  const name = new Intl.DateTimeFormat(tag, { month: length, timeZone: 'UTC' }).format(dayOf(2000, month, 1));
  return name.replace(/\.$/, '');
}
