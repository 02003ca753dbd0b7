/** The database of NSS that Chromium and others share on Linux, as the store of the operating system. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outputOf } from '../../testing/page.ts';
import { openSslAt, withTokens, type WithTokens } from '../../testing/tokens.ts';
import { moduleKinds } from './modules.ts';

const home = mkdtempSync(path.join(tmpdir(), 'signet-shared-'));
const ssl = openSslAt();
const older = path.join(home, '.pki/nssdb');
const newer = path.join(home, '.local/share/pki/nssdb');
const inStore = (folder: string): string => execFileSync('certutil', ['-L', '-d', `sql:${folder}`]).toString();

let one: WithTokens;
beforeAll(async () => {
  for (const folder of [older, newer]) {
    mkdirSync(folder, { recursive: true });
    execFileSync('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
  }
  const kinds = moduleKinds({ home, platform: 'linux' }).filter(({ type }) => type === 'os');
  one = await withTokens({ kinds });
});
afterAll(async () => {
  await one.close();
  ssl.remove();
  rmSync(home, { recursive: true });
});

const place = { keystore: 'os', token: 'nssdb' };
/** It has no PIN: the person says yes. */
async function agreed(command: string, input: object) {
  const called = one.page.call(command, input);
  await one.person.answers('It takes no PIN to use the token', 'yes');
  return called;
}

test('[S-418] a key is made there, its certificate is what other programs of the person see', async () => {
  expect(await one.tokens()).toMatchObject([{ keystore: 'os', serial: 'nssdb', pin_state: 'not_needed' }]);
  const asked = { ...place, subject: { common_name: 'Cleo' }, label: 'Work', key_type: 'ec_p256' };
  const { id, csr } = outputOf(await agreed('generate', asked));
  const certificate = ssl.certify(String(csr));
  expect(await one.page.call('importCert', { ...place, certificate })).toEqual({ output: { id } });
  // u: it has the private key.
  expect(inStore(older)).toMatch(/Cleo\s+u,u,u/);
  expect(inStore(newer)).not.toContain('Cleo');

  const data = Buffer.from('signed').toString('base64');
  const { signature } = outputOf(await agreed('sign', { ...place, id, data }));
  ssl.put('data', 'signed');
  ssl.put('public.pem', ssl.ask('x509', '-in', 'cert.pem', '-noout', '-pubkey'));
  ssl.put('signature', Buffer.from(String(signature), 'base64'));
  expect(ssl.ask('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'data')).toContain('OK');
  expect(await agreed('deleteCert', { ...place, id })).toEqual({ output: {} });
  expect(inStore(older)).not.toContain('Cleo');
});
