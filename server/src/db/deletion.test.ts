import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { makeCode } from '../sign-in/codes/code-store.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';
import { TO_ACCOUNT, TO_PERSON, type Consequence, type References } from './references.ts';

let app: TestApp;
let account: string;
let person: string;
beforeEach(async () => {
  app = await startTestApp();
  account = app.accountIds.get('nordmark-lb') ?? '';
  person = app.userIds.get('cleo') ?? '';
  await furnish();
});
afterEach(() => app.close());

/** A row for each column that refers to Nordmark or to Cleo, who belongs to no other account. */
async function furnish(): Promise<void> {
  const { db, clock } = app;
  const now = clock.now();
  await app.signIn('cleo');
  await makeCode(db, { userId: person, purpose: 'reset', ttlSeconds: 60, now });
  await db.insertInto('list_setting').values({ user_id: person, list: 'l', value: '{}', updated_at: now }).execute();
  const times = { made_at: now, expires_at: now };
  const plan = {
    id: newId(),
    made_by: person,
    act: 'accounts.language' as const,
    effects: '{}',
    typed: false,
    ...times,
  };
  await db.insertInto('bulk_plan').values(plan).execute();
  const elsewhere = app.accountIds.get('orsini-custody') ?? '';
  const stamps = { created_at: now, updated_at: now };
  for (const [of, updated_by] of [
    [account, null],
    [elsewhere, person],
  ] as const) {
    const organization = { ...stamps, id: newId(), account_id: of, name: 'North', country: 'DE', updated_by };
    await db.insertInto('organization').values(organization).execute();
    const name = { first_name: 'Ida', last_name: 'Noor', email: 'ida@noor.example' };
    const contact = { ...stamps, ...name, id: newId(), organization_id: organization.id, updated_by };
    await db.insertInto('contact').values(contact).execute();
  }
  await db.updateTable('account').set({ updated_by: person }).where('id', '=', elsewhere).execute();
  const scope = { app_code: 'account_manager', account_id: account, permissions: [] };
  const role = { ...scope, id: newId(), name: 'Own', created_at: now };
  await db.insertInto('role').values(role).execute();
  // Carl belongs to another account as well, and stays.
  const carl = app.userIds.get('carl') ?? '';
  await db.insertInto('user_account').values({ user_id: carl, account_id: account }).execute();
  await db.updateTable('app_user').set({ primary_account_id: account }).where('id', '=', carl).execute();
}

type Counts = { naming: number; open: number };
const NONE: Counts = { naming: 0, open: 0 };

/** How many rows name an id in each column, and how many of them are not over. */
async function count(references: References, id: string): Promise<Record<string, Counts>> {
  const counted: Record<string, Counts> = {};
  for (const [column, consequence] of Object.entries(references)) {
    const [table = '', name = ''] = column.split('.');
    const open = consequence.is === 'ended' ? consequence.open : sql<boolean>`true`;
    const { rows } = await sql<Counts>`
      select count(*)::int as naming, (count(*) filter (where ${open}))::int as open
      from ${sql.table(table)} where ${sql.ref(name)} = ${id}`.execute(app.db);
    counted[column] = rows[0] ?? NONE;
  }
  return counted;
}

/** What is left of the rows of a column once they have had its consequence. Who is handed on is looked at by itself. */
function remaining({ is }: Consequence, before: Counts): Counts {
  if (is === 'deleted' || is === 'detached') return { naming: 0, open: 0 };
  return is === 'ended' ? { naming: before.naming, open: 0 } : before;
}

test.each<[string, References, () => string]>([
  ['an account', TO_ACCOUNT, () => account],
  ['the person who belongs to it alone', TO_PERSON, () => person],
])('[A-050] an account is deleted: what refers to %s goes, ends or stays as is declared', async (_of, declared, id) => {
  const before = await count(declared, id());
  const counted = Object.entries(declared).filter(([, { is }]) => is !== 'handed on');
  const unseen = counted.filter(([column, { is }]) => is !== 'kept' && !before[column]?.open).map(([column]) => column);
  expect(unseen, 'columns without a row to see it by').toEqual([]);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const after = await count(declared, id());
  for (const [column, consequence] of counted)
    expect({ column, ...after[column] }).toEqual({ column, ...remaining(consequence, before[column] ?? NONE) });
});

test('[A-050] who belongs to another account as well is handed on to it, session and all', async () => {
  expect((await app.call('carl', 'GET', '/account/ui-api/v1/auth/me')).status).toBe(200);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  const carl = app.db
    .selectFrom('app_user')
    .select(['deleted_at', 'primary_account_id'])
    .where('user_name', '=', 'carl');
  expect(await carl.executeTakeFirst()).toEqual({
    deleted_at: null,
    primary_account_id: app.accountIds.get('orsini-custody'),
  });
  expect((await app.call('carl', 'GET', '/account/ui-api/v1/auth/me')).status).toBe(200);
});

test('[A-050] a deleted partner hands its people to another partner; those without one sign in no more', async () => {
  const partner = app.accountIds.get('umbra-trust') ?? '';
  const firstOf = (name: string) =>
    app.db.selectFrom('app_user').select(['deleted_at', 'primary_account_id']).where('user_name', '=', name);
  // Ben belongs to a standard account as well, which comes first by its id; Bea to two partners.
  for (const [name, of] of [
    ['ben', 'orsini-custody'],
    ['bea', 'orsini-custody'],
    ['bea', 'umbra-trust'],
  ] as const) {
    const membership = { user_id: app.userIds.get(name) ?? '', account_id: app.accountIds.get(of) ?? '' };
    await app.db.insertInto('user_account').values(membership).execute();
  }
  await app.db.updateTable('app_user').set({ primary_account_id: partner }).where('user_name', '=', 'bea').execute();
  const bens = await app.signIn('ben');
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${account}`)).status).toBe(204);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${partner}`)).status).toBe(204);
  expect(await firstOf('bea').executeTakeFirst()).toEqual({
    deleted_at: null,
    primary_account_id: app.accountIds.get('calder-identity'),
  });
  expect(await firstOf('ben').executeTakeFirst()).toEqual({ deleted_at: null, primary_account_id: partner });
  const me = { authorization: `Bearer ${bens.access_token}` };
  const refused = await app.request('GET', '/account/ui-api/v1/auth/me', undefined, me);
  expect(refused.body.error.status).toBe('ACCOUNT_EXPIRED');
  const again = { user_name: 'ben', password: PASSWORD };
  expect((await app.request('POST', '/account/ui-api/v1/auth/login', again)).body.error.status).toBe('ACCOUNT_EXPIRED');
});
