/** `npm run assistant` as a person starts it: processes of their own, on a folder of their own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import { siteStore } from './sites/site-store.ts';
import { openDesktop } from './testing/desktop.ts';
import { openPage } from './testing/page.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';
let started: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'signet-assistant-'))));
afterEach(async () => {
  await Promise.all(started.map(async (child) => child.kill() && once(child, 'exit')));
  started = [];
  rmSync(folder, { recursive: true });
});
const environment = (port: string) => ({
  ...process.env,
  SIGNET_ASSISTANT_DATA: folder,
  SIGNET_ASSISTANT_PORT: port,
  LC_ALL: 'C',
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
});
const command = (args: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...environment('0'), ...more } }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'stderr' in error) return { stdout: '', stderr: String(error.stderr) };
      throw error;
    },
  );

const start = async (more: Record<string, string> = {}): Promise<number> => (await startProcess(more)).port;

async function startProcess(more: Record<string, string> = {}): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environment('0'), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  for await (const line of createInterface(child.stdout)) {
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (port) return { port: Number(port), child };
  }
  throw new Error('The assistant ended.');
}

test('what another process forgets, the running assistant refuses', { timeout: 60_000 }, async () => {
  const origin = 'https://console.example';
  const site = siteStore(folder, systemClock).approve(origin, new Uint8Array(32).fill(7));
  const kept = { id: site.id, key: new Uint8Array(32).fill(7) };
  const port = await start();
  const page = await openPage(port, origin, kept);
  await page.initialize();
  expect((await command(['sites'])).stdout).toBe(`${site.approved_at}  ${site.id}  ${origin}\n`);

  expect((await command(['forget', origin])).stdout).toBe(`Forgotten: ${site.id}  ${origin}\n`);
  expect(await page.send(await page.seal({ command: 'service' }))).toMatchObject({ code: 403 });
  expect((await command(['sites'])).stdout).toBe('No site is approved.\n');
  expect((await command(['forget', origin])).stderr).toContain(`No approved site has the address or id “${origin}”.`);
  const results = (await command(['log'])).stdout.split('\n').filter(Boolean);
  expect(results.map((line) => JSON.parse(line))).toMatchObject([
    { origin, what: 'initialize', result: 'done' },
    { origin, what: 'request', result: 'SITE_NOT_APPROVED' },
  ]);
});

test('killed in the middle of a new PIN, it has the old one when it is back', { timeout: 60_000 }, async () => {
  const origin = 'https://console.example';
  const key = new Uint8Array(32).fill(7);
  const kept = { id: siteStore(folder, systemClock).approve(origin, key).id, key };
  const { port, child } = await startProcess();
  const page = await openPage(port, origin, kept);
  await page.initialize();
  const pins = { pin: 'geheim1', so_pin: 'zurück9' };
  await page.call('initToken', { keystore: 'software', label: 'Own', ...pins });
  const file = path.join(folder, 'software-key-store.json');
  const { serial } = JSON.parse(readFileSync(file, 'utf8'));
  const place = { keystore: 'software', token: serial };
  const changed = page.call('changepin', { ...place, pin: 'geheim1', new_pin: 'anders2' }).catch(() => 'killed');
  // The try is counted at once; what follows takes scrypt its time.
  while (!readFileSync(file, 'utf8').includes('"wrong":1')) await setImmediate();
  child.kill('SIGKILL');
  expect(await changed).toBe('killed');

  const again = await openPage(await start(), origin, kept);
  await again.initialize();
  expect(await again.call('verifypin', { ...place, pin: 'anders2' })).toMatchObject({
    error: { status: 'CKR_PIN_INCORRECT' },
  });
  expect(await again.call('verifypin', { ...place, pin: 'geheim1' })).toEqual({ output: {} });
});

test('a key store that is switched off is told apart from one that is not ready', { timeout: 60_000 }, async () => {
  const origin = 'https://console.example';
  const key = new Uint8Array(32).fill(7);
  const kept = { id: siteStore(folder, systemClock).approve(origin, key).id, key };
  const { port } = await startProcess({
    SIGNET_ASSISTANT_SOFTWARE_KEY_STORE: 'off',
    SIGNET_ASSISTANT_TOKENS: 'off',
  });
  const page = await openPage(port, origin, kept);
  await page.initialize();
  expect(await page.call('config')).toEqual({
    output: { key_stores: [{ type: 'software', enabled: false, available: true, initialized: false }] },
  });
  expect(await page.call('keystore')).toEqual({ output: { key_stores: [] } });
  const made = { keystore: 'software', label: 'Own', pin: 'geheim1', so_pin: 'zurück9' };
  expect(await page.call('initToken', made)).toMatchObject({ error: { status: 'KEY_STORE_DISABLED' } });
});

test('without a terminal no new site is asked for, and it says so', { timeout: 60_000 }, async () => {
  const page = await openPage(await start(), 'https://console.example', null);
  const answer = await page.call('initialize', { nonce: page.nonce });
  expect(answer).toMatchObject({ error: { status: 'PROMPT_UNAVAILABLE' } });
});

test(
  'on a desktop without a terminal it asks in a window: a new site is approved by its digits',
  { timeout: 120_000 },
  async () => {
    const desktop = await openDesktop();
    try {
      const page = await openPage(
        await start({ ...desktop.env, ...environment('0'), DISPLAY: desktop.env.DISPLAY }),
        'https://console.example',
        null,
      );
      const begun = page.initialize();
      await desktop.answersUntil(begun, await page.number());
      const { pairing } = await begun;
      expect((await command(['sites'])).stdout).toContain(`${String(pairing)}  https://console.example`);
    } finally {
      desktop.close();
    }
  },
);

test(
  'whoever reads German is asked in German, by a window, and told at the command line',
  { timeout: 120_000 },
  async () => {
    const desktop = await openDesktop();
    const german = { LC_ALL: '', LC_MESSAGES: '', LANG: 'de_DE.UTF-8', LANGUAGE: '' };
    try {
      const port = await start({ ...desktop.env, ...environment('0'), DISPLAY: desktop.env.DISPLAY, ...german });
      const page = await openPage(port, 'https://console.example', null);
      const begun = page.initialize();
      const { pid } = await desktop.window();
      const asked = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      expect(asked).toContain('Die Website https://console.example möchte die Schlüssel auf diesem Computer benutzen.');
      await desktop.answersUntil(begun, await page.number());
      await begun;
    } finally {
      desktop.close();
    }
    const told = (...args: string[]) => command(args, german);
    expect((await told('forget', 'nobody')).stderr).toBe(
      'Keine zugelassene Website hat die Adresse oder Kennung „nobody“.\n',
    );
    expect((await told('providers')).stdout).toBe('Kein Anbieter ist registriert.\n');
    expect((await told('--help')).stdout).toContain('nennt die Websites, die die Schlüssel benutzen dürfen');
  },
);

test('a language that is not ours is English; help names each command and setting', { timeout: 60_000 }, async () => {
  const { stdout } = await command(['help'], { LC_ALL: 'sv_SE.UTF-8' });
  expect(stdout).toContain('Usage: npm run assistant -- [COMMAND]\n');
  expect(stdout).toMatch(/^ {2}forget SITE {2,}ends that for a site: its address or id$/m);
  expect(stdout).toMatch(/^ {2}SIGNET_ASSISTANT_PORT {2,}the port at which it listens, 8900 unless told otherwise$/m);
  const source = readFileSync(fileURLToPath(new URL('settings.ts', import.meta.url)), 'utf8');
  for (const setting of new Set(source.match(/SIGNET_ASSISTANT_\w+/g))) expect(stdout).toContain(setting);
  expect((await command(['-h'], { LC_ALL: 'fr_CA.UTF-8' })).stdout).toContain('Commandes\u00a0:');
});

test('a second one on the same port is told so; a wrong setting or command is named', { timeout: 60_000 }, async () => {
  const port = await start();
  const second = promisify(execFile)(process.execPath, [MAIN], { env: environment(String(port)) });
  await expect(second).rejects.toMatchObject({ stderr: expect.stringContaining('The port is taken') as string });
  const wrong = promisify(execFile)(process.execPath, [MAIN], { env: environment('70000') });
  await expect(wrong).rejects.toMatchObject({ stderr: expect.stringContaining('SIGNET_ASSISTANT_PORT') as string });
  expect((await command(['format'])).stderr).toContain('Unknown command “format”');
});

test('a reader who has seen enough of the log ends it without a word', { timeout: 60_000 }, async () => {
  const log = activityLog(folder, systemClock);
  const detail = 'x'.repeat(1_000);
  for (let count = 0; count < 500; count += 1)
    log.write({ origin: 'https://console.example', what: 'token', result: 'done', detail });
  const child = spawn(process.execPath, [MAIN, 'log'], { env: environment('0'), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
  expect(said).toBe('');
});

test('a list of providers that was cut off is named at the command line, and stays', { timeout: 60_000 }, async () => {
  const file = path.join(folder, 'providers.json');
  writeFileSync(file, '[{');
  for (const args of [['providers'], ['forget-provider', '/usr/lib/module.so']])
    expect((await command(args)).stderr).toContain(`The file ${file} can’t be read: `);
  expect(readFileSync(file, 'utf8')).toBe('[{');
});

test.skipIf(process.platform === 'win32')('what it keeps is for this person alone', () => {
  const { id } = siteStore(path.join(folder, 'own'), systemClock).approve(
    'https://console.example',
    new Uint8Array(32),
  );
  const modeOf = (...names: string[]) => (statSync(path.join(folder, 'own', ...names)).mode & 0o777).toString(8);
  expect([modeOf(), modeOf('sites'), modeOf('sites', `${id}.json`)]).toEqual(['700', '700', '600']);
});
