/** Keys of authorities as their rows keep them. */
import { randomBytes, verify } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { PIN, softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { sealWith } from '../secrets.ts';
import { readPublicKey } from '../x509/public-key.ts';
import { sealedKeys } from './key-store.ts';
import { keysOf, openModule } from './open-keys.ts';

const seal = sealWith(randomBytes(32));
const keys = sealedKeys(seal);
const hsm = softHsm();
afterAll(() => hsm.remove());
const DATA = Buffer.from('what is signed');

test('a sealed key signs for its authority, and can’t be read in the row', async () => {
  const key = await keys.create({ id: 'one', type: 'ec_p256', label: 'One' });
  expect(key).toMatchObject({ location: 'sealed', reference: null });
  const signer = await keys.open('one', key);
  const read = readPublicKey(key.publicKey);
  if ('fault' in read) throw new Error(read.fault);
  expect(verify('sha256', DATA, read.key, await signer.sign(DATA))).toBe(true);
  expect(Buffer.from(key.sealed ?? []).includes(Buffer.from(key.publicKey).subarray(-64))).toBe(false);
});

test('a box that was moved to another authority does not open, nor one under another platform key', async () => {
  const key = await keys.create({ id: 'one', type: 'ec_p256', label: 'One' });
  await expect(keys.open('two', key)).rejects.toThrow(/authenticate/);
  await expect(sealedKeys(sealWith(randomBytes(32))).open('one', key)).rejects.toThrow(/authenticate/);
});

test('a key that is not the one of the row’s public key signs nothing', async () => {
  const key = await keys.create({ id: 'one', type: 'ec_p256', label: 'One' });
  const other = await keys.create({ id: 'one', type: 'ec_p256', label: 'One again' });
  await expect(keys.open('one', { ...key, publicKey: other.publicKey })).rejects.toThrow(
    /is not the one of its public/,
  );
});

test('a key in a module is not had without one, and the error says what to set', async () => {
  const key = { location: 'pkcs11', sealed: null, reference: 'ab', publicKey: Buffer.alloc(0) } as const;
  await expect(keys.open('one', key)).rejects.toThrow(/set PKCS11_MODULE/);
  await expect(keys.destroy(key)).rejects.toThrow(/set PKCS11_MODULE/);
});

test('with a module keys are made in it, those sealed before open as before, and each ends by itself', async () => {
  hsm.token('authority');
  const settings = { PKCS11_MODULE: hsm.module, PKCS11_TOKEN: 'authority', PKCS11_PIN: PIN };
  const inModule = keysOf(await openModule(readConfig({ ...hsm.environment, ...settings })), seal);
  try {
    const before = await keys.create({ id: 'old', type: 'ec_p256', label: 'Old' });
    const key = await inModule.create({ id: 'new', type: 'ec_p256', label: 'New' });
    expect(key).toMatchObject({ location: 'pkcs11', sealed: null });
    expect(key.reference).toMatch(/^[0-9a-f]{32}$/);
    for (const [id, stored] of [
      ['old', before],
      ['new', key],
    ] as const) {
      const signature = await (await inModule.open(id, stored)).sign(DATA);
      const spki = { key: Buffer.from(stored.publicKey), format: 'der', type: 'spki' } as const;
      expect(verify('sha256', DATA, spki, signature)).toBe(true);
    }
    await inModule.destroy(before);
    await inModule.destroy(key);
    await expect(inModule.open('new', key)).rejects.toThrow(/has no key/);
  } finally {
    await inModule.close();
  }
});

test('without a module keys are sealed, and where it can’t be used none are made elsewhere', async () => {
  expect(keysOf(await openModule(readConfig({})), seal)).toMatchObject({ location: 'sealed' });
  const settings = { PKCS11_MODULE: hsm.module, PKCS11_TOKEN: 'no-such', PKCS11_PIN: PIN };
  await expect(openModule(readConfig({ ...hsm.environment, ...settings }))).rejects.toThrow(/^PKCS11_TOKEN is/);
});
