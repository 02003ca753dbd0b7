/** An account moves from one platform to another, with all that it owns. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportText } from '../../account-migration/account-file.ts';
import { step } from '../../account-migration/arrival-job.ts';
import { makeDepartureFile } from '../../account-migration/departure-file-store.ts';
import { MOVED, STAYS } from '../../account-migration/moved-store.ts';
import { canonicalJson } from '../../audit/leaf.ts';
import { openNote, parseVerifierKey } from '../../audit/note.ts';
import { foldRowCounts } from '../../db/row-count-store.ts';
import { seedContext } from '../../sign-in/second-factor/app-store.ts';
import { PASSWORD, type Answer, type TestApp } from '../../testing/app.ts';
import {
  depart,
  fileOf,
  type Harbor,
  MIGRATE,
  MIGRATION,
  openMove,
  receiveFile,
  SEED,
  work,
} from '../../testing/moving-account.ts';

let source: TestApp;
let target: TestApp;
let harbor: Harbor;
beforeEach(async () => {
  ({ source, target, harbor } = await openMove());
});
afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
});

const at = (id: string, act = ''): string => `${MIGRATION}/arrival/${id}${act && `/${act}`}`;
const read = async (id: string): Promise<Answer['body']> => (await target.call('ada', 'GET', at(id))).body;
const migrate = (id: string, account_identifier = 'harbor'): Promise<Answer> =>
  target.call('ada', 'POST', MIGRATE, { account_identifier, migration_id: id });

/** How many rows each table has, but those of the log, of counters, and of accounts on their way. */
async function countAll(app: TestApp): Promise<Record<string, number>> {
  await foldRowCounts(app.db);
  const counts: Record<string, number> = {};
  for (const name of [...MOVED.map((table) => table.name), ...Object.keys(STAYS)]) {
    if (/^(?:audit|account_(?:arrival|departure)|rate|session|refresh|sealed_key|login|known_device)/.test(name))
      continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(app.db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

async function rehearsed(): Promise<Answer['body']> {
  const { id, code } = await depart(source, harbor.id);
  return receiveFile(target, await fileOf(source, id), code);
}

test('of a very long history the newest events go along, and how many stay is told on both sides', async () => {
  await depart(source, harbor.id);
  await sql`update account_departure set state = 'revoked'`.execute(source.db);
  const begun = await source.call('ada', 'POST', `/account/ui-api/v1/account/${harbor.id}/departure`);
  const { departure, code } = begun.body;
  await makeDepartureFile(source.runtime, departure.id, { mostEvents: 1 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_event where account_id = ${harbor.id}`.execute(source.db);
  const older = { kind: 'older_events', count: (rows[0]?.count ?? 0) - 1, names: [] };
  expect(older.count).toBeGreaterThan(0);
  const told = await source.call('ada', 'GET', `${MIGRATION}/departure`);
  const mine = told.body.items.find((one: { id: string }) => one.id === departure.id);
  expect(mine.left_behind).toContainEqual(older);
  const arrival = await receiveFile(target, await fileOf(source, departure.id), code);
  expect(arrival).toMatchObject({ state: 'rehearsed' });
  expect(arrival.left_behind).toEqual(expect.arrayContaining([older, { kind: 'events', count: 1, names: [] }]));
});

describe('what an account owns', () => {
  test('every table of the database moves with an account, or is said not to, and why', async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(source.db);
    const declared = [...MOVED.map((table) => table.name), ...Object.keys(STAYS)];
    expect(declared.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  test('every reference of a moved table is one that is declared', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select t.relname as "table", a.attname as "column"
      from pg_constraint c join pg_class t on t.oid = c.conrelid
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and t.relname = any(${MOVED.map((table) => table.name)})`.execute(source.db);
    const undeclared = rows.filter(({ table, column }) => {
      const moved = MOVED.find(({ name }) => name === table);
      return !moved?.skip?.includes(column) && !Object.hasOwn(moved?.refers ?? {}, column);
    });
    expect(undeclared).toEqual([]);
  });
});

describe('by a file', () => {
  test('[S-262] it is rehearsed, runs, is compared, and is here once it is confirmed', async () => {
    // Two rows that have a part of their key in common.
    const { harriet, role } = harbor;
    await source.db.insertInto('user_role').values({ user_id: harriet, role_id: role }).execute();
    const arrival = await rehearsed();
    expect(arrival).toMatchObject({ state: 'rehearsed', failure: null, conflicts: [] });
    expect(arrival.account).toMatchObject({ id: harbor.id, name: 'Harbor Insurance' });
    // Something of everything moves.
    const empty = arrival.tables.filter(({ rows }: { rows: number }) => rows === 0);
    expect(empty).toEqual([]);
    expect(await accountOf(target)).toBeUndefined();

    expect((await migrate(arrival.id)).status).toBe(201);
    await work(target, arrival.id);
    const { state, report, failure } = await read(arrival.id);
    expect({ state, failure }).toEqual({ state: 'arrived', failure: null });
    expect(report.same).toBe(true);
    for (const table of report.tables) expect(table).toMatchObject({ left_out: 0, arrived: table.came, same: true });
    // All else is what it was, to the letter.
    const isOther = (one: { table: string; digest_arrived: string; digest_source: string }): boolean =>
      !CHANGED.includes(one.table) && one.digest_arrived !== one.digest_source;
    expect(report.tables.filter(isOther)).toEqual([]);

    // Not in service before it is confirmed: nobody signs in.
    expect(await accountOf(target)).toMatchObject({ active: false });
    const signIn = { user_name: 'harriet', password: PASSWORD };
    expect((await target.request('POST', '/account/ui-api/v1/auth/login', signIn)).status).not.toBe(200);

    expect((await target.call('ada', 'PUT', at(arrival.id, 'confirm'))).status).toBe(200);
    expect(await accountOf(target)).toMatchObject({ active: true, name: 'Harbor Insurance' });
    const list = await target.call('ada', 'GET', '/account/ui-api/v1/account?name=harbor');
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([harbor.id]);
    // Its token is known here, its people have their passwords, and its seeds open with the key of this platform.
    const key = { 'x-api-key': harbor.token };
    const byToken = await target.request('GET', '/account/ui-api/v1/organization', undefined, key);
    expect(byToken.body.items).toMatchObject([{ name: 'Harbor\tLife \\ AG' }]);
    const seed = await target.db.selectFrom('authenticator_app').selectAll().executeTakeFirstOrThrow();
    expect(target.runtime.seal.open(seed.seed_sealed, seedContext(seed.id))).toEqual(SEED);
    // What was kept of the file is gone.
    const { rows } = await sql`select from account_arrival_row union all select from account_arrival_part`.execute(
      target.db,
    );
    expect(rows).toEqual([]);
  });

  test('undo takes away exactly what came', async () => {
    const before = await countAll(target);
    const arrival = await rehearsed();
    await migrate(arrival.id);
    await work(target, arrival.id);
    expect(await countAll(target)).not.toEqual(before);
    expect((await target.call('ada', 'PUT', at(arrival.id, 'undo'))).status).toBe(200);
    await work(target, arrival.id);
    expect((await read(arrival.id)).state).toBe('undone');
    expect(await countAll(target)).toEqual(before);
    expect((await target.call('ada', 'PUT', at(arrival.id, 'confirm'))).status).toBe(409);
    // It may come again.
    const { id, code } = await departAgain();
    expect(await receiveFile(target, await fileOf(source, id), code)).toMatchObject({
      state: 'rehearsed',
      conflicts: [],
    });
  });
});

/** Makes the database refuse statements that change more rows of a table than one may; answers what ends that. */
async function refuseLargeStatements(app: TestApp, tables: readonly string[]): Promise<() => Promise<void>> {
  await sql`create function refuse_large() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 2000 then raise exception 'A large statement.' using errcode = '57014'; end if;
    return null; end $$`.execute(app.db);
  for (const table of tables)
    for (const act of ['update', 'delete'])
      await sql`create trigger ${sql.ref(`refuse_large_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
        referencing old table as gone for each statement execute function refuse_large()`.execute(app.db);
  return async () => void (await sql`drop function refuse_large() cascade`.execute(app.db));
}

test('a large account comes and goes some thousand rows at a time', async () => {
  const { db } = source;
  const [stamps, many] = [sql`now(), now()`, sql`generate_series(1, 4100) n`];
  await sql`insert into organization (id, account_id, name, country, created_at, updated_at)
    select gen_random_uuid(), ${harbor.id}, 'Branch ' || n, 'DE', ${stamps} from ${many}`.execute(db);
  await sql`insert into role (id, app_code, name, account_id, cloned_from_id, permissions, created_at, updated_at)
    select gen_random_uuid(), 'account_manager', 'Desk ' || n, ${harbor.id}, ${harbor.role}, array['view_account'],
      ${stamps} from ${many}`.execute(db);
  const before = await countAll(target);
  const arrival = await rehearsed();
  const end = await refuseLargeStatements(target, ['organization', 'role', 'role_past']);
  await migrate(arrival.id);
  await work(target, arrival.id);
  expect((await read(arrival.id)).state).toBe('arrived');
  await target.call('ada', 'PUT', at(arrival.id, 'undo'));
  await work(target, arrival.id);
  expect((await read(arrival.id)).state).toBe('undone');
  expect(await countAll(target)).toEqual(before);
  await end();
});

test('what takes longer than a statement may is tried again, and stopped at the last try', async () => {
  const arrival = await rehearsed();
  await migrate(arrival.id);
  await work(target, arrival.id);
  await sql`create function never() returns trigger language plpgsql as $$ begin
    raise exception 'It takes too long.' using errcode = '57014'; end $$`.execute(target.db);
  await sql`create trigger never before delete on organization execute function never()`.execute(target.db);
  await target.call('ada', 'PUT', at(arrival.id, 'undo'));
  await expect(step(target.runtime, arrival.id)).rejects.toThrow('It takes too long.');
  expect((await read(arrival.id)).state).toBe('undoing');
  expect(await step(target.runtime, arrival.id, true)).toBe(false);
  expect(await read(arrival.id)).toMatchObject({ state: 'stopped', failure: { status: 'MIGRATION_FAILED' } });
  await sql`drop function never() cascade`.execute(target.db);
  await target.call('ada', 'PUT', at(arrival.id, 'undo'));
  await work(target, arrival.id);
  expect((await read(arrival.id)).state).toBe('undone');
});

/** The account is not in service, and its authority stays: rows that are changed on the way. */
const CHANGED = ['account', 'certificate'];

async function departAgain(): ReturnType<typeof depart> {
  await sql`update account_departure set state = 'revoked'`.execute(source.db);
  return depart(source, harbor.id);
}

const accountOf = async (app: TestApp) =>
  app.db.selectFrom('account').select(['name', 'active']).where('id', '=', harbor.id).executeTakeFirst();

class Killed extends Error {}

/** A database whose transactions end with the process, right before they are committed. */
const dying = (db: TestApp['db']): TestApp['db'] =>
  new Proxy(db, {
    get(of, name) {
      if (name !== 'transaction') return Reflect.get(of, name);
      return () => ({
        execute: (act: (tx: TestApp['db']) => Promise<unknown>) =>
          of.transaction().execute(async (tx) => {
            await act(tx);
            throw new Killed();
          }),
      });
    },
  });

/** Each step is killed at its end first; then it is done. Answers how many there were. */
async function workThoughKilled(id: string): Promise<number> {
  const killed = { ...target.runtime, db: dying(target.db) };
  for (let steps = 0; ; steps += 1) {
    const before = await read(id);
    const outcome = await step(killed, id, true).catch((error: unknown) => error);
    expect(outcome === false || outcome instanceof Killed).toBe(true);
    expect(await read(id)).toEqual(before);
    if (!(await step(target.runtime, id, true))) return steps;
  }
}

test('killed at the end of each step, an account comes once, and goes once', async () => {
  const before = await countAll(target);
  const arrival = await rehearsed();
  await migrate(arrival.id);
  // One for each table, and one that compares.
  expect(await workThoughKilled(arrival.id)).toBeGreaterThan(MOVED.length);
  const { state, report } = await read(arrival.id);
  expect({ state, same: report.same }).toEqual({ state: 'arrived', same: true });
  for (const { came, arrived } of report.tables) expect(arrived).toBe(came);
  await target.call('ada', 'PUT', at(arrival.id, 'undo'));
  await workThoughKilled(arrival.id);
  expect((await read(arrival.id)).state).toBe('undone');
  expect(await countAll(target)).toEqual(before);
});

test('how far it is, is told after each step', async () => {
  const { id } = await rehearsed();
  await migrate(id);
  const told = [(await read(id)).progress];
  while (await step(target.runtime, id, true)) {
    const { progress } = await read(id);
    const { rows } = await sql<{ done: number }>`select count(*)::int as done from account_arrival_row
      where arrival_id = ${id} and state = 'arrived'`.execute(target.db);
    expect(progress).toMatchObject(rows[0] ?? {});
    told.push(progress);
  }
  const [first, second] = told;
  expect([first, second]).toMatchObject([
    { table: null, done: 0 },
    { table: 'account', done: 1 },
  ]);
  expect(told.at(-1)).toEqual({ table: null, done: first.total, total: first.total });
});

test('the report and the history are signed, and are found to be', async () => {
  const arrival = await rehearsed();
  expect((await target.call('ada', 'GET', at(arrival.id, 'report'))).status).toBe(404);
  await migrate(arrival.id);
  await work(target, arrival.id);
  const { report, note } = (await target.call('ada', 'GET', at(arrival.id, 'report'))).body;
  const verifier = parseVerifierKey(report.target.public_key);
  if (!verifier) throw new Error('There is no key.');
  const digest = createHash('sha256').update(canonicalJson(report)).digest('hex');
  expect(openNote(note, verifier)).toEqual({ ok: true, text: reportText(digest) });
  expect(report.source.public_key).not.toBe(report.target.public_key);
  const history = (await target.call('ada', 'GET', at(arrival.id, 'history'))).body;
  const lines = String(history)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ format: 'signet-audit-events/1', public_key: report.source.public_key });
  expect(lines.at(-1)).toEqual({ events: lines.length - 2 });
  // That it may move is told there of the account itself.
  expect(lines.some(({ event }) => event?.resource_type === 'ACCOUNT_MIGRATION')).toBe(true);
});
