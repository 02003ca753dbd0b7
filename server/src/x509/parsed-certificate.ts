/** A certificate as the API answers it: what was read, in the shape of the contract. */
import { createHash, createPublicKey } from 'node:crypto';
import type { CertificateName, ParsedCertificate } from '@signet/contract/parsed-certificate';
import { storedDateTime } from '@signet/contract/dates';
import type { ReadName } from './distinguished-name.ts';
import { isValidAt, type ReadCertificate } from './read-certificate.ts';

/** `now` decides whether it is valid (S-126). */
export function toParsedCertificate(read: ReadCertificate, now: Date): ParsedCertificate {
  return {
    version: read.version,
    serial: read.serial,
    issuer: nameView(read.issuer),
    subject: nameView(read.subject),
    validFrom: storedDateTime(read.validFrom),
    validTo: storedDateTime(read.validTo),
    isValid: isValidAt(read, now),
    isSelfIssued: Buffer.from(read.issuerName).equals(read.subjectName),
    key: keyView(read),
    signatureAlgorithm: read.signatureAlgorithm,
    keyUsage: read.keyUsage && [...read.keyUsage],
    purposes: read.purposes && [...read.purposes],
    alternativeNames: read.alternativeNames.map((name) => ({ ...name })),
    authority: read.authority === null ? null : { pathLength: read.authority === 'unlimited' ? null : read.authority },
    crlAddresses: [...read.crlAddresses],
    ocspAddresses: [...read.ocspAddresses],
    unknownCritical: [...read.unknownCritical],
    fingerprints: read.fingerprints,
  };
}

function nameView({ text, components, suspect }: ReadName): CertificateName {
  return {
    distinguishedName: text,
    commonName: components.common_name ?? null,
    organizationalUnit: components.organizational_unit ?? null,
    organization: components.organization ?? null,
    locality: components.locality ?? null,
    state: components.state ?? null,
    country: components.country ?? null,
    email: components.email ?? null,
    isSuspect: suspect,
  };
}

/** Bits of the curves that have a name; OpenSSL tells the name alone. */
const CURVES: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521, secp256k1: 256 };

/** Weak and foreign keys are shown as well, with what is wrong. */
function keyView({ publicKey, key }: ReadCertificate): ParsedCertificate['key'] {
  const fault = 'fault' in key ? key.fault : null;
  const sha256 = createHash('sha256').update(publicKey).digest('hex');
  try {
    const { asymmetricKeyType = null, asymmetricKeyDetails: details } = createPublicKey({
      key: Buffer.from(publicKey),
      format: 'der',
      type: 'spki',
    });
    const size = details?.modulusLength ?? CURVES[details?.namedCurve ?? ''] ?? null;
    return { algorithm: asymmetricKeyType, size, fault, sha256 };
  } catch {
    return { algorithm: null, size: null, fault, sha256 };
  }
}
