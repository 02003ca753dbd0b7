/** Any certificate as people read it, and as signing in judges it. */
import { createHash } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityInfoAccessSyntax,
  BasicConstraints,
  CRLDistributionPoints,
  Certificate,
  ExtendedKeyUsage,
  KeyUsage,
  SubjectAlternativeName,
  Version,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_certificatePolicies,
  id_ce_extKeyUsage,
  id_ce_inhibitAnyPolicy,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_policyConstraints,
  id_ce_policyMappings,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  type GeneralName,
} from '@peculiar/asn1-x509';
import { whyNotDer, type DerFault } from './der.ts';
import { readName, type ReadName } from './distinguished-name.ts';
import { principalNameOf } from './extensions.ts';
import { PURPOSES } from './profile.ts';
import type { KeyType } from '@signet/contract/key-types';
import { readPublicKey, type KeyFault } from './public-key.ts';
import { readAlgorithm } from './signature.ts';
import { validityOf } from './validity.ts';
import { wholeSeconds } from './whole-seconds.ts';

export type CertificateFault = DerFault | 'structure';

export type ReadCertificate = {
  der: Uint8Array;
  /** 1, 2 or 3. */
  version: number;
  /** In hexadecimal digits, without leading noughts beyond a whole octet. */
  serial: string;
  /** Those of RFC 5280, 4.1.2.2 are positive. */
  negativeSerial: boolean;
  issuer: ReadName;
  subject: ReadName;
  /** Names as they stand, for comparing them octet by octet. */
  issuerName: Uint8Array;
  subjectName: Uint8Array;
  validFrom: Date;
  /** The last second of its time. */
  validTo: Date;
  publicKey: Uint8Array;
  key: { type: KeyType } | { fault: KeyFault };
  /** By the name of its hash and family; null for one that we do not accept. */
  signatureAlgorithm: string | null;
  /** How many authorities may stand below; `unlimited` without a bound; null for a certificate that is no authority. */
  authority: number | 'unlimited' | null;
  /** Names of RFC 5280, 4.2.1.3; null where it does not say. */
  keyUsage: readonly string[] | null;
  /** The names of those that we know, the object identifiers of others; null where it is for everything. */
  purposes: readonly string[] | null;
  alternativeNames: readonly { kind: 'email' | 'host' | 'address' | 'uri' | 'principal' | 'other'; value: string }[];
  crlAddresses: readonly string[];
  ocspAddresses: readonly string[];
  /** Critical extensions that nobody here knows: such a certificate must be refused (RFC 5280, 4.2). */
  unknownCritical: readonly string[];
  /** SHA-1 and SHA-256 of the whole, in hexadecimal digits. */
  fingerprints: { sha1: string; sha256: string };
};

/** Those that are looked at, here or when the path is followed. */
const KNOWN = new Set([
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_certificatePolicies,
  id_ce_extKeyUsage,
  id_ce_inhibitAnyPolicy,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_policyConstraints,
  id_ce_policyMappings,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
]);

/** Reads one certificate in DER. */
export function readCertificate(der: Uint8Array): ReadCertificate | { fault: CertificateFault } {
  const broken = whyNotDer(der);
  if (broken) return { fault: broken };
  try {
    return describe(der, AsnConvert.parse(der, Certificate));
  } catch {
    return { fault: 'structure' };
  }
}

