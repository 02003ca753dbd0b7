import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchOutside, type OutsideBounds } from './fetch.ts';

let server: Server;
let address: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/slow') return;
    if (request.url === '/drip') return void response.write('x');
    if (request.url === '/huge') return void response.end('x'.repeat(5_000));
    if (request.url === '/moved') return void response.writeHead(302, { location: '/metadata' }).end();
    response.setHeader('content-type', 'text/plain');
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const BOUNDS: OutsideBounds = { mostBytes: 1_000, timeoutMs: 2_000, ownNetwork: true };

test('an address of the own network answers where the operator allows it', async () => {
  const answer = await fetchOutside(`${address}/metadata`, { method: 'POST', body: 'hello' }, BOUNDS);
  expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([200, 'text/plain', 'hello']);
  expect(answer.ownNetwork).toBe(true);
});

test.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost', 'https://169.254.169.254', 'http://8.8.8.8'])(
  '%s is not asked where it stands in the own network, or without TLS',
  async (place) => {
    const before = asked;
    const url = address.replace('http://127.0.0.1', place);
    await expect(fetchOutside(url, {}, { ...BOUNDS, ownNetwork: false })).rejects.toMatchObject({
      reason: 'forbidden-address',
    });
    expect(asked).toBe(before);
  },
);

test('plain http leads nowhere but into the own network, also where that is allowed', async () => {
  await expect(fetchOutside('http://8.8.8.8/', {}, BOUNDS)).rejects.toMatchObject({ reason: 'forbidden-address' });
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'ftp://example.org/', 'https://u:p@example.org/', 'nothing'])(
  '%s is no address of a provider',
  async (wrong) => {
    await expect(fetchOutside(wrong, {}, BOUNDS)).rejects.toMatchObject({ reason: 'unknown-host' });
  },
);

test('a redirect is answered and not followed', async () => {
  const before = asked;
  expect((await fetchOutside(`${address}/moved`, {}, BOUNDS)).status).toBe(302);
  expect(asked).toBe(before + 1);
});

test('a huge answer is not taken', async () => {
  await expect(fetchOutside(`${address}/huge`, {}, BOUNDS)).rejects.toMatchObject({ reason: 'answer' });
});

test.each(['/slow', '/drip'])('one that is slow (%s) is not waited for', async (path) => {
  await expect(fetchOutside(`${address}${path}`, {}, { ...BOUNDS, timeoutMs: 60 })).rejects.toMatchObject({
    reason: 'timeout',
  });
});
