/** How far an enrollment has come, in a word. */
import type { EnrollmentStatus } from '@signet/contract/areas/enrollment-rules';
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, type Tone } from '../../ui/State.tsx';

const TONES: Record<EnrollmentStatus, Tone> = {
  invited: 'info',
  generated: 'info',
  redeemed: 'ok',
  canceled: 'off',
  expired: 'warn',
};

export function EnrollmentBadge({ status }: { status: EnrollmentStatus }) {
  const t = useText();
  return <StatusBadge tone={TONES[status]}>{t(`enrollments.status.${status}`)}</StatusBadge>;
}

/** Beside it: that the mail with the link has not left, for which somebody has to do something. */
export function MailBadge({ status }: { status: NonNullable<Enrollment['mail']>['status'] }) {
  const t = useText();
  if (status !== 'held' && status !== 'failed') return null;
  return <StatusBadge tone={status === 'failed' ? 'bad' : 'warn'}>{t(`enrollments.mail.${status}`)}</StatusBadge>;
}
