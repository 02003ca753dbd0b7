/** People make API tokens for themselves and for those whom they manage, and look after them. */
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedPeople, type SeedPerson } from '../../../seed/people.ts';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { mails } from '../../testing/sign-in.ts';
import { undoable } from '../../testing/undo.ts';

const TOKENS = '/account/ui-api/v1/api-access-token';
const ME = '/account/ui-api/v1/auth/me';

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
  // Signed in before anything is taken back.
  for (const name of ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] as const) await app.call(name, 'GET', ME);
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
});
afterEach(() => takeBack());

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const at = (id: string): string => `${TOKENS}/${id}/`;
const create = (as: Name, body: object): Promise<Answer> => app.call(as, 'POST', TOKENS, body);
const use = (text: string, url = ME): Promise<Answer> => app.request('GET', url, undefined, { 'x-api-key': text });
/** Another person of account scope without any role. */
async function someone(person: Pick<SeedPerson, 'userName' | 'accounts' | 'serviceUser'>): Promise<string> {
  const whole = { first: 'Some', last: 'One', scope: 'account' as const, roles: [], ...person };
  const ids = await seedPeople(app.db, [whole], app.accountIds, 'no password', app.clock.now());
  return ids.get(person.userName) ?? '';
}
const refusal = ({ status, body }: Answer) => [status, body?.error?.status];
const fieldOf = ({ status, body }: Answer, field: string) => [status, body?.error?.fields?.[field]?.status];

