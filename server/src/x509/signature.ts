/** The signatures we make and accept: RSA PKCS #1 v1.5 and ECDSA, with SHA-256, 384 or 512 (RFC 5758, RFC 8017). */
import { verify as verifySignature, type KeyObject } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import type { KeyType } from '@signet/contract/key-types';

type SignatureAlgorithm = { oid: string; hash: 'sha256' | 'sha384' | 'sha512'; family: 'rsa' | 'ec' };

const ALGORITHMS: readonly SignatureAlgorithm[] = [
  { oid: '1.2.840.113549.1.1.11', hash: 'sha256', family: 'rsa' },
  { oid: '1.2.840.113549.1.1.12', hash: 'sha384', family: 'rsa' },
  { oid: '1.2.840.113549.1.1.13', hash: 'sha512', family: 'rsa' },
  { oid: '1.2.840.10045.4.3.2', hash: 'sha256', family: 'ec' },
  { oid: '1.2.840.10045.4.3.3', hash: 'sha384', family: 'ec' },
  { oid: '1.2.840.10045.4.3.4', hash: 'sha512', family: 'ec' },
];

/** The one algorithm that a key of this type signs with. */
export function algorithmOf(type: KeyType): SignatureAlgorithm {
  const family = type.startsWith('rsa') ? 'rsa' : 'ec';
  const hash = type === 'ec_p384' ? 'sha384' : 'sha256';
  const found = ALGORITHMS.find((one) => one.family === family && one.hash === hash);
  if (!found) throw new Error(`No algorithm signs with ${type}.`);
  return found;
}

/** As it stands in a certificate: for RSA with NULL (RFC 4055, 5), for ECDSA without parameters (RFC 5758, 3.2). */
export const identifierOf = ({ oid, family }: SignatureAlgorithm): AlgorithmIdentifier =>
  new AlgorithmIdentifier({ algorithm: oid, parameters: family === 'rsa' ? null : undefined });

/** What an algorithm identifier names; null for one that we neither make nor accept. */
export function readAlgorithm(identifier: AlgorithmIdentifier): SignatureAlgorithm | null {
  const known = ALGORITHMS.find(({ oid }) => oid === identifier.algorithm);
  if (!known) return null;
  const same = Buffer.from(AsnConvert.serialize(identifierOf(known)));
  return same.equals(Buffer.from(AsnConvert.serialize(identifier))) ? known : null;
}

/** Whether `signature` over `data` was made by the key; false as well where key and algorithm are of two families. */
export function isSignedBy(
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (key.asymmetricKeyType !== algorithm.family) return false;
  return verifySignature(algorithm.hash, data, key, signature);
}
