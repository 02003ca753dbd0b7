/** How a certificate stands. The first three are the specification's (S-123). */
export const CERTIFICATE_STATUSES = ['issued', 'revoked', 'expired', 'on_hold', 'disabled'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

type Standing = { enabled: boolean; revocation_reason: string | null; valid_to: Date };

/** How a certificate stands. What can't be undone is told before what was switched by hand; its last second counts. */
export function certificateStatus({ enabled, revocation_reason, valid_to }: Standing, now: Date): CertificateStatus {
  if (revocation_reason !== null) return revocation_reason === 'certificateHold' ? 'on_hold' : 'revoked';
  if (Math.floor(now.getTime() / 1000) > Math.floor(valid_to.getTime() / 1000)) return 'expired';
  return enabled ? 'issued' : 'disabled';
}
