/** The last day of a certificate in a row of a list. */
import { lastDayOf } from '@signet/contract/dates';
import { Rich } from '../../i18n/Rich.tsx';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { DateText } from '../../ui/DateText.tsx';
import { useSmallScreen } from '../list/small-screen.ts';

/** `validTo`: as it is stored. Where nobody sees the head of the column, words say what the day is. */
export function LastDay({ validTo }: { validTo: string }) {
  const date = useDateFormat();
  const today = useToday();
  const small = useSmallScreen();
  const last = lastDayOf(validTo);
  const day = date(last);
  if (!small) return <DateText value={validTo} text={day} />;
  return (
    <span>
      <Rich
        text={last < today ? 'certificates.endedOn' : 'certificates.endsOn'}
        params={{ day }}
        tags={{ day: <Day value={validTo} /> }}
      />
    </span>
  );
}

/** The words come from the text around it. */
function Day({ value, children = '' }: { value: string; children?: string }) {
  return <DateText value={value} text={children} />;
}
