/** The software key store as a page and its person use it, with OpenSSL as the judge of what comes out. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_STORE_SCHEMAS } from '@signet/contract/assistant/key-stores';
import { KEY_TYPES } from '@signet/contract/key-types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAssistant, type RunningAssistant } from '../../testing/assistant.ts';
import { outputOf, type Page } from '../../testing/page.ts';
import { softwareStore } from './software-store.ts';

const PIN = 'geheim1';
const SO_PIN = 'zurück9';
const folder = mkdtempSync(path.join(tmpdir(), 'signet-openssl-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Buffer): string => {
  writeFileSync(path.join(folder, name), content);
  return name;
};
const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const refused = (status: string, more: object = {}) => ({ error: { status, ...more } });

let assistant: RunningAssistant;
let page: Page;
let token: string;
let place: { keystore: string; token: string };

async function withStore(): Promise<void> {
  assistant = await runAssistant();
  ({ page } = await assistant.approved());
  const made = await page.call('initToken', { keystore: 'software', label: 'Own', pin: PIN, so_pin: SO_PIN });
  token = KEY_STORE_SCHEMAS.initToken.output.parse(outputOf(made)).token.serial;
  place = { keystore: 'software', token };
}

/** A command for which the person types their PIN. */
async function typing(pin: string, command: string, input: object) {
  const called = page.call(command, input);
  await assistant.person.answers('PIN of your key store', pin);
  return called;
}
const generate = async (more: object = {}): Promise<{ id: string; csr: string }> => {
  const input = { ...place, subject: { common_name: 'Cleo' }, label: 'Work', key_type: 'ec_p256', ...more };
  const { id, csr } = outputOf(await typing(PIN, 'generate', input));
  return { id: String(id), csr: String(csr) };
};
function certify(csr: string): string {
  put('request.pem', csr);
  const authority = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem';
  openssl(...authority.split(' '), '-subj', '/CN=Authority');
  openssl(...'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out cert.pem'.split(' '));
  return readFileSync(path.join(folder, 'cert.pem'), 'utf8');
}
const certificates = async () =>
  KEY_STORE_SCHEMAS.certificate.output.parse(outputOf(await page.call('certificate'))).certificates;
const stored = (): string => readFileSync(path.join(assistant.folder, 'software-key-store.json'), 'utf8');

