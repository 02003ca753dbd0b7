/** How PKCS #12 files are protected by a passphrase (RFC 7292, RFC 8018): what Node's OpenSSL can open of it. */
import { createDecipheriv, createHash, pbkdf2 } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AsnType } from 'asn1js';
import { CommandRefusal } from '../refusal.ts';
import { integer, octets, oid, parts } from './ber.ts';

/** What a file may ask for in all: some seconds of one processor. Programs write 2,048 to 600,000 for each part. */
const MOST_ROUNDS = 2_000_000;
/** Between two looks at what else there is to do. */
const SLICE = 20_000;

const HASHES: Readonly<Record<string, { name: string; block: number; size: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', block: 64, size: 20 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', block: 64, size: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', block: 128, size: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', block: 128, size: 64 },
};
const PRFS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const CIPHERS: Readonly<Record<string, { name: string; key: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', key: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', key: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', key: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', key: 24 },
};
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const PBE_3DES = '1.2.840.113549.1.12.1.3';
const derive = promisify(pbkdf2);

const notSupported = (): CommandRefusal => new CommandRefusal('FILE_NOT_SUPPORTED');

export type Rounds = ReturnType<typeof roundsOf>;

/** What a file may still ask for while it is read. `signal`: given where nobody waits for it any more. */
export function roundsOf(signal: AbortSignal) {
  let left = MOST_ROUNDS;
  return {
    signal,
    /** The iterations that a part of the file wants for each of its `outputs`. Throws {@link CommandRefusal}. */
    take(node: AsnType | undefined, outputs = 1): number {
      signal.throwIfAborted();
      const count = integer(node);
      if (count < 1) throw new CommandRefusal('INVALID_FILE');
      left -= count * outputs;
      if (left < 0) throw notSupported();
      return count;
    },
  };
}

export const hashOf = (id: string) => {
  const hash = HASHES[id];
  if (!hash) throw notSupported();
  return hash;
};

type Purpose = {
  hash: ReturnType<typeof hashOf>;
  salt: Buffer;
  iterations: number;
  id: 1 | 2 | 3;
  length: number;
  signal: AbortSignal;
};

/** RFC 7292, B.2. `id`: 1 for a key, 2 for an IV, 3 for a MAC. */
export async function deriveKey(passphrase: string, purpose: Purpose): Promise<Buffer> {
  const { hash, salt, iterations, id, length, signal } = purpose;
  const { name, block, size } = hash;
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const fill = (octetsOf: Buffer): Buffer =>
    octetsOf.length === 0
      ? Buffer.alloc(0)
      : Buffer.alloc(Math.ceil(octetsOf.length / block) * block, Uint8Array.from(octetsOf));
  const diversifier = Buffer.alloc(block, id);
  const input = Buffer.concat([fill(salt), fill(password)]);
  const out: Buffer[] = [];
  for (let made = 0; made < length; made += size) {
    let digest = createHash(name).update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round += 1) {
      digest = createHash(name).update(digest).digest();
      if (round % SLICE !== 0) continue;
      await setImmediate();
      signal.throwIfAborted();
    }
    out.push(digest);
    const added = Buffer.alloc(block, Uint8Array.from(digest));
    for (let at = 0; at < input.length; at += block) addOne(input.subarray(at, at + block), added);
  }
  return Buffer.concat(out).subarray(0, length);
}

/** I = I + B + 1, as one large number. */
function addOne(number: Buffer, added: Buffer): void {
  let carry = 1;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    carry += (number[at] ?? 0) + (added[at] ?? 0);
    number[at] = carry & 0xff;
    carry >>= 8;
  }
}

/** `algorithm`: an AlgorithmIdentifier. Throws {@link CommandRefusal} where the passphrase does not open it. */
export async function decrypt(
  algorithm: AsnType | undefined,
  passphrase: string,
  content: Buffer,
  rounds: Rounds,
): Promise<Buffer> {
  const [id, parameters] = parts(algorithm);
  const { cipher, key, iv } =
    oid(id) === PBES2
      ? await pbes2(parameters, passphrase, rounds)
      : await pbe3Des(oid(id), parameters, passphrase, rounds);
  try {
    const opened = createDecipheriv(cipher, key, iv);
    return Buffer.concat([opened.update(content), opened.final()]);
  } catch {
    throw new CommandRefusal('WRONG_PASSPHRASE');
  }
}

async function pbes2(parameters: AsnType | undefined, passphrase: string, rounds: Rounds) {
  const [derivation, encryption] = parts(parameters);
  const [how, settings] = parts(derivation);
  if (oid(how) !== PBKDF2) throw notSupported();
  const [salt, count, ...more] = parts(settings);
  // The length of the key may stand between; the cipher says it as well.
  const prf = more.find((one) => one.idBlock.tagNumber === 16);
  const hash = prf ? PRFS[oid(parts(prf)[0])] : 'sha1';
  const [cipherId, iv] = parts(encryption);
  const cipher = CIPHERS[oid(cipherId)];
  if (!hash || !cipher) throw notSupported();
  const key = await derive(Buffer.from(passphrase), octets(salt), rounds.take(count), cipher.key, hash);
  return { cipher: cipher.name, key, iv: octets(iv) };
}

async function pbe3Des(id: string, parameters: AsnType | undefined, passphrase: string, rounds: Rounds) {
  if (id !== PBE_3DES) throw notSupported();
  const [salt, count] = parts(parameters);
  // A key of two outputs, and an IV.
  const iterations = rounds.take(count, 3);
  const how = { hash: hashOf('1.3.14.3.2.26'), salt: octets(salt), iterations, signal: rounds.signal };
  const key = await deriveKey(passphrase, { ...how, id: 1, length: 24 });
  const iv = await deriveKey(passphrase, { ...how, id: 2, length: 8 });
  return { cipher: 'des-ede3-cbc', key, iv };
}
