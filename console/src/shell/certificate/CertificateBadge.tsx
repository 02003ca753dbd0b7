/** How a certificate stands, in one word (S-123): each state with a shape and a colour of its own. */
import type { CertificateStatus } from '@signet/contract/certificate-status';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, type Tone } from '../../ui/State.tsx';

const TONES: Record<CertificateStatus, Tone> = {
  issued: 'ok',
  revoked: 'bad',
  expired: 'warn',
  on_hold: 'held',
  disabled: 'off',
};

export function CertificateBadge({ status }: { status: CertificateStatus }) {
  const t = useText();
  return <StatusBadge tone={TONES[status]}>{t(`certificates.status.${status}`)}</StatusBadge>;
}
