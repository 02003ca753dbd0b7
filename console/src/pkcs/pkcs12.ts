/** The file in which a private key and its certificates are handed over (PKCS #12, RFC 7292), usually `.p12`. */
import { bmpString, explicit, implicit, integer, nothing, octetString, oid, sequence, set, type Bytes } from './der.ts';
import type { Cipher } from './pkcs12-cipher.ts';
import { modernCipher } from './modern-cipher.ts';
import { pkcs12Key } from './pkcs12-key.ts';

/**
 * `modern`: AES-256, keys by PBKDF2 and SHA-256. `compatible`: Triple-DES and SHA-1, which is weaker, for what reads
 * nothing else: Windows before 10 (1709), Java before 8u301, versions of macOS.
 */
const PKCS12_FORMS = ['modern', 'compatible'] as const;
export type Pkcs12Form = (typeof PKCS12_FORMS)[number];

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
} as const;

const HASHES = {
  'SHA-1': { oid: '1.3.14.3.2.26', length: 20 },
  'SHA-256': { oid: '2.16.840.1.101.3.4.2.1', length: 32 },
} as const;

export type Pkcs12Input = {
  privateKey: CryptoKey;
  /** DER, the key's own first. */
  chain: readonly Bytes[];
  /** By which name programs show it. */
  name: string;
  passphrase: string;
  form: Pkcs12Form;
};

/** The whole file. The private key is in it encrypted alone, and nothing of it stays behind. */
export async function makePkcs12({ privateKey, chain, name, passphrase, form }: Pkcs12Input): Promise<Bytes> {
  const [own, ...authorities] = chain;
  if (!own) throw new Error('A key is handed over with its certificate.');
  // Both forms are here, but the code of Triple-DES, which hardly anybody needs, comes when it is asked for.
  const cipher =
    form === 'modern'
      ? modernCipher(passphrase)
      : (await import('./compatible-cipher.ts')).compatibleCipher(passphrase);
  // What ties the key to its certificate: SHA-1 of the certificate, as Windows and OpenSSL write it.
  const keyId = new Uint8Array(await crypto.subtle.digest('SHA-1', own));
  const attributes = set(attribute(OIDS.localKeyId, octetString(keyId)), attribute(OIDS.friendlyName, bmpString(name)));
  const certificates = sequence(
    certificateBag(own, attributes),
    ...authorities.map((authority) => certificateBag(authority)),
  );
  const keys = sequence(bag(OIDS.shroudedKeyBag, await shroudedKey(cipher, privateKey), attributes));
  const content = sequence(await encryptedContent(cipher, certificates), contentInfo(OIDS.data, octetString(keys)));
  return sequence(integer(3), contentInfo(OIDS.data, octetString(content)), await mac(cipher, passphrase, content));
}

const attribute = (type: string, value: Bytes): Bytes => sequence(oid(type), set(value));

const bag = (type: string, value: Bytes, attributes?: Bytes): Bytes =>
  sequence(oid(type), explicit(0, value), ...(attributes ? [attributes] : []));

const certificateBag = (certificate: Bytes, attributes?: Bytes): Bytes =>
  bag(OIDS.certificateBag, sequence(oid(OIDS.x509Certificate), explicit(0, octetString(certificate))), attributes);

const contentInfo = (type: string, content: Bytes): Bytes => sequence(oid(type), explicit(0, content));

/** EncryptedPrivateKeyInfo (RFC 5958, 3). */
async function shroudedKey(cipher: Cipher, privateKey: CryptoKey): Promise<Bytes> {
  const { algorithm, encrypted } = await cipher.wrap(privateKey);
  return sequence(algorithm, octetString(encrypted));
}

/** EncryptedData (RFC 5652, 8). */
async function encryptedContent(cipher: Cipher, content: Bytes): Promise<Bytes> {
  const { algorithm, encrypted } = await cipher.encrypt(content);
  const info = sequence(oid(OIDS.data), algorithm, implicit(0, encrypted));
  return contentInfo(OIDS.encryptedData, sequence(integer(0), info));
}

/** HMAC under a key of the passphrase (RFC 7292, 4 and appendix B): that nothing was altered. */
async function mac({ hash, rounds }: Cipher, passphrase: string, content: Bytes): Promise<Bytes> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const { length, oid: algorithm } = HASHES[hash];
  const octets = await pkcs12Key({ hash, purpose: 'mac', passphrase, salt, rounds, length });
  const key = await crypto.subtle.importKey('raw', octets, { name: 'HMAC', hash }, false, ['sign']);
  octets.fill(0);
  const value = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  const digest = sequence(sequence(oid(algorithm), nothing()), octetString(value));
  return sequence(digest, octetString(salt), integer(rounds));
}

/** Whether a certificate is for this public key: it holds the SubjectPublicKeyInfo octet for octet. */
export function isFor(certificate: Uint8Array, publicKey: Uint8Array): boolean {
  const last = certificate.length - publicKey.length;
  for (let at = 0; at <= last; at += 1)
    if (publicKey.every((octet, offset) => certificate[at + offset] === octet)) return true;
  return false;
}
