/** An account is here and confirmed, and the platform that it comes from does not answer, for days or for good. */
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { runArrival, tellSource } from '../../account-migration/arrival-job.ts';
import { readArrival, resumeArrivals } from '../../account-migration/arrival-store.ts';
import { readHealth } from '../../health/health-store.ts';
import { resumeAll } from '../../jobs/tasks.ts';
import { depart, fileOf, MIGRATION } from '../../testing/moving-account.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
onePlatform((given) => (app = given), { signedIn: ['ada'], config: { OWN_NETWORK_PROVIDERS: true } });

const HOUR = 3_600;
const DEPARTURE = '/account/ui-api/v1/migration/transfer/00000000-0000-4000-8000-000000000400';

/** An address at which nobody listens any more. */
async function goneAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${DEPARTURE}`;
}

/** An arrival from that address, or another one, as a migration leaves it that was confirmed at this moment. */
async function confirmed(on: TestApp, at?: string): Promise<string> {
  const body = { source: 'address', address: at ?? (await goneAddress()), code: 'move_code' };
  const { id } = (await on.call('ada', 'POST', `${MIGRATION}/arrival`, body)).body;
  await sql`update account_arrival set state = 'confirmed', ended_at = ${on.clock.now()} where id = ${id}`.execute(
    on.db,
  );
  return id;
}
const told = async (id: string, on = app): Promise<unknown> => (await readArrival(on.db, id)).source_told;
const jobs = async (id: string) => {
  const { rows } = await sql<{ attempts: number; run_at: Date }>`select attempts, run_at from graphile_worker.jobs
    where key = ${`migration.tell:${id}`}`.execute(app.db);
  return rows;
};

test('[S-262] a source that is gone for good is asked for three days, and then given up, which is said', async () => {
  const id = await confirmed(app);
  expect(await told(id)).toBe('not_yet');
  app.clock.pass(71 * HOUR);
  await expect(tellSource(app.runtime, id)).rejects.toThrow('The source does not answer');
  expect(await told(id)).toBe('not_yet');
  app.clock.pass(2 * HOUR);
  await tellSource(app.runtime, id);
  expect(await told(id)).toBe('given_up');
  const { rows } = await sql<{ code_sealed: Buffer | null }>`select code_sealed from account_arrival
    where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ code_sealed: null }]);
  const events = await app.db
    .selectFrom('audit_event')
    .select(['result', 'message', 'after'])
    .where('resource_id', '=', id)
    .where('action', '=', 'UPDATE')
    .execute();
  expect(events).toEqual([
    {
      result: 'failure',
      message: 'MIGRATION_SOURCE_UNREACHABLE',
      after: expect.objectContaining({ source_told: 'given_up' }),
    },
  ]);
  await resumeArrivals(app.db, app.clock.now());
  expect(await jobs(id)).toEqual([]);
});

