/** A page asks for a module to be registered; its person decides. */
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kindOf, withTokens, type WithTokens } from '../../testing/tokens.ts';

const refused = (status: string) => ({ error: { status } });
let one: WithTokens;
let folder: string;
let module: string;
beforeEach(async () => {
  // A key store whose module is not there, so that all that is found is what was registered.
  one = await withTokens({ kinds: [{ ...kindOf('etoken', ''), instances: () => [] }] });
  folder = path.join(one.assistant.folder, 'modules');
  mkdirSync(folder, { mode: 0o755 });
  module = path.join(folder, 'module.so');
  copyFileSync(one.hsm.module, module);
});
afterEach(() => one.close());
const register = (file: string) => one.page.call('registerProvider', { name: 'Own', file });
async function agreeing(file: string, word = 'yes') {
  const called = register(file);
  await one.person.answers(`asks to load the file ${file} as a key store`, word);
  return called;
}

test('[S-385] its tokens are listed and used, also after a restart, and nobody is asked again', async () => {
  const { serial } = one.hsm.token('Cleo');
  expect(await one.tokens()).toEqual([]);
  const place = { keystore: 'other', token: serial };
  const token = { keystore: 'other', serial, label: 'Cleo', pin_state: 'ok' };
  expect(await agreeing(module)).toMatchObject({ output: { tokens: [token] } });
  expect(one.person.screen()).toContain('it can do whatever you can on this computer');
  expect(await one.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });

  await one.assistant.restart();
  const { page } = await one.assistant.approved('https://other.example');
  expect(await page.call('token')).toMatchObject({ output: { tokens: [token] } });
  const before = one.person.screen();
  expect(await page.call('registerProvider', { name: 'Again', file: module })).toMatchObject({
    output: { tokens: [token] },
  });
  expect(one.person.screen()).toBe(before);
});

test('who does not type yes has refused, and the page does not learn whether the file is there', async () => {
  for (const file of [module, '/no/such/module.so'])
    expect(await agreeing(file, 'y')).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
  expect(await one.page.call('keystore')).not.toMatchObject({ output: { key_stores: [{}, { type: 'other' }] } });
});

test('a path that is not absolute is refused, and nobody is asked', async () => {
  const before = one.person.screen();
  for (const file of ['module.so', './module.so', '../module.so', 'a\u001bb'])
    expect(await register(file)).toMatchObject(refused('INVALID_INPUT'));
  expect(one.person.screen()).toBe(before);
});

test('what is not there, and what is no module, is not kept', async () => {
  expect(await agreeing('/no/such/module.so')).toMatchObject(refused('PROVIDER_NOT_FOUND'));
  expect(await agreeing(folder)).toMatchObject(refused('PROVIDER_NOT_FOUND'));
  copyFileSync(import.meta.filename, path.join(folder, 'text.so'));
  expect(await agreeing(path.join(folder, 'text.so'))).toMatchObject(refused('MODULE_NOT_LOADED'));
  expect(await agreeing(path.join(folder, 'text.so'))).toMatchObject(refused('MODULE_NOT_LOADED'));
});

test.each([
  ['that its group may write', 'module.so', 0o775],
  ['that everybody may write', 'module.so', 0o757],
  ['in a folder that everybody may write', '.', 0o777],
])('a file %s is refused: somebody else could put other code there', async (_what, what, mode) => {
  chmodSync(path.join(folder, what), mode);
  expect(await agreeing(module)).toMatchObject(refused('PROVIDER_UNSAFE'));
  const link = path.join(one.assistant.folder, 'link.so');
  symlinkSync(module, link);
  expect(await agreeing(link)).toMatchObject(refused('PROVIDER_UNSAFE'));
});

test('a link that leads elsewhere later changes nothing: what the person has agreed to is loaded', async () => {
  one.hsm.token('Cleo');
  const link = path.join(one.assistant.folder, 'link.so');
  symlinkSync(module, link);
  expect(await agreeing(link)).toMatchObject({ output: { tokens: [{ label: 'Cleo' }] } });
  rmSync(link);
  const other = path.join(folder, 'other.so');
  copyFileSync(one.hsm.module, other);
  symlinkSync(other, link);
  rmSync(module);
  expect(await one.tokens()).toEqual([]);
});

test('one that others may write later is not loaded any more', async () => {
  one.hsm.token('Cleo');
  await agreeing(module);
  expect(await one.tokens()).toHaveLength(1);
  chmodSync(module, 0o777);
  expect(await one.tokens()).toEqual([]);
  chmodSync(module, 0o755);
  expect(await one.tokens()).toHaveLength(1);
  rmSync(module);
  expect(await one.tokens()).toEqual([]);
});
