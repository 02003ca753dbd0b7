/** A file that nobody reads keeps nobody waiting. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ load: { unreadMs: 300 } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

test('an export whose reader stops is ended before its end', async () => {
  // More than the buffers of both sides hold.
  await sql`insert into organization (id, account_id, name, address, country, created_at, updated_at)
    select gen_random_uuid(), ${app.accountIds.get('nordmark-lb')}, 'Branch ' || n, repeat('x', 5000), 'DE',
      ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 3000) n`.execute(app.db);
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  const ended = once(socket, 'close').catch(() => []);
  socket.write(
    'GET /account/ui-api/v1/organization/export?locale=en_US HTTP/1.1\r\nhost: localhost\r\n' +
      `authorization: Bearer ${(await app.signIn('ada')).access_token}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  const connections = () =>
    new Promise<number>((resolve) => app.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  let last = '';
  socket.on('data', (piece) => (last = `${last}${String(piece)}`.slice(-5))).resume();
  await ended;
  expect(last).not.toBe('0\r\n\r\n');
});
