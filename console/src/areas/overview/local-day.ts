import { parseStoredDateTime } from '@signet/contract/dates';

const two = (number: number): string => String(number).padStart(2, '0');

/** The day of a stored datetime on this computer, `YYYY-MM-DD`. */
export function localDay(text: string): string {
  const at = parseStoredDateTime(text);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
