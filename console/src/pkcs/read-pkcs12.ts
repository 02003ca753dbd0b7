/**
 * The private key in a file as this console hands it over (PKCS #12, RFC 7292): opened in the page, and never anywhere
 * else. It can be used and not be read out again.
 */
import type { KeyType } from '@signet/contract/key-types';
import { first, hex, membersOf, type Value } from './der-values.ts';
import type { Bytes } from './der.ts';
import { KINDS } from './key.ts';
import { pkcs12Key } from './pkcs12-key.ts';

/** `form`: no file of ours, or one in a form that is not read here. `passphrase`: it is another one. */
export class NoKeyInFile extends Error {
  readonly why: 'form' | 'passphrase';
  constructor(why: 'form' | 'passphrase') {
    super('The file can\u2019t be opened.');
    this.why = why;
  }
}

/** Object identifiers by their octets. */
const OIDS = {
  data: '2a864886f70d010701',
  shroudedKeyBag: '2a864886f70d010c0a0102',
  pbes2: '2a864886f70d01050d',
  tripleDes: '2a864886f70d010c0103',
  rsa: '2a864886f70d010101',
  p256: '2a8648ce3d030107',
  p384: '2b81040022',
} as const;
/** HMAC by which a key is made of a passphrase; without one it is SHA-1 (RFC 8018, A.2). */
const HASHES: Readonly<Record<string, string>> = {
  '2a864886f70d0207': 'SHA-1',
  '2a864886f70d0209': 'SHA-256',
  '2a864886f70d020a': 'SHA-384',
  '2a864886f70d020b': 'SHA-512',
};
/** AES in CBC mode, by the length of its key in bits. */
const CIPHERS: Readonly<Record<string, number>> = {
  '608648016503040102': 128,
  '608648016503040116': 192,
  '60864801650304012a': 256,
};
/** More would keep the page busy for minutes. */
const ROUNDS_MAX = 5_000_000;

export type OpenedKey = { type: KeyType; privateKey: CryptoKey };

const fail = (why: 'form' | 'passphrase'): never => {
  throw new NoKeyInFile(why);
};
const named = (value: Value | undefined): string => (value ? hex(value.content) : '');
const numberIn = (value: Value | undefined): number => (value ? Number.parseInt(hex(value.content), 16) : Number.NaN);

/** @throws {@link NoKeyInFile} */
export async function keyInFile(file: Bytes, passphrase: string): Promise<OpenedKey> {
  const [algorithm, encrypted] = orForm(() => shroudedKey(file));
  const opened = await decrypted(algorithm, encrypted, passphrase);
  try {
    return await imported(opened);
  } finally {
    opened.fill(0);
  }
}

function orForm<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return fail('form');
    throw error;
  }
}

/** How the key is encrypted, and the key. The first one counts: a file of ours has no other. */
function shroudedKey(file: Bytes): [Value, Bytes] {
  const [, content] = membersOf(first(file).content);
  const [type, safe] = membersOf(content?.content ?? fail('form'));
  if (named(type) !== OIDS.data || !safe) return fail('form');
  for (const info of membersOf(first(first(safe.content).content).content)) {
    const [kind, inner] = membersOf(info.content);
    if (named(kind) !== OIDS.data || !inner) continue;
    for (const bag of membersOf(first(first(inner.content).content).content)) {
      const [of, value] = membersOf(bag.content);
      if (named(of) !== OIDS.shroudedKeyBag || !value) continue;
      const [algorithm, encrypted] = membersOf(first(value.content).content);
      if (algorithm && encrypted) return [algorithm, encrypted.content];
    }
  }
  return fail('form');
}

async function decrypted(algorithm: Value, encrypted: Bytes, passphrase: string): Promise<Bytes> {
  const [name, parameters] = membersOf(algorithm.content);
  if (!parameters) return fail('form');
  if (named(name) === OIDS.pbes2) return byPbes2(parameters, encrypted, passphrase);
  if (named(name) !== OIDS.tripleDes) return fail('form');
  const [salt, rounds] = membersOf(parameters.content);
  const derive = (purpose: 'encryption' | 'iv', length: number): Promise<Bytes> =>
    pkcs12Key({
      hash: 'SHA-1',
      purpose,
      passphrase,
      salt: salt?.content ?? fail('form'),
      rounds: boundRounds(numberIn(rounds)),
      length,
    });
  const { decryptTripleDes } = await import('./compatible-cipher.ts');
  return decryptTripleDes(encrypted, await derive('encryption', 24), await derive('iv', 8)) ?? fail('passphrase');
}

const boundRounds = (rounds: number): number =>
  Number.isInteger(rounds) && rounds >= 1 && rounds <= ROUNDS_MAX ? rounds : fail('form');

async function byPbes2(parameters: Value, encrypted: Bytes, passphrase: string): Promise<Bytes> {
  const [derivation, scheme] = membersOf(parameters.content);
  const [, of] = membersOf(derivation?.content ?? fail('form'));
  const [salt, rounds, ...more] = membersOf(of?.content ?? fail('form'));
  const prf = more.find(({ tag }) => tag === 0x30);
  const hash = prf ? HASHES[named(membersOf(prf.content)[0])] : 'SHA-1';
  const [cipher, iv] = membersOf(scheme?.content ?? fail('form'));
  const length = CIPHERS[named(cipher)];
  if (!hash || length === undefined || !salt || !iv) return fail('form');
  const iterations = boundRounds(numberIn(rounds));
  const secret = new TextEncoder().encode(passphrase);
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  secret.fill(0);
  const by = { name: 'PBKDF2', hash, salt: salt.content, iterations };
  const key = await crypto.subtle.deriveKey(by, base, { name: 'AES-CBC', length }, false, ['decrypt']);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: iv.content }, key, encrypted));
  } catch {
    return fail('passphrase');
  }
}

/** PrivateKeyInfo (RFC 5208). What was decrypted by a wrong passphrase is none. */
async function imported(opened: Bytes): Promise<OpenedKey> {
  const type = typeOf(opened);
  try {
    const privateKey = await crypto.subtle.importKey('pkcs8', opened, KINDS[type].key, false, ['sign']);
    return { type, privateKey };
  } catch {
    return fail('passphrase');
  }
}

function typeOf(opened: Bytes): KeyType {
  try {
    const [, algorithm] = membersOf(first(opened).content);
    const [name, parameters] = membersOf(algorithm?.content ?? fail('passphrase'));
    if (named(name) === OIDS.rsa) return 'rsa_2048';
    if (named(parameters) === OIDS.p256) return 'ec_p256';
    return named(parameters) === OIDS.p384 ? 'ec_p384' : fail('form');
  } catch (error) {
    if (error instanceof RangeError) return fail('passphrase');
    throw error;
  }
}
