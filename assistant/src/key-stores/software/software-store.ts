/** Keys in a file of this person, encrypted under a PIN of its own. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  randomUUID,
  sign,
  verify,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Entry, Token } from '@signet/contract/assistant/key-stores';
import { CURVES, KEY_BITS, type KeyType } from '@signet/contract/key-types';
import type { Clock } from '../../clock.ts';
import { CommandRefusal, ofNewPin, statusOf } from '../../refusal.ts';
import { certificateFacts } from '../certificate-facts.ts';
import type { Holder, KeyStore } from '../key-store.ts';
import { makeRequest, SIGNATURE_ALGORITHMS } from '../request.ts';
import { makeBackup, readBackup } from './backup.ts';
import { lockWith, masterOf, requirePin, waitOf } from './pins.ts';
import { KEY_BYTES, open, seal } from './sealed.ts';
import { storeFile, type Content, type StoredKey } from './store-file.ts';

const newPair = promisify(generateKeyPair);

const makePair = (type: KeyType): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> =>
  type === 'ec_p256' || type === 'ec_p384'
    ? newPair('ec', { namedCurve: CURVES[type] })
    : newPair('rsa', { modulusLength: KEY_BITS[type], publicExponent: 65_537 });

/** What {@link makePair} makes. */
const KEY_SIZES: Token['key_sizes'] = { rsa: { min: 2048, max: 4096 }, ec: { min: 256, max: 384 } };

type Parts = { folder: string; clock: Clock; cost: number };

/** What scrypt costs here: 128 MiB and some tenths of a second for each try. */
export const PIN_COST = 131_072;

/** `cost` is that of scrypt for new PINs. */
export function softwareStore({ folder, clock, cost }: Parts): KeyStore {
  const file = storeFile(folder);
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: of wrong PINs at the same moment each is counted, and no write is lost. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  function contentOf(serial: string): Content {
    const content = file.read();
    if (!content) throw new CommandRefusal('CKR_USER_PIN_NOT_INITIALIZED');
    if (content.serial !== serial) throw new CommandRefusal('CKR_TOKEN_NOT_PRESENT');
    return content;
  }

  const unlockWith = (serial: string, holder: Holder, pin: string): Promise<Buffer> =>
    masterOf(contentOf(serial), holder, pin, { clock, write: file.write });

  function keyOf(content: Content, id: string): StoredKey {
    const key = content.keys.find((one) => one.id === id);
    if (!key) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
    return key;
  }

  function privateKeyOf(master: Buffer, { private_key, public_key }: StoredKey): KeyObject {
    const opened = open(master, public_key, Buffer.from(private_key, 'base64'));
    if (!opened) throw new Error('The private key was not sealed under this master key.');
    return createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' });
  }

  /** Verified before it is handed out: a file that was changed must not answer a signature of another key. */
  function signWith(master: Buffer, key: StoredKey, data: Buffer): Buffer {
    const { hash } = SIGNATURE_ALGORITHMS[key.key_type];
    const signature = sign(hash, data, privateKeyOf(master, key));
    const publicKey = createPublicKey({ key: Buffer.from(key.public_key, 'base64'), format: 'der', type: 'spki' });
    if (!verify(hash, data, publicKey, signature)) throw new Error('The signature is not one of the key.');
    return signature;
  }

  const tokenOf = (content: Content): Token => {
    const wait = waitOf(content.user, clock);
    const { serial, label } = content;
    const state = wait > 0 ? ({ pin_state: 'delayed', retry_after: wait } as const) : ({ pin_state: 'ok' } as const);
    return { keystore: 'software', serial, label, ...state, pin_tries: 'unlimited', key_sizes: KEY_SIZES };
  };

  return {
    type: 'software',
    name: 'Software key store',
    managed: false,
    backsUp: true,
    async problem() {
      try {
        file.read();
        return null;
      } catch (error) {
        return statusOf(error);
      }
    },
    refresh: () => Promise.resolve(),
    close: () => Promise.resolve(),
    async tokens() {
      const content = file.read();
      return content ? [tokenOf(content)] : [];
    },
    find: async (serial) => ({
      token: tokenOf(contentOf(serial)),
      tried: { user: { tries: 'unlimited', wrong: 0 }, so: { tries: 'unlimited', wrong: 0 } },
    }),
    async entries() {
      const content = file.read();
      return (content?.keys ?? []).map((key) => entryOf(content?.serial ?? '', key));
    },
    async requireBlank() {
      if (file.read()) throw new CommandRefusal('ALREADY_INITIALIZED');
    },
    initialize: (_token, label, pin, soPin) =>
      inTurn(async () => {
        if (file.read()) throw new CommandRefusal('ALREADY_INITIALIZED');
        requirePin(pin);
        requirePin(soPin);
        if (pin === soPin) throw new CommandRefusal('CKR_ARGUMENTS_BAD');
        const serial = randomBytes(8).toString('hex');
        const master = randomBytes(KEY_BYTES);
        const user = await lockWith(pin, cost, serial, 'user', master);
        const so = await lockWith(soPin, cost, serial, 'so', master);
        const content: Content = { version: 1, serial, label, user, so, keys: [] };
        file.write(content);
        return tokenOf(content);
      }),
    verifyPin: ({ token: { serial } }, holder, pin) => inTurn(async () => void (await unlockWith(serial, holder, pin))),
    changePin: ({ token: { serial } }, pin, newPin) =>
      inTurn(async () => {
        await ofNewPin(() => requirePin(newPin));
        const master = await unlockWith(serial, 'user', pin);
        file.write({ ...contentOf(serial), user: await lockWith(newPin, cost, serial, 'user', master) });
      }),
    resetPin: ({ token: { serial } }, soPin, newPin) =>
      inTurn(async () => {
        await ofNewPin(() => requirePin(newPin));
        const master = await unlockWith(serial, 'so', soPin);
        file.write({ ...contentOf(serial), user: await lockWith(newPin, cost, serial, 'user', master) });
      }),
    generate: ({ token: { serial } }, pin, { type, subject, label, origin }) =>
      inTurn(async () => {
        const master = await unlockWith(serial, 'user', pin);
        const pair = await makePair(type);
        const spki = pair.publicKey.export({ format: 'der', type: 'spki' });
        const public_key = spki.toString('base64');
        const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
        const private_key = seal(master, public_key, pkcs8).toString('base64');
        pkcs8.fill(0);
        const created_at = clock.now().toISOString();
        const id = randomUUID();
        const key: StoredKey = {
          id,
          key_type: type,
          label,
          created_at,
          origin,
          public_key,
          private_key,
          certificate: null,
        };
        const csr = await makeRequest(type, spki, subject, (content) => signWith(master, key, content));
        const content = contentOf(serial);
        file.write({ ...content, keys: [...content.keys, key] });
        return { id, csr };
      }),
    import: ({ token: { serial } }, certificate) =>
      inTurn(async () => {
        const content = contentOf(serial);
        const spki = publicKeyOf(certificate);
        const key = content.keys.find((one) => one.public_key === spki);
        if (!key) throw new CommandRefusal('CERTIFICATE_WITHOUT_KEY');
        const kept = { ...key, certificate: certificate.toString('base64') };
        file.write({ ...content, keys: content.keys.map((one) => (one === key ? kept : one)) });
        return { id: key.id };
      }),
    async export(serial, id) {
      const { certificate } = keyOf(contentOf(serial), id);
      if (certificate === null) throw new CommandRefusal('CKR_OBJECT_HANDLE_INVALID');
      return Buffer.from(certificate, 'base64');
    },
    remove: ({ token: { serial } }, pin, id) =>
      inTurn(async () => {
        keyOf(contentOf(serial), id);
        await unlockWith(serial, 'user', pin);
        const content = contentOf(serial);
        file.write({ ...content, keys: content.keys.filter((one) => one.id !== id) });
      }),
    sign: ({ token: { serial } }, pin, id, data) =>
      inTurn(async () => {
        const key = keyOf(contentOf(serial), id);
        return signWith(await unlockWith(serial, 'user', pin), key, data);
      }),
    backup: ({ token: { serial } }, pin, passphrase) =>
      inTurn(async () => {
        requirePin(passphrase);
        const master = await unlockWith(serial, 'user', pin);
        return makeBackup({ keys: contentOf(serial).keys, master, passphrase, cost });
      }),
    restore: ({ token: { serial } }, pin, backup, passphrase) =>
      inTurn(async () => {
        const master = await unlockWith(serial, 'user', pin);
        const keys = (await readBackup({ backup, master, passphrase })).map(withOwnCertificate);
        const content = contentOf(serial);
        const { merged, restored } = mergeKeys(content.keys, keys);
        file.write({ ...content, keys: merged });
        return restored;
      }),
  };
}

