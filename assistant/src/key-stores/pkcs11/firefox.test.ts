/** Profiles of Firefox by NSS, its PKCS #11 module; NSS's own programs say what is in them afterwards. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputOf } from '../../testing/page.ts';
import { openSslAt, withTokens, type WithTokens } from '../../testing/tokens.ts';
import { moduleKinds } from './modules.ts';
import MODULES from './modules.json' with { type: 'json' };

const home = mkdtempSync(path.join(tmpdir(), 'signet-firefox-'));
const ssl = openSslAt();
const refused = (status: string) => ({ error: { status } });
const password = path.join(home, 'password');
const profile = (name: string): string => path.join(home, '.mozilla/firefox', name);
const nss = (program: string, name: string, ...args: string[]): string =>
  execFileSync(program, [...args, '-d', `sql:${profile(name)}`, '-f', password], {
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString();

let one: WithTokens;
beforeAll(async () => {
  writeFileSync(password, `${PIN}\n`);
  for (const [name, how] of [
    ['abcd.open', ['--empty-password']],
    ['efgh.guarded', ['-f', password]],
  ] as const) {
    mkdirSync(profile(name), { recursive: true });
    execFileSync('certutil', ['-N', '-d', `sql:${profile(name)}`, ...how]);
  }
  mkdirSync(profile('empty.profile'));
  const kinds = moduleKinds({ home, platform: 'linux' }).filter(({ type }) => type === 'firefox');
  one = await withTokens({ kinds });
});
afterAll(async () => {
  await one.close();
  ssl.remove();
  rmSync(home, { recursive: true });
});
const open = { keystore: 'firefox', token: 'abcd.open' };
const guarded = { keystore: 'firefox', token: 'efgh.guarded' };

test('[S-378 S-418] each profile that keeps certificates is a token', async () => {
  expect(await one.page.call('keystore')).toMatchObject({
    output: {
      key_stores: [{ type: 'software' }, { type: 'firefox', name: 'Firefox', problem: null }],
    },
  });
  expect(await one.tokens()).toMatchObject([
    { keystore: 'firefox', serial: 'abcd.open', pin_state: 'not_needed' },
    { keystore: 'firefox', serial: 'efgh.guarded', pin_state: 'ok', pin_tries: 'unknown' },
  ]);
});

test('a Firefox that has libraries of its own is used with them, which the system does not have', async () => {
  const row = MODULES.find(({ type }) => type === 'firefox');
  const system = row?.files.linux.find((file) => file.includes('-linux-gnu/') && existsSync(file));
  const ofSystem = (name: string): string => path.join(path.dirname(system ?? ''), name);
  const folder = path.join(home, 'firefox-of-its-own');
  mkdirSync(folder);
  // As Firefox has them: beside the module, without which it can't be loaded, and under a name that nothing else has.
  const own = path.join(folder, 'libsoftokn3.so');
  const needed = [Buffer.from('libnssutil3.so'), Buffer.from('libnssutilF.so')] as const;
  const module = readFileSync(system ?? '');
  const at = module.indexOf(needed[0]);
  expect([at > 0, module.indexOf(needed[0], at + 1)]).toEqual([true, -1]);
  needed[1].copy(module, at);
  writeFileSync(own, module);
  copyFileSync(ofSystem('libnssutil3.so'), path.join(folder, 'libnssutilF.so'));
  copyFileSync(ofSystem('libfreeblpriv3.so'), path.join(folder, 'libfreeblpriv3.so'));

  const kinds = moduleKinds({ home, platform: 'linux' }, [{ ...row, files: { linux: [own], darwin: [], win32: [] } }]);
  const other = await withTokens({ kinds });
  try {
    expect(await other.tokens()).toMatchObject([{ serial: 'abcd.open' }, { serial: 'efgh.guarded' }]);
    expect(await other.page.call('verifypin', { ...guarded, pin: PIN })).toEqual({ output: {} });
  } finally {
    await other.close();
  }
});

describe('a profile with a primary password', () => {
  test('has its password verified', async () => {
    expect(await one.page.call('verifypin', { ...guarded, pin: PIN })).toEqual({ output: {} });
    expect(await one.page.call('verifypin', { ...guarded, pin: 'Wrong-4711' })).toMatchObject(
      refused('CKR_PIN_INCORRECT'),
    );
    expect(await one.page.call('verifypin', { ...guarded, pin: PIN })).toEqual({ output: {} });
  });

  test('makes a key whose request OpenSSL takes, and keeps its certificate, as certutil sees it', async () => {
    const { id, csr } = await one.generate(guarded, { key_type: 'rsa_2048' });
    const certificate = ssl.certify(csr);
    expect(await one.page.call('importCert', { ...guarded, certificate })).toEqual({ output: { id } });
    expect(await one.entries()).toMatchObject([
      { ...guarded, id, key_type: 'rsa_2048', certificate: { subject: 'CN=Cleo' } },
    ]);
    // u: it has the private key.
    expect(nss('certutil', 'efgh.guarded', '-L')).toMatch(/Cleo\s+u,u,u/);

    ssl.put('data', 'signed');
    ssl.put('public.pem', ssl.ask('x509', '-in', 'cert.pem', '-noout', '-pubkey'));
    const data = Buffer.from('signed').toString('base64');
    const { signature } = outputOf(await one.typing(PIN, 'sign', { ...guarded, id, data }));
    ssl.put('signature', Buffer.from(String(signature), 'base64'));
    expect(ssl.ask('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'data')).toContain('OK');

    expect(await one.typing(PIN, 'deleteCert', { ...guarded, id })).toEqual({ output: {} });
    expect(nss('certutil', 'efgh.guarded', '-L')).not.toContain('Cleo');
    expect(() => nss('certutil', 'efgh.guarded', '-K')).toThrow('Command failed');
  });
});

describe('a profile without one', () => {
  test('takes the person’s word instead, and signs with what another program has put there', async () => {
    ssl.ask(...'req -newkey rsa:2048 -nodes -keyout own.key -out own.csr'.split(' '), '-subj', '/CN=Cleo');
    ssl.certify(ssl.read('own.csr').toString());
    ssl.ask(...'pkcs12 -export -inkey own.key -in cert.pem -name Imported -out own.pfx -passout pass:x1'.split(' '));
    const pfx = ['-i', path.join(ssl.folder, 'own.pfx'), '-W', 'x1', '-d', `sql:${profile('abcd.open')}`];
    execFileSync('pk12util', pfx, { stdio: ['ignore', 'ignore', 'pipe'] });
    const [entry] = (await one.entries()).filter(({ token }) => token === 'abcd.open');
    expect(entry).toMatchObject({ label: 'Imported', key_type: 'rsa_2048', certificate: { subject: 'CN=Cleo' } });

    const place = { ...open, id: entry?.id, data: 'c2lnbmVk' };
    const denied = one.page.call('sign', place);
    await one.person.answers('It takes no PIN to use the token', '');
    expect(await denied).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
    const agreed = one.page.call('sign', place);
    await one.person.answers('It takes no PIN to use the token', 'yes');
    ssl.put('data', 'signed');
    ssl.put('public.pem', ssl.ask('x509', '-in', 'cert.pem', '-noout', '-pubkey'));
    ssl.put('signature', Buffer.from(String(outputOf(await agreed)['signature']), 'base64'));
    expect(ssl.ask('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'data')).toContain('OK');
  });
});
