/** What waits for what: that books are never read while somebody else writes them. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { requireBalance } from '../testing/ledger/books.ts';
import { EVALUATION_ISSUER, EVALUATION_KEY } from '../license/evaluation-key.ts';
import { issueLicense, issuerKey } from '../license/issue.ts';
import { everyFeature } from '../license/features.ts';
import { installLicense } from '../license/license-store.ts';
import { giveLicense } from '../testing/licenses.ts';
import { allocate } from './allocate-store.ts';
import { bookLicense, installPools, lockLicense } from './install-store.ts';
import { createPools, lockPools, poolsOf, readPools } from './pool-store.ts';
import { countUncounted } from './uncounted-store.ts';
import { consume, release } from './use-store.ts';
import { syncPools } from '../testing/sync-pools.ts';

const APP = 'ca_manager';

/** One platform for all: each test has to do with other pools. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => requireBalance(app.db));
afterAll(() => app.close());

const idOf = (account: string): string => app.accountIds.get(account) ?? '';
/** The state by which PostgreSQL refuses a row that another transaction holds. */
const HELD = { code: '55P03' };

/** Begins something in a transaction that stays open until it is told to end. */
async function held(work: (tx: Db) => Promise<unknown>): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = app.db.transaction().execute(async (tx) => {
    await work(tx);
    begun.resolve();
    await end.promise;
  });
  await Promise.race([begun.promise, done]);
  return async () => {
    end.resolve();
    await done;
  };
}

/** Until somebody waits for a lock of another one. */
const waiting = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(app.db);
      return rows.length;
    })
    .toBeGreaterThan(0);

test('a pool that is made while another one is waited for is locked with it', async () => {
  const which = sql<boolean>`${poolsOf(APP, [idOf('umbra-trust')])} and p.feature = 'certificates'`;
  const made = await held(async (tx) => {
    await lockPools(tx, which);
    const [platform] = (await readPools(tx, which)).filter(({ kind }) => kind === 'platform');
    const of = { app_code: APP, feature: 'certificates', generation: 'v1' } as const;
    const owner_pool_id = platform?.id ?? null;
    await createPools(tx, [{ ...of, kind: 'account', account_id: idOf('umbra-trust'), owner_pool_id }]);
  });
  const second = held((tx) => lockPools(tx, which));
  await waiting();
  await made();
  const end = await second;
  const taken = sql`select from license_pool where account_id = ${idOf('umbra-trust')} for update nowait`;
  await expect(taken.execute(app.db)).rejects.toMatchObject(HELD);
  await end();
});

