/** The request for a certificate (PKCS #10, RFC 2986), signed by the key that it is for. */
import type { KeyType } from '@signet/contract/key-types';
import { bitString, explicit, integer, nothing, oid, sequence, set, unsigned, utf8String, type Bytes } from './der.ts';
import { makeKey, signWith, type MadeKey } from './key.ts';
import { pem } from './pem.ts';

const COMMON_NAME = '2.5.4.3';

/** RFC 4055, 5 (with NULL), and RFC 5758, 3.2 (without parameters). */
const ALGORITHMS: Record<KeyType, Bytes> = {
  rsa_2048: sequence(oid('1.2.840.113549.1.1.11'), nothing()),
  rsa_3072: sequence(oid('1.2.840.113549.1.1.11'), nothing()),
  rsa_4096: sequence(oid('1.2.840.113549.1.1.11'), nothing()),
  ec_p256: sequence(oid('1.2.840.10045.4.3.2')),
  ec_p384: sequence(oid('1.2.840.10045.4.3.3')),
};

export type KeyAndRequest = { key: MadeKey; request: { der: Bytes; pem: string } };

/** A new key of this type, and the request of its holder for a certificate in this name. */
export async function makeKeyAndRequest(type: KeyType, commonName: string): Promise<KeyAndRequest> {
  const key = await makeKey(type);
  const der = await makeRequest(key, commonName);
  return { key, request: { der, pem: pem('CERTIFICATE REQUEST', der) } };
}

/** The name is what the holder wishes; the authority decides which one it certifies. Nothing else is asked for. */
async function makeRequest(key: MadeKey, commonName: string): Promise<Bytes> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', key.publicKey));
  const subject = sequence(set(sequence(oid(COMMON_NAME), utf8String(commonName))));
  const noAttributes = explicit(0, new Uint8Array());
  const content = sequence(integer(0), subject, publicKey, noAttributes);
  const signature = await signWith(key, content);
  const written = key.type.startsWith('ec') ? ecdsaSignature(signature) : signature;
  return sequence(content, ALGORITHMS[key.type], bitString(written));
}

/** RFC 3279, 2.2.3: r and s as two numbers. */
export function ecdsaSignature(raw: Uint8Array): Bytes {
  const half = raw.length / 2;
  return sequence(unsigned(raw.subarray(0, half)), unsigned(raw.subarray(half)));
}
