/**
 * Whether a certificate that somebody presents is good, by what is stored of it and by what it says. Whoever presents
 * one holds its private key, so that all of this may be told to them.
 */
import type { SignInProblem } from '@signet/contract/areas/sign-in-names';
import { ANY_PURPOSE, type PathFault } from '../../x509/path-rules.ts';
import { checkPath } from '../../x509/path.ts';
import type { ReadCertificate } from '../../x509/read-certificate.ts';
import type { StoredCertificate } from './certificate-store.ts';

/** What is wrong with a certificate. */
export type CertificateRefusal = Extract<SignInProblem, `CLIENT_CERTIFICATE_${string}`>;

/** The first thing that is wrong with what is stored of it; null where nothing is. */
export function whyNotCertificate(one: StoredCertificate, now: Date): CertificateRefusal | null {
  if (one.state === 'revoked')
    return one.revocation_reason === 'certificateHold' ? 'CLIENT_CERTIFICATE_ON_HOLD' : 'CLIENT_CERTIFICATE_REVOKED';
  // Signed perhaps, and never handed to anybody.
  if (one.state !== 'issued') return 'CLIENT_CERTIFICATE_UNKNOWN';
  if (!isForSigningIn(one)) return 'CLIENT_CERTIFICATE_WRONG_USAGE';
  if (one.user_id === null) return 'CLIENT_CERTIFICATE_NOBODYS';
  if (!one.enabled) return 'CLIENT_CERTIFICATE_DISABLED';
  if (now < one.valid_from) return 'CLIENT_CERTIFICATE_NOT_YET_VALID';
  if (now > one.valid_to) return 'CLIENT_CERTIFICATE_EXPIRED';
  return one.authority_good ? null : 'CLIENT_CERTIFICATE_WRONG_AUTHORITY';
}

/** One that names no purpose, or any, is for all of them (RFC 5280, 4.2.1.12); ours always name theirs. */
const isForSigningIn = ({ authority_id, cert_type, purposes }: StoredCertificate): boolean => {
  const isForAll = authority_id === null && (purposes.length === 0 || purposes.includes(ANY_PURPOSE));
  return cert_type === 'end_entity' && (purposes.includes('client_auth') || isForAll);
};

const OF_PATH: Partial<Record<PathFault, CertificateRefusal>> = {
  expired: 'CLIENT_CERTIFICATE_EXPIRED',
  not_yet_valid: 'CLIENT_CERTIFICATE_NOT_YET_VALID',
  wrong_usage: 'CLIENT_CERTIFICATE_WRONG_USAGE',
};

/** The first thing that is wrong with its path to one of these authorities (RFC 5280, 6.1); null where nothing is. */
export function whyNotBelow(
  leaf: ReadCertificate,
  authorities: readonly ReadCertificate[],
  now: Date,
): CertificateRefusal | null {
  const judged = checkPath(leaf, [], authorities, { now, purpose: 'client_auth' });
  return 'fault' in judged ? (OF_PATH[judged.fault] ?? 'CLIENT_CERTIFICATE_WRONG_AUTHORITY') : null;
}