describe('a person’s own tokens', () => {
  test('are told with the last day of service: of several accounts the last, of a partner its own', async () => {
    const end = (day: string | null, ...identifiers: string[]) =>
      app.db.updateTable('account').set({ service_to: day }).where('friendly_identifier', 'in', identifiers).execute();
    const told = async (name: Name) => (await app.call(name, 'GET', TOKENS)).body.owner.accounts_end_on;
    const several = await someone({ userName: 'several', accounts: ['nordmark-lb', 'orsini-custody'] });
    const ofSeveral = async () =>
      (await app.call('ada', 'GET', `${TOKENS}?user_id=${several}`)).body.owner.accounts_end_on;
    await end('2027-03-31', 'nordmark-lb', 'umbra-trust');
    await end('2027-06-30', 'orsini-custody');
    expect([await told('ada'), await told('ben'), await ofSeveral()]).toEqual([null, '2027-03-31', '2027-06-30']);
    await end(null, 'orsini-custody');
    expect(await ofSeveral()).toBeNull();
  });

  test('[S-324 S-325] the text is answered once, works, and is in no other answer, table or event', async () => {
    const made = await create('cleo', { name: 'Nightly report', end_date: '2027-11-21' });
    expect(made.status).toBe(201);
    const { token, id } = made.body;
    expect(token).toMatch(/^signet_[0-9A-Za-z]{36}$/);
    expect(made.body).toMatchObject({
      name: 'Nightly report',
      user_id: idOf('cleo'),
      last_four: token.slice(-4),
      end_date: '2027-11-21',
      enabled: true,
      allowed_addresses: [],
      permissions: null,
      last_used_at: null,
      created_by_name: 'Cleo Marchetti',
    });
    expect((await use(token)).body).toMatchObject({ user_name: 'cleo' });

    const list = await app.call('cleo', 'GET', TOKENS);
    expect(list.body).toMatchObject({
      total: 1,
      items: [{ id, name: 'Nightly report', last_used_address: '127.0.0.1' }],
    });
    const rows = await app.db.selectFrom('api_token').selectAll().execute();
    const events = await app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', 'APIKEY').execute();
    expect(events).toMatchObject([{ action: 'CREATE', resource_name: 'cleo/Nightly report', actor_id: idOf('cleo') }]);
    const one = await app.call('cleo', 'GET', at(id));
    for (const answer of [list.body, one.body, rows, events])
      expect(JSON.stringify(answer)).not.toContain(token.slice(7, 37));
    for (const answer of [list.body, one.body, events]) expect(JSON.stringify(answer)).not.toContain('token_hash');
  });

  test('[S-054 S-326] name, end, addresses and rights are edited, and hold from the next request on', async () => {
    const { id, token } = (await create('cleo', { name: 'Report' })).body;
    const edited = await app.call('cleo', 'PUT', `${at(id)}?version=1`, {
      name: 'Weekly report',
      end_date: '2026-12-31',
      allowed_addresses: ['127.0.0.1', ' 127.0.0.1/32', '2001:DB8::/32'],
      permissions: ['view_organization', 'view_account', 'view_account'],
    });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({
      name: 'Weekly report',
      end_date: '2026-12-31',
      allowed_addresses: ['127.0.0.1', '2001:db8::/32'],
      permissions: ['view_account', 'view_organization'],
      version: 2,
    });
    expect(edited.body.token).toBeUndefined();
    expect((await use(token, '/account/ui-api/v1/account')).status).toBe(200);
    expect((await use(token, '/account/ui-api/v1/audit-log/checkpoint')).status).toBe(403);
    const kept = await app.call('cleo', 'PUT', at(id), { name: 'Weekly report' });
    expect(kept.body).toMatchObject({ version: 2, end_date: '2026-12-31' });
    expect(refusal(await app.call('cleo', 'PUT', `${at(id)}?version=1`, { name: 'X' }))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ]);
  });

  test('[S-327] disabled it is refused, enabled it works again', async () => {
    const { id, token } = (await create('cleo', { name: 'Report' })).body;
    const enable = (enabled: boolean) => app.call('cleo', 'PUT', `${TOKENS}/${id}/enable`, { enabled });
    expect((await enable(false)).body).toMatchObject({ enabled: false });
    expect(refusal(await use(token))).toEqual([401, 'TOKEN_DISABLED']);
    expect((await enable(true)).status).toBe(200);
    expect((await use(token)).status).toBe(200);
  });

  test('[S-326 S-328] deleted it is gone for good', async () => {
    const { id, token } = (await create('cleo', { name: 'Report' })).body;
    expect((await app.call('cleo', 'DELETE', at(id))).status).toBe(204);
    expect(refusal(await use(token))).toEqual([401, 'TOKEN_INVALID']);
    expect((await app.call('cleo', 'GET', at(id))).status).toBe(404);
    expect((await app.call('cleo', 'DELETE', at(id))).status).toBe(404);
  });

  test('[S-324] pages and sorts: those without an end come last, those never used first', async () => {
    await insertToken(app, idOf('cleo'), { name: 'a', end_date: null, last_used_at: new Date('2026-11-01') });
    await insertToken(app, idOf('cleo'), { name: 'b', end_date: '2027-01-01', last_used_at: null });
    await insertToken(app, idOf('cleo'), { name: 'C', end_date: '2026-12-01', last_used_at: new Date('2026-11-02') });
    const names = async (query: string) =>
      (await app.call('cleo', 'GET', `${TOKENS}?${query}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['a', 'b', 'C']);
    expect(await names('sort=end_date:asc')).toEqual(['C', 'b', 'a']);
    expect(await names('sort=last_used_at:asc')).toEqual(['b', 'a', 'C']);
    expect(await names('limit=1&offset=1')).toEqual(['b']);
    await insertToken(app, idOf('emil'), { name: 'of somebody else' });
    expect((await app.call('cleo', 'GET', `${TOKENS}?limit=1`)).body).toMatchObject({
      items: [{ name: 'a' }],
      total: 3,
    });
    expect(refusal(await app.call('cleo', 'GET', `${TOKENS}?sort=token_hash:asc`))).toEqual([
      400,
      'UNKNOWN_SORT_COLUMN',
    ]);
  });

  test('a token makes no token, and changes none, itself neither', async () => {
    const { id, token } = (await create('cleo', { name: 'Report', permissions: ['view_account'] })).body;
    const headers = { 'x-api-key': token };
    const asked: [Method, string, object?][] = [
      ['POST', TOKENS, { name: 'Another' }],
      ['PUT', at(id), { name: 'Wider', permissions: null }],
      ['PUT', `${TOKENS}/${id}/enable`, { enabled: false }],
      ['DELETE', at(id)],
    ];
    for (const [method, url, body] of asked)
      expect(refusal(await app.request(method, url, body, headers)), url).toEqual([403, 'SESSION_NEEDED']);
    expect((await use(token, TOKENS)).body.total).toBe(1);
  });
});
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

describe('bad input', () => {
  test.each([
    ['no name', { name: '' }, 'name', 'REQUIRED'],
    ['a name of blanks', { name: '  ' }, 'name', 'REQUIRED'],
    ['a name too long', { name: 'x'.repeat(101) }, 'name', 'MAX_LENGTH'],
    ['a name with a line break', { name: 'a\nb' }, 'name', 'INVALID_INPUT'],
    ['an end that is past', { end_date: '2026-11-20' }, 'end_date', 'END_IN_PAST'],
    ['an end that is no day', { end_date: '2026-02-30' }, 'end_date', 'INVALID_DATE'],
    ['what is no address', { allowed_addresses: ['192.0.2.7', 'example.com'] }, 'allowed_addresses', 'INVALID_ADDRESS'],
    ['half of a range', { allowed_addresses: ['192.0.2.7/24'] }, 'allowed_addresses', 'RANGE_BEGINS_ELSEWHERE'],
    ['too many addresses', { allowed_addresses: Array(21).fill('::1') }, 'allowed_addresses', 'INVALID_INPUT'],
    ['no permission at all', { permissions: [] }, 'permissions', 'NO_PERMISSION_CHOSEN'],
    ['a permission that is none', { permissions: ['rule_the_world'] }, 'permissions.0', 'INVALID_INPUT'],
    ['one that its person lacks', { permissions: ['view_tenant'] }, 'permissions', 'TOKEN_BEYOND_OWNER'],
    ['a text of one’s own', { token: 'signet_x' }, 'token', 'UNKNOWN_FIELD'],
  ])('%s', async (_what, change, field, status) => {
    const answer = await create('cleo', { name: 'Report', ...change });
    expect(fieldOf(answer, field)).toEqual([400, status]);
  });

  test('asking for more than its person has is in the log, other wrong input is not', async () => {
    await create('cleo', { name: '', permissions: ['view_account'] });
    await create('cleo', { name: 'Report', permissions: ['view_tenant'] });
    const { id } = (await create('cleo', { name: 'Report' })).body;
    await app.call('cleo', 'PUT', at(id), { name: 'Report', permissions: ['view_tenant'] });
    const told = app.db.selectFrom('audit_event').select(['action', 'actor_name', 'message']);
    expect(
      await told.where('resource_type', '=', 'APIKEY').where('result', '=', 'failure').orderBy('id').execute(),
    ).toEqual([
      { action: 'CREATE', actor_name: 'Cleo Marchetti', message: 'TOKEN_BEYOND_OWNER' },
      { action: 'UPDATE', actor_name: 'Cleo Marchetti', message: 'TOKEN_BEYOND_OWNER' },
    ]);
  });

  test('a name that the person has given already, in whatever case', async () => {
    await create('cleo', { name: 'Report' });
    expect(fieldOf(await create('cleo', { name: 'REPORT' }), 'name')).toEqual([409, 'TOKEN_NAME_EXISTS']);
    expect((await create('carl', { name: 'Report' })).status).toBe(201);
  });

  test('[S-054 S-326] an end that is past and a permission that is lost may stay, and none comes in anew', async () => {
    const stored = { name: 'Old', end_date: '2026-01-01', permissions: ['view_account', 'view_tenant'] };
    const { id } = await insertToken(app, idOf('cleo'), stored);
    const renamed = await app.call('cleo', 'PUT', at(id), { ...stored, name: 'Older' });
    expect(renamed.body).toMatchObject({ name: 'Older', end_date: '2026-01-01' });
    const other = await app.call('cleo', 'PUT', at(id), { name: 'Older', end_date: '2026-01-02' });
    expect(fieldOf(other, 'end_date')).toEqual([400, 'END_IN_PAST']);
    const permissions = [...stored.permissions, 'manage_tenant'];
    const wider = await app.call('cleo', 'PUT', at(id), { name: 'Older', permissions });
    expect(fieldOf(wider, 'permissions')).toEqual([400, 'TOKEN_BEYOND_OWNER']);
  });
});

describe('tokens of others', () => {
  test('[S-053] who may manage a person makes one for them, and they are told by mail', async () => {
    const made = await create('ada', { name: 'Made for Cleo', user_id: idOf('cleo') });
    expect(made.body).toMatchObject({ user_id: idOf('cleo'), created_by_name: 'Ada Lindqvist' });
    expect((await use(made.body.token)).body).toMatchObject({ user_name: 'cleo' });
    expect(await app.db.selectFrom('mail').select(['recipient', 'kind', 'subject']).execute()).toEqual([
      { recipient: 'cleo@nordmark-lb.example', kind: 'token-made', subject: 'Ada Lindqvist made an API token for you' },
    ]);
    await create('cleo', { name: 'Made by herself' });
    expect(await app.db.selectFrom('mail').select('id').execute()).toHaveLength(1);
  });

  test('[S-414] their mail names the end of a token as they read days', async () => {
    await app.db.updateTable('app_user').set({ date_format: 'YYYY/MM/DD' }).where('id', '=', idOf('cleo')).execute();
    const end_date = payloadDate(new Date(app.clock.now().getTime() + 20 * 86_400_000));
    await create('ada', { name: 'Made for Cleo', user_id: idOf('cleo'), end_date });
    const [mail] = await mails(app, 'cleo@nordmark-lb.example', 'token-made');
    expect(mail?.text).toContain(end_date.replaceAll('-', '/'));
  });

  test('of somebody with more rights than the own are not made, changed or deleted', async () => {
    // Ada’s is out of sight; Ben sees Cleo, whom he gives a right that he does not have himself.
    expect(refusal(await create('ben', { name: 'X', user_id: idOf('ada') }))).toEqual([404, 'NOT_FOUND']);
    await app.db.deleteFrom('user_role').where('user_id', '=', idOf('ben')).execute();
    const { id, text } = await insertToken(app, idOf('cleo'));
    const role = {
      id: crypto.randomUUID(),
      app_code: 'account_manager' as const,
      name: 'Only people',
      created_at: app.clock.now(),
    };
    await app.db
      .insertInto('role')
      .values({ ...role, permissions: ['view_user', 'manage_account_user'] })
      .execute();
    await app.db
      .insertInto('user_role')
      .values({ user_id: idOf('ben'), role_id: role.id })
      .execute();
    expect((await app.call('ben', 'GET', `${TOKENS}?user_id=${idOf('cleo')}`)).body).toMatchObject({
      total: 1,
      owner: { why_not_manage: { status: 'ABOVE_OWN_RIGHTS' } },
    });
    expect(refusal(await create('ben', { name: 'X', user_id: idOf('cleo') }))).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    for (const [method, url, body] of [
      ['PUT', at(id), { name: 'X' }],
      ['PUT', `${TOKENS}/${id}/enable`, { enabled: false }],
      ['DELETE', at(id), undefined],
    ] as const)
      expect(refusal(await app.call('ben', method, url, body)), method).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    expect((await use(text)).status).toBe(200);
  });

  test('of somebody who belongs to accounts out of sight too are not made: they would open those', async () => {
    const ida = await someone({ userName: 'ida', accounts: ['nordmark-lb', 'orsini-custody'] });
    expect(refusal(await create('cleo', { name: 'X', user_id: ida }))).toEqual([403, 'BELONGS_ELSEWHERE']);
    expect((await create('ada', { name: 'X', user_id: ida })).status).toBe(201);
  });

  test('the second tenant sees nothing of them, nor does whoever may not see people', async () => {
    const { id } = await insertToken(app, idOf('cleo'), { name: 'Secret plan' });
    for (const name of ['bea', 'carl', 'emil'] as const)
      for (const [method, url, body] of [
        ['GET', `${TOKENS}?user_id=${idOf('cleo')}`, undefined],
        ['POST', TOKENS, { name: 'X', user_id: idOf('cleo') }],
        ['GET', at(id), undefined],
        ['PUT', at(id), { name: 'X' }],
        ['PUT', `${TOKENS}/${id}/enable`, { enabled: false }],
        ['DELETE', at(id), undefined],
      ] as const)
        expect(refusal(await app.call(name, method, url, body)), `${name} ${method} ${url}`).toEqual([
          404,
          'NOT_FOUND',
        ]);
  });

  test('whoever may not see people sees no tokens of others in the own account either', async () => {
    const nora = await someone({ userName: 'nora', accounts: ['nordmark-lb'] });
    const { text } = await insertToken(app, nora);
    await insertToken(app, idOf('cleo'));
    expect((await use(text, TOKENS)).body.total).toBe(1);
    expect(refusal(await use(text, `${TOKENS}?user_id=${idOf('cleo')}`))).toEqual([404, 'NOT_FOUND']);
  });

  test('a person who is deleted has none, and gets none', async () => {
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('id', '=', idOf('emil')).execute();
    expect(refusal(await create('ada', { name: 'X', user_id: idOf('emil') }))).toEqual([404, 'NOT_FOUND']);
  });
});

test('what ends within days is told to its person, and to whoever made a token of a service user', async () => {
  const ending = async (name: Name) =>
    (await app.call(name, 'GET', `${TOKENS}/ending`)).body.items.map((token: { name: string }) => token.name);
  const make = (of: string, name: string, end_date: string | null, more: object = {}) =>
    insertToken(app, idOf(of), { name, end_date, ...more });
  await make('cleo', 'In a week', '2026-11-28');
  await make('cleo', 'Today', '2026-11-21');
  await make('cleo', 'Later', '2026-11-29');
  await make('cleo', 'Over', '2026-11-20');
  await make('cleo', 'Endless', null);
  await make('cleo', 'Disabled', '2026-11-22', { enabled: false });
  await make('dora', 'Hers', '2026-11-23', { created_by: idOf('cleo') });
  await make('dora', 'Another’s', '2026-11-23', { created_by: idOf('ben') });
  await make('carl', 'Made for Carl', '2026-11-23', { created_by: idOf('cleo') });
  expect(await ending('cleo')).toEqual(['Today', 'Hers', 'In a week']);
  expect(await ending('ben')).toEqual(['Another’s']);
  expect(await ending('carl')).toEqual(['Made for Carl']);
  expect(await ending('ada')).toEqual([]);
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('dora')).execute();
  expect(await ending('cleo')).toEqual(['Today', 'In a week']);
  for (let n = 0; n <= LIMITS.tokenNotices; n += 1) await make('bea', `Token ${n}`, '2026-11-22');
  const { items, total } = (await app.call('bea', 'GET', `${TOKENS}/ending`)).body;
  expect([items.length, total]).toEqual([LIMITS.tokenNotices, LIMITS.tokenNotices + 1]);
});

test('where the maker of a service user’s token is gone, the administrators of its account are told', async () => {
  const names = async (name: Name) =>
    (await app.call(name, 'GET', `${TOKENS}/ending`)).body.items.map((token: { name: string }) => token.name);
  await insertToken(app, idOf('dora'), { name: 'Of Ben', end_date: '2026-11-23', created_by: idOf('ben') });
  expect(await names('cleo')).toEqual([]);
  const makerIs = (values: { active: boolean }) =>
    app.db.updateTable('app_user').set(values).where('id', '=', idOf('ben')).execute();
  await makerIs({ active: false });
  expect(await names('cleo')).toEqual(['Of Ben']);
  expect(await names('carl')).toEqual([]);
  expect(await names('ada')).toEqual([]);
  await makerIs({ active: true });
  expect(await names('cleo')).toEqual([]);
  // The customer has another partner now.
  await sql`update app_user set
    owner_account_id = (select id from account where friendly_identifier = 'calder-identity')
    where id = ${idOf('dora')}`.execute(app.db);
  expect(await names('cleo')).toEqual(['Of Ben']);
  expect(await names('ben')).toEqual([]);
});

describe('service users', () => {
  const of = (name: string): string => `/account/ui-api/v1/service-user/${idOf(name)}/api-access-token`;

  test('[S-324 S-325 S-326 S-327] have theirs below their own address', async () => {
    const made = await app.call('cleo', 'POST', of('dora'), { name: 'Deployment' });
    expect(made.status).toBe(201);
    const { id, token } = made.body;
    expect((await use(token)).body).toMatchObject({ user_name: 'dora' });
    expect(await app.db.selectFrom('mail').select('id').execute()).toEqual([]);
    expect((await app.call('cleo', 'GET', of('dora'))).body).toMatchObject({ total: 1, owner: { service_user: true } });
    expect((await app.call('cleo', 'GET', `${of('dora')}/${id}/`)).body).toMatchObject({ name: 'Deployment' });
    const renamed = await app.call('cleo', 'PUT', `${of('dora')}/${id}/`, { name: 'Deployment 2' });
    expect(renamed.body).toMatchObject({ name: 'Deployment 2' });
    expect((await app.call('cleo', 'PUT', `${of('dora')}/${id}/enable`, { enabled: false })).status).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect((await app.call('cleo', 'DELETE', `${of('dora')}/${id}/`)).status).toBe(204);
    expect((await app.call('carl', 'GET', of('dora'))).status).toBe(404);
    const events = await app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', id).execute();
    // The user name of a service user is an id that nobody is shown.
    expect(events.find(({ action }) => action === 'CREATE')?.resource_name).toBe('Dora Service/Deployment');
  });

  test('a person has none there, and a token of another one is not found', async () => {
    const { id } = await insertToken(app, idOf('cleo'));
    expect((await app.call('cleo', 'GET', of('cleo'))).status).toBe(404);
    expect((await app.call('cleo', 'GET', `${of('dora')}/${id}/`)).status).toBe(404);
    expect((await app.call('cleo', 'DELETE', `${of('cleo')}/${id}/`)).status).toBe(404);
    const sven = await someone({ userName: 'sven', accounts: ['nordmark-lb'], serviceUser: true });
    const his = await insertToken(app, sven);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await app.call('cleo', method, `${of('dora')}/${his.id}/`)).status, method).toBe(404);
  });
});
