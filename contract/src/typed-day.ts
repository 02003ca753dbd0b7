/** What somebody types as a day. Apart from dates.ts: pages before sign-in ask for none. */
import { isPayloadDate, monthName } from './dates.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The number of a month that is written as a number or begins like its name in `tag` or in English; null for none. */
function monthOf(text: string, tag: string): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const typed = plain(text);
  for (const language of [tag, 'en-US']) {
    const exact = MONTHS.find((month) => plain(monthName(month, language, 'short')) === typed);
    const begun = MONTHS.filter((month) => plain(monthName(month, language, 'long')).startsWith(typed));
    if (exact !== undefined) return exact;
    if (begun.length === 1 && typed.length >= 3) return begun[0] ?? null;
  }
  return null;
}

/**
 * The day that somebody has typed, as YYYY-MM-DD; null for what is none. Day, month and year stand in the order of the
 * display format, or a year of four digits first; anything may stand between them. A year of two digits is of this
 * century.
 */
export function parseTypedDay(text: string, format: string, tag: string): string | null {
  const parts =
    text
      .normalize('NFKC')
      .match(/\d+|\p{L}[\p{L}\p{M}]*/gu)
      ?.filter((part) => !/^(?:[年月日]|de)$/i.test(part)) ?? [];
  if (parts.length !== 3) return null;
  const yearFirst = /^\d{4}$/.test(parts[0] ?? '');
  const order = yearFirst ? ['YYYY', 'MM', 'DD'] : (format.match(/YYYY|MM|DD/g) ?? []);
  const partOf = (name: string): string => parts[order.indexOf(name)] ?? '';
  const [year, month, day] = [partOf('YYYY'), monthOf(partOf('MM'), tag), partOf('DD')];
  if (month === null || !/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  const two = (number: number | string): string => String(number).padStart(2, '0');
  const found = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  return isPayloadDate(found) ? found : null;
}
