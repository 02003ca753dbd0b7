/** A file that nobody reads keeps nobody waiting. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type Name, type TestApp } from '../testing/app.ts';
import type { FileLimits } from './load.ts';

const EXPORT = '/account/ui-api/v1/organization/export?locale=en_US';

let app: TestApp;
afterEach(() => app.close());

/** With files that are more than the buffers of both sides hold. */
async function start(files: FileLimits): Promise<void> {
  app = await startTestApp({ load: { files } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  await sql`insert into organization (id, account_id, name, address, country, created_at, updated_at)
    select gen_random_uuid(), ${app.accountIds.get('nordmark-lb')}, 'Branch ' || n, repeat('x', 5000), 'DE',
      ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 3000) n`.execute(app.db);
}
const LONG = { leastBytes: 1_000_000, unreadMs: 60_000, wholeMs: 60_000 };

/** Asks for an export and reads its beginning. */
async function begin(who: Name): Promise<{ socket: Socket; first: string }> {
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(
    `GET ${EXPORT} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n` +
      `authorization: Bearer ${(await app.signIn(who)).access_token}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  socket.pause();
  return { socket, first: String(first) };
}

const connections = () => new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));

/** The last characters that come, after those that came `before`. */
async function endOf(socket: Socket, before = ''): Promise<string> {
  const ended = once(socket, 'close').catch(() => []);
  let last = before;
  socket.on('data', (piece) => (last = `${last}${String(piece)}`.slice(-5))).resume();
  await ended;
  return last;
}

test('an export whose reader stops is ended before its end', async () => {
  await start({ ...LONG, unreadMs: 300 });
  const { socket, first } = await begin('ada');
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(connections).toBe(0);
  expect(await endOf(socket)).not.toBe('0\r\n\r\n');
});

test('and so is one whose reader takes too little at a time', async () => {
  await start({ ...LONG, leastBytes: 100_000_000, unreadMs: 600 });
  const { socket } = await begin('ada');
  let last = '';
  const left = async () => {
    last = `${last}${String(socket.read() ?? '')}`.slice(-5);
    return connections();
  };
  await expect.poll(left, { interval: 10 }).toBe(0);
  expect(await endOf(socket, last)).not.toBe('0\r\n\r\n');
});

test('and one that takes too long in all', async () => {
  await start({ ...LONG, wholeMs: 300 });
  const { socket } = await begin('ada');
  await expect.poll(connections).toBe(0);
  expect(await endOf(socket)).not.toBe('0\r\n\r\n');
});

test('a third export of one person is refused while those of others begin', async () => {
  await start(LONG);
  const own = [await begin('ada'), await begin('ada')];
  for (const { first } of own) expect(first).toMatch(/^HTTP\/1\.1 200 /);
  const third = await begin('ada');
  expect(third.first).toMatch(/^HTTP\/1\.1 429 /);
  expect(third.first).toContain('retry-after: 10');
  expect(third.first).toContain('TOO_MANY_FILES');
  const other = await begin('ben');
  expect(other.first).toMatch(/^HTTP\/1\.1 200 /);
  // The next one may begin once one has ended.
  own[0]?.socket.destroy();
  await expect.poll(async () => (await app.call('ada', 'GET', EXPORT)).status).toBe(200);
  for (const { socket } of [...own, third, other]) socket.destroy();
});
