/** Stored datetimes as a person reads them: the own date format, and the time of this computer. */
import { displayDate, parseStoredDateTime } from '@signet/contract/dates';
import { useDateSettings } from './profile.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-21 13:05:00` (UTC) as `21-Nov-2026 14:05` in Berlin. What is not a datetime comes back unchanged. */
function displayDateTime(text: string, format: string, tag: string): string {
  const instant = parseStoredDateTime(text);
  if (Number.isNaN(instant.getTime())) return text;
  return `${displayDate(localDay(text), format, tag)} ${localTime(text)}`;
}

/** The day of a stored datetime on this computer, `YYYY-MM-DD`. */
export function localDay(text: string): string {
  const at = parseStoredDateTime(text);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The time alone, `14:05`, of this computer. */
export function localTime(text: string): string {
  const instant = parseStoredDateTime(text);
  return `${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/**
 * A moment to the second with the zone of this computer, for what is evidence: `2026-11-21 13:05:07` (UTC) as
 * `21-Nov-2026 14:05:07 CET` in Berlin. What is not a datetime comes back unchanged.
 */
export function displayMoment(text: string, format: string, tag: string): string {
  const instant = parseStoredDateTime(text);
  if (Number.isNaN(instant.getTime())) return text;
  const zone = new Intl.DateTimeFormat(tag, { timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  return `${displayDateTime(text, format, tag)}:${two(instant.getSeconds())} ${zone?.value ?? ''}`.trimEnd();
}

/** {@link displayMoment} for the signed-in person. */
export function useMomentFormat(): (text: string) => string {
  const { format, tag } = useDateSettings();
  return (text) => displayMoment(text, format, tag);
}

/** {@link displayDateTime} for the signed-in person. */
export function useDateTimeFormat(): (text: string) => string {
  const { format, tag } = useDateSettings();
  return (text) => displayDateTime(text, format, tag);
}
