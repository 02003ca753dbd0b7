/** What of an account's history somebody reads who may not read the audit log. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Permission } from '@signet/contract/viewer';
import { insertToken } from '../../testing/api-token.ts';
import type { TestApp } from '../../testing/app.ts';
import { wantedAccount } from '../../testing/new-account.ts';
import { onePlatform } from '../../testing/one-platform.ts';

let app: TestApp;
onePlatform((one) => (app = one), { signedIn: ['cleo', 'ada'] });

const API = '/account/ui-api/v1';
type Event = { resource_type: string; after: unknown };
type History = { items: Event[]; total: number };

const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const historyOf = async (headers: Record<string, string>, id = nordmark()): Promise<History> => {
  const { status, body } = await app.request('GET', `${API}/account/${id}/history?limit=100`, undefined, headers);
  expect(status).toBe(200);
  return body;
};
const kindsOf = ({ items }: History): string[] => [...new Set(items.map((one) => one.resource_type))].toSorted();
/** What a token of somebody reads that has no more than these permissions. */
async function byToken(permissions: Permission[], person = 'cleo', id = nordmark()): Promise<History> {
  const { text } = await insertToken(app, app.userIds.get(person) ?? '', { permissions });
  return historyOf({ 'x-api-key': text }, id);
}

async function make(path: string, body: object): Promise<void> {
  const made = await app.call('cleo', 'POST', `${API}${path}`, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

/** Cleo makes one of each. */
async function makeSome(): Promise<void> {
  const of = { access_scope: 'account', primary_account_id: nordmark(), account_ids: [], role_ids: [] };
  const names = { first_name: 'Ole', last_name: 'Haug', user_name: 'ole.haug', email: 'ole.haug@nordmark.example' };
  await make('/user', { ...of, ...names, locale: 'en_US', phone: '+47 22 33 44 55' });
  const program = { name: 'Nightly import', email: 'import@nordmark.example', locale: 'en_US' };
  await make('/service-user', { ...program, access_scope: 'account', primary_account_id: nordmark() });
  await make('/api-access-token', { name: 'Ledger' });
  await make('/organization', { name: 'Nordmark Leasing', country: 'DE', account_id: nordmark() });
  await make('/oauth/client', { name: 'Nordmark reports', accountId: nordmark(), scopes: ['view_account'] });
  const forCleo = { enabled: true, user_id: app.userIds.get('cleo') };
  expect((await app.call('ada', 'PUT', `${API}/feature-flag/AM_enable_packaging`, forCleo)).status).toBe(204);
}

test('[S-231] a token that may only see the account reads nothing of its people, nor counts it', async () => {
  await makeSome();
  const all = kindsOf(await historyOf({ authorization: `Bearer ${(await app.signIn('cleo')).access_token}` }));
  expect(all).toEqual(['APIKEY', 'FEATURE_FLAG', 'OAUTH_CLIENT', 'ORGANIZATION', 'SERVICE_USER', 'USER']);

  const { items, total } = await byToken(['view_account']);
  expect(items.map((one) => one.resource_type)).toEqual(['OAUTH_CLIENT']);
  expect(total).toBe(1);
});

test('each permission adds what its list has; with the audit log all of it is read', async () => {
  await makeSome();
  const reads = async (...permissions: Permission[]) => kindsOf(await byToken(['view_account', ...permissions]));
  expect(await reads('view_organization')).toEqual(['OAUTH_CLIENT', 'ORGANIZATION']);
  expect(await reads('view_user')).toEqual(['APIKEY', 'FEATURE_FLAG', 'OAUTH_CLIENT', 'SERVICE_USER', 'USER']);
  expect(await reads('view_audit_log')).toEqual([
    'APIKEY',
    'FEATURE_FLAG',
    'OAUTH_CLIENT',
    'ORGANIZATION',
    'SERVICE_USER',
    'USER',
  ]);
});

test('how people of an account sign in is read by those who may change it; roles where there are any', async () => {
  const { body } = await app.call('ada', 'POST', `${API}/account`, wantedAccount());
  const link = { purpose: 'saml' };
  expect((await app.call('ada', 'POST', `${API}/account/${body.id}/sign-in-setup-link`, link)).status).toBe(201);
  const role = { name: 'Clerks', description: '', app_code: 'account_manager', permissions: ['view_account'] };
  expect((await app.call('ada', 'POST', `${API}/role`, { ...role, account_id: body.id })).status).toBe(201);

  const reads = async (...permissions: Permission[]) => kindsOf(await byToken(permissions, 'ada', body.id));
  expect(await reads('view_account')).toEqual(['ACCOUNT']);
  expect(await reads('manage_account')).toEqual(['ACCOUNT', 'SIGN_IN_SETUP_LINK']);
  expect(await reads('view_account', 'view_user_role')).toEqual(['ACCOUNT', 'ROLE']);
  const off = { name: 'AM_enable_user_roles', key: '', enabled: false, updated_at: app.clock.now() };
  await app.db.insertInto('feature_flag').values(off).execute();
  expect(await reads('view_account', 'view_user_role')).toEqual(['ACCOUNT']);
});

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] } & {
  'Rows Removed by Filter'?: number;
};
/** How many events a plan has read. */
const eventsRead = (plan: Plan): number =>
  (plan['Relation Name'] === 'audit_event'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + eventsRead(inner), 0);

/** Other accounts have many changes, so that the planner expects as many here. */
test('the few changes of an account are found without its many sign-ins', async () => {
  await makeSome();
  await sql`insert into audit_event (id, at, action, resource_type, resource_name, account_id, actor_via, result,
      leaf_hash)
    select gen_random_uuid(), now() + n * interval '1 second', action, type, 'Somebody', account, 'session', 'success',
      sha256('')
    from generate_series(1, 10000) n, (values ('LOGIN', 'BASIC_AUTH', ${nordmark()}::uuid),
      ('UPDATE', 'ORGANIZATION', ${app.accountIds.get('calder-identity')}::uuid)) many (action, type, account)`.execute(
    app.db,
  );
  await app.pool.query('analyze audit_event');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const { items, total } = await byToken(['view_account', 'view_audit_log']);
  const queries = (asked.mock.calls as unknown[][]).map(([query]) => query as { text?: string; values?: unknown[] });
  asked.mockRestore();
  expect(items).toHaveLength(total);
  expect(total).toBeGreaterThan(5);
  const ofEvents = queries.filter(({ text = '' }) => /^\s*(?:with|select)\b[^]*\baudit_event\b/.test(text));
  expect(ofEvents.length).toBeGreaterThan(0);
  for (const { text, values } of ofEvents) {
    const { rows } = await app.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    expect(eventsRead(rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Actual Rows': 0, 'Actual Loops': 0 })).toBeLessThan(1_000);
  }
});
