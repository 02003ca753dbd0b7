/** What comes after a plan: rights that its maker has lost, making it again, and the list of plans and runs. */
import { ACCESS } from '@signet/contract/access';
import type { BulkRow } from '@signet/contract/bulk';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runPlan } from '../../bulk/run.ts';
import { certified } from '../../testing/access-cast.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { bulkActs } from '../bulk-acts.ts';

const ACCOUNTS = '/account/ui-api/v1/account';
const BULK = '/account/ui-api/v1/bulk';

let app: TestApp;
onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben', 'cleo'], lastMayGo: true });

const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const TO_FRENCH = { locale: 'fr_FR' };

/** A plan of these accounts; its id. */
async function plan(who: Name, act: string, input: object, ...identifiers: string[]): Promise<string> {
  const body = { ids: identifiers.map(idOf), input };
  const answer = await app.call(who, 'POST', `${ACCOUNTS}/bulk/${act}`, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const start = (who: Name, id: string): Promise<Answer> => app.call(who, 'PUT', `${BULK}/${id}/run`);
const again = (who: Name, id: string): Promise<Answer> => app.call(who, 'POST', `${BULK}/${id}/again`);
const undo = async (who: Name, id: string): Promise<string> =>
  (await app.call(who, 'POST', `${BULK}/${id}/undo`)).body.id;
const rows = async (who: Name, id: string): Promise<BulkRow[]> =>
  (await app.call(who, 'GET', `${BULK}/${id}/row`)).body.items;
const save = (identifier: string, active: boolean): Promise<Answer> =>
  app.call('ada', 'PUT', `${ACCOUNTS}/${idOf(identifier)}/active`, { active });

async function run(who: Name, id: string): Promise<void> {
  expect((await start(who, id)).status).toBe(200);
  await runPlan(app.runtime, bulkActs, id);
}

/** Bea as a system administrator beside Ada, with these permissions alone. */
async function beaLooksAfterThePlatform(...permissions: string[]): Promise<void> {
  await sql`with role_of_bea as (
      insert into role (id, app_code, name, permissions, predefined, created_at)
      select gen_random_uuid(), 'account_manager', 'Of Bea', ${permissions}::text[], false, now() returning id),
    others as (delete from user_role where user_id = ${app.userIds.get('bea')})
    insert into user_role (user_id, role_id) select ${app.userIds.get('bea')}, id from role_of_bea`.execute(app.db);
  await sql`update app_user set access_scope = 'system' where user_name = 'bea'`.execute(app.db);
  app.forget('bea');
}

describe('a plan made again', () => {
  test('is of the same rows with the same input, judged anew; the plan before stays as it is', async () => {
    await app.call('ada', 'PUT', `${ACCOUNTS}/${idOf('nordmark-lb')}/active`, { active: false });
    const first = await plan('ada', 'active', { active: false }, 'nordmark-lb', 'orsini-custody');
    await save('nordmark-lb', true);
    app.clock.pass(3_600);
    app.forget('ada');
    const { status, body } = await again('ada', first);
    expect(status).toBe(201);
    expect(body).toMatchObject({ act: 'accounts.active', input: { active: false }, filters: null, status: 'planned' });
    expect(body.verdicts).toEqual({ refused: 0, change: 2, same: 0 });
    const before = (await app.call('ada', 'GET', `${BULK}/${first}`)).body;
    expect(before).toMatchObject({ status: 'expired', verdicts: { change: 1, same: 1 } });
    await run('ada', body.id);
    expect((await app.call('ada', 'GET', `${BULK}/${body.id}`)).body.outcomes.done).toBe(2);
  });

  test('[S-397] after its run has the rows that were not done; what is gone is refused by name', async () => {
    const first = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody', 'umbra-trust');
    await save('nordmark-lb', false);
    await app.call('ada', 'DELETE', `${ACCOUNTS}/${idOf('orsini-custody')}`);
    await run('ada', first);
    const { body } = await again('ada', first);
    expect(await rows('ada', body.id)).toEqual([
      expect.objectContaining({ name: 'Orsini Custody', verdict: 'refused', reason: { status: 'NOT_FOUND' } }),
      expect.objectContaining({ name: 'Nordmark Landesbank', verdict: 'change' }),
    ]);
    await run('ada', body.id);
    const { locale } = (await app.call('ada', 'GET', `${ACCOUNTS}/${idOf('nordmark-lb')}`)).body;
    expect(locale).toBe('fr_FR');
  });

  test('of a run that was stopped has the rows that waited; of one under way, or done, there is none', async () => {
    const first = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await start('ada', first);
    expect((await again('ada', first)).body.error.status).toBe('RUN_UNDER_WAY');
    await app.call('ada', 'PUT', `${BULK}/${first}/stop`);
    await runPlan(app.runtime, bulkActs, first);
    const { body } = await again('ada', first);
    expect(body.total).toBe(2);
    await run('ada', body.id);
    const answer = await again('ada', body.id);
    expect([answer.status, answer.body.error.status]).toEqual([409, 'NOTHING_TO_DO']);
  });

  test('of an undo takes back what the run has done, not what was saved since, and not after a week', async () => {
    const first = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await run('ada', first);
    const back = await undo('ada', first);
    await save('nordmark-lb', false);
    const { body } = await again('ada', back);
    expect(body).toMatchObject({ undoes: first, input: null });
    expect(await rows('ada', body.id)).toEqual([
      expect.objectContaining({ name: 'Nordmark Landesbank', reason: { status: 'CHANGED_SINCE' } }),
      expect.objectContaining({ name: 'Orsini Custody', verdict: 'change' }),
    ]);
    await run('ada', body.id);
    const { locale } = (await app.call('ada', 'GET', `${ACCOUNTS}/${idOf('orsini-custody')}`)).body;
    expect(locale).toBe('en_US');
    app.clock.pass(7 * 24 * 3_600);
    app.forget('ada');
    expect((await again('ada', body.id)).body.error.status).toBe('NO_UNDO');
  });

  test('says what is wrong with its input by now, and is for those alone who may do the act', async () => {
    const first = await plan('ada', 'end-date', { to: '2026-11-22' }, 'nordmark-lb');
    app.clock.pass(2 * 24 * 3_600);
    app.forget('ada');
    expect((await again('ada', first)).body.error).toMatchObject({ status: 'END_IN_PAST' });
    const other = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb');
    await sql`delete from user_role where user_id = ${app.userIds.get('ada')}`.execute(app.db);
    const started = await start('ada', other);
    expect([started.status, (await again('ada', other)).status]).toEqual([403, 403]);
  });
});

describe('a row whose act takes longer than the database may', () => {
  /** The database ends what is done to this account, the first times it is tried. */
  async function overdue(identifier: string, times: number): Promise<void> {
    await sql`create sequence tries`.execute(app.db);
    await sql`create function take_too_long() returns trigger language plpgsql as $$ begin
      if nextval('tries') <= ${sql.lit(times)} then
        raise 'canceling statement due to statement timeout' using errcode = 'query_canceled';
      end if;
      return new; end $$`.execute(app.db);
    await sql`create trigger take_too_long before update on account for each row
      when (old.id = ${sql.lit(idOf(identifier))}) execute function take_too_long()`.execute(app.db);
  }
  const outcomes = async (id: string) =>
    (await rows('ada', id)).map(({ name, outcome, outcome_reason }) => [name, outcome, outcome_reason?.status]);

  test('does not stop the others, and is refused the second time', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await overdue('nordmark-lb', 2);
    await run('ada', id);
    expect((await app.call('ada', 'GET', `${BULK}/${id}`)).body.status).toBe('done');
    expect(await outcomes(id)).toEqual([
      ['Nordmark Landesbank', 'refused', 'TAKES_TOO_LONG'],
      ['Orsini Custody', 'done', undefined],
    ]);
  });

  test('is done where the second try is in time, after the others', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await overdue('nordmark-lb', 1);
    await run('ada', id);
    expect(await outcomes(id)).toEqual([
      ['Nordmark Landesbank', 'done', undefined],
      ['Orsini Custody', 'done', undefined],
    ]);
    const { rows: events } = await sql<{ resource_name: string }>`
      select resource_name from audit_event where action = 'UPDATE' and resource_type = 'ACCOUNT'
      order by id desc limit 2`.execute(app.db);
    expect(events.map((event) => event.resource_name)).toEqual(['Nordmark Landesbank', 'Orsini Custody']);
  });
});

