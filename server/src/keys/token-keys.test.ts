/** Keys in a PKCS #11 module, as SoftHSM2 keeps them and OpenSSL sees their signatures. */
import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KEY_TYPES, type KeyType } from '@signet/contract/key-types';
import { loadModule, readAttributes, readUlong, template, ulongs } from '@signet/pkcs11/cryptoki';
import type { ModuleSettings } from '@signet/pkcs11/module-calls';
import { moduleProcesses, told } from '@signet/pkcs11/testing/module-processes';
import { subjectPublicKeyInfo } from '@signet/pkcs11/public-numbers';
import { PIN, softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { openSsl, pem } from '../x509/testing/openssl.ts';
import { readPublicKey } from '../x509/public-key.ts';
import { KeyUnavailable } from '../x509/signer.ts';
import { openTokenKeys } from './token-keys.ts';

const ssl = openSsl();
const hsm = softHsm();
const { serial } = hsm.token('authority');
const shared = openTokenKeys(hsm.settings(serial));
let one: Awaited<ReturnType<typeof newSigner>>;
beforeAll(async () => {
  one = await newSigner(shared);
});
afterAll(async () => {
  await shared.close();
  hsm.remove();
  rmSync(ssl.folder, { recursive: true });
});

const DATA = Buffer.from('what is signed');

/** Keys of a token, closed when the test is done. */
function keysOf(token: string, more: Partial<ModuleSettings> = {}) {
  const keys = openTokenKeys(hsm.settings(token, more));
  onTestFinished(() => keys.close());
  return keys;
}

async function newSigner(keys: ReturnType<typeof keysOf>, type: KeyType = 'ec_p256') {
  const key = await keys.newKey(type, 'Signet Issuing 1');
  return { ...key, signer: await keys.openKey(key.reference, key.publicKey) };
}

const refusal = async (token: string, more: Partial<ModuleSettings> = {}): Promise<string> => {
  const error: unknown = await keysOf(token, more)
    .check()
    .catch((reason: unknown) => reason);
  if (!(error instanceof KeyUnavailable)) throw new Error(`It was not refused: ${String(error)}`);
  return error.message;
};

/** The one that `work` starts and leaves. */
async function startedBy(work: () => Promise<unknown>): Promise<number> {
  const before = moduleProcesses();
  await work();
  const [started, more] = moduleProcesses().filter((pid) => !before.includes(pid));
  // Zero, as a process to be killed, would be this one and all its kin.
  if (!started || more) throw new Error('It did not start one process.');
  return started;
}

describe('a key in a token', () => {
  test.each(KEY_TYPES)('of type %s signs, and OpenSSL agrees', async (type) => {
    const { publicKey, signer } = await newSigner(shared, type);
    expect(signer.keyType).toBe(type);
    ssl.put('key.pem', pem('PUBLIC KEY', publicKey));
    ssl.put('data', DATA);
    ssl.put('signature', await signer.sign(DATA));
    const hash = type === 'ec_p384' ? '-sha384' : '-sha256';
    expect(ssl.ask('dgst', hash, '-verify', 'key.pem', '-signature', 'signature', 'data')).toMatchObject({
      agrees: true,
    });
    ssl.put('data', 'something else');
    expect(ssl.ask('dgst', hash, '-verify', 'key.pem', '-signature', 'signature', 'data').agrees).toBe(false);
  });

  test('does not leave it, as another program sees it', async () => {
    const { reference } = await shared.newKey('rsa_2048', 'Of Ångström');
    vi.stubEnv('SOFTHSM2_CONF', hsm.environment.SOFTHSM2_CONF);
    onTestFinished(() => void vi.unstubAllEnvs());
    const module = loadModule(hsm.module);
    onTestFinished(() => module.C_Finalize(null));
    const slots = ulongs(8);
    const count = ulongs();
    count.set(Buffer.from([8]));
    module.C_GetSlotList(1, slots, count);
    const opened = ulongs();
    module.C_OpenSession(readUlong(slots), 4, null, null, opened);
    const session = readUlong(opened);
    module.C_Login(session, 1, Buffer.from(PIN), PIN.length);
    module.C_FindObjectsInit(
      session,
      template([
        [0, 3],
        [0x102, Buffer.from(reference, 'hex')],
      ]),
      2,
    );
    const found = ulongs();
    module.C_FindObjects(session, found, 1, count);
    module.C_FindObjectsFinal(session);
    const read = (...types: number[]) => readAttributes(module, session, readUlong(found), types);
    expect(read(0x3).map(String)).toEqual(['Of Ångström']);
    // Private, sensitive, always so, never extractable, made here, signs; extractable.
    expect(read(0x2, 0x103, 0x165, 0x164, 0x163, 0x108).map(([value]) => value)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(read(0x162).map(([value]) => value)).toEqual([0]);
    expect(() => read(0x123)).toThrow(/CKR_ATTRIBUTE_SENSITIVE/);
  });

  test('is found by the label of its token, and by another process of the platform', async () => {
    const signer = await keysOf('authority').openKey(one.reference, one.publicKey);
    const signature = await signer.sign(DATA);
    const key = createPublicKey({ key: one.publicKey, format: 'der', type: 'spki' });
    expect(verify('sha256', DATA, key, signature)).toBe(true);
  });

  test('that is not the one of the public key signs nothing', async () => {
    const other = await shared.newKey('ec_p256', 'Another');
    const signer = await shared.openKey(one.reference, other.publicKey);
    await expect(signer.sign(DATA)).rejects.toThrow(`signature is not one of the key ${one.reference}`);
  });

  test('that was deleted is gone, also for who had it open, and others stay', async () => {
    const { reference, signer } = await newSigner(shared);
    await signer.sign(DATA);
    await shared.destroyKey(reference);
    await expect(signer.sign(DATA)).rejects.toThrow(`has no key ${reference}`);
    await expect(one.signer.sign(DATA)).resolves.toBeTruthy();
    await expect(shared.destroyKey(reference)).resolves.toBeUndefined();
  });
});

describe('a weak key, as a bad device draws it, is refused and deleted again', () => {
  const info = (modulus: bigint): Buffer | null => {
    const numbers = { modulus: Buffer.from(modulus.toString(16), 'hex'), exponent: Buffer.of(1, 0, 1) };
    return subjectPublicKeyInfo('rsa_2048', numbers);
  };
  /** Modulo the primes of the fingerprint each of these is 1, which is a power of whatever. */
  const marked = [11n, 13n, 17n, 19n, 37n, 53n, 61n, 71n, 73n, 79n, 97n, 103n, 107n, 109n, 127n, 151n, 157n];
  test.each([
    ['small_factor', 751n],
    ['roca', marked.reduce((product, prime) => product * prime)],
  ])('%s', async (fault, step) => {
    const base = 3n << 2046n;
    let modulus = base - (base % step) + (fault === 'roca' ? 1n : 0n);
    const found = () => readPublicKey(info(modulus) ?? Buffer.alloc(0));
    for (let tries = 0; tries < 1000 && !Object.values(found()).includes(fault); tries += 1) modulus += step;
    expect(found()).toEqual({ fault });
    const { serial: token, folder } = hsm.token(fault);
    const objects = () => readdirSync(folder).toSorted();
    const before = objects();
    const weak = new URL('../../../pkcs11/src/testing/weak-token.ts', import.meta.url).href;
    const more = { NODE_OPTIONS: `--import=${weak}`, WEAK_MODULUS: modulus.toString(16) };
    const limits = { open: 60, destroy: 60 };
    const keys = keysOf(token, { environment: { ...hsm.environment, ...more }, limits });
    await expect(keys.newKey('rsa_2048', 'Weak')).rejects.toThrow(`must not be used (${fault}): it was deleted again`);
    expect(objects()).toEqual(before);
    await keysOf(token).newKey('rsa_2048', 'Good');
    expect(objects().length).toBeGreaterThan(before.length);
  });
});

describe('at once', () => {
  test('two processes of the platform make keys and sign with each other’s', async () => {
    const both = [shared, keysOf('authority')] as const;
    const made = await Promise.all(both.map((keys) => keys.newKey('ec_p256', 'One of two')));
    const opened = await Promise.all(
      made.flatMap(({ reference, publicKey }) => both.map((keys) => keys.openKey(reference, publicKey))),
    );
    const signatures = await Promise.all(
      opened.flatMap((signer) => Array.from({ length: 10 }, () => signer.sign(DATA))),
    );
    expect(signatures).toHaveLength(40);
  });

  test('a signature does not wait for a key that is being made', async () => {
    const order: string[] = [];
    await Promise.all([
      shared.newKey('rsa_3072', 'Slow').then(() => order.push('made')),
      one.signer.sign(DATA).then(() => order.push('signed')),
    ]);
    expect(order).toEqual(['signed', 'made']);
  });
});

describe('refused in a sentence for who runs the platform', () => {
  test.each([
    ['a token that is not there', 'no-such', {}, /^PKCS11_TOKEN is neither label nor serial number .+"authority" with/],
    [
      'a file that is not there',
      'authority',
      { path: '/no/such.so' },
      /^PKCS11_MODULE can't be loaded: .*\/no\/such.so/,
    ],
    ['a file that is no library', 'authority', { path: import.meta.filename }, /^PKCS11_MODULE can't be loaded: /],
    ['a library that is no module', 'authority', { path: 'libc.so.6' }, /has no C_GetFunctionList/],
  ])('%s', async (_what, token, more, sentence) => {
    expect(await refusal(token, more)).toMatch(sentence);
  });

  test('a label that two tokens have: the serial number tells them apart', async () => {
    const [first, second] = [hsm.token('twice'), hsm.token('twice')];
    const sentence = await refusal('twice');
    expect(sentence).toMatch(/^PKCS11_TOKEN is the label of more than one token: give the serial number/);
    expect(sentence).toContain(first.serial);
    expect(sentence).toContain(second.serial);
    await expect(keysOf(first.serial).check()).resolves.toBeUndefined();
  });

  test('a wrong PIN, which is tried once: a second time might lock the token', async () => {
    const wrong = hsm.token('wrong', 'Another-4711');
    const keys = keysOf('wrong');
    await expect(keys.check()).rejects.toThrow(/^PKCS11_PIN is not the PIN of the token/);
    // Had it been tried again, it would now be right.
    rmSync(wrong.folder, { recursive: true });
    hsm.token('wrong');
    await expect(keys.newKey('ec_p256', 'One')).rejects.toThrow(/^PKCS11_PIN is not the PIN of the token/);
    await expect(keysOf('wrong').check()).resolves.toBeUndefined();
  });

  test.each([
    ['that is locked', 0x40000, /is locked after wrong PINs/],
    ['that the next wrong PIN would lock', 0x20000, /so PKCS11_PIN is not tried/],
  ])('a token %s', async (_what, flag, sentence) => {
    const token = hsm.token(`flag ${flag}`);
    hsm.flag(token, flag);
    expect(await refusal(token.serial)).toMatch(sentence);
  });

  test('and the PIN is in none of the sentences, nor where other users of the machine can read', async () => {
    hsm.token('pinned', 'Another-4711');
    const sentences = [await refusal('pinned'), await refusal('no-such')];
    expect(sentences.join('\n')).not.toContain(PIN);
    const pid = await startedBy(() => keysOf(serial).openKey(one.reference, one.publicKey));
    expect(told(pid)).toContain('module-process');
    expect(told(pid)).not.toContain(PIN);
  });
});

describe('what goes away and comes back', () => {
  test('a token: said to be gone, and used again as soon as it is there', async () => {
    const token = hsm.token('away');
    const keys = keysOf(token.serial);
    const { reference, publicKey } = await keys.newKey('ec_p256', 'Away');
    const pid = await startedBy(() => keys.openKey(reference, publicKey));
    const signer = await keys.openKey(reference, publicKey);
    const bringBack = hsm.takeAway(token);
    // SoftHSM2 has the key in memory as long as its process lives.
    process.kill(pid, 'SIGKILL');
    await expect(signer.sign(DATA)).rejects.toThrow(/^PKCS11_TOKEN is neither label nor serial number/);
    bringBack();
    await expect(signer.sign(DATA)).resolves.toBeTruthy();
  });

  test('the process of the module: what it was at is asked of a new one', async () => {
    const keys = keysOf(serial);
    const pid = await startedBy(() => keys.openKey(one.reference, one.publicKey));
    const signer = await keys.openKey(one.reference, one.publicKey);
    process.kill(pid, 'SIGKILL');
    await expect(Promise.all([signer.sign(DATA), signer.sign(DATA)])).resolves.toHaveLength(2);
    expect(moduleProcesses()).not.toContain(pid);
  });

  test('a module that does not answer: nobody waits for it twice, and soon it is asked again', async () => {
    const keys = keysOf(serial, { limits: { sign: 1, silence: 1 } });
    const pid = await startedBy(() => keys.openKey(one.reference, one.publicKey));
    const signer = await keys.openKey(one.reference, one.publicKey);
    process.kill(pid, 'SIGSTOP');
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => signer.sign(DATA)));
    for (const answer of answers)
      expect(answer).toMatchObject({ reason: { message: 'The PKCS #11 module did not answer within 1 s.' } });
    await expect(keys.newKey('ec_p256', 'Meanwhile')).rejects.toThrow('did not answer within 1 s');
    expect(moduleProcesses()).not.toContain(pid);
    await expect.poll(() => signer.sign(DATA).then(() => 'signed', String), { timeout: 30_000 }).toBe('signed');
  });

  test('a module that can’t be opened in time: who comes soon after starts no other process of it', async () => {
    const keys = keysOf(serial, { limits: { open: 0.01 } });
    await expect(keys.check()).rejects.toThrow('did not answer within 0.01 s');
    const before = moduleProcesses();
    const again = keys.check().catch(String);
    await setImmediate();
    expect(moduleProcesses()).toEqual(before);
    expect(await again).toContain('did not answer within 0.01 s');
  });

  test('a module that was closed is closed, and no process stays', async () => {
    const keys = keysOf(serial);
    const pid = await startedBy(() => keys.openKey(one.reference, one.publicKey));
    await keys.close();
    expect(moduleProcesses()).not.toContain(pid);
    await expect(keys.openKey(one.reference, one.publicKey)).rejects.toThrow('The PKCS #11 module is closed.');
  });
});