describe('making it ready', () => {
  beforeEach(async () => {
    assistant = await runAssistant();
    ({ page } = await assistant.approved());
  });
  afterEach(() => assistant.close());
  const stateOf = async () => outputOf(await page.call('config'))['key_stores'];
  const input = { keystore: 'software', label: 'Own' };

  test('[S-376 S-386 S-378 S-379] asks for two PINs, which no page sees; then it is initialized', async () => {
    expect(await stateOf()).toEqual([{ type: 'software', enabled: true, available: true, initialized: false }]);
    expect(await page.call('token')).toEqual({ output: { tokens: [] } });
    const made = page.call('initToken', input);
    const { person } = assistant;
    await person.answers('Choose the PIN', 'short1'.slice(0, 5));
    await person.answers('That is not at least six characters', PIN);
    // Each question names the site that asks.
    await person.answers(/:\/\/[^]*Once more/, `${PIN}x`);
    await person.answers(/not the same[^]*:\/\//, PIN);
    await person.answers('Once more', PIN);
    await person.answers('Choose the PIN to reset it with', SO_PIN);
    await person.answers('Once more', SO_PIN);
    const { token: one } = outputOf(await made);
    expect(one).toMatchObject({ keystore: 'software', label: 'Own', pin_state: 'ok' });
    expect(await stateOf()).toMatchObject([{ initialized: true }]);
    expect(await page.call('keystore')).toEqual({
      output: { key_stores: [{ type: 'software', name: 'Software key store', problem: null }] },
    });
    expect(await page.call('refresh')).toEqual({ output: { tokens: [one] } });
    expect(person.screen()).not.toContain(PIN);
    expect(JSON.stringify(assistant.log())).not.toContain(PIN);
  });

  test.each([
    ['too short', 'abc1', SO_PIN],
    ['without a digit', 'geheimnis', SO_PIN],
    ['empty', '', SO_PIN],
    ['like the other', PIN, PIN],
  ])('[S-409] with a PIN that is %s is refused', async (_what, pin, so_pin) => {
    expect(await page.call('initToken', { ...input, pin, so_pin })).toMatchObject(refused('CKR_ARGUMENTS_BAD'));
    expect(await stateOf()).toMatchObject([{ initialized: false }]);
  });

  test('[S-410] before that everything says that there is no PIN', async () => {
    const nowhere = { keystore: 'software', token: '0000' };
    for (const [command, more] of [
      ['verifypin', { pin: PIN }],
      ['generate', { subject: {}, label: 'Work' }],
      ['importCert', { certificate: 'AAAA' }],
      ['backupToken', {}],
    ] as const)
      expect(await page.call(command, { ...nowhere, ...more })).toMatchObject(refused('CKR_USER_PIN_NOT_INITIALIZED'));
  });

  test('twice is refused: its keys would be gone', async () => {
    const pins = { pin: PIN, so_pin: SO_PIN };
    expect(await page.call('initToken', { ...input, ...pins })).toHaveProperty('output');
    expect(await page.call('initToken', { ...input, ...pins })).toMatchObject(refused('ALREADY_INITIALIZED'));
  });
});

describe('keys and certificates', () => {
  beforeAll(withStore);
  afterAll(() => assistant.close());

  test('[S-377 S-164] generate makes RSA 2048 with SHA-256 unless told otherwise, in 64 columns', async () => {
    const subject = {
      common_name: 'Żółć "O", #1',
      organization_name: 'Cleo & Co',
      country: 'DE',
      email: 'c@cleo.test',
    };
    const { csr } = await generate({ key_type: undefined, subject, label: 'Standard' });
    put('request.pem', csr);
    const said = openssl('req', '-in', 'request.pem', '-noout', '-verify', '-text', '-nameopt', 'utf8,sep_multiline');
    expect(said).toContain('Public-Key: (2048 bit)');
    expect(said).toContain('Signature Algorithm: sha256WithRSAEncryption');
    for (const part of ['C=DE', 'O=Cleo & Co', 'CN=Żółć "O", #1', 'emailAddress=c@cleo.test'])
      expect(said).toContain(part);
    const body = csr.trim().split('\n').slice(1, -1);
    expect(body.slice(0, -1).every(({ length }) => length === 64)).toBe(true);
    expect(assistant.person.screen()).toContain('The site https://console.example asks to make the key “Standard”.');
  });

  test.each(KEY_TYPES.filter((type) => type !== 'rsa_4096'))(
    'OpenSSL takes a request with a key of type %s',
    async (type) => {
      put('request.pem', (await generate({ key_type: type })).csr);
      expect(openssl('req', '-in', 'request.pem', '-noout', '-verify', '-subject')).toContain('CN');
    },
  );

  test.each([
    ['a smaller key', { key_type: 'rsa_1024' }, 'key_type'],
    ['another curve', { key_type: 'ec_secp256k1' }, 'key_type'],
    ['a country that is none', { subject: { country: 'Germany' } }, 'subject.country'],
    ['a name with a line break', { subject: { common_name: 'Cleo\nCarl' } }, 'subject.common_name'],
    ['a label that is empty', { label: ' ' }, 'label'],
  ])('%s is refused under its field, and nobody is asked for a PIN', async (_what, more, field) => {
    const before = assistant.person.screen();
    const input = { ...place, subject: { common_name: 'Cleo' }, label: 'Work', ...more };
    expect(await page.call('generate', input)).toMatchObject(
      refused('INVALID_INPUT', { fields: { [field]: expect.any(String) as string } }),
    );
    expect(assistant.person.screen()).toBe(before);
  });

  test('[S-375 S-388 S-389 S-390] a certificate is imported to its key, listed, exported, deleted', async () => {
    const { id, csr } = await generate({ label: 'Whole' });
    const certificate = certify(csr);
    expect(await page.call('importCert', { ...place, certificate })).toEqual({ output: { id } });
    expect((await certificates()).find((one) => one.id === id)).toMatchObject({
      label: 'Whole',
      key_type: 'ec_p256',
      origin: 'https://console.example',
      certificate: { subject: 'CN=Cleo', issuer: 'CN=Authority' },
    });
    expect(await page.call('exportCert', { ...place, id })).toEqual({ output: { certificate } });
    expect(await typing(PIN, 'deleteCert', { ...place, id })).toEqual({ output: {} });
    expect((await certificates()).map((one) => one.id)).not.toContain(id);
    expect(await page.call('exportCert', { ...place, id })).toMatchObject(refused('CKR_OBJECT_HANDLE_INVALID'));
  });

  test('of what a page sends, PEM in base64 as well, the certificate alone is kept', async () => {
    const { id, csr } = await generate();
    const certificate = certify(csr);
    const sent = Buffer.from(`Subject: Cleo\n${certificate}`).toString('base64');
    expect(await page.call('importCert', { ...place, certificate: sent })).toEqual({ output: { id } });
    expect(await page.call('exportCert', { ...place, id })).toEqual({ output: { certificate } });
  });

  test('a certificate of another key, or none at all, is refused', async () => {
    certify((await generate()).csr);
    const foreign = readFileSync(path.join(folder, 'ca.pem'), 'utf8');
    expect(await page.call('importCert', { ...place, certificate: foreign })).toMatchObject(
      refused('CERTIFICATE_WITHOUT_KEY'),
    );
    for (const certificate of ['', 'AAAA', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----', 'ä'])
      expect(await page.call('importCert', { ...place, certificate })).toMatchObject(refused('INVALID_CERTIFICATE'));
  });

  test('[S-387] a signature is one of the key, says OpenSSL', async () => {
    const { id, csr } = await generate();
    put('data', 'signed');
    put('request.pem', csr);
    put('public.pem', openssl('req', '-in', 'request.pem', '-noout', '-pubkey'));
    const data = Buffer.from('signed').toString('base64');
    const { signature, algorithm } = outputOf(await typing(PIN, 'sign', { ...place, id, data }));
    expect(algorithm).toBe('ecdsa-sha256');
    put('signature', Buffer.from(String(signature), 'base64'));
    expect(openssl('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'data')).toContain('OK');
    expect(await page.call('sign', { ...place, id: randomUUID(), data })).toMatchObject(
      refused('CKR_OBJECT_HANDLE_INVALID'),
    );
    expect(await page.call('sign', { ...place, token: 'other', id, data })).toMatchObject(
      refused('CKR_TOKEN_NOT_PRESENT'),
    );
  });

  test('who presses Esc has refused, and nothing is done', async () => {
    const before = stored();
    const called = page.call('generate', { ...place, subject: {}, label: 'Never' });
    await assistant.person.answers('PIN of your key store', '\u001b');
    expect(await called).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
    expect(stored()).toBe(before);
  });

  test('the file has nothing of a key in the clear, and is for this person alone', async () => {
    await generate({ label: 'Hidden' });
    expect(stored()).not.toMatch(/PRIVATE KEY|MIG[HT]AgEA|MIIE/);
    expect(stored()).not.toContain(PIN);
    expect(statSync(path.join(assistant.folder, 'software-key-store.json')).mode & 0o777).toBe(0o600);
  });
});

describe('PINs', () => {
  beforeEach(withStore);
  afterEach(() => assistant.close());
  const verify = (pin: string) => page.call('verifypin', { ...place, pin });

  test('[S-381 S-409] the right one is taken, a wrong one not, what can be none is a bad argument', async () => {
    expect(await verify(PIN)).toEqual({ output: {} });
    expect(await verify('falsch1')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await verify('')).toMatchObject(refused('CKR_ARGUMENTS_BAD'));
    expect(await page.call('verifypin', { keystore: 'software', token: 'other', pin: PIN })).toMatchObject(
      refused('CKR_TOKEN_NOT_PRESENT'),
    );
  });

  test('after the third wrong one each waits, twice as long every time, also after a restart', async () => {
    for (const delay of [undefined, undefined, 2, 4, 8]) {
      expect(await verify('falsch1')).toMatchObject(refused('CKR_PIN_INCORRECT', delay ? { retry_after: delay } : {}));
      if (delay === undefined) continue;
      // The right one has to wait as well: its answer would tell that it is right.
      expect(await verify(PIN)).toMatchObject(refused('PIN_DELAYED', { retry_after: delay }));
      expect(await page.call('token')).toMatchObject({ output: { tokens: [{ pin_state: 'delayed' }] } });
      assistant.clock.move(delay * 1000);
    }
    await assistant.restart();
    ({ page } = await assistant.approved());
    expect(await verify('falsch1')).toMatchObject(refused('CKR_PIN_INCORRECT', { retry_after: 16 }));
    assistant.clock.move(16_000);
    expect(await verify(PIN)).toEqual({ output: {} });
    expect(await verify('falsch1')).toMatchObject(refused('CKR_PIN_INCORRECT'));
  });

  test('a clock that was set back makes no wait longer than it was', async () => {
    for (let count = 0; count < 3; count += 1) await verify('falsch1');
    assistant.clock.move(-365 * 86_400_000);
    expect(await page.call('token')).toMatchObject({ output: { tokens: [{ pin_state: 'delayed', retry_after: 2 }] } });
    expect(await verify(PIN)).toMatchObject(refused('PIN_DELAYED', { retry_after: 2 }));
    assistant.clock.move(1_000);
    expect(await verify(PIN)).toMatchObject(refused('PIN_DELAYED', { retry_after: 1 }));
    assistant.clock.move(1_000);
    expect(await verify(PIN)).toEqual({ output: {} });
  });

  test('many at the same moment are counted one by one', async () => {
    const store = softwareStore({ folder: assistant.folder, clock: assistant.clock, cost: 1_024 });
    const found = await store.find(token);
    const tried = await Promise.allSettled(Array.from({ length: 10 }, () => store.verifyPin(found, 'user', 'falsch1')));
    const statuses = tried.map((one) => (one.status === 'rejected' ? String(one.reason.status) : 'taken'));
    expect(statuses.filter((status) => status === 'CKR_PIN_INCORRECT')).toHaveLength(3);
    expect(statuses.filter((status) => status === 'PIN_DELAYED')).toHaveLength(7);
  });

  test('keys made at the same moment are all kept', async () => {
    const store = softwareStore({ folder: assistant.folder, clock: assistant.clock, cost: 1_024 });
    const key = { type: 'ec_p256', subject: { common_name: 'Cleo' }, origin: 'https://console.example' } as const;
    const labels = ['One', 'Two', 'Three', 'Four', 'Five'];
    const found = await store.find(token);
    await Promise.all(labels.map((label) => store.generate(found, PIN, { ...key, label })));
    expect((await store.entries()).map(({ label }) => label)).toEqual(labels);
  });

  test('a try counts before it is made: who ends the process has not gained one', async () => {
    const store = softwareStore({ folder: assistant.folder, clock: assistant.clock, cost: 1_024 });
    const tried = store.verifyPin(await store.find(token), 'user', 'falsch1').catch(() => undefined);
    await Promise.resolve();
    expect(JSON.parse(stored())).toMatchObject({ user: { wrong: 1 } });
    await tried;
  });

  test('[S-380] a changed one is the only one', async () => {
    const { id } = await generate();
    expect(await page.call('changepin', { ...place, pin: 'falsch1', new_pin: 'anders2' })).toMatchObject(
      refused('CKR_PIN_INCORRECT'),
    );
    expect(await page.call('changepin', { ...place, pin: PIN, new_pin: 'kurz' })).toMatchObject(
      refused('CKR_ARGUMENTS_BAD'),
    );
    expect(await page.call('changepin', { ...place, pin: PIN, new_pin: 'anders2' })).toEqual({ output: {} });
    expect(await verify(PIN)).toMatchObject(refused('CKR_PIN_INCORRECT'));
    const data = Buffer.from('signed').toString('base64');
    expect(await typing('anders2', 'sign', { ...place, id, data })).toHaveProperty('output');
  });

  test('[S-382] a forgotten one is set anew by the other, however long it would have to wait', async () => {
    for (let count = 0; count < 4; count += 1) await verify('falsch1');
    const reset = (soPin: string) => page.call('resetpin', { ...place, so_pin: soPin, new_pin: 'anders2' });
    expect(await reset(PIN)).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await reset(SO_PIN)).toEqual({ output: {} });
    expect(await verify('anders2')).toEqual({ output: {} });
  });
});

describe('a backup', () => {
  const PASSPHRASE = 'Übergabe 2026';
  beforeEach(withStore);
  afterEach(() => assistant.close());

  async function backup(): Promise<string> {
    const made = typing(PIN, 'backupToken', place);
    await assistant.person.answers('Choose the passphrase', PASSPHRASE);
    await assistant.person.answers('Once more', PASSPHRASE);
    return String(outputOf(await made)['backup']);
  }
  async function restore(from: string, passphrase = PASSPHRASE) {
    const called = page.call('restoreToken', { ...place, backup: from });
    await assistant.person.answers('passphrase of the backup', passphrase);
    await assistant.person.answers('PIN of your key store', PIN);
    return called;
  }

  test('[S-383 S-384] brings keys and certificates back on another machine, where they sign', async () => {
    const { id, csr } = await generate({ label: 'Carried' });
    await page.call('importCert', { ...place, certificate: certify(csr) });
    const carried = await backup();
    const old = assistant;
    await withStore();
    expect(await restore(carried)).toEqual({ output: { restored: 1 } });
    expect(await restore(carried)).toEqual({ output: { restored: 0 } });
    expect(await certificates()).toMatchObject([{ id, token, label: 'Carried', certificate: { subject: 'CN=Cleo' } }]);
    const data = Buffer.from('signed').toString('base64');
    expect(await typing(PIN, 'sign', { ...place, id, data })).toHaveProperty('output');
    await old.close();
  });

  test('[S-384] of a later day brings the certificate to a key that an earlier one brought without it', async () => {
    const { id, csr } = await generate({ label: 'Carried' });
    const early = await backup();
    await page.call('importCert', { ...place, certificate: certify(csr) });
    const late = await backup();
    const old = assistant;
    await withStore();
    expect(await restore(early)).toEqual({ output: { restored: 1 } });
    expect(await certificates()).toMatchObject([{ id, certificate: null }]);
    expect(await restore(late)).toEqual({ output: { restored: 1 } });
    expect(await certificates()).toMatchObject([{ id, certificate: { subject: 'CN=Cleo' } }]);
    // What is there stays: nor does the older one take the certificate away again.
    for (const made of [late, early]) expect(await restore(made)).toEqual({ output: { restored: 0 } });
    expect(await certificates()).toMatchObject([{ id, certificate: { subject: 'CN=Cleo' } }]);
    await old.close();
  });

  test('is opened by its passphrase alone, and refused where it was altered', async () => {
    await generate();
    const made = await backup();
    expect(await restore(made, PIN)).toMatchObject(refused('WRONG_PASSPHRASE'));
    const text = Buffer.from(made, 'base64').toString();
    const altered = [
      text.replace(/"sealed":"./, (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`),
      text.replace('"cost":1024', '"cost":1073741824'),
      text.slice(0, -1),
      '{}',
    ];
    const statuses = [];
    for (const one of altered) {
      const answer = await restore(Buffer.from(one).toString('base64'));
      statuses.push('error' in answer ? answer.error.status : 'restored');
    }
    expect(statuses).toEqual(['WRONG_PASSPHRASE', 'INVALID_BACKUP', 'INVALID_BACKUP', 'INVALID_BACKUP']);
    expect(await certificates()).toHaveLength(1);
  });
});