test('one in the own network hears nothing once the platform lets none be there', async () => {
  const heard: string[] = [];
  const server = createHttpServer(({ url }, answer) => {
    heard.push(url ?? '');
    answer.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const place = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${DEPARTURE}`;
  const [one, other] = [await confirmed(app, place), await confirmed(app, place)];
  await tellSource(app.runtime, one);
  expect(heard.splice(0)).toEqual([`${DEPARTURE}/moved`]);
  app.runtime.config.OWN_NETWORK_PROVIDERS = false;
  onTestFinished(() => void (app.runtime.config.OWN_NETWORK_PROVIDERS = true));
  await tellSource(app.runtime, other);
  expect([heard, await told(other)]).toEqual([[], 'given_up']);
});

test('one that stays away is asked every minute for an hour, and then when the queue says so', async () => {
  const id = await confirmed(app);
  await resumeArrivals(app.db, app.clock.now());
  expect(await jobs(id)).toHaveLength(1);
  const later = () =>
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where key = ${`migration.tell:${id}`}), run_at => '2040-01-01', attempts => 7)`.execute(app.db);
  await later();
  await resumeArrivals(app.db, app.clock.now());
  expect((await jobs(id))[0]?.attempts).toBe(0);
  await later();
  app.clock.pass(HOUR + 1);
  await resumeArrivals(app.db, app.clock.now());
  expect(await jobs(id)).toEqual([{ attempts: 7, run_at: new Date('2040-01-01') }]);
});

/** What the queue has of these jobs; the number of the row tells one that was asked for anew. */
const rowsOf = async (task: string) => {
  const { rows } = await sql<{ id: string; attempts: number }>`select id, attempts from graphile_worker.jobs
    where task_identifier = ${task} order by id`.execute(app.db);
  return rows;
};

/** As a worker that has taken a job, so long ago. */
const takeInHand = (key: string, { attempts, ago = '0 minutes' }: { attempts: number; ago?: string }) =>
  sql`update graphile_worker._private_jobs set attempts = ${attempts}, locked_by = 'worker',
    locked_at = now() - ${ago}::interval, last_error = 'The source does not answer' where key = ${key}`.execute(app.db);

test('one that is being fetched is not asked for anew, so that the last try comes; one that was left is', async () => {
  const body = { source: 'address', address: await goneAddress(), code: 'move_code' };
  const { id } = (await app.call('ada', 'POST', `${MIGRATION}/arrival`, body)).body;
  for (const attempts of [3, 4]) {
    await takeInHand(`migration.arrive:${id}`, { attempts });
    const before = await rowsOf('migration.arrive');
    expect(before).toEqual([{ id: expect.anything(), attempts }]);
    await resumeArrivals(app.db, app.clock.now());
    expect(await rowsOf('migration.arrive')).toEqual(before);
  }
  await takeInHand(`migration.arrive:${id}`, { attempts: 4, ago: '6 minutes' });
  await resumeArrivals(app.db, app.clock.now());
  expect(await rowsOf('migration.arrive')).toEqual([
    expect.objectContaining({ attempts: 4 }),
    expect.objectContaining({ attempts: 0 }),
  ]);
});

test('what is in hand when a process starts was left by the one before', async () => {
  const body = { source: 'address', address: await goneAddress(), code: 'move_code' };
  const { id } = (await app.call('ada', 'POST', `${MIGRATION}/arrival`, body)).body;
  await takeInHand(`migration.arrive:${id}`, { attempts: 1 });
  await resumeAll(app.runtime, 0);
  expect(await rowsOf('migration.arrive')).toHaveLength(2);
});

test('a telling that is under way is not asked for anew, and none counts as one that has failed', async () => {
  const id = await confirmed(app);
  await resumeArrivals(app.db, app.clock.now());
  await takeInHand(`migration.tell:${id}`, { attempts: 2 });
  const before = await rowsOf('migration.tell');
  for (const _ of [1, 2]) await resumeArrivals(app.db, app.clock.now());
  expect(await rowsOf('migration.tell')).toEqual(before);
  // It ends as one that did not reach the source.
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(app.db);
  expect((await readHealth(app.runtime, app.clock.now()))['jobs-failed']).toBeNull();
});

test('a source that may not be asked at all is given up at once', async () => {
  const other = await startTestApp();
  try {
    const id = await confirmed(other);
    await tellSource(other.runtime, id);
    expect(await told(id, other)).toBe('given_up');
  } finally {
    await other.close();
  }
});

test('[S-262] after a wrong code another one is tried on what was fetched already', async () => {
  const body = { source: 'address', address: await goneAddress(), code: 'move_wrong' };
  const { id } = (await app.call('ada', 'POST', `${MIGRATION}/arrival`, body)).body;
  await sql`update account_arrival set state = 'refused', bytes = 1000000 where id = ${id}`.execute(app.db);
  await sql`insert into account_arrival_part (arrival_id, position, body)
    values (${id}, 0, ${Buffer.alloc(524_288)})`.execute(app.db);
  const again = await app.call('ada', 'PUT', `${MIGRATION}/arrival/${id}/reading`, { code: 'move_right' });
  expect([again.status, again.body.state, again.body.parts]).toEqual([200, 'reading', [0]]);
});

/** A source that makes the file yet, as often as `makes` says, and then hands it over. */
async function slowSource(file: Buffer, makes: number): Promise<{ address: string; close: () => void }> {
  const size = 524_288;
  let asked = 0;
  const server = createHttpServer((request, response) => {
    const position = /\/part\/(?<n>\d+)$/.exec(request.url ?? '')?.groups?.['n'];
    const content = file.subarray(Number(position) * size, (Number(position) + 1) * size).toString('base64');
    const ready = asked >= makes;
    const whole = ready ? { ready, parts: Math.ceil(file.length / size), bytes: file.length, sha256: '' } : null;
    if (position === undefined) asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(position ? { content } : (whole ?? { ready, parts: 0, bytes: 0, sha256: '' })));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return { address: `http://127.0.0.1:${port}${DEPARTURE}`, close: () => void server.close() };
}

test('[S-262] a file that its source still makes is waited for, and fetched once it is there', async () => {
  const { id: departure, code } = await depart(app, app.accountIds.get('umbra-trust') ?? '');
  const source = await slowSource(await fileOf(app, departure), 5);
  const body = { source: 'address', address: source.address.replace(/[^/]+$/, departure), code };
  const { id } = (await app.call('ada', 'POST', `${MIGRATION}/arrival`, body)).body;
  const state = async () => (await readArrival(app.db, id)).state;
  for (const n of [1, 2, 3, 4, 5]) {
    await runArrival(app.runtime, id, true);
    expect([n, await state()]).toEqual([n, 'reading']);
    // Asked again soon, and not at once.
    expect(await rowsOf('migration.arrive')).toEqual([{ id: expect.anything(), attempts: 0 }]);
  }
  const { rows } = await sql<{ later: boolean }>`select run_at > now() as later from graphile_worker.jobs
    where key = ${`migration.arrive:${id}`}`.execute(app.db);
  expect(rows).toEqual([{ later: true }]);
  await runArrival(app.runtime, id, true);
  expect(await readArrival(app.db, id)).toMatchObject({ state: 'rehearsed', failure: null });
  source.close();
});

test('a file that is made for longer than it may be fetched is waited for no more', async () => {
  const source = await slowSource(Buffer.alloc(0), 100);
  const { id } = (
    await app.call('ada', 'POST', `${MIGRATION}/arrival`, {
      source: 'address',
      address: source.address,
      code: 'move_code',
    })
  ).body;
  await runArrival(app.runtime, id, true);
  app.clock.pass(73 * HOUR);
  await runArrival(app.runtime, id, true);
  expect(await readArrival(app.db, id)).toMatchObject({
    state: 'refused',
    failure: { status: 'MIGRATION_SOURCE_UNREACHABLE', params: { detail: 'The file is being made.' } },
  });
  source.close();
});

test('what has moved is not being made: its file is not there for whoever has its code', async () => {
  const { id, code } = await depart(app, app.accountIds.get('umbra-trust') ?? '');
  const transfer = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    app.request(method, `${MIGRATION}/transfer/${id}${path}`, body, { 'x-transfer-code': code });
  expect((await transfer('POST', '/moved', { to: 'https://new.example' })).status).toBe(204);
  expect((await transfer('GET', '')).status).toBe(404);
  // Told twice it is the same.
  expect((await transfer('POST', '/moved', { to: 'https://new.example' })).status).toBe(204);
});
