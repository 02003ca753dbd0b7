/**
 * pbeWithSHAAnd3-KeyTripleDES-CBC (RFC 7292, appendix C), for what reads no newer file. No browser has Triple-DES, so
 * this file brings it along, and is loaded for nobody else.
 */
import { TripleDES, WordArray } from 'crypto-es';
import { integer, octetString, oid, sequence, type Bytes } from './der.ts';
import type { Cipher, Encrypted } from './pkcs12-cipher.ts';
import { pkcs12Key } from './pkcs12-key.ts';

const PBE_SHA1_3DES = '1.2.840.113549.1.12.1.3';
/** Older programs count each round of two keys and an IV, and are slow. */
const ROUNDS = 50_000;

export function compatibleCipher(passphrase: string): Cipher {
  async function encrypt(content: Bytes): Promise<Encrypted> {
    const salt = crypto.getRandomValues(new Uint8Array(8));
    const derive = (purpose: 'encryption' | 'iv', length: number): Promise<Bytes> =>
      pkcs12Key({ hash: 'SHA-1', purpose, passphrase, salt, rounds: ROUNDS, length });
    const key = await derive('encryption', 24);
    const encrypted = encryptTripleDes(content, key, await derive('iv', 8));
    key.fill(0);
    return { algorithm: sequence(oid(PBE_SHA1_3DES), sequence(octetString(salt), integer(ROUNDS))), encrypted };
  }
  return {
    encrypt,
    // The one moment in which the key lies open in the page's memory.
    async wrap(privateKey) {
      const open = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
      try {
        return await encrypt(open);
      } finally {
        open.fill(0);
      }
    },
    hash: 'SHA-1',
    rounds: ROUNDS,
  };
}

/** What was encrypted so; null where the padding shows that the key is another one. */
export function decryptTripleDes(encrypted: Bytes, key: Bytes, iv: Bytes): Bytes | null {
  const secret = new WordArray(key);
  const opened = TripleDES.decrypt({ ciphertext: new WordArray(encrypted) }, secret, { iv: new WordArray(iv) });
  secret.words.fill(0);
  const { sigBytes } = opened;
  return sigBytes > 0 && sigBytes < encrypted.length ? octetsOf(opened) : null;
}

/** In CBC mode, padded as PKCS #7 has it. */
function encryptTripleDes(content: Bytes, key: Bytes, iv: Bytes): Bytes {
  const [open, secret] = [new WordArray(content), new WordArray(key)];
  const { ciphertext } = TripleDES.encrypt(open, secret, { iv: new WordArray(iv) });
  for (const { words } of [open, secret]) words.fill(0);
  if (!ciphertext) throw new Error('Nothing was encrypted.');
  return octetsOf(ciphertext);
}

/** Words of four octets, the highest first. */
function octetsOf({ words, sigBytes }: WordArray): Bytes {
  const octets = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, at) => octets.setInt32(at * 4, word));
  return new Uint8Array(octets.buffer, 0, sigBytes);
}
