/** The totals of long lists are kept, not counted: whatever is done to rows, by whomever at once, they are the same. */
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Name, type TestApp } from '../testing/app.ts';
import { randomFrom } from '../testing/ledger/operations.ts';
import { foldRowCounts } from './row-count-store.ts';

/** From so many rows on the number is not counted. */
const BOUND = 2;
const { countBound } = LIMITS;

const LISTS = [
  'v1/account',
  'v1/user',
  'v1/service-user',
  'v1/organization',
  'v1/seat',
  'v2/enrollment',
  'v1/certificate',
] as const;
/** Lists whose number is kept for the rows of one account too. */
const OF_ONE_ACCOUNT = ['v1/organization', 'v1/seat', 'v2/enrollment', 'v1/certificate'] as const;
/** The platform, two partners and an account of each. */
const PEOPLE: readonly Name[] = ['ada', 'ben', 'bea', 'cleo', 'carl'];
const ROUNDS = 6;
const LANES = 4;
const WORKS = 12;
/** After so many works of a lane its changes are added up, in the middle of those of the others. */
const FOLDS = 5;

let app: TestApp;
/** Accounts of partners and of none, which are moved, deleted and brought back. */
let accounts: string[];

beforeAll(async () => {
  app = await startTestApp();
  Object.defineProperty(LIMITS, 'countBound', { value: BOUND });
  const { rows } = await sql<{ id: string }>`
    insert into account (id, name, display_name, friendly_identifier, active, service_from, type, partner_account_id,
      created_at, updated_at)
    select gen_random_uuid(), 'Branch', 'Branch', 'branch-' || n, true, '2024-01-01', 'standard',
      (array[null, ${idOf('umbra-trust')}::uuid, ${idOf('calder-identity')}::uuid])[n % 3 + 1], now(), now()
    from generate_series(1, 9) n returning id`.execute(app.db);
  accounts = rows.map(({ id }) => id);
});
afterAll(async () => {
  Object.defineProperty(LIMITS, 'countBound', { value: countBound });
  await app.close();
});

const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';

/** One that moves from partner to partner and may be deleted, and one of a partner. */
const ofAccounts = (): string[] => [accounts[0] ?? '', idOf('nordmark-lb')];

/** The tables of which rows are made, and the column by which those are known. */
const MARKED = {
  app_user: 'first_name',
  organization: 'name',
  seat: 'name',
  enrollment: 'name',
  certificate: 'common_name',
} as const;
type Table = keyof typeof MARKED;
type Chance = { account: string; rows: number };
type Work = (chance: Chance) => RawBuilder<unknown>;

const some = (table: Table, rows: number): RawBuilder<unknown> => sql`(
  select id from ${sql.table(table)} where ${sql.ref(MARKED[table])} = 'Row' order by random() limit ${rows})`;
const change =
  (table: Table, set: (account: string) => RawBuilder<unknown>): Work =>
  ({ account, rows }) =>
    sql`update ${sql.table(table)} set ${set(account)} where id in ${some(table, rows)}`;

