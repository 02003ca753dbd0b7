/** Days as the person reads and writes them. */
import { displayDate, isPayloadDate, whyNotDay } from '@signet/contract/dates';
import type { Reason } from '@signet/contract/problem';
import { parseTypedDay } from '@signet/contract/typed-day';
import { useDateSettings } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';

/** `display` leaves alone what is no day; `parse` answers YYYY-MM-DD, or null for what is none. */
export function useDayTexts(): { display: (day: string) => string; parse: (text: string) => string | null } {
  const { format, tag } = useDateSettings();
  return {
    display: (day) => (isPayloadDate(day) ? displayDate(day, format, tag) : day),
    parse: (text) => parseTypedDay(text, format, tag),
  };
}

/** The rule of a field for a day; its reason shows how the person writes one. */
export function useDayRule(): (value: string) => Reason | null {
  const { display } = useDayTexts();
  const example = display(useToday());
  return (value) => whyNotDay(value, example);
}
