/**
 * Two platforms that run, each a process with a database and a key of its own. A program with the token of a service
 * user moves an account from the address of one to the other; both are killed on the way, and go on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyFeature } from '../../license/features.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { furnishHarbor, MIGRATE, MIGRATION, type Harbor } from '../../testing/moving-account.ts';
import { openNetworkDoor, type NetworkDoor } from '../../testing/network-door.ts';
import { startPlatform, type Asked, type RunningPlatform } from '../../testing/running-platform.ts';
import { syncPools } from '../../testing/sync-pools.ts';

/** A busy machine takes its time. */
const PATIENCE = 120_000;
const LONG = 400_000;
const BRANCHES = 1_200;
/** What hardly compresses, so that the file has several parts. */
const LARGE = 40;

let source: RunningPlatform;
let target: RunningPlatform;
/** Between both: what the target asks of the source goes through it, and waits where `stopAt` says. */
let network: NetworkDoor;
let stopAt: { path: string; met: () => void; gone: Promise<void> } | null = null;
let harbor: Harbor;
beforeAll(async () => {
  source = await startPlatform(Buffer.alloc(32, 7), furnish);
  target = await startPlatform(Buffer.alloc(32, 9));
  const { hostname, port } = new URL(source.url());
  network = await openNetworkDoor({ host: hostname, port: Number(port) }, async (piece) => {
    if (!stopAt || !piece.includes(stopAt.path)) return;
    stopAt.met();
    await stopAt.gone;
  });
}, LONG);
async function furnish(app: TestApp): Promise<void> {
  harbor = await furnishHarbor(app);
  await sql`insert into organization (id, account_id, name, country, created_at, updated_at)
    select gen_random_uuid(), ${harbor.id}, 'Branch ' || n, 'DE', now(), now()
    from generate_series(1, ${sql.lit(BRANCHES)}) n`.execute(app.db);
  await sql`insert into list_setting (user_id, list, value, updated_at)
    select ${harbor.harriet}, 'large ' || n, to_jsonb(text), now() from generate_series(1, ${sql.lit(LARGE)}) n,
      lateral (select string_agg(md5(n::text || part::text), '') as text
        from generate_series(1, 2000) part) made`.execute(app.db);
}
afterAll(async () => {
  await network?.close();
  for (const platform of [source, target]) await platform?.close();
}, LONG);

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error('It took too long.');
}

