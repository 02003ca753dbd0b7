/** What may be done with client-authentication certificates, as pure predicates for both sides. */
import type { CertificateStatus } from '../certificate-status.ts';
import type { Reason } from '../problem.ts';

/** Why a certificate is revoked (RFC 5280, 5.3.1): what a person knows of one that somebody signs in with. */
export const CLIENT_AUTH_REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'privilegeWithdrawn',
] as const;
export type ClientAuthRevocationReason = (typeof CLIENT_AUTH_REVOCATION_REASONS)[number];

/**
 * Where a certificate comes from: signed by an authority of the platform, or by another one, and brought here. `moved`:
 * it came with its account, signs nobody in, and its status is told where it was issued.
 */
export const CERTIFICATE_SOURCES = ['issued', 'uploaded', 'moved'] as const;
export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number];

type Judged = { source: CertificateSource; status: CertificateStatus };

/** Why a certificate can't be revoked; null where it can. One on hold can be revoked for good, one that ended not. */
export function whyNotRevoke({ source, status }: Judged): Reason | null {
  if (source !== 'issued') return { status: 'CERTIFICATE_UPLOADED' };
  if (status === 'expired') return { status: 'CERTIFICATE_ENDED' };
  return status === 'revoked' ? { status: 'CERTIFICATE_REVOKED' } : null;
}

/** Why a certificate can't be switched on or off: one that is revoked stays so. */
export const whyNotEnable = ({ status }: Judged): Reason | null =>
  status === 'revoked' ? { status: 'CERTIFICATE_REVOKED' } : null;

/**
 * Why a certificate can't be deleted: what was issued here is kept, so that its status can be answered, and so is what
 * an enrollment names, of one that came with its account.
 */
export function whyNotDelete({ source, enrolled }: Pick<Judged, 'source'> & { enrolled: boolean }): Reason | null {
  if (source === 'issued') return { status: 'CERTIFICATE_ISSUED_HERE' };
  return enrolled ? { status: 'CERTIFICATE_ENROLLED' } : null;
}

/** The last day that a certificate made today can have: a year, the default as well as the ceiling. */
export function latestEnd(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // A year after 29 February is 28 February.
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${year + 1}-${two(month)}-${two(Math.min(day, last))}`;
}

/** Why a certificate may not end on a day, YYYY-MM-DD in UTC. */
export function whyNotCertificateEnd(end: string, today: string): Reason | null {
  if (end < today) return { status: 'END_IN_PAST' };
  return end > latestEnd(today) ? { status: 'CERTIFICATE_TOO_LONG', params: { date: latestEnd(today) } } : null;
}
