/** Files that an operator offers: through the real server, from a folder on the disk. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consolePage } from '../http/console-page.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

const FILES = '/account/management-files';
const SENSOR = 'sensor-linux-3.8.58.tar.gz';
const CONTENT = Buffer.from('0123456789'.repeat(10));
const sum = (kind: string, content: Buffer): string => createHash(kind).update(content).digest('hex');
const SHA256 = sum('sha256', CONTENT);

const folder = mkdtempSync(join(tmpdir(), 'signet-tools-'));
const outside = mkdtempSync(join(tmpdir(), 'signet-outside-'));
let app: TestApp;
let port = 0;

type Listed = { folder?: string; name: string; sha256?: string; sha1?: string; content?: Buffer | null };
/** Writes files and a catalogue of them, and has the server look. */
async function put(files: Listed[], { id = 'sensor', tools = [] as unknown[] } = {}): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'sensor'), { recursive: true });
  const entries = files.map(({ folder: part = 'sensor', name, content = CONTENT, ...sums }) => {
    mkdirSync(join(folder, part), { recursive: true });
    if (content) writeFileSync(join(folder, part, name), content);
    return { folder: part, name, sha256: sum('sha256', content ?? CONTENT), ...sums };
  });
  await write(JSON.stringify({ tools: [{ id, files: entries }, ...tools] }));
}
async function write(catalogue: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'catalogue.json'), catalogue);
  await app.runtime.clientTools.look();
}
const read = (name: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url: `${FILES}/sensor/${name}`, headers });
const standing = async (): Promise<string[]> => (await app.request('GET', '/readyz')).body.standing_still ?? [];
const offered = () =>
  app.runtime.clientTools.offer().flatMap(({ files }) => files.filter(({ state }) => state === 'offered'));