/** Throws where a part is not what its place asks for. */
function describe(der: Uint8Array, certificate: Certificate): ReadCertificate {
  const { tbsCertificate: content, signatureAlgorithm } = certificate;
  const extensions = [...(content.extensions ?? [])];
  const oids = extensions.map(({ extnID }) => extnID);
  // RFC 5280, 4.2: no extension twice. Readers would each take another one.
  if (new Set(oids).size < oids.length) throw new Error('An extension stands twice.');
  // RFC 5280, 4.1.2.9: extensions are of version 3 alone.
  if (extensions.length > 0 && content.version !== Version.v3) throw new Error('Extensions before version 3.');
  const read = <T>(oid: string, type: new () => T): T | undefined => {
    const found = extensions.find(({ extnID }) => extnID === oid);
    if (!found) return undefined;
    // What the octets of an extension hold is DER of its own, which the check of the whole does not reach.
    if (whyNotDer(new Uint8Array(found.extnValue.buffer))) throw new Error('An extension is not DER.');
    return AsnConvert.parse(found.extnValue.buffer, type);
  };
  const publicKey = new Uint8Array(AsnConvert.serialize(content.subjectPublicKeyInfo));
  const key = readPublicKey(publicKey);
  const algorithm = readAlgorithm(signatureAlgorithm);
  const constraints = read(id_ce_basicConstraints, BasicConstraints);
  const usage = read(id_ce_keyUsage, KeyUsage);
  const purposes = read(id_ce_extKeyUsage, ExtendedKeyUsage);
  const points = read(id_ce_cRLDistributionPoints, CRLDistributionPoints) ?? [];
  const access = read(id_pe_authorityInfoAccess, AuthorityInfoAccessSyntax) ?? [];
  const digest = (hash: string): string => createHash(hash).update(der).digest('hex');
  return {
    der,
    version: content.version + 1,
    serial: hexOf(content.serialNumber),
    negativeSerial: new Uint8Array(content.serialNumber).some((octet, at) => at === 0 && octet >= 0x80),
    issuer: readName(content.issuer),
    subject: readName(content.subject),
    issuerName: new Uint8Array(AsnConvert.serialize(content.issuer)),
    subjectName: new Uint8Array(AsnConvert.serialize(content.subject)),
    ...validityOf(der),
    publicKey,
    key: 'fault' in key ? key : { type: key.type },
    signatureAlgorithm: algorithm && `${algorithm.family}-${algorithm.hash}`,
    authority: constraints?.cA === true ? pathLengthOf(constraints) : null,
    keyUsage: usage ? usage.toJSON().map((name) => (name === 'crlSign' ? 'cRLSign' : name)) : null,
    purposes: purposes ? [...purposes].map(purposeOf) : null,
    alternativeNames: [...(read(id_ce_subjectAltName, SubjectAlternativeName) ?? [])].map(alternativeName),
    crlAddresses: points.flatMap(({ distributionPoint }) => uris(distributionPoint?.fullName ?? [])),
    ocspAddresses: uris(
      access.filter(({ accessMethod }) => accessMethod === id_ad_ocsp).map(({ accessLocation }) => accessLocation),
    ),
    unknownCritical: extensions
      .filter(({ extnID, critical }) => critical && !KNOWN.has(extnID))
      .map((one) => one.extnID),
    fingerprints: { sha1: digest('sha1'), sha256: digest('sha256') },
  };
}

/** RFC 5280, 4.2.1.9: nought or more. The library answers an integer of four octets and more as a text. */
function pathLengthOf({ pathLenConstraint }: BasicConstraints): number | 'unlimited' {
  if (pathLenConstraint === undefined) return 'unlimited';
  const length = Number(String(pathLenConstraint));
  if (!(length >= 0)) throw new Error('A path can not have such a length.');
  return length;
}

/** An INTEGER in hexadecimal digits; the octet of nought that only makes it positive is left out. */
function hexOf(integer: ArrayBuffer): string {
  const octets = Buffer.from(integer);
  return octets.subarray(octets.length > 1 && octets[0] === 0 ? 1 : 0).toString('hex');
}

const purposeOf = (oid: string): string => Object.entries(PURPOSES).find(([, known]) => known === oid)?.[0] ?? oid;

function alternativeName(name: GeneralName): ReadCertificate['alternativeNames'][number] {
  if (name.rfc822Name !== undefined) return { kind: 'email', value: name.rfc822Name };
  if (name.dNSName !== undefined) return { kind: 'host', value: name.dNSName };
  if (name.iPAddress !== undefined) return { kind: 'address', value: name.iPAddress };
  if (name.uniformResourceIdentifier !== undefined) return { kind: 'uri', value: name.uniformResourceIdentifier };
  if (name.directoryName !== undefined) return { kind: 'other', value: readName(name.directoryName).text };
  const principal = principalNameOf(name);
  if (principal !== null) return { kind: 'principal', value: principal };
  return { kind: 'other', value: name.registeredID ?? name.otherName?.typeId ?? '' };
}

const uris = (names: readonly GeneralName[]): string[] =>
  names.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []);

/** Whether it is within its time; both ends belong to it (S-126). */
export const isValidAt = ({ validFrom, validTo }: Pick<ReadCertificate, 'validFrom' | 'validTo'>, now: Date): boolean =>
  now >= validFrom && wholeSeconds(now) <= validTo;
