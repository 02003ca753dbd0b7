/** Files as this console hands them over, and as OpenSSL writes them, opened again. */
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signWith } from './key.ts';
import { keyInFile, NoKeyInFile } from './read-pkcs12.ts';
import { ecdsaSignature } from './request.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'signet-pkcs12-'));
const ssl = (...args: string[]): Buffer =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
const octetsOf = (name: string) => new Uint8Array(readFileSync(path.join(folder, name)));
afterAll(() => rmSync(folder, { recursive: true }));

const FORMS = {
  modern: ['-keypbe', 'AES-256-CBC', '-certpbe', 'AES-256-CBC', '-macalg', 'sha256'],
  compatible: ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
};
const KEYS = { rsa_2048: ['-newkey', 'rsa:2048'], ec_p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] };
type Form = keyof typeof FORMS;
type Kind = keyof typeof KEYS;

beforeAll(() => {
  for (const kind of ['rsa_2048', 'ec_p256'] as const) {
    const made = ['-nodes', '-keyout', `${kind}.key`, '-out', `${kind}.pem`, '-days', '30', '-subj', '/CN=Maren'];
    ssl('req', '-x509', ...KEYS[kind], ...made);
    for (const form of ['modern', 'compatible'] as const) {
      const from = ['-export', '-inkey', `${kind}.key`, '-in', `${kind}.pem`, '-passout', 'pass:opén-1'];
      ssl('pkcs12', ...from, '-out', `${kind}-${form}.p12`, ...FORMS[form]);
    }
  }
});

describe.each<[Kind, Form]>([
  ['rsa_2048', 'modern'],
  ['rsa_2048', 'compatible'],
  ['ec_p256', 'modern'],
  ['ec_p256', 'compatible'],
])('a key %s in the %s form', (kind, form) => {
  test('signs once the file is opened, and is not read out', async () => {
    const key = await keyInFile(octetsOf(`${kind}-${form}.p12`), 'opén-1');
    expect(key.type).toBe(kind);
    expect(key.privateKey.extractable).toBe(false);
    const data = new TextEncoder().encode('what is said');
    const raw = await signWith(key, data);
    const signature = kind === 'ec_p256' ? ecdsaSignature(raw) : raw;
    expect(verify('sha256', data, createPublicKey(readFileSync(path.join(folder, `${kind}.pem`))), signature)).toBe(
      true,
    );
  });

  test('stays closed under another passphrase', async () => {
    const opened = keyInFile(octetsOf(`${kind}-${form}.p12`), 'open-1');
    await expect(opened).rejects.toMatchObject({ why: 'passphrase' });
  });
});

test('what is no such file is told, wherever it ends', async () => {
  const whole = octetsOf('ec_p256-modern.p12');
  for (const file of [new Uint8Array(), octetsOf('ec_p256.pem'), whole.slice(0, 40), whole.slice(0, whole.length / 2)])
    await expect(keyInFile(file, 'opén-1')).rejects.toBeInstanceOf(NoKeyInFile);
});
