/** A file of one key store that can't be read: that one can't be used, and the others can. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outputOf } from '../testing/page.ts';
import { withTokens, type WithTokens } from '../testing/tokens.ts';

let one: WithTokens;
let token: { keystore: string; serial: string };
beforeEach(async () => {
  one = await withTokens();
  token = { keystore: 'softhsm', serial: one.hsm.token('Cleo').serial };
});
afterEach(() => one.close());

const unavailable = { error: { status: 'KEY_STORE_NOT_AVAILABLE' } };
const pathOf = (name: string): string => path.join(one.assistant.folder, name);
const storesOf = async () => outputOf(await one.page.call('config'))['key_stores'];
/** What is there whatever becomes of the rest. */
async function expectToken(): Promise<void> {
  expect(await one.page.call('token')).toMatchObject({ output: { tokens: [token] } });
  expect(await one.page.call('refresh')).toMatchObject({ output: { tokens: [token] } });
  expect(await one.page.call('certificate')).toEqual({ output: { certificates: [] } });
  const place = { keystore: 'softhsm', token: token.serial };
  expect(await one.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
}
/** The reason stands in the log, with the file that it is about. */
const reasons = (): string[] => one.assistant.log().flatMap(({ detail }) => (detail ? [detail] : []));

test.each([
  ['cut off', '{'],
  ['of another version', '{"version":2}'],
])('[S-215] the software key store, whose file is %s, is not available, and the file stays', async (_what, content) => {
  const file = pathOf('software-key-store.json');
  writeFileSync(file, content);
  expect(await storesOf()).toMatchObject([
    { type: 'software', enabled: true, available: false, initialized: false },
    { type: 'softhsm', available: true },
    { type: 'other' },
  ]);
  const made = { keystore: 'software', label: 'Own', pin: 'geheim1', so_pin: 'zurück9' };
  expect(await one.page.call('initToken', made)).toMatchObject(unavailable);
  expect(await one.page.call('verifypin', { keystore: 'software', token: '00', pin: PIN })).toMatchObject(unavailable);
  await expectToken();
  expect(readFileSync(file, 'utf8')).toBe(content);
  expect(reasons()).toContainEqual(expect.stringContaining(file));
});

test('nor is it where the system does not let the file be read; once it does, all is as before', async () => {
  const file = pathOf('software-key-store.json');
  mkdirSync(file);
  expect(await storesOf()).toMatchObject([{ available: false }, { available: true }, {}]);
  await expectToken();
  rmSync(file, { recursive: true });
  expect(await storesOf()).toMatchObject([{ available: true }, { available: true }, {}]);
});

test('the list of registered providers takes those alone with it', async () => {
  const file = pathOf('providers.json');
  writeFileSync(file, '[{');
  expect(await storesOf()).toMatchObject([
    { type: 'software', available: true },
    { type: 'softhsm', available: true },
    { type: 'other', available: false },
  ]);
  await expectToken();
  const registering = one.page.call('registerProvider', { name: 'Own', file: one.hsm.module });
  expect(await registering).toMatchObject(unavailable);
  expect(readFileSync(file, 'utf8')).toBe('[{');
  expect(reasons()).toContainEqual(expect.stringContaining(file));
});
