/** The extensions of our certificates (RFC 5280, 4.2), and how they are read. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AccessDescription,
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CRLDistributionPoints,
  DirectoryString,
  DistributionPoint,
  DistributionPointName,
  ExtendedKeyUsage,
  Extension,
  GeneralName,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  OtherName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  id_ad_caIssuers,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
} from '@peculiar/asn1-x509';
import { PURPOSES, type KeyUsageName, type Purpose } from './profile.ts';

/** RFC 6960, 4.2.2.2.1. */
export const ID_OCSP_NOCHECK = '1.3.6.1.5.5.7.48.1.5';
const DER_NULL = Uint8Array.of(5, 0);

/** The user principal name of Microsoft (MS-WCCE, 2.2.2.7.7.3): an `otherName` with a UTF8String. */
const ID_USER_PRINCIPAL_NAME = '1.3.6.1.4.1.311.20.2.3';

/** Other names of the holder (4.2.1.6). */
export type AlternativeNames = {
  emails?: readonly string[];
  hosts?: readonly string[];
  addresses?: readonly string[];
  /** User principal names. */
  principalNames?: readonly string[];
};

/** Where whoever checks a certificate asks (4.2.1.13 and 4.2.2.1): http addresses, so that no check needs another. */
export type Addresses = { crl: string; ocsp: string; issuer: string };

/** The other names of a host: its address where it is called by that, which programs look for among the addresses. */
export const namesOfHost = (host: string): AlternativeNames =>
  isIP(host) === 0 ? { hosts: [host] } : { addresses: [host] };

/**
 * An email address as it can stand among the other names, which are ASCII (4.2.1.6 and 7.5): its domain as the domain
 * name system has it. Null where what stands before the @ can't be written so.
 */
export function plainAddress(email: string): string | null {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const plain = /^[A-Za-z0-9.-]+$/.test(domain) ? domain : domainToASCII(domain);
  return /^[\u0021-\u007e]+$/.test(local) && plain !== '' ? `${local}@${plain}` : null;
}

function extension(extnID: string, value: unknown, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

export const basicConstraints = (pathLength: number | null): Extension =>
  extension(
    id_ce_basicConstraints,
    new BasicConstraints(pathLength === null ? {} : { cA: true, pathLenConstraint: pathLength }),
    true,
  );

export const keyUsage = (names: readonly KeyUsageName[]): Extension =>
  extension(id_ce_keyUsage, new KeyUsage(names.reduce((flags, name) => flags | KeyUsageFlags[name], 0)), true);

export const extendedKeyUsage = (purposes: readonly Purpose[]): Extension =>
  extension(id_ce_extKeyUsage, new ExtendedKeyUsage(purposes.map((purpose) => PURPOSES[purpose])));

/** The SHA-1 of the key's bits (4.2.1.2, method 1): a name of the key, not a proof. */
export function keyIdentifier(publicKey: Uint8Array): Buffer {
  const { subjectPublicKey } = AsnConvert.parse(publicKey, SubjectPublicKeyInfo);
  return createHash('sha1').update(Buffer.from(subjectPublicKey)).digest();
}

export const subjectKeyIdentifier = (publicKey: Uint8Array): Extension =>
  extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(publicKey)));

export const authorityKeyIdentifier = (identifier: Uint8Array): Extension =>
  extension(
    id_ce_authorityKeyIdentifier,
    new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(new Uint8Array(identifier)) }),
  );

const principalName = (name: string): GeneralName =>
  new GeneralName({
    otherName: new OtherName({
      typeId: ID_USER_PRINCIPAL_NAME,
      value: AsnConvert.serialize(new DirectoryString({ utf8String: name })),
    }),
  });

/** The user principal name that an alternative name is; null for any other, also where it is not written as one. */
export function principalNameOf({ otherName }: GeneralName): string | null {
  if (otherName?.typeId !== ID_USER_PRINCIPAL_NAME) return null;
  try {
    return AsnConvert.parse(otherName.value, DirectoryString).utf8String ?? null;
  } catch {
    return null;
  }
}

/** Null without a name. */
export function alternativeNames(given: AlternativeNames): Extension | null {
  const { emails = [], hosts = [], addresses = [], principalNames = [] } = given;
  const names = [
    ...emails.map((rfc822Name) => new GeneralName({ rfc822Name })),
    ...hosts.map((dNSName) => new GeneralName({ dNSName })),
    ...addresses.filter((one) => isIP(one) !== 0).map((iPAddress) => new GeneralName({ iPAddress })),
    ...principalNames.map(principalName),
  ];
  return names.length === 0 ? null : extension(id_ce_subjectAltName, new SubjectAlternativeName(names));
}

const location = (uniformResourceIdentifier: string): GeneralName => new GeneralName({ uniformResourceIdentifier });

export const distributionPoint = (address: string): DistributionPointName =>
  new DistributionPointName({ fullName: [location(address)] });

export const crlDistributionPoints = (address: string): Extension =>
  extension(
    id_ce_cRLDistributionPoints,
    new CRLDistributionPoints([new DistributionPoint({ distributionPoint: distributionPoint(address) })]),
  );

export const authorityInformation = ({ ocsp, issuer }: Addresses): Extension =>
  extension(
    id_pe_authorityInfoAccess,
    new AuthorityInfoAccessSyntax([
      new AccessDescription({ accessMethod: id_ad_ocsp, accessLocation: location(ocsp) }),
      new AccessDescription({ accessMethod: id_ad_caIssuers, accessLocation: location(issuer) }),
    ]),
  );

export const ocspNoCheck = (): Extension =>
  new Extension({ extnID: ID_OCSP_NOCHECK, critical: false, extnValue: new OctetString(DER_NULL) });