describe('the list of plans and runs', () => {
  const list = async (who: Name, query = ''): Promise<Answer['body']['items']> =>
    (await app.call(who, 'GET', `${BULK}${query}`)).body.items;

  test('says how many rows a run has done, without those that were so already, under way and in the end', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await start('ada', id);
    // One of each, as a run leaves them behind.
    const outcome = (name: string, position: number) =>
      sql`update bulk_row set outcome = ${name} where plan_id = ${id} and position = ${position}`.execute(app.db);
    await outcome('same', 1);
    expect(await list('ada')).toMatchObject([{ change: 2, settled: 1, done: 0, failed: 0 }]);
    await runPlan(app.runtime, bulkActs, id);
    expect(await list('ada')).toMatchObject([{ status: 'done', change: 2, settled: 2, done: 1, failed: 0 }]);
    const { outcomes } = (await app.call('ada', 'GET', `${BULK}/${id}`)).body;
    expect(outcomes).toMatchObject({ same: 1, done: 1, waiting: 0 });
  });

  test('has the own ones, the newest first, with how far they are', async () => {
    const first = await plan('ben', 'language', TO_FRENCH, 'nordmark-lb', 'umbra-trust');
    app.clock.pass(60);
    const second = await plan('ben', 'language', { locale: 'ja_JP' }, 'nordmark-lb');
    await save('nordmark-lb', false);
    await run('ben', first);
    const items = await list('ben');
    expect(items.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(items).toMatchObject([
      { status: 'planned', act: 'accounts.language', total: 1, change: 1, settled: 0, own: true, unseen: false },
      {
        status: 'done',
        made_by_name: 'Ben Okafor',
        input: TO_FRENCH,
        change: 1,
        settled: 1,
        done: 0,
        failed: 1,
        unseen: true,
      },
    ]);
    expect(await list('ben', '?status=done')).toHaveLength(1);
    expect(await list('ben', '?act=accounts.remove')).toEqual([]);
    for (const who of ['bea', 'carl'] as const) expect(await list(who), who).toEqual([]);
    const wrong = await app.call('ben', 'GET', `${BULK}?status=gone`);
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['status']]);
  });

  test('counts the rows of a run that is under way', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb', 'orsini-custody');
    await start('ada', id);
    await sql`update bulk_row set outcome = 'done' where plan_id = ${id} and position = 1`.execute(app.db);
    expect(await list('ada')).toMatchObject([{ status: 'running', change: 2, settled: 1, failed: 0 }]);
  });

  test('has what asks for attention: runs under way, and those that ended and were not looked at', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb');
    const attention = () => list('ada', '?attention=true');
    expect(await attention()).toEqual([]);
    await start('ada', id);
    const seen = () => app.call('ada', 'PUT', `${BULK}/${id}/seen`);
    expect((await seen()).status).toBe(204);
    expect(await attention()).toMatchObject([{ id, status: 'running', unseen: false }]);
    await runPlan(app.runtime, bulkActs, id);
    expect(await attention()).toMatchObject([{ id, status: 'done', unseen: true }]);
    expect((await app.call('ada', 'GET', `${BULK}/${id}`)).body.unseen).toBe(true);
    expect((await app.call('ben', 'PUT', `${BULK}/${id}/seen`)).status).toBe(404);
    await seen();
    expect(await attention()).toEqual([]);
    expect((await app.call('ada', 'GET', `${BULK}/${id}`)).body.unseen).toBe(false);
  });

  test('system scope with the audit log sees the runs of others, of acts it may do, not their plans', async () => {
    await beaLooksAfterThePlatform('view_audit_log', 'manage_account');
    const planned = await plan('ada', 'language', TO_FRENCH, 'nordmark-lb');
    const id = await plan('ada', 'language', TO_FRENCH, 'orsini-custody');
    await run('ada', id);
    const own = await plan('bea', 'language', { locale: 'ja_JP' }, 'nordmark-lb');
    expect(await list('bea')).toMatchObject([
      { id: own, own: true },
      { id, own: false, made_by_name: 'Ada Lindqvist', settled: 1, unseen: false },
    ]);
    expect(await list('bea', '?own=false')).toMatchObject([{ id }]);
    expect(await list('bea', '?attention=true')).toEqual([]);
    expect((await app.call('bea', 'GET', `${BULK}/${id}`)).body).toMatchObject({ own: false, outcomes: { done: 1 } });
    expect(await rows('bea', id)).toMatchObject([{ name: 'Orsini Custody', outcome: 'done' }]);
    expect((await app.call('bea', 'GET', `${BULK}/${planned}`)).status).toBe(404);
    for (const [method, act] of [
      ['PUT', 'run'],
      ['PUT', 'stop'],
      ['PUT', 'seen'],
      ['POST', 'again'],
      ['POST', 'undo'],
    ] as const)
      expect((await app.call('bea', method, `${BULK}/${id}/${act}`)).status, act).toBe(404);
  });

  test('without the audit log, or without the act, the runs of others are not there', async () => {
    const id = await plan('ada', 'language', TO_FRENCH, 'orsini-custody');
    await run('ada', id);
    await beaLooksAfterThePlatform('manage_account');
    expect(await list('bea')).toEqual([]);
    expect((await app.call('bea', 'GET', `${BULK}/${id}`)).status).toBe(404);
    await sql`update role set permissions = array['view_audit_log', 'manage_organization']
      where name = 'Of Bea'`.execute(app.db);
    expect(await list('bea')).toEqual([]);
    expect((await app.call('bea', 'GET', `${BULK}/${id}/row`)).status).toBe(404);
  });

  test('is for whoever may do a bulk act', () => {
    const seen: readonly string[] = ACCESS.bulk.view.any;
    for (const { name, single } of Object.values(bulkActs)) {
      const { all = [], any = [] } = single.access === 'public' ? {} : single.access;
      expect(
        [...all, ...any].some((permission) => seen.includes(permission)),
        name,
      ).toBe(true);
    }
  });
});

