/**
 * What is judged stays as it was judged until it is written: each test changes it on a connection of its own, asks
 * meanwhile, and then commits.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '@signet/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPeople } from '../../seed/people.ts';
import { newId } from '../ids.ts';
import { startTestApp, type Answer, type TestApp } from '../testing/app.ts';
import { meanwhile as changedMeanwhile } from '../testing/meanwhile.ts';

const USER = '/account/ui-api/v1/user';
const ROLE = '/account/ui-api/v1/role';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const name of ['ada', 'cleo'] as const) await app.call(name, 'GET', '/account/ui-api/v1/auth/me');
});
afterAll(() => app.close());

const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
let made = 0;
const NAMES = { first_name: 'Nils', last_name: 'Holm', phone: '', locale: 'de_DE', access_scope: 'account' };
const somebody = (change: object = {}) => {
  made += 1;
  const name = `nils.meanwhile.${made}`;
  return { ...NAMES, user_name: name, email: `${name}@nordmark-lb.example`, ...change };
};
/** Somebody of Nordmark. */
async function person(): Promise<{ id: string; fields: ReturnType<typeof somebody> }> {
  const fields = somebody();
  const one = { first: 'Nils', last: 'Holm', userName: fields.user_name, scope: 'account' as const, roles: [] };
  const ids = await seedPeople(
    app.db,
    [{ ...one, accounts: ['nordmark-lb'] }],
    app.accountIds,
    'no password',
    app.clock.now(),
  );
  return { id: ids.get(fields.user_name) ?? '', fields };
}
async function account(): Promise<string> {
  made += 1;
  const id = newId();
  const names = { name: `House ${made}`, display_name: `House ${made}`, friendly_identifier: `meanwhile-${made}` };
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('account')
    .values({ ...names, ...stamps, id, service_from: '2026-01-01', locale: 'en_US', type: 'standard' })
    .execute();
  return id;
}
async function role(permissions: string[] = ['view_audit_log']): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('role')
    .values({ id, app_code: 'account_manager', name: `Role ${id}`, permissions, created_at: app.clock.now() })
    .execute();
  return id;
}

const meanwhile = (changes: readonly RawBuilder<unknown>[], ask: () => Promise<Answer>): Promise<Answer> =>
  changedMeanwhile(app, changes, ask);
const underField = ({ status, body }: Answer, field: string) => [status, body.error?.fields?.[field]?.status];

test('whoever is given more rights than the editor’s is not edited by what they had before', async () => {
  const { id, fields } = await person();
  const above = await role(['manage_account_user', 'manage_system_settings', 'delete_account']);
  const answer = await meanwhile(
    [
      sql`select from app_user where id = ${id} for no key update`,
      sql`insert into user_role (user_id, role_id) values (${id}, ${above})`,
      sql`update app_user set access_scope = 'system' where id = ${id}`,
    ],
    () => app.call('cleo', 'PUT', `${USER}/${id}`, { ...fields, access_scope: undefined, email: 'mine@x.example' }),
  );
  expect(answer.status).toBe(403);
  const kept = await app.db.selectFrom('app_user').select('email').where('id', '=', id).executeTakeFirst();
  expect(kept?.email).not.toBe('mine@x.example');
});

test('a role that is archived is given to nobody any more', async () => {
  const id = await role();
  const answer = await meanwhile([sql`update role set archived_at = ${app.clock.now()} where id = ${id}`], () =>
    app.call('ada', 'POST', USER, somebody({ primary_account_id: nordmark(), role_ids: [id] })),
  );
  expect(underField(answer, 'role_ids')).toEqual([400, 'ROLE_NOT_ASSIGNABLE']);
});

test('a role that is given to somebody is not deleted', async () => {
  const [id, { id: holder }] = [await role(), await person()];
  const answer = await meanwhile([sql`insert into user_role (user_id, role_id) values (${holder}, ${id})`], () =>
    app.call('ada', 'DELETE', `${ROLE}/${id}`),
  );
  expect([answer.status, answer.body.error.status]).toEqual([409, 'ROLE_IN_USE']);
});

test('a person who is deleted gets no token', async () => {
  const { id } = await person();
  const answer = await meanwhile([sql`update app_user set deleted_at = ${app.clock.now()} where id = ${id}`], () =>
    app.call('cleo', 'POST', '/account/ui-api/v1/api-access-token', { user_id: id, name: 'Late' }),
  );
  expect(answer.status).toBe(404);
});

test('an account that is deleted gets neither people nor roles', async () => {
  const deleted = (id: string) => [
    sql`select from account where id = ${id} for update`,
    sql`update account set deleted_at = ${app.clock.now()} where id = ${id}`,
  ];
  const [one, other] = [await account(), await account()];
  const created = await meanwhile(deleted(one), () =>
    app.call('ada', 'POST', USER, somebody({ primary_account_id: one })),
  );
  expect(underField(created, 'primary_account_id')).toEqual([404, 'NOT_FOUND']);
  const fields = { app_code: 'ca_manager', name: 'Late', description: '', permissions: ['view_ca'] };
  const added = await meanwhile(deleted(other), () => app.call('ada', 'POST', ROLE, { ...fields, account_id: other }));
  expect(underField(added, 'account_id')).toEqual([404, 'NOT_FOUND']);
});

test('the links of an account are counted one by one', async () => {
  const id = nordmark();
  const row = sql`select gen_random_uuid(), ${id}::uuid, '{nordmark-lb.example}'::text[], 'end_user',
    '2026-12-01'::date,
    sha256(n::text::bytea), ''::bytea, ${app.clock.now()}::timestamptz, ${app.userIds.get('ada')}::uuid`;
  const answer = await meanwhile(
    [
      sql`select from account where id = ${id} for no key update`,
      sql`insert into self_service_link
        (id, account_id, domains, access_scope, ends_on, state_hash, state_sealed, made_at, made_by)
        ${row} from generate_series(1, ${LIMITS.selfServiceLinksMax}) n`,
    ],
    () =>
      app.call('ada', 'POST', `/account/ui-api/v1/account/${id}/self-service-link`, {
        domains: ['nordmark-lb.example'],
        access_scope: 'end_user',
        ends_on: '2026-12-01',
      }),
  );
  expect(answer.body.error?.status).toBe('SELF_SERVICE_LINK_LIMIT');
});
