/** A file that nobody reads keeps no connection of the database, and nobody waiting. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ load: { unreadMs: 500 } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

test('an export whose reader stops is ended, and its snapshot with it', async () => {
  // More than the buffers of both sides hold.
  await sql`insert into organization (id, account_id, name, address, country, created_at, updated_at)
    select gen_random_uuid(), ${app.accountIds.get('nordmark-lb')}, 'Branch ' || n, repeat('x', 5000), 'DE',
      ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 3000) n`.execute(app.db);
  const reading = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where state = 'idle in transaction'
      and query like '%every_row%'`.execute(app.db);
    return rows.length;
  };
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = once(socket, 'close');
  socket.write(
    'GET /account/ui-api/v1/organization/export?locale=en_US HTTP/1.1\r\nhost: localhost\r\n' +
      `authorization: Bearer ${(await app.signIn('ada')).access_token}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  await expect.poll(reading).toBe(0);
  socket.resume();
  await closed;
});