beforeAll(async () => {
  app = await startTestApp({ config: { CLIENT_TOOLS_DIR: folder, PUBLIC_URL: 'https://console.example.org' } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address() as AddressInfo;
  port = address.port;
});
afterAll(async () => {
  await app.close();
  for (const one of [folder, outside]) rmSync(one, { recursive: true, force: true });
});
beforeEach(() => put([{ name: SENSOR }]));

describe('a file that is what its catalogue says', () => {
  test('[A-250 A-251] comes whole to everybody, as a download of the name that it has', async () => {
    const answer = await read(SENSOR);
    expect([answer.statusCode, answer.rawPayload.equals(CONTENT)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-length': '100',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${SENSOR}"; filename*=UTF-8''${SENSOR}`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${SHA256}"`,
    });
    expect(offered()).toMatchObject([
      { name: SENSOR, label: 'Linux', version: '3.8.58', sha256: SHA256, sha1: sum('sha1', CONTENT), size: 100 },
    ]);
    expect(await standing()).not.toContain('client-tools');
  });

  test('HEAD answers the same headers and no body; nothing else is done to it', async () => {
    const answer = await app.app.inject({ method: 'HEAD', url: `${FILES}/sensor/${SENSOR}` });
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '100', '']);
    const refused = await app.app.inject({ method: 'POST', url: `${FILES}/sensor/${SENSOR}` });
    expect([refused.statusCode, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', '56789', 'bytes 95-99/100'],
    ['bytes=-3', '789', 'bytes 97-99/100'],
  ])('comes in part: %s', async (range, body, contentRange) => {
    const answer = await read(SENSOR, { range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, body, contentRange]);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  test('a part that it does not have is 416 with its length', async () => {
    const answer = await read(SENSOR, { range: 'bytes=100-' });
    expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */100', '']);
  });

  test('goes on where a download broke off only if it is the same file still', async () => {
    const range = 'bytes=50-59';
    expect((await read(SENSOR, { range, 'if-range': `"${SHA256}"` })).statusCode).toBe(206);
    for (const other of ['"other"', `W/"${SHA256}"`, 'Sat, 21 Nov 2026 12:00:00 GMT']) {
      const whole = await read(SENSOR, { range, 'if-range': other });
      expect([whole.statusCode, whole.body.length]).toEqual([200, 100]);
    }
    expect((await read(SENSOR, { 'if-none-match': `"x", W/"${SHA256}"` })).statusCode).toBe(304);
    expect((await read(SENSOR, { 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  test('a large one is never whole in memory', { timeout: 60_000 }, async () => {
    const large = Buffer.alloc(128 * 1024 * 1024, 'signet');
    await put([{ name: SENSOR, content: large }]);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const hash = createHash('sha256');
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ host: '127.0.0.1', port, path: `${FILES}/sensor/${SENSOR}`, headers: { host: 'localhost' } }, resolve).on(
        'error',
        reject,
      ),
    );
    for await (const chunk of answer) {
      hash.update(chunk);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(hash.digest('hex')).toBe(sum('sha256', large));
    expect(most).toBeLessThan(large.length);
  });
});

describe('the name of a file', () => {
  test('[A-256] {ip} in it is filled in with the host of the platform', async () => {
    await put([{ folder: 'automation', name: 'automation-installer-{ip}.exe' }], { id: 'automation-windows' });
    const name = 'automation-installer-console.example.org.exe';
    const answer = await app.app.inject({ url: `${FILES}/automation/${name}` });
    expect([answer.statusCode, answer.rawPayload.equals(CONTENT)]).toEqual([200, true]);
    expect(answer.headers['content-disposition']).toContain(name);
    expect(offered()).toMatchObject([{ name }]);
    const asItLies = await app.app.inject({ url: `${FILES}/automation/automation-installer-%7Bip%7D.exe` });
    expect(asItLies.statusCode).toBe(404);
  });

  test.each([
    '../catalogue.json',
    '%2e%2e/catalogue.json',
    '..%2fcatalogue.json',
    '%2e%2e%2fcatalogue.json',
    '..%5ccatalogue.json',
    'sensor/..%2f..%2fcatalogue.json',
    'sensor/%2e%2e%2fcatalogue.json',
    `sensor/${SENSOR}%00`,
    `sensor/${SENSOR}%00.txt`,
    `sensor%00/${SENSOR}`,
    `sensor/./${SENSOR}x`,
    `sensor/${'a'.repeat(5000)}`,
    'sensor/',
    'sensor',
    'sensor/unlisted.txt',
    `SENSOR/${SENSOR}`,
    '__proto__/constructor',
    '%E0%A4%A/x',
  ])('that leads elsewhere finds nothing: %s', async (path) => {
    writeFileSync(join(folder, 'sensor', 'unlisted.txt'), 'secret');
    const answer = await app.app.inject({ url: `${FILES}/${path}` });
    // What is no address of a file is a page of the console, as any other address that nobody knows.
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.body).not.toContain('0123456789'.repeat(10));
    expect(answer.body).not.toContain('"tools"');
    expect(answer.body).not.toContain('secret');
  });
});

describe('a catalogue that lies about a file', () => {
  test.each<[string, Partial<Listed>]>([
    ['another SHA-256', { sha256: sum('sha256', Buffer.from('other')) }],
    ['another SHA-1', { sha1: sum('sha1', Buffer.from('other')) }],
  ])('%s: the file is held back, and the platform says so', async (_name, lie) => {
    await put([{ name: SENSOR, ...lie }]);
    expect((await read(SENSOR)).statusCode).toBe(404);
    expect((await app.app.inject({ method: 'HEAD', url: `${FILES}/sensor/${SENSOR}` })).statusCode).toBe(404);
    expect(offered()).toEqual([]);
    expect(await standing()).toContain('client-tools');
    const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/platform/health');
    expect(body.items).toContainEqual({ kind: 'client-tools', count: 1, since: '2026-11-21 12:00:00' });
  });

  test('a file that is not there is said, and its card says that it is missing', async () => {
    await put([{ name: SENSOR, content: null }]);
    expect((await read(SENSOR)).statusCode).toBe(404);
    expect(app.runtime.clientTools.offer()[0]?.files[0]).toMatchObject({ name: SENSOR, state: 'missing' });
    expect(await standing()).toContain('client-tools');
  });

  test('a file that was changed after the check is held back with the next request, and given again', async () => {
    expect((await read(SENSOR)).statusCode).toBe(200);
    const path = join(folder, 'sensor', SENSOR);
    writeFileSync(path, Buffer.alloc(100, 'x'));
    expect((await read(SENSOR)).statusCode).toBe(404);
    expect(await standing()).toContain('client-tools');
    writeFileSync(`${path}.new`, CONTENT);
    renameSync(`${path}.new`, path);
    expect((await read(SENSOR)).statusCode).toBe(200);
    expect(await standing()).not.toContain('client-tools');
  });

  test('a link that leads out of the folder, and a folder in the place of a file, are no files', async () => {
    const secret = join(outside, 'secret');
    writeFileSync(secret, CONTENT);
    await put([{ name: SENSOR }]);
    rmSync(join(folder, 'sensor', SENSOR));
    symlinkSync(secret, join(folder, 'sensor', SENSOR));
    expect((await read(SENSOR)).statusCode).toBe(404);
    rmSync(join(folder, 'sensor'), { recursive: true });
    symlinkSync(outside, join(folder, 'sensor'));
    writeFileSync(join(outside, SENSOR), CONTENT);
    expect((await read(SENSOR)).statusCode).toBe(404);
    rmSync(join(folder, 'sensor'));
    mkdirSync(join(folder, 'sensor', SENSOR), { recursive: true });
    await app.runtime.clientTools.look();
    expect((await read(SENSOR)).statusCode).toBe(404);
  });
});

test('[A-251] a file of another name stands in the place of the one of its version and label', async () => {
  const file = { folder: 'own', name: 'TrustAssistant-1.2.6-x64.exe', sha256: SHA256, version: '1.2.6' };
  await put([{ name: SENSOR }], { tools: [{ id: 'trust-assistant', files: [{ ...file, label: 'Windows' }] }] });
  const assistant = app.runtime.clientTools.offer().find(({ id }) => id === 'trust-assistant');
  expect(assistant?.files.map(({ label, name }) => [label, name])).toEqual([
    ['Windows', file.name],
    ['macOS', 'trust-assistant-mac-1.2.6.dmg'],
  ]);
});

const OWN = { id: 'own-tool', name: 'Own tool', short_description: 'Does what we need.' };
const FILE = { folder: 'own', name: 'own.bin', sha256: SHA256 };
test.each<[string, string]>([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['another shape', '{"tool":[]}'],
  ['a path for a name', JSON.stringify({ tools: [{ ...OWN, files: [{ ...FILE, name: '../own.bin' }] }] })],
  ['a path for a folder', JSON.stringify({ tools: [{ ...OWN, files: [{ ...FILE, folder: 'a/b' }] }] })],
  ['a hidden file', JSON.stringify({ tools: [{ ...OWN, files: [{ ...FILE, name: '.env' }] }] })],
  ['no sum', JSON.stringify({ tools: [{ ...OWN, files: [{ ...FILE, sha256: '' }] }] })],
  ['a tool without a name', JSON.stringify({ tools: [{ id: 'own-tool', files: [FILE] }] })],
  ['a link that is a script', JSON.stringify({ tools: [{ ...OWN, link: 'javascript:alert(1)', files: [FILE] }] })],
  [
    'an id twice',
    JSON.stringify({
      tools: [
        { ...OWN, files: [FILE] },
        { ...OWN, files: [FILE] },
      ],
    }),
  ],
])('a catalogue with %s offers nothing and is said to be wrong', async (_name, text) => {
  await write(text);
  expect(app.runtime.clientTools.offer()).toEqual([]);
  expect(await standing()).toContain('client-tools');
});

test('[A-251 A-262] a tool of the operator has its own words in the page, none of them markup', async () => {
  await put([{ name: SENSOR }], { tools: [{ ...OWN, name: '</script><b>x', files: [FILE] }] });
  const built = join(outside, 'index.text');
  writeFileSync(built, '<html><head><script>own()</script></head><body></body></html>');
  const pageOf = consolePage(built, app.runtime.clientTools.offer);
  const page = await pageOf();
  expect(page?.text).toMatch(
    /<script type="application\/json" id="client-tools">\[\{.*\\u003c\/script>\\u003cb>x.*<\/head>/,
  );
  expect(page?.text.match(/<\/script>/g)).toHaveLength(2);
  expect(page?.scripts).toEqual(['own()']);
  expect((await pageOf())?.tag).toBe(page?.tag);
  await put([{ name: SENSOR, content: null }]);
  expect((await pageOf())?.tag).not.toBe(page?.tag);
  rmSync(built);
  expect(await pageOf()).toBeNull();
});

test('[A-261] the download of the assistant leads to its package, else to all client tools', async () => {
  const download = async () => (await app.request('GET', '/account/ui-api/v1/trust-assistant')).body.download_url;
  expect(await download()).toBe('/account/client-tools');
  const name = 'signet-assistant-4.0.0.tgz';
  await put([{ folder: 'signet-assistant', name }], { id: 'signet-assistant' });
  expect(await download()).toBe(`${FILES}/signet-assistant/${name}`);
  expect((await app.app.inject({ url: await download() })).statusCode).toBe(200);
});
