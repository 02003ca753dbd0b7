/** May this be done to a certificate? Pure predicates: the server refuses with their reason, the console shows it. */
import { ACCESS, allows } from '../access.ts';
import type { CertificateStatus } from '../certificate-status.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer } from '../viewer.ts';

/**
 * Why people may revoke (RFC 5280, 5.3.1). That an authority itself was broken into is nothing that is said of one
 * certificate; a hold can be released, all else is for good.
 */
export const GIVEN_REASONS = [
  'unspecified',
  'keyCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'privilegeWithdrawn',
  'certificateHold',
] as const;
export type GivenReason = (typeof GIVEN_REASONS)[number];

/** What stands in a certificate that was revoked: what people give, and what the platform itself says. */
export const REVOCATION_REASONS = [...GIVEN_REASONS, 'cACompromise'] as const;

type Judged = {
  status: CertificateStatus;
  /** Null for one that an authority elsewhere has signed. */
  authority_id: string | null;
  purposes: readonly string[];
};

/**
 * Why it can't be revoked, or put on hold; null where it can. One on hold may be revoked for good, and one that was
 * switched off may be revoked. Nobody asks for the status of a status responder (RFC 6960, 4.2.2.2.1).
 */
export function whyNotRevoke(viewer: RuleViewer, one: Judged, reason: GivenReason = 'unspecified'): Reason | null {
  if (!allows(ACCESS.certificates.revoke, viewer)) return { status: 'FORBIDDEN' };
  if (one.authority_id === null) return { status: 'NOT_OF_OUR_AUTHORITY' };
  if (one.purposes.includes('ocsp_signing')) return { status: 'NOT_REVOCABLE' };
  if (one.status === 'revoked') return { status: 'REVOKED_ALREADY' };
  if (one.status === 'on_hold' && reason === 'certificateHold') return { status: 'ON_HOLD_ALREADY' };
  return one.status === 'expired' ? { status: 'CERTIFICATE_ENDED' } : null;
}

/**
 * Why its hold can't be ended; any other revocation is for good (RFC 5280, 5.3.1), and who put it on hold elsewhere
 * ends that there.
 */
export function whyNotRelease(viewer: RuleViewer, one: Judged): Reason | null {
  if (!allows(ACCESS.certificates.revoke, viewer)) return { status: 'FORBIDDEN' };
  if (one.status !== 'on_hold') return { status: 'NOT_ON_HOLD' };
  return one.authority_id === null ? { status: 'NOT_OF_OUR_AUTHORITY' } : null;
}
