/** Who may ask at all, and what is refused before anything is read. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSOLE, runAssistant, type RunningAssistant } from '../testing/assistant.ts';
import { ask, post } from '../testing/page.ts';
import { originOf } from './addresses.ts';

const HELLO = '/api/v1/hello';
const HANDSHAKE = '/api/v1/handshake';
let assistant: RunningAssistant;
beforeAll(async () => (assistant = await runAssistant()));
afterAll(() => assistant.close());
const hello = (headers: Record<string, string> = {}) =>
  ask(assistant.port(), HELLO, { headers: { origin: CONSOLE, ...headers } });
const refusal = (status: string) => ({ error: { status, message: expect.any(String) as string } });

describe('[S-368 S-369] hello', () => {
  test.each(['127.0.0.1', 'localhost'])('answers under %s with its versions, and nothing else', async (host) => {
    const { code, body, headers } = await hello({ host: `${host}:${assistant.port()}` });
    expect({ code, body }).toEqual({
      code: 200,
      body: { version: '4.0.0', capability_version: expect.stringMatching(/^1\.1\.\d$/) as string, channel_version: 1 },
    });
    expect(headers['access-control-allow-origin']).toBe(CONSOLE);
    expect(headers['vary']).toBe('Origin');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is reached at 127.0.0.1 alone, by no other address of this machine', async () => {
    const socket = connect(assistant.port(), '127.0.0.2');
    const [error] = await once(socket, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('[S-372] refused by name', () => {
  test.each([
    ['of another site, as with DNS rebinding', 'console.example:PORT'],
    ['without a port', '127.0.0.1'],
    ['with another port', '127.0.0.1:1'],
    ['of another address', '127.0.0.2:PORT'],
    ['with credentials', 'localhost@localhost:PORT'],
    ['that only begins like ours', 'localhost.console.example:PORT'],
  ])('a Host %s', async (_what, host) => {
    const { code, body, headers } = await hello({ host: host.replace('PORT', String(assistant.port())) });
    expect({ code, body }).toEqual({ code: 421, body: refusal('FOREIGN_HOST') });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    'null',
    'http://console.example',
    'file://',
    'chrome-extension://abcdefgh',
    'https://console.example/',
    'https://console.example/path',
    'https://user@console.example',
    'HTTPS://CONSOLE.EXAMPLE',
    'http://localhost.console.example',
    'http://127.0.0.1.console.example',
    'https://console.example, https://other.example',
    'https:// console.example',
    '',
  ])('the origin "%s"', async (origin) => {
    const { code, body, headers } = await hello({ origin });
    expect({ code, body }).toEqual({ code: 403, body: refusal('FOREIGN_ORIGIN') });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a request without an origin, which no page makes', async () => {
    expect(await ask(assistant.port(), HELLO, {})).toMatchObject({ code: 403, body: refusal('FOREIGN_ORIGIN') });
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:5173', 'http://app.localhost'])(
    'but a page of this machine may ask: %s',
    (origin) => expect(originOf(origin)).toBe(origin),
  );
});

describe('a browser that asks first', () => {
  const preflight = (headers: Record<string, string>) =>
    ask(assistant.port(), HANDSHAKE, { method: 'OPTIONS', headers: { origin: CONSOLE, ...headers } });

  test('is told what a page may do, and that it may at an address of this machine', async () => {
    const { code, headers } = await preflight({
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    });
    expect(code).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': CONSOLE,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-private-network': 'true',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('is told nothing of private networks where it does not ask', async () => {
    expect((await preflight({})).headers).not.toHaveProperty('access-control-allow-private-network');
  });

  test('for a foreign page gets nothing', async () => {
    const { code, headers } = await preflight({ origin: 'http://console.example' });
    expect(code).toBe(403);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a body', () => {
  const send = (body: string, type = 'application/json') =>
    ask(assistant.port(), HANDSHAKE, { method: 'POST', headers: { origin: CONSOLE, 'content-type': type }, body });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', ''])(
    'of type "%s", which any page may send unasked, is refused',
    async (type) =>
      expect(await send('{}', type)).toMatchObject({ code: 415, body: refusal('UNSUPPORTED_MEDIA_TYPE') }),
  );

  test.each(['', '{', '[]', 'null', '{"channel_version":1}', '\u00ff', '{"__proto__":{}}'])(
    '"%s" is refused',
    async (body) => expect(await send(body)).toMatchObject({ code: 400, body: refusal('INVALID_BODY') }),
  );

  test('that is larger than any of ours is refused, whether it says so or not', async () => {
    expect(await send(' '.repeat(5_000))).toMatchObject({ code: 413, body: refusal('TOO_LARGE') });
    const headers = { origin: CONSOLE, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const chunked = { method: 'POST', headers, body: ' '.repeat(5_000) };
    expect(await ask(assistant.port(), HANDSHAKE, chunked)).toMatchObject({ code: 413, body: refusal('TOO_LARGE') });
  });

  test('of a request may be a file in a message, and no more', async () => {
    const path = '/api/v1/request';
    const body = { session: Buffer.alloc(16).toString('base64'), counter: 1, message: 'A'.repeat(6_000_000) };
    expect(await post(assistant.port(), CONSOLE, path, body)).toMatchObject({ code: 401 });
    const larger = { ...body, message: 'A'.repeat(9_000_000) };
    expect(await post(assistant.port(), CONSOLE, path, larger)).toMatchObject({ code: 413 });
  });
});

test('another address or method is refused by name', async () => {
  const headers = { origin: CONSOLE };
  expect(await ask(assistant.port(), '/', { headers })).toMatchObject({ code: 404 });
  expect(await ask(assistant.port(), '/api/v1/hello?x=1', { headers })).toMatchObject({ code: 404 });
  expect(await ask(assistant.port(), '/constructor', { headers })).toMatchObject({ code: 404 });
  expect(await ask(assistant.port(), HELLO, { method: 'POST', headers })).toMatchObject({
    code: 405,
    headers: { allow: 'GET, OPTIONS' },
  });
  expect(await ask(assistant.port(), HANDSHAKE, { headers })).toMatchObject({ code: 405 });
});

test('who asks too often is refused, until time has passed; another site is not', async () => {
  const origin = 'https://eager.example';
  const one = () => hello({ origin });
  for (let count = 0; count < 60; count += 1) expect(await one()).toMatchObject({ code: 200 });
  expect(await one()).toMatchObject({ code: 429, body: refusal('TOO_MANY_REQUESTS') });
  expect(await hello()).toMatchObject({ code: 200 });
  assistant.clock.move(1_000);
  expect(await one()).toMatchObject({ code: 200 });
});

test('of a thousand connections that say nothing a hundred stay, and nobody is kept out', async () => {
  const sockets: Socket[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const socket = connect(assistant.port(), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    sockets.push(socket);
    if (count % 100 === 99) await once(socket, 'connect');
  }
  try {
    expect(await hello()).toMatchObject({ code: 200 });
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(100);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  expect(await hello()).toMatchObject({ code: 200 });
});