/** A backup may be anybody's: a certificate that is none, or of another key, is left out. */
function withOwnCertificate(key: StoredKey): StoredKey {
  try {
    const { raw } = new X509Certificate(Buffer.from(key.certificate ?? '', 'base64'));
    return { ...key, certificate: publicKeyOf(raw) === key.public_key ? raw.toString('base64') : null };
  } catch {
    return { ...key, certificate: null };
  }
}

/** A key that is there stays as it is; where it has no certificate, it takes that of the backup. */
function mergeKeys(present: readonly StoredKey[], saved: readonly StoredKey[]) {
  const known = new Set(present.map(({ public_key }) => public_key));
  const missing = saved.filter(({ public_key }) => !known.has(public_key));
  const filled = present.map((key) => {
    const certificate = saved.find(({ public_key }) => public_key === key.public_key)?.certificate ?? null;
    return key.certificate === null && certificate !== null ? { ...key, certificate } : key;
  });
  const changed = filled.filter((key, n) => key !== present[n]);
  return { merged: [...filled, ...missing], restored: missing.length + changed.length };
}

/** The SubjectPublicKeyInfo in base64. */
function publicKeyOf(certificate: Buffer): string {
  try {
    return new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  } catch {
    throw new CommandRefusal('INVALID_CERTIFICATE');
  }
}

function entryOf(token: string, { id, key_type, label, created_at, origin, certificate }: StoredKey): Entry {
  const entry = { keystore: 'software', token, id, key_type, label, created_at, origin } as const;
  if (certificate === null) return { ...entry, certificate: null };
  return { ...entry, certificate: certificateFacts(new X509Certificate(Buffer.from(certificate, 'base64'))) };
}
