/** What has happened to an enrollment, the first first, and what its link still waits for. */
import { ACCESS } from '@signet/contract/access';
import { whyNotOpen } from '@signet/contract/areas/enrollment-rules';
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import css from './enrollments.module.css';

const MOMENTS = ['created_at', 'sent_at', 'generated_at', 'redeemed_at', 'canceled_at'] as const;

export function Timeline({ enrollment }: { enrollment: Enrollment }) {
  const t = useText();
  const time = useDateTimeFormat();
  const by = enrollment.created_by_name;
  const past = MOMENTS.flatMap((moment) => {
    const at = (moment === 'sent_at' && enrollment.mail?.sent_at) || enrollment[moment];
    return at === null ? [] : [{ moment, at }];
  }).toSorted((one, other) => one.at.localeCompare(other.at));
  const isOpen = whyNotOpen(enrollment.status) === null;
  return (
    <ol className={css.timeline}>
      {past.map(({ moment, at }) => (
        <li key={moment}>
          <DateText value={at} text={time(at)} />
          <span>
            {moment === 'sent_at' ? (
              <MailState mail={enrollment.mail} isOpen={isOpen} />
            ) : moment !== 'created_at' ? (
              t(`enrollments.${moment}`)
            ) : by === null ? (
              t('enrollments.status.invited')
            ) : (
              t('enrollments.invitedBy', { name: by })
            )}
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

/** What has become of the mail with the link; as long as the link is good, also what to do about one that is held. */
function MailState({ mail, isOpen }: { mail: Enrollment['mail']; isOpen: boolean }) {
  const t = useText();
  const { mail_server: leaves } = useProfile();
  const setsUp = useAllows(ACCESS.settings.editPlatform);
  if (!mail) return t('enrollments.sent_at');
  if (mail.status !== 'held' || !isOpen) return t(`enrollments.mail.${mail.status}`);
  if (leaves) return t('enrollments.mailHeldBefore');
  if (!setsUp) return t('enrollments.mailHeldAsk');
  return <Rich text="enrollments.mailHeld" tags={{ server: <PageLink to={paths.settingGroup('mail')} /> }} />;
}
