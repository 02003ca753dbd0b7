/** What has happened to an enrollment, the first first, and what its link still waits for. */
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DateText } from '../../ui/DateText.tsx';
import css from './enrollments.module.css';

const MOMENTS = ['created_at', 'sent_at', 'generated_at', 'redeemed_at', 'canceled_at'] as const;

export function Timeline({ enrollment }: { enrollment: Enrollment }) {
  const t = useText();
  const time = useDateTimeFormat();
  const by = enrollment.created_by_name;
  const past = MOMENTS.flatMap((moment) => {
    const at = enrollment[moment];
    return at === null ? [] : [{ moment, at }];
  }).toSorted((one, other) => one.at.localeCompare(other.at));
  const isOpen = enrollment.status === 'invited' || enrollment.status === 'generated';
  return (
    <ol className={css.timeline}>
      {past.map(({ moment, at }) => (
        <li key={moment}>
          <DateText value={at} text={time(at)} />
          <span>
            {moment !== 'created_at'
              ? t(`enrollments.${moment}`)
              : by === null
                ? t('enrollments.status.invited')
                : t('enrollments.invitedBy', { name: by })}
          </span>
        </li>
      ))}
      {(isOpen || enrollment.status === 'expired') && (
        <li data-later={isOpen || undefined}>
          <DateText value={enrollment.expires_at} text={time(enrollment.expires_at)} />
          <span>{t(isOpen ? 'enrollments.linkEnds' : 'enrollments.status.expired')}</span>
        </li>
      )}
    </ol>
  );
}
