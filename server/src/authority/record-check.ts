/** What is stored of a certificate, compared with the certificate itself: columns, signature, and its rules. */
import { X509Certificate, createPublicKey } from 'node:crypto';
import type { Issuer } from '../x509/issuer.ts';
import { findings } from '../x509/lints/all.ts';
import type { CertificateProfile } from '../x509/profile.ts';
import { readCertificate } from '../x509/read-certificate.ts';
import { fingerprintOf, plainSerial } from './intention-store.ts';

export type StoredCertificate = {
  certificate: Buffer;
  serial: Buffer;
  fingerprint: string | null;
  validFrom: Date;
  validTo: Date;
  /** Null where the profile may have been another one when it was issued: only those of the product stay. */
  profile: CertificateProfile | null;
};

/** What is wrong, in words; empty as a rule. */
export function findingsOf(stored: StoredCertificate, issuer: Issuer): string[] {
  const { certificate, serial, fingerprint, validFrom, validTo, profile } = stored;
  const read = readCertificate(certificate);
  if ('fault' in read) return [`unreadable (${read.fault})`];
  const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
  const wrong = {
    fingerprint: fingerprintOf(certificate) !== fingerprint,
    serial: !plainSerial(Buffer.from(read.serial, 'hex')).equals(serial),
    valid_from: read.validFrom.getTime() !== validFrom.getTime(),
    valid_to: read.validTo.getTime() !== validTo.getTime(),
    signature: !new X509Certificate(certificate).verify(key),
  };
  return [
    ...Object.entries(wrong).flatMap(([name, isWrong]) => (isWrong ? [name] : [])),
    ...(profile ? findings(certificate, { profile, issuer }) : []),
  ];
}