test('a use waits for the deletion of its account, and is none then', async () => {
  const account = idOf('nordmark-lb');
  const end = await held(async (tx) => {
    await sql`select from account where id = ${account} for update`.execute(tx);
    await sql`update account set deleted_at = now() where id = ${account}`.execute(tx);
  });
  const subject = { kind: 'certificate', id: newId() };
  const now = app.clock.now();
  const use = app.db
    .transaction()
    .execute((tx) => consume(tx, { app: APP, feature: 'certificates', account, subject, quantity: 1, now }));
  await Promise.race([waiting(), use]);
  await end();
  await use;
  const { rows } = await sql`select from license_use where subject_id = ${subject.id}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('what began to use the platform’s is the account’s own where that one is given a license meanwhile', async () => {
  const account = { id: idOf('orsini-custody'), partner_account_id: null, type: 'standard' } as const;
  const rows = [{ name: 'certificates', limit: 5, old_limit: 0, reset: false }];
  const now = app.clock.now();
  const end = await held((tx) =>
    allocate(
      tx,
      { account, app: APP, generation: 'v1', rows, scope: 'system' },
      { operationId: newId(), by: null, now },
    ),
  );
  const subject = { kind: 'certificate', id: newId() };
  const use = app.db
    .transaction()
    .execute((tx) =>
      consume(tx, { app: APP, feature: 'certificates', account: account.id, subject, quantity: 1, now }),
    );
  await Promise.race([waiting(), use]);
  await end();
  await use;
  const { rows: uses } = await sql`select p.account_id from license_use u join license_pool p on p.id = u.pool_id
    where u.subject_id = ${subject.id}`.execute(app.db);
  expect(uses).toEqual([{ account_id: account.id }]);
});

test('a use that ends by a clock that went back has not ended before it began', async () => {
  const subject = { kind: 'certificate', id: newId() };
  const now = app.clock.now();
  const earlier = new Date(now.getTime() - 60_000);
  await app.db.transaction().execute(async (tx) => {
    await consume(tx, { app: APP, feature: 'certificates', account: null, subject, quantity: 1, now });
    await release(tx, subject, earlier);
  });
  const { rows } = await sql`select used_at, released_at from license_use
    where subject_id = ${subject.id}`.execute(app.db);
  expect(rows).toEqual([{ used_at: now, released_at: now }]);
});

test('of two licenses that are installed at once the second finds what the first has made', async () => {
  const now = app.clock.now();
  const withUnicorns = (quantity: number) =>
    everyFeature().map((one) =>
      one.app_code === APP
        ? { ...one, features: [...one.features, { name: 'unicorns', generation: 'v1' as const, quantity }] }
        : one,
    );
  const end = await held((tx) => installPools(tx, withUnicorns(5), null, now));
  const second = syncPools(app.db, withUnicorns(7), now);
  await Promise.race([waiting(), second]);
  await end();
  expect(await second).toEqual([]);
  const { rows } = await sql`select held::int from license_pool
    where feature = 'unicorns' and kind = 'platform'`.execute(app.db);
  expect(rows).toEqual([{ held: 7 }]);
});

test('a start while a license is installed books that one, and not the one before', async () => {
  const now = app.clock.now();
  const year = { from: new Date(now.getTime() - 86_400_000), until: new Date(now.getTime() + 365 * 86_400_000) };
  const install = async (tx: Db, quantity: number) => {
    const applications = everyFeature(quantity);
    const terms = { iss: EVALUATION_ISSUER, holder: 'Umbra', edition: 'Evaluation', applications, ...year };
    await lockLicense(tx);
    await installLicense(
      tx,
      await issueLicense(await issuerKey(JSON.stringify(EVALUATION_KEY)), terms, now),
      null,
      now,
    );
    await installPools(tx, applications, null, now);
  };
  await app.db.transaction().execute((tx) => install(tx, 50_000));
  const end = await held((tx) => install(tx, 60_000));
  const start = bookLicense(app.runtime, now);
  await Promise.race([waiting(), start]);
  await end();
  expect(await start).toEqual([]);
  const { rows } = await sql`select distinct (held + handed_on)::int as "limit" from license_pool
    where licensed and kind = 'platform'`.execute(app.db);
  expect(rows).toEqual([{ limit: 60_000 }]);
});

test('what is used while things are counted stays used', async () => {
  const now = app.clock.now();
  const of = { app: 'account_manager', feature: 'accounts', account: null, quantity: 1, now } as const;
  const end = await held((tx) => consume(tx, { ...of, subject: { kind: 'account', id: newId() } }));
  const counting = countUncounted(app.db, now);
  await Promise.race([waiting(), counting]);
  await end();
  const counted = await counting;
  const { rows } = await sql<{ used: number }>`select sum(s.used)::int as used from license_slot s
    join license_pool p on p.id = s.pool_id where p.app_code = ${of.app}`.execute(app.db);
  expect(counted).toBeGreaterThan(1);
  expect(rows).toEqual([{ used: counted + 1 }]);
});

test('an update waits for the deletion of its account, and finds none then', async () => {
  await giveLicense(app, 'calder-identity', 'device_manager', { devices: 5 });
  const account = idOf('calder-identity');
  await app.signIn('ada');
  const end = await held(async (tx) => {
    await sql`select from account where id = ${account} for update`.execute(tx);
    await sql`update account set deleted_at = now() where id = ${account}`.execute(tx);
  });
  const row = { name: 'devices', attributes: { limit: 6 }, old_limit: 5 };
  const path = `/account/ui-api/v1/account/${account}/license/usage/device_manager`;
  const update = app.call('ada', 'PUT', path, { license_feature_version: 'v1', features: [row] });
  await Promise.race([waiting(), update]);
  await end();
  expect((await update).status).toBe(404);
});