/** What is done to rows, at random. */
const WORK: readonly Work[] = [
  ({ account, rows }) => sql`
    insert into organization (id, account_id, name, country, created_at, updated_at)
    select gen_random_uuid(), ${account}, 'Row', 'SE', now(), now() from generate_series(1, ${rows})`,
  ({ account, rows }) => sql`
    insert into seat (id, account_id, type, name, identifier, created_at, updated_at)
    select gen_random_uuid(), ${account}, 'user', 'Row', gen_random_uuid(), now(), now()
    from generate_series(1, ${rows})`,
  ({ account, rows }) => sql`
    insert into enrollment (id, account_id, user_id, name, email, locale, keystore_location, enrollment_method, stage,
      code_hash, sent_at, expires_at, created_at, updated_at)
    select gen_random_uuid(), ${account}, (select id from app_user limit 1), 'Row', 'row@row.example', 'en_US',
      'browser', 'DDC', 'invited', gen_random_uuid(), now(), now(), now(), now() from generate_series(1, ${rows})`,
  // Some are the platform's own, some not signed yet.
  ({ account, rows }) => sql`
    insert into certificate (id, serial, state, cert_type, account_id, common_name, subject_text, issuer_text, key_type,
      valid_from, valid_to, certificate, fingerprint, created_at, updated_at)
    select gen_random_uuid(), '\x01', case when n % 3 = 0 then 'intended' else 'issued' end, 'end_entity',
      case when n % 2 = 0 then ${account}::uuid end, 'Row', 'CN=Row', 'CN=Test', 'ec_p256', now(), now(), '\x01',
      gen_random_uuid(), now(), now() from generate_series(1, ${rows}) n`,
  // Some are the platform's own, some are programs.
  ({ account, rows }) => sql`
    insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id, service_user,
      created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'row@row.example', 'Row', 'Row',
      case when n % 4 = 0 then 'system' else 'account' end, case when n % 4 > 0 then ${account}::uuid end,
      n % 2 = 0, now(), now() from generate_series(1, ${rows}) n`,
  change('organization', (account) => sql`account_id = ${account}`),
  change('seat', (account) => sql`account_id = ${account}`),
  change('enrollment', (account) => sql`account_id = ${account}`),
  change('certificate', (account) => sql`account_id = ${account}`),
  change('app_user', (account) => sql`primary_account_id = ${account}, access_scope = 'account'`),
  change('organization', () => sql`city = 'Kiel'`),
  change('certificate', () => sql`state = 'issued'`),
  change('app_user', () => sql`service_user = not service_user`),
  change('app_user', () => sql`deleted_at = case when deleted_at is null then now() end`),
  ...(['organization', 'seat', 'enrollment', 'certificate'] as const).map(
    (table): Work =>
      ({ rows }) =>
        sql`delete from ${sql.table(table)} where id in ${some(table, rows)}`,
  ),
  ({ account }) => sql`update account set deleted_at = case when deleted_at is null then now() end
    where id = ${account} and name = 'Branch'`,
  ({ account, rows }) => sql`update account set partner_account_id = (array[null, ${idOf('umbra-trust')}::uuid,
    ${idOf('calder-identity')}::uuid])[${rows} % 3 + 1] where id = ${account} and name = 'Branch'`,
];

/** Does one thing, or begins to and takes it back. Two that wait for each other are none of our business. */
async function one(random: () => number): Promise<void> {
  const among = <T>(of: readonly T[], otherwise: T): T => of[Math.floor(random() * of.length)] ?? otherwise;
  const [work, isKept] = [among(WORK, WORK[0]), random() > 0.2];
  const chance = {
    account: among([...accounts, idOf('nordmark-lb'), idOf('orsini-custody')], ''),
    rows: 1 + Math.floor(random() * 20),
  };
  const tx = await app.db.startTransaction().execute();
  try {
    await work?.(chance).execute(tx);
    await (isKept ? tx.commit() : tx.rollback()).execute();
  } catch (error) {
    await tx.rollback().execute();
    if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error;
  }
}
const DEADLOCK = '40P01';

type Total = [list: string, total: number, exact: boolean];

/** How many rows of each list a person is told of, and how many there are. */
async function totals(person: Name): Promise<{ told: Total[]; there: Total[] }> {
  const told: Total[] = [];
  const there: Total[] = [];
  for (const list of [
    ...LISTS,
    ...OF_ONE_ACCOUNT.flatMap((name) => ofAccounts().map((id) => `${name}?account_id=${id}`)),
  ]) {
    const path = `/account/ui-api/${list}${list.includes('?') ? '&' : '?'}`;
    const { body } = await app.call(person, 'GET', `${path}limit=1`);
    told.push([list, body.total, body.total_exact]);
    const whole = await app.call(person, 'GET', `${path}limit=99999`);
    there.push([list, whole.body.items.length, true]);
  }
  return { told, there };
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'everybody is told how many rows there are after work of many at once, round %i',
  { timeout: 60_000 },
  async (round) => {
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const random = randomFrom(round * LANES + lane);
        for (let n = 0; n < WORKS; n += 1) {
          await one(random);
          if (n % FOLDS === lane) await foldRowCounts(app.db);
        }
      }),
    );
    for (const person of PEOPLE) {
      const { told, there } = await totals(person);
      expect({ person, told }).toEqual({ person, told: there });
    }
  },
);

test('nobody is told another number while the changes are added up', { timeout: 60_000 }, async () => {
  const total = async () => (await app.call('ada', 'GET', '/account/ui-api/v1/organization?limit=1')).body.total;
  for (let n = 0; n < 5; n += 1) {
    await WORK[0]?.({ account: idOf('orsini-custody'), rows: 7 }).execute(app.db);
    const before = await total();
    const [, ...told] = await Promise.all([foldRowCounts(app.db), ...Array.from({ length: 6 }, total)]);
    expect(told).toEqual(told.map(() => before));
  }
});

