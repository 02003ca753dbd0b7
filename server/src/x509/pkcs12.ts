/**
 * The file in which a key that was made here is handed over (PKCS #12, RFC 7292), in the modern form alone: PBES2 with
 * AES-256-CBC and PBKDF2 (RFC 8018, 6.2), the file's own code by HMAC-SHA-256. Keys of browsers are put into such files
 * there, and never come here (console/src/pkcs).
 */
import { createCipheriv, createHash, createHmac, hash, pbkdf2, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  BmpString,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as Asn1Set,
} from 'asn1js';

type Value = Sequence | Constructed | Primitive | Integer | Null | ObjectIdentifier | OctetString | BmpString | Asn1Set;

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** For each of the three keys of a file: Windows takes none of more than 600,000 in all (KB5025823). */
const ROUNDS = 150_000;
/** Other requests are answered between so many rounds of the one key that OpenSSL does not derive by itself. */
const ROUNDS_AT_ONCE = 5_000;
const CONTEXT_SPECIFIC = 3;
const SHA256_BLOCK = 64;
/** RFC 7292, B.3. */
const FOR_MAC = 3;

const derive = promisify(pbkdf2);

export type Pkcs12Input = {
  /** PKCS #8, DER. */
  privateKey: Buffer;
  /** DER, the key's own first. */
  chain: readonly Uint8Array[];
  /** By which name programs show it. */
  name: string;
  passphrase: string;
};

/** The whole file. */
export async function makePkcs12({ privateKey, chain, name, passphrase }: Pkcs12Input): Promise<Buffer> {
  const [own, ...authorities] = chain;
  if (!own) throw new Error('A key is handed over with its certificate.');
  // What ties the key to its certificate: SHA-1 of the certificate, as Windows and OpenSSL write it.
  const keyId = createHash('sha1').update(own).digest();
  const attributes = new Asn1Set({
    value: [
      attribute(OIDS.localKeyId, octets(keyId)),
      attribute(OIDS.friendlyName, new BmpString({ value: name })),
    ].toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b))),
  });
  const certificates = sequence(
    certificateBag(own, attributes),
    ...authorities.map((authority) => certificateBag(authority)),
  );
  const shrouded = await encrypt(privateKey, passphrase);
  const key = sequence(shrouded.algorithm, octets(shrouded.encrypted));
  const listed = await encrypt(bytesOf(certificates), passphrase);
  const encryptedData = sequence(
    new Integer({ value: 0 }),
    sequence(oid(OIDS.data), listed.algorithm, implicit(0, listed.encrypted)),
  );
  const content = bytesOf(
    sequence(
      contentInfo(OIDS.encryptedData, encryptedData),
      contentInfo(OIDS.data, octets(bytesOf(sequence(bag(OIDS.shroudedKeyBag, key, attributes))))),
    ),
  );
  const whole = sequence(
    new Integer({ value: 3 }),
    contentInfo(OIDS.data, octets(content)),
    await macOf(content, passphrase),
  );
  return bytesOf(whole);
}

const bytesOf = (value: Value): Buffer => Buffer.from(value.toBER());
const oid = (value: string): ObjectIdentifier => new ObjectIdentifier({ value });
const octets = (content: Uint8Array): OctetString => new OctetString({ valueHex: Uint8Array.from(content).buffer });
const sequence = (...value: Value[]): Sequence => new Sequence({ value });
const explicit = (tagNumber: number, value: Value): Constructed =>
  new Constructed({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber }, value: [value] });
const implicit = (tagNumber: number, content: Uint8Array): Primitive =>
  new Primitive({
    idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber },
    valueHex: Uint8Array.from(content).buffer,
  });

const attribute = (type: string, value: Value): Sequence => sequence(oid(type), new Asn1Set({ value: [value] }));
const bag = (type: string, value: Value, attributes?: Value): Sequence =>
  sequence(oid(type), explicit(0, value), ...(attributes ? [attributes] : []));
const certificateBag = (certificate: Uint8Array, attributes?: Value): Sequence =>
  bag(OIDS.certificateBag, sequence(oid(OIDS.x509Certificate), explicit(0, octets(certificate))), attributes);
const contentInfo = (type: string, content: Value): Sequence => sequence(oid(type), explicit(0, content));

/** PBES2 under a key of its own, with the AlgorithmIdentifier that a reader needs beside the passphrase. */
async function encrypt(content: Uint8Array, passphrase: string): Promise<{ algorithm: Sequence; encrypted: Buffer }> {
  const salt = randomBytes(16);
  const iv = randomBytes(16);
  const key = await derive(passphrase, salt, ROUNDS, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  key.fill(0);
  const derivation = sequence(octets(salt), new Integer({ value: ROUNDS }), sequence(oid(OIDS.hmacSha256), new Null()));
  const parameters = sequence(sequence(oid(OIDS.pbkdf2), derivation), sequence(oid(OIDS.aes256Cbc), octets(iv)));
  return { algorithm: sequence(oid(OIDS.pbes2), parameters), encrypted };
}

/** That nothing was altered (RFC 7292, 4). */
async function macOf(content: Buffer, passphrase: string): Promise<Sequence> {
  const salt = randomBytes(16);
  const key = await macKey(passphrase, salt);
  const digest = createHmac('sha256', key).update(content).digest();
  key.fill(0);
  const algorithm = sequence(oid(OIDS.sha256), new Null());
  return sequence(sequence(algorithm, octets(digest)), octets(salt), new Integer({ value: ROUNDS }));
}

/** RFC 7292, B.2, for one key of SHA-256: as long as the hash, so that one block is enough. */
async function macKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  // UTF-16 with the high octet first, and a NUL at the end (B.1).
  const secret = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const filled = (bytes: Buffer): Buffer =>
    Buffer.alloc(Math.ceil(bytes.length / SHA256_BLOCK) * SHA256_BLOCK).fill(bytes);
  let digest = Buffer.concat([Buffer.alloc(SHA256_BLOCK, FOR_MAC), filled(salt), filled(secret)]);
  for (let round = 1; round <= ROUNDS; round += 1) {
    digest = hash('sha256', digest, 'buffer');
    if (round % ROUNDS_AT_ONCE === 0) await setImmediate();
  }
  return digest;
}
