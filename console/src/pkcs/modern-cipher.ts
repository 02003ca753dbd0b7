/** PBES2 (RFC 8018, 6.2): AES-256 in CBC mode, its key by PBKDF2 with HMAC-SHA-256. All of it is the browser's own. */
import { integer, nothing, octetString, oid, sequence, type Bytes } from './der.ts';
import type { Cipher } from './pkcs12-cipher.ts';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES_256_CBC = '2.16.840.1.101.3.4.1.42';

/**
 * For each of the three keys of a file. Windows takes no file of more than 600,000 in all (KB5025823), and one key that
 * is cheaper than the others would be the one that is guessed.
 */
const ROUNDS = 150_000;

export function modernCipher(passphrase: string): Cipher {
  async function prepare(): Promise<{ algorithm: Bytes; key: CryptoKey; by: { name: string; iv: Bytes } }> {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const iv = crypto.getRandomValues(new Uint8Array(16));
    const secret = new TextEncoder().encode(passphrase);
    const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
    secret.fill(0);
    const key = await crypto.subtle.deriveKey(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
      base,
      { name: 'AES-CBC', length: 256 },
      false,
      ['encrypt', 'wrapKey'],
    );
    const derivation = sequence(octetString(salt), integer(ROUNDS), sequence(oid(HMAC_SHA256), nothing()));
    const parameters = sequence(sequence(oid(PBKDF2), derivation), sequence(oid(AES_256_CBC), octetString(iv)));
    return { algorithm: sequence(oid(PBES2), parameters), key, by: { name: 'AES-CBC', iv } };
  }
  return {
    async encrypt(content) {
      const { algorithm, key, by } = await prepare();
      return { algorithm, encrypted: new Uint8Array(await crypto.subtle.encrypt(by, key, content)) };
    },
    // The browser encrypts it without ever showing it to the page.
    async wrap(privateKey) {
      const { algorithm, key, by } = await prepare();
      return { algorithm, encrypted: new Uint8Array(await crypto.subtle.wrapKey('pkcs8', privateKey, key, by)) };
    },
    hash: 'SHA-256',
    rounds: ROUNDS,
  };
}
