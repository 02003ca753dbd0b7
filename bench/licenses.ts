/** Licenses of the seeded platform: what is there is counted before it starts; then many use one account's at once. */
import type pg from 'pg';
import { systemClock } from '../server/src/clock.ts';
import { openDatabase, TIME_LIMITS, type Db } from '../server/src/db/open.ts';
import { newId } from '../server/src/ids.ts';
import { everyFeature } from '../server/src/license/features.ts';
import { allocate } from '../server/src/license-ledger/allocate-store.ts';
import { countUncounted } from '../server/src/license-ledger/uncounted-store.ts';
import { consume, release } from '../server/src/license-ledger/use-store.ts';
import { CONNECTIONS } from './cases/case.ts';
import type { LicenseResult } from './results.ts';
import { accountsSeen, id, type Plan } from './seed/plan.ts';
import { syncPools } from '../server/src/testing/sync-pools.ts';

/** How many ask at the same time, and how often in all. */
const AT_ONCE = 200;
const USES = 4_000;

async function withDatabase<T>(connection: pg.PoolConfig, work: (db: Db, pool: pg.Pool) => Promise<T>): Promise<T> {
  const { db, pool, close } = openDatabase(connection, CONNECTIONS, TIME_LIMITS.endless);
  try {
    return await work(db, pool);
  } finally {
    await close();
  }
}

/** How often the limit of one account is changed, so that its license has a history. */
const MOVES = 60;

/** Changes the limit of Cleo's second account again and again; does nothing where that was done before. */
async function makeHistory(db: Db, pool: pg.Pool, plan: Plan): Promise<void> {
  const account = id(plan, 'account', accountsSeen(plan, 'account')[1] ?? 1);
  const { rowCount } = await pool.query('select from license_pool where account_id = $1 limit 1', [account]);
  if (rowCount) return;
  for (let n = 0; n < MOVES; n += 1) await setLimit(db, account, (n + 1) * 10, n * 10);
}

/** Counts what was seeded, as the product would while it is measured. */
export const countLicenses = (connection: pg.PoolConfig, plan: Plan): Promise<number> =>
  withDatabase(connection, async (db, pool) => {
    await syncPools(db, everyFeature(), systemClock.now());
    await makeHistory(db, pool, plan);
    return countUncounted(db, systemClock.now());
  });

/** Uses per second, {@link AT_ONCE} at the same time until all are done. */
async function timed(use: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = USES;
  const busy = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await use();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, busy));
  return USES / ((performance.now() - began) / 1000);
}

const FEATURE = { app: 'ca_manager', feature: 'certificates' } as const;

/** Gives an account another limit of the feature, as by system scope. */
const setLimit = (db: Db, account: string, limit: number, old_limit: number): Promise<unknown> =>
  db.transaction().execute((tx) =>
    allocate(
      tx,
      {
        account: { id: account, partner_account_id: null, type: 'standard' },
        app: FEATURE.app,
        generation: 'v1',
        rows: [{ name: FEATURE.feature, limit, old_limit, reset: false }],
        scope: 'system',
      },
      { operationId: newId(), by: null, now: systemClock.now() },
    ),
  );

/** The product's own function, each use in a transaction of its own, all of one account's pool; then given back. */
async function timeProduct(db: Db, account: string): Promise<number> {
  const now = systemClock.now();
  await setLimit(db, account, USES, 0);
  const subjects: string[] = [];
  const perSecond = await timed(() => {
    const subject = { kind: 'bench', id: newId() };
    subjects.push(subject.id);
    return db.transaction().execute((tx) => consume(tx, { ...FEATURE, account, subject, quantity: 1, now }));
  });
  for (const one of subjects)
    await db.transaction().execute((tx) => release(tx, { kind: 'bench', id: one }, systemClock.now()));
  await setLimit(db, account, 0, USES);
  return perSecond;
}

/** The least that can be done: one row with a limit, and a row for what uses it, in one transaction. */
async function timeFloor(pool: pg.Pool): Promise<number> {
  await pool.query(
    `create table bench_license_pool (id int primary key, "limit" bigint not null, used bigint not null)`,
  );
  await pool.query(
    `create table bench_license_use (id uuid primary key, pool_id int not null, at timestamptz not null)`,
  );
  try {
    await pool.query('insert into bench_license_pool values (1, $1, 0)', [USES]);
    return await timed(async () => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query({
          name: 'bench_take',
          text: 'update bench_license_pool set used = used + 1 where id = $1 and used < "limit"',
          values: [1],
        });
        await client.query({
          name: 'bench_use',
          text: 'insert into bench_license_use values ($1, 1, $2)',
          values: [newId(), systemClock.now()],
        });
        await client.query('commit');
      } finally {
        client.release();
      }
    });
  } finally {
    await pool.query('drop table bench_license_use, bench_license_pool');
  }
}

/** Uses of one account's license per second, by the product's function and by bare SQL on as many connections. */
export const timeUses = (connection: pg.PoolConfig, plan: Plan): Promise<LicenseResult> =>
  withDatabase(connection, async (db, pool) => {
    // One without a partner.
    const [account] = accountsSeen(plan, 'account');
    if (account === undefined) throw new Error('There is no account to use licenses of.');
    const perSecond = await timeProduct(db, id(plan, 'account', account));
    return { atOnce: AT_ONCE, perSecond, floorPerSecond: await timeFloor(pool) };
  });