describe('[S-397] what its maker may no longer do when the job comes to it', () => {
  const USERS = '/account/ui-api/v1/user';
  const SUPPORT = '00000000-0000-7000-8000-000000000005';
  const userOf = (name: Name): string => app.userIds.get(name) ?? '';
  /** Ada is left with these permissions, by a role of her own. */
  async function keepOnly(permissions: readonly string[]): Promise<void> {
    const role = { app_code: 'account_manager', name: 'What is left', description: '', permissions };
    const made = permissions.length > 0 ? await app.call('ada', 'POST', '/account/ui-api/v1/role', role) : null;
    await app.db.deleteFrom('user_role').where('user_id', '=', userOf('ada')).execute();
    if (made)
      await app.db
        .insertInto('user_role')
        .values({ user_id: userOf('ada'), role_id: made.body.id })
        .execute();
  }
  /** Confirmed by Ada, who then has these permissions alone: what came of the rows that would change. */
  async function runWith(permissions: readonly string[], address: string, body: object) {
    const made = await app.call('ada', 'POST', address, body);
    expect(made.body.verdicts.change).toBeGreaterThan(0);
    expect((await app.call('ada', 'PUT', `${BULK}/${made.body.id}/run`)).status).toBe(200);
    await keepOnly(permissions);
    await runPlan(app.runtime, bulkActs, made.body.id);
    const { rows: left } = await sql<{ outcome: string; status: string }>`
      select distinct outcome, outcome_reason ->> 'status' as status from bulk_row
      where plan_id = ${made.body.id} and verdict = 'change'`.execute(app.db);
    return left;
  }
  const refusals = () =>
    app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_type', 'resource_id', 'resource_name', 'account_id', 'message'])
      .where('result', '=', 'failure')
      .execute();

  test('is refused and audited, whatever the store function of the act asks', async () => {
    const made = await app.call('cleo', 'POST', '/account/ui-api/v1/organization', { name: 'Treasury', country: 'DE' });
    const selection = { ids: [made.body.id], input: {} };
    const refused = [{ outcome: 'refused', status: 'STARTER_NOT_ALLOWED' }];
    expect(await runWith([], '/account/ui-api/v1/organization/bulk/delete', selection)).toEqual(refused);
    expect((await app.call('cleo', 'GET', `/account/ui-api/v1/organization/${made.body.id}`)).status).toBe(200);
    expect(await refusals()).toMatchObject([
      { action: 'DELETE', resource_type: 'ORGANIZATION', resource_id: made.body.id, message: 'STARTER_NOT_ALLOWED' },
    ]);
  });

  /** Confirmed by who sends these headers: what comes of it once `change` was made. */
  async function runBy(headers: Record<string, string>, change: () => Promise<unknown>) {
    const selection = { ids: [userOf('cleo')], input: { active: false } };
    const made = await app.request('POST', `${USERS}/bulk/active`, selection, headers);
    expect(made.body.verdicts.change).toBe(1);
    expect((await app.request('PUT', `${BULK}/${made.body.id}/run`, undefined, headers)).status).toBe(200);
    await change();
    await runPlan(app.runtime, bulkActs, made.body.id);
    return app.db.selectFrom('bulk_row').select('outcome').where('plan_id', '=', made.body.id).execute();
  }

  test.each([
    ['is taken away', { enabled: false }, 'refused'],
    ['is still good', { enabled: true }, 'done'],
  ])('and with which certificate: one that %s', async (_what, values, outcome) => {
    const change = () => app.db.updateTable('certificate').set(values).where('user_id', 'is not', null).execute();
    expect(await runBy(await certified(app), change)).toEqual([{ outcome }]);
  });

  test.each([
    ['is switched off', { enabled: false }, 'refused'],
    ['lists less by now', { permissions: ['view_user'] }, 'refused'],
    ['is still good', { enabled: true }, 'done'],
  ])('and with which token beside a certificate: one that %s', async (_what, values, outcome) => {
    const change = () => app.db.updateTable('api_token').set(values).execute();
    expect(await runBy(await certified(app, { token: true }), change)).toEqual([{ outcome }]);
  });

  test.each([
    ['switched off', 'active', { active: false }],
    ['given a role', 'role', { role_id: SUPPORT, given: true }],
    ['freed of a role', 'role', { role_id: SUPPORT, given: false }],
  ])('is refused of people who may do more by then: nobody is %s', async (_what, act, input) => {
    await app.db.deleteFrom('user_role').where('user_id', '=', userOf('cleo')).execute();
    if (!('given' in input && input.given))
      await app.db
        .insertInto('user_role')
        .values({ user_id: userOf('cleo'), role_id: SUPPORT })
        .execute();
    const cleo = async () => [
      await app.db.selectFrom('app_user').select(['active', 'version']).where('id', '=', userOf('cleo')).execute(),
      await app.db.selectFrom('user_role').select('role_id').where('user_id', '=', userOf('cleo')).execute(),
    ];
    const before = await cleo();
    const left = await runWith(['view_user', 'manage_account_user'], `${USERS}/bulk/${act}`, {
      ids: [userOf('cleo')],
      input,
    });
    expect(left).toEqual([{ outcome: 'refused', status: 'ABOVE_OWN_RIGHTS' }]);
    expect(await cleo()).toEqual(before);
    // Where it was tried, not where who tried it is at home.
    expect(await refusals()).toMatchObject([
      {
        action: 'UPDATE',
        resource_type: 'USER',
        resource_id: userOf('cleo'),
        resource_name: 'Cleo Marchetti',
        account_id: app.accountIds.get('nordmark-lb'),
        message: 'ABOVE_OWN_RIGHTS',
      },
    ]);
  });
});
