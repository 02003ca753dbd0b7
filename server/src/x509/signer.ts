/** Keys that sign. Where one lies, in a sealed column or in a token, is known to whoever opens it. */
import { createPrivateKey, createPublicKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { CURVES, KEY_BITS, type KeyType } from '@signet/contract/key-types';
import { readPublicKey } from './public-key.ts';
import { algorithmOf } from './signature.ts';

export type Signer = {
  keyType: KeyType;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Uint8Array;
  /**
   * The signature over `data` by {@link algorithmOf} its type; ECDSA as RFC 3279, 2.2.3 has it. Throws
   * {@link KeyUnavailable} where the key lies elsewhere and can't be reached.
   */
  sign: (data: Uint8Array) => Promise<Uint8Array>;
};

/** A key that can't be used as things are. The message says what an operator must do, and holds no secret. */
export class KeyUnavailable extends Error {}

const generate = promisify(generateKeyPair);
const signData = promisify(sign);

/** A new private key as PKCS #8 (DER). Whoever keeps it seals it first. */
export async function newPrivateKey(type: KeyType): Promise<Buffer> {
  const { privateKey } =
    type === 'ec_p256' || type === 'ec_p384'
      ? await generate('ec', { namedCurve: CURVES[type] })
      : await generate('rsa', { modulusLength: KEY_BITS[type], publicExponent: 65_537 });
  return privateKey.export({ format: 'der', type: 'pkcs8' });
}

/** A signer of a private key in memory, given as PKCS #8 (DER). Throws where it is none that we use. */
export function openSigner(pkcs8: Uint8Array): Signer {
  const key: KeyObject = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const read = readPublicKey(publicKey);
  if ('fault' in read) throw new Error(`This key can't sign: ${read.fault}.`);
  const { hash } = algorithmOf(read.type);
  return { keyType: read.type, publicKey, sign: (data) => signData(hash, data, key) };
}
