/** Requests for certificates (PKCS #10, RFC 2986), in PEM of 64 columns (S-164). */
import { CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
} from '@peculiar/asn1-x509';
import type { RequestSubject } from '@signet/contract/assistant/key-stores';
import type { KeyType } from '@signet/contract/key-types';
import { pemOfBase64 } from '@signet/contract/pem';

/**
 * The signature algorithm of each type of key, with its object identifier and its name in answers to pages. RSA has
 * NULL as parameters (RFC 4055, 5), ECDSA has none (RFC 5758, 3.2).
 */
export const SIGNATURE_ALGORITHMS = {
  rsa_2048: { hash: 'sha256', oid: '1.2.840.113549.1.1.11', name: 'rsa-sha256' },
  rsa_3072: { hash: 'sha256', oid: '1.2.840.113549.1.1.11', name: 'rsa-sha256' },
  rsa_4096: { hash: 'sha256', oid: '1.2.840.113549.1.1.11', name: 'rsa-sha256' },
  ec_p256: { hash: 'sha256', oid: '1.2.840.10045.4.3.2', name: 'ecdsa-sha256' },
  ec_p384: { hash: 'sha384', oid: '1.2.840.10045.4.3.3', name: 'ecdsa-sha384' },
} as const satisfies Record<KeyType, { hash: string; oid: string; name: string }>;

type Written = ConstructorParameters<typeof AttributeValue>[0];
const utf8 = (type: string, value: string | undefined): [string, Written][] =>
  value === undefined ? [] : [[type, { utf8String: value }]];

/** The most general component first; each value letter by letter. */
function nameOf(subject: RequestSubject): Name {
  const { country, email, organization_units: units = [] } = subject;
  const parts: [string, Written][] = [
    ...(country === undefined ? [] : [['2.5.4.6', { printableString: country }] satisfies [string, Written]]),
    ...utf8('2.5.4.8', subject.state),
    ...utf8('2.5.4.7', subject.locality),
    ...utf8('2.5.4.10', subject.organization_name),
    ...units.flatMap((unit) => utf8('2.5.4.11', unit)),
    ...utf8('2.5.4.3', subject.common_name),
    ...(email === undefined ? [] : [['1.2.840.113549.1.9.1', { ia5String: email }] satisfies [string, Written]]),
  ];
  return new Name(
    parts.map(([type, value]) => {
      const pair = new AttributeTypeAndValue({ type, value: new AttributeValue(value) });
      return new RelativeDistinguishedName([pair]);
    }),
  );
}

/**
 * A request for a certificate as PEM. `publicKey` is the SubjectPublicKeyInfo (DER); `sign` signs what it is given with
 * the key to it, by the algorithm that {@link SIGNATURE_ALGORITHMS} has for its type.
 */
export async function makeRequest(
  type: KeyType,
  publicKey: Uint8Array,
  subject: RequestSubject,
  sign: (content: Buffer) => Buffer | Promise<Buffer>,
): Promise<string> {
  const info = new CertificationRequestInfo({
    version: 0,
    subject: nameOf(subject),
    subjectPKInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  });
  const signature = await sign(Buffer.from(AsnConvert.serialize(info)));
  const parameters = type.startsWith('rsa') ? null : undefined;
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: SIGNATURE_ALGORITHMS[type].oid, parameters }),
    signature: Uint8Array.from(signature).buffer,
  });
  return pemOf('CERTIFICATE REQUEST', Buffer.from(AsnConvert.serialize(request)));
}

/** DER as PEM with this label. */
export const pemOf = (label: 'CERTIFICATE' | 'CERTIFICATE REQUEST', der: Buffer): string =>
  pemOfBase64(label, der.toString('base64'));
