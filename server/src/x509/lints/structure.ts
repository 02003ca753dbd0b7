import { AsnConvert } from '@peculiar/asn1-schema';
import { Version } from '@peculiar/asn1-x509';
import { whyNotDer } from '../der.ts';
import { readAlgorithm } from '../signature.ts';
import type { Lint } from './lint.ts';

const LATEST_UTC_TIME = new Date('2050-01-01T00:00:00Z');
/** 64 bits at least of a random source, of 20 octets at most. */
const FEWEST_SERIAL_OCTETS = 9;
const MOST_SERIAL_OCTETS = 20;

export const STRUCTURE: readonly Lint[] = [
  { name: 'der', source: 'RFC 5280, 4.1', holds: (_certificate, _context, der) => whyNotDer(der) === null },
  {
    name: 'version_3',
    source: 'RFC 5280, 4.1.2.1',
    holds: ({ tbsCertificate }) => tbsCertificate.version === Version.v3,
  },
  {
    name: 'serial',
    source: 'RFC 5280, 4.1.2.2; CA/B Baseline Requirements 7.1',
    holds({ tbsCertificate: { serialNumber } }) {
      const octets = new Uint8Array(serialNumber);
      const isPositive = (octets[0] ?? 0x80) < 0x80;
      return isPositive && octets.length >= FEWEST_SERIAL_OCTETS && octets.length <= MOST_SERIAL_OCTETS;
    },
  },
  {
    name: 'one_signature_algorithm',
    source: 'RFC 5280, 4.1.1.2',
    holds: ({ tbsCertificate, signatureAlgorithm }) =>
      Buffer.from(AsnConvert.serialize(tbsCertificate.signature)).equals(
        Buffer.from(AsnConvert.serialize(signatureAlgorithm)),
      ),
  },
  {
    name: 'signature_algorithm',
    source: 'RFC 5758, 3.2; RFC 4055, 5',
    holds: ({ signatureAlgorithm }) => readAlgorithm(signatureAlgorithm) !== null,
  },
  {
    name: 'times_by_year',
    source: 'RFC 5280, 4.1.2.5',
    holds: ({ tbsCertificate: { validity } }) =>
      [validity.notBefore, validity.notAfter].every((time) =>
        time.getTime() < LATEST_UTC_TIME ? time.utcTime !== undefined : time.generalTime !== undefined,
      ),
  },
  {
    name: 'validity_of_profile',
    source: 'RFC 5280, 4.1.2.5; the profile',
    holds({ tbsCertificate: { validity } }, { profile }) {
      // Both ends belong to the time: it lasts a second longer than their difference.
      const seconds = (validity.notAfter.getTime().getTime() - validity.notBefore.getTime().getTime()) / 1000 + 1;
      return seconds > 1 && seconds <= profile.days * 86_400;
    },
  },
  {
    name: 'within_its_issuer',
    source: 'the shell model: a certificate never outlives the one that vouches for it',
    appliesTo: ({ issuer }) => issuer.notAfter !== null,
    holds: ({ tbsCertificate: { validity } }, { issuer }) =>
      issuer.notAfter !== null && validity.notAfter.getTime() <= issuer.notAfter,
  },
  {
    name: 'no_unique_identifiers',
    source: 'RFC 5280, 4.1.2.8',
    holds: ({ tbsCertificate }) =>
      tbsCertificate.issuerUniqueID === undefined && tbsCertificate.subjectUniqueID === undefined,
  },
];
