/** PKCS #12 (RFC 7292): which certificates are in it, and how many private keys; the keys stay closed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AsnType } from 'asn1js';
import { CommandRefusal } from '../refusal.ts';
import { integer, octets, oid, parse, parts } from './ber.ts';
import { decrypt, deriveKey, hashOf, roundsOf, type Rounds } from './pkcs12-keys.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAGS = new Set(['1.2.840.113549.1.12.10.1.1', '1.2.840.113549.1.12.10.1.2']);
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const SAFE_BAG = '1.2.840.113549.1.12.10.1.6';

export type FileContent = { certificates: Buffer[]; privateKeys: number };

/** Throws {@link CommandRefusal}: INVALID_FILE, FILE_NOT_SUPPORTED, WRONG_PASSPHRASE. */
export async function readPkcs12(file: Uint8Array, passphrase: string, signal: AbortSignal): Promise<FileContent> {
  const rounds = roundsOf(signal);
  const [version, content, mac] = parts(parse(file));
  if (integer(version) !== 3) throw new CommandRefusal('INVALID_FILE');
  const safe = dataOf(content);
  if (mac) await requireMac(mac, safe, passphrase, rounds);
  const found: FileContent = { certificates: [], privateKeys: 0 };
  for (const one of parts(parse(safe))) collect(parse(await opened(one, passphrase, rounds)), found);
  return found;
}

/** What a ContentInfo of the type data holds. */
function dataOf(content: AsnType | undefined): Buffer {
  const [type, within] = parts(content);
  if (oid(type) !== DATA) throw new CommandRefusal('FILE_NOT_SUPPORTED');
  return octets(parts(within)[0]);
}

async function requireMac(mac: AsnType, content: Buffer, passphrase: string, rounds: Rounds): Promise<void> {
  const [info, salt, count] = parts(mac);
  const [algorithm, expected] = parts(info);
  const hash = hashOf(oid(parts(algorithm)[0]));
  const iterations = count ? rounds.take(count) : 1;
  const how = { hash, salt: octets(salt), iterations, signal: rounds.signal };
  const key = await deriveKey(passphrase, { ...how, id: 3, length: hash.size });
  const made = createHmac(hash.name, key).update(content).digest();
  const given = octets(expected);
  if (given.length !== made.length || !timingSafeEqual(made, given)) throw new CommandRefusal('WRONG_PASSPHRASE');
}

async function opened(content: AsnType, passphrase: string, rounds: Rounds): Promise<Buffer> {
  const [type, within] = parts(content);
  if (oid(type) !== ENCRYPTED_DATA) return dataOf(content);
  const [, encrypted] = parts(parts(within)[0]);
  const [, algorithm, octetsOf] = parts(encrypted);
  return decrypt(algorithm, passphrase, octets(octetsOf), rounds);
}

/** SafeContents may hold further ones. */
function collect(contents: AsnType, found: FileContent): void {
  for (const bag of parts(contents)) {
    const [type, within] = parts(bag);
    const id = oid(type);
    if (KEY_BAGS.has(id)) found.privateKeys += 1;
    else if (id === SAFE_BAG) for (const inner of parts(within)) collect(inner, found);
    else if (id === CERTIFICATE_BAG) {
      const [kind, value] = parts(parts(within)[0]);
      if (oid(kind) === X509_CERTIFICATE) found.certificates.push(octets(parts(value)[0]));
    }
  }
}
