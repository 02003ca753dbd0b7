/**
 * What stands under a field for a day: the chosen day as the person reads days. The field itself shows it as the
 * browser's language has it.
 */
import { isPayloadDate } from '@signet/contract/dates';
import type { ReactNode } from 'react';
import { useDateFormat } from '../../session/profile.ts';
import { DateText } from '../../ui/DateText.tsx';

/** `more`: help that stands there besides. */
export function useDayHelp(): (day: string, more?: string) => ReactNode {
  const date = useDateFormat();
  return (day, more) => {
    if (!isPayloadDate(day)) return more;
    const dayText = <DateText value={day} text={date(day)} />;
    return more === undefined ? (
      dayText
    ) : (
      <>
        {dayText}. {more}
      </>
    );
  };
}