/** The answer of a call that succeeds. */
async function well({ status, body }: Asked): Promise<Asked['body']> {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

const at = (id: unknown, act = ''): string => `${MIGRATION}/arrival/${String(id)}${act && `/${act}`}`;
const read = (id: unknown): Promise<Asked['body']> => target.ask('GET', at(id)).then(well);
const settled = (id: unknown): Promise<Asked['body']> =>
  until(async () => {
    const arrival = await read(id);
    return ['reading', 'running', 'undoing'].includes(String(arrival['state'])) ? null : arrival;
  });
const migrate = (id: unknown): Promise<Asked> =>
  target.ask('POST', MIGRATE, { account_identifier: 'harbor', migration_id: id });
const readDeparture = (id: unknown): Promise<Asked['body']> =>
  source.ask('GET', `${MIGRATION}/departure/${String(id)}`).then(well);

const begun = z.object({ id: z.string(), address: z.string() });
const page = z.object({ total: z.number() });
type Leaving = { id: unknown; body: { source: 'address'; address: string; code: unknown } };

/** Harbor may move: where it is fetched, by the way that the tests can close. */
async function depart(): Promise<Leaving> {
  const { departure, code } = await well(await source.ask('POST', `/account/ui-api/v1/account/${harbor.id}/departure`));
  const { id, address } = begun.parse(departure);
  await until(async () => ((await readDeparture(id))['state'] === 'ready' ? true : null));
  const way = new URL(address);
  way.hostname = network.place.host;
  way.port = String(network.place.port);
  return { id, body: { source: 'address', address: way.href, code } };
}

const receive = async ({ body }: Leaving): Promise<unknown> =>
  (await well(await target.ask('POST', `${MIGRATION}/arrival`, body)))['id'];

/** How many organizations of Harbor are at the target. */
async function branchesHere(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from organization
    where account_id = ${harbor.id}`.execute(target.app.db);
  return rows[0]?.n ?? 0;
}

/** Who writes enrollments at the target waits: whatever takes an account in or away stands still before them. */
async function holdEnrollments(): Promise<() => Promise<void>> {
  const client = await target.app.pool.connect();
  await client.query('begin');
  await client.query('lock table enrollment in share mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const WAITING = sql<{ n: number }>`select count(*)::int as n from pg_locks
  where relation = 'enrollment'::regclass and not granted`;

/** Kills the target in the middle of what `begin` has begun, and starts it again. */
async function killWhile(begin: () => Promise<unknown>): Promise<void> {
  const letGo = await holdEnrollments();
  try {
    await begin();
    await until(async () => ((await WAITING.execute(target.app.db)).rows[0]?.n ? true : null));
    await target.kill();
  } finally {
    await letGo();
  }
}

const answered = z.object({
  conflicts: z.array(z.object({ key: z.string(), kind: z.string(), suggestion: z.string().nullable() })),
});
const conflictsOf = (body: Asked['body']) => answered.parse(body).conflicts;
const kindsOf = (body: Asked['body']): string[] => conflictsOf(body).map(({ kind }) => kind);

let leaving: Leaving;

test(
  '[S-262] a platform that has its names already, and whose license is full, says so, and stays as it is',
  async () => {
    const { db } = target.app;
    await sql`update account set friendly_identifier = 'harbor' where friendly_identifier = 'nordmark-lb'`.execute(db);
    await sql`update app_user set user_name = 'harriet' where user_name = 'carl'`.execute(db);
    await syncPools(db, everyFeature(3), target.app.clock.now());
    await countUncounted(db, target.app.clock.now());
    leaving = await depart();
    const id = await receive(leaving);
    const arrival = await settled(id);
    expect(arrival).toMatchObject({ state: 'rehearsed', failure: null });
    expect(kindsOf(arrival)).toEqual(expect.arrayContaining(['identifier', 'user_name', 'used_up']));
    expect(await migrate(id)).toMatchObject({ status: 409, body: { error: { status: 'MIGRATION_UNRESOLVED' } } });
    const choices = Object.fromEntries(
      conflictsOf(arrival).flatMap(({ key, suggestion }) =>
        suggestion === null ? [] : [[key, { way: 'rename', value: suggestion }]],
      ),
    );
    const chosen = await target.ask('PUT', at(id, 'choice'), { choices }).then(well);
    expect(new Set(kindsOf(chosen))).toEqual(new Set(['identifier', 'user_name', 'used_up']));
    // Names can be given anew; room in a license can't.
    expect(await migrate(id)).toMatchObject({ status: 409, body: { error: { status: 'MIGRATION_UNRESOLVED' } } });
    expect(await branchesHere()).toBe(0);
    expect((await target.ask('DELETE', at(id))).status).toBe(204);
    await syncPools(db, everyFeature(), target.app.clock.now());
    await sql`update account set friendly_identifier = 'nordmark-lb' where friendly_identifier = 'harbor'`.execute(db);
    await sql`update app_user set user_name = 'carl' where user_name = 'harriet'`.execute(db);
  },
  LONG,
);

test(
  '[S-262] killed while it fetches, while it brings and while it takes away, an account comes once and goes once',
  async () => {
    let go = (): void => undefined;
    const met = new Promise<void>((resolve) => {
      stopAt = { path: '/part/1 ', met: resolve, gone: new Promise((gone) => (go = gone)) };
    });
    const id = await receive(leaving);
    await met;
    expect(await read(id)).toMatchObject({ state: 'reading', parts: [0] });
    await target.kill();
    stopAt = null;
    go();
    await target.start();
    expect(await settled(id)).toMatchObject({ state: 'rehearsed', failure: null, conflicts: [] });

    await killWhile(async () => {
      // Asked twice at once, it begins once.
      const both = await Promise.all([migrate(id), migrate(id)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    });
    expect(await branchesHere()).toBe(BRANCHES + 1);
    const { rows: invited } = await sql`select from enrollment where account_id = ${harbor.id}`.execute(target.app.db);
    expect(invited).toEqual([]);
    await target.start();
    expect(await settled(id)).toMatchObject({ state: 'arrived', failure: null, report: { same: true } });
    expect(await branchesHere()).toBe(BRANCHES + 1);

    await killWhile(() => target.ask('PUT', at(id, 'undo')));
    expect(await branchesHere()).toBe(BRANCHES + 1);
    await target.start();
    expect(await settled(id)).toMatchObject({ state: 'undone', failure: null });
    expect(await branchesHere()).toBe(0);
    // Who did it is told in the log by the name of the service user.
    const { rows } = await sql<{ by: string }>`select distinct actor_via as by from audit_event
    where resource_type = 'ACCOUNT_MIGRATION' and actor_id = ${target.robot}`.execute(target.app.db);
    expect(rows).toEqual([{ by: 'token' }]);
  },
  LONG,
);

test(
  '[S-262] it waits for a source that is away, and tells one that was away that its account has moved',
  async () => {
    network.shut();
    const id = await receive(leaving);
    await until(async () => {
      const { rows } = await sql<{ tries: number }>`select attempts as tries from graphile_worker.jobs
      where key = ${`migration.arrive:${String(id)}`} and last_error is not null`.execute(target.app.db);
      return (rows[0]?.tries ?? 0) > 0 ? true : null;
    });
    expect(await read(id)).toMatchObject({ state: 'reading', parts: [] });
    network.open();
    expect(await settled(id)).toMatchObject({ state: 'rehearsed', failure: null });
    expect((await migrate(id)).status).toBe(201);
    expect(await settled(id)).toMatchObject({ state: 'arrived', report: { same: true } });

    await source.kill();
    expect(await target.ask('PUT', at(id, 'confirm'))).toMatchObject({ status: 200, body: { source_told: 'not_yet' } });
    await source.start();
    await until(async () => ((await read(id))['source_told'] === 'told' ? true : null));
    expect(await readDeparture(leaving.id)).toMatchObject({
      state: 'moved',
      moved_to: expect.stringContaining(`:${new URL(target.url()).port}`),
    });
    // What its people had at the source they have here.
    const byToken = await fetch(`${target.url()}/account/ui-api/v1/organization`, {
      headers: { 'x-api-key': harbor.token },
    });
    expect([byToken.status, page.parse(await byToken.json()).total]).toEqual([200, BRANCHES + 1]);
  },
  LONG,
);

test(
  '[S-262] a second move of the same account is refused: it is here',
  async () => {
    const id = await receive(await depart());
    const arrival = await settled(id);
    expect(kindsOf(arrival)).toContain('here');
    expect(await migrate(id)).toMatchObject({ status: 409, body: { error: { status: 'MIGRATION_UNRESOLVED' } } });
    expect(await branchesHere()).toBe(BRANCHES + 1);
  },
  LONG,
);
