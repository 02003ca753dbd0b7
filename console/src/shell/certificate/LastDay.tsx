/** The last day of a certificate in a row of a list, marked where it is near. */
import type { CertificateStatus } from '@signet/contract/certificate-status';
import { daysBetween, lastDayOf } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft } from '../../ui/State.tsx';
import { DayInWords } from '../list/DayInWords.tsx';
import { useSmallScreen } from '../list/small-screen.ts';
import { isLive } from './live.ts';
import css from './last-day.module.css';

type Props = {
  /** As it is stored. Where nobody sees the head of the column, words say what the day is. */
  validTo: string;
  status: CertificateStatus;
};

export function LastDay({ validTo, status }: Props) {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  const small = useSmallScreen();
  const last = lastDayOf(validTo);
  const day = date(last);
  const days = daysBetween(today, last);
  const isSoon = isLive(status) && days >= 0 && days <= Math.max(...LIMITS.credentialReminderDays);
  return (
    <span className={css.last}>
      {small ? (
        <DayInWords text={last < today ? 'certificates.endedOn' : 'certificates.endsOn'} value={validTo} day={day} />
      ) : (
        <DateText value={validTo} text={day} />
      )}
      {isSoon && <DaysLeft days={days} label={t('certificates.daysLeft', { days })} />}
    </span>
  );
}
