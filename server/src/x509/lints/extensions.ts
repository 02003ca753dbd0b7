import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  KeyUsage,
  SubjectKeyIdentifier,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  type Certificate,
} from '@peculiar/asn1-x509';
import { ID_OCSP_NOCHECK, keyIdentifier } from '../extensions.ts';
import { PURPOSES } from '../profile.ts';
import { readPublicKey } from '../public-key.ts';
import { extensionOf, isAuthority, isCritical, type Context, type Lint } from './lint.ts';

const OURS = new Set([
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  ID_OCSP_NOCHECK,
]);

const publicKeyOf = ({ tbsCertificate }: Certificate): Uint8Array =>
  new Uint8Array(AsnConvert.serialize(tbsCertificate.subjectPublicKeyInfo));

const isRoot = (certificate: Certificate, { issuer }: Context): boolean =>
  Buffer.from(publicKeyOf(certificate)).equals(Buffer.from(issuer.publicKey));

/** Names of both in one order, so that they can be compared. */
const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join();

export const EXTENSIONS: readonly Lint[] = [
  {
    name: 'known_extensions_once',
    source: 'RFC 5280, 4.2',
    holds({ tbsCertificate: { extensions } }) {
      const oids = extensions?.map(({ extnID }) => extnID) ?? [];
      return oids.length > 0 && new Set(oids).size === oids.length && oids.every((oid) => OURS.has(oid));
    },
  },
  {
    name: 'basic_constraints',
    source: 'RFC 5280, 4.2.1.9',
    holds(certificate, { profile: { pathLength } }) {
      const constraints = extensionOf(certificate, id_ce_basicConstraints, BasicConstraints);
      if (!constraints || isCritical(certificate, id_ce_basicConstraints) !== true) return false;
      return pathLength === null
        ? !constraints.cA && constraints.pathLenConstraint === undefined
        : constraints.cA && constraints.pathLenConstraint === pathLength;
    },
  },
  {
    name: 'key_usage_of_profile',
    source: 'RFC 5280, 4.2.1.3',
    holds(certificate, { profile }) {
      const usage = extensionOf(certificate, id_ce_keyUsage, KeyUsage);
      if (!usage || isCritical(certificate, id_ce_keyUsage) !== true) return false;
      // The library writes cRLSign with a small c.
      return same(
        usage.toJSON().map((one) => one.toLowerCase()),
        profile.keyUsage.map((one) => one.toLowerCase()),
      );
    },
  },
  {
    name: 'only_authorities_sign_certificates',
    source: 'RFC 5280, 4.2.1.3 and 4.2.1.9',
    holds(certificate, context) {
      const signs = extensionOf(certificate, id_ce_keyUsage, KeyUsage)?.toJSON().includes('keyCertSign') ?? true;
      return signs === isAuthority(context);
    },
  },
  {
    name: 'purposes_of_profile',
    source: 'RFC 5280, 4.2.1.12',
    holds(certificate, { profile }) {
      const purposes = extensionOf(certificate, id_ce_extKeyUsage, ExtendedKeyUsage);
      return same(
        [...(purposes ?? [])],
        profile.purposes.map((one) => PURPOSES[one]),
      );
    },
  },
  {
    name: 'subject_key_identifier',
    source: 'RFC 5280, 4.2.1.2',
    holds(certificate) {
      const identifier = extensionOf(certificate, id_ce_subjectKeyIdentifier, SubjectKeyIdentifier);
      return identifier !== undefined && keyIdentifier(publicKeyOf(certificate)).equals(Buffer.from(identifier.buffer));
    },
  },
  {
    name: 'authority_key_identifier',
    source: 'RFC 5280, 4.2.1.1',
    holds(certificate, context) {
      const found = extensionOf(certificate, id_ce_authorityKeyIdentifier, AuthorityKeyIdentifier)?.keyIdentifier;
      if (!found) return isRoot(certificate, context);
      return keyIdentifier(context.issuer.publicKey).equals(Buffer.from(found.buffer));
    },
  },
  {
    name: 'can_be_checked',
    source: 'RFC 5280, 4.2.1.13 and 4.2.2.1; RFC 6960, 4.2.2.2.1',
    holds(certificate, context) {
      const points = extensionOf(certificate, id_ce_cRLDistributionPoints, CRLDistributionPoints) ?? [];
      const access = extensionOf(certificate, id_pe_authorityInfoAccess, AuthorityInfoAccessSyntax) ?? [];
      const addresses = [
        ...points.flatMap((point) => point.distributionPoint?.fullName ?? []),
        ...access.map(({ accessLocation }) => accessLocation),
      ].map(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? '');
      const isPlain = (address: string): boolean => URL.parse(address)?.protocol === 'http:';
      if (context.profile.unrevocable || isRoot(certificate, context)) return addresses.length === 0;
      return points.length > 0 && access.length > 1 && addresses.every(isPlain);
    },
  },
  {
    name: 'key_of_profile',
    source: 'CA/B Baseline Requirements 6.1.1.3, 6.1.5 and 6.1.6; the profile',
    holds(certificate, { profile }) {
      const read = readPublicKey(publicKeyOf(certificate));
      return 'type' in read && profile.keyTypes.includes(read.type);
    },
  },
];
