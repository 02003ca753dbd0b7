/** How far an enrollment has come, in a word. */
import type { EnrollmentStatus } from '@signet/contract/areas/enrollment-rules';
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