test('the number of one account is its own, also before it is added up, for whoever sees the account', async () => {
  const [account = ''] = accounts;
  const told = async (person: Name) =>
    (await app.call(person, 'GET', `/account/ui-api/v1/organization?limit=1&account_id=${account}`)).body.total;
  const belongsTo = (partner: string) =>
    sql`update account set deleted_at = null, partner_account_id = ${idOf(partner)} where id = ${account}`.execute(
      app.db,
    );
  const make = (of: string, rows: number) => WORK[0]?.({ account: of, rows }).execute(app.db);
  await sql`delete from organization where account_id = ${account}`.execute(app.db);
  await belongsTo('umbra-trust');
  await make(account, 5);
  await foldRowCounts(app.db);
  expect([await told('ada'), await told('ben'), await told('bea')]).toEqual([5, 5, 0]);
  await make(account, 4);
  await make(idOf('orsini-custody'), 3);
  expect([await told('ada'), await told('ben'), await told('bea')]).toEqual([9, 9, 0]);
  await belongsTo('calder-identity');
  expect([await told('ada'), await told('ben'), await told('bea')]).toEqual([9, 0, 9]);
  await sql`update account set deleted_at = now() where id = ${account}`.execute(app.db);
  expect([await told('ada'), await told('ben'), await told('bea')]).toEqual([0, 0, 0]);
});

test('a list that was emptied at once has no rows, and goes on from there', async () => {
  const total = async (person: Name) =>
    (await app.call(person, 'GET', '/account/ui-api/v1/organization?limit=1&count=exact')).body.total;
  const make = (rows: number) => WORK[0]?.({ account: idOf('orsini-custody'), rows }).execute(app.db);
  await make(9);
  await foldRowCounts(app.db);
  await make(9);
  await sql`truncate organization cascade`.execute(app.db);
  await make(5);
  expect([await total('ada'), await total('carl'), await total('cleo')]).toEqual([5, 5, 0]);
});

test('of outgoing mail the platform’s people are told how much there is, whatever comes and goes', async () => {
  const total = async () => {
    const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/mail?limit=1');
    expect(body.total_exact).toBe(true);
    return body.total;
  };
  const make = (rows: number) =>
    sql`insert into mail (id, created_at, recipient, subject, kind, locale, status)
      select gen_random_uuid(), now(), 'row@row.example', 'Row', 'verify', 'en_US', 'sent'
      from generate_series(1, ${rows})`.execute(app.db);
  const before = await total();
  await make(9);
  expect(await total()).toBe(before + 9);
  await foldRowCounts(app.db);
  await make(4);
  await sql`delete from mail where id in (select id from mail where recipient = 'row@row.example' limit 6)`.execute(
    app.db,
  );
  await sql`update mail set status = 'failed' where recipient = 'row@row.example'`.execute(app.db);
  expect(await total()).toBe(before + 7);
  // No partner's and no account's list tells of it.
  expect((await app.call('ben', 'GET', '/account/ui-api/v1/mail')).status).toBe(403);
  await sql`truncate mail`.execute(app.db);
  expect(await total()).toBe(0);
  await make(3);
  expect(await total()).toBe(3);
});

test('after many changes at once no total looks through what was added up', async () => {
  await sql`insert into row_count_delta (list, change) select 'account', 0 from generate_series(1, 2000)`.execute(
    app.db,
  );
  await foldRowCounts(app.db);
  const { rows } = await sql`select pg_relation_size('row_count_delta')::int as bytes`.execute(app.db);
  expect(rows).toEqual([{ bytes: 0 }]);
});

test('what is left of an account without rows is nothing', async () => {
  const [account] = accounts;
  const kept = async (): Promise<number> => {
    await foldRowCounts(app.db);
    const { rows } = await sql`select from row_count where account_id = ${account}`.execute(app.db);
    return rows.length;
  };
  await sql`update account set deleted_at = null where id = ${account}`.execute(app.db);
  await WORK[0]?.({ account: account ?? '', rows: 3 }).execute(app.db);
  expect(await kept()).toBeGreaterThan(0);
  for (const table of ['enrollment', 'organization', 'certificate', 'seat'])
    await sql`delete from ${sql.table(table)} where account_id = ${account}`.execute(app.db);
  await sql`update app_user set deleted_at = now() where primary_account_id = ${account}`.execute(app.db);
  expect(await kept()).toBe(0);
});

test('they are added up while the sequencer of the audit log is at work', async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7346022)`.execute(tx);
    await sql`insert into row_count_delta (list, change) values ('organization', 1), ('organization', -1)`.execute(
      app.db,
    );
    await foldRowCounts(app.db);
    expect((await sql`select from row_count_delta`.execute(app.db)).rows).toEqual([]);
  });
});
