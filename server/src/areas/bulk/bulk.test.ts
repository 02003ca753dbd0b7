import type { BulkRow } from '@signet/contract/bulk';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sweepPlans } from '../../bulk/progress-store.ts';
import { runPlan } from '../../bulk/run.ts';
import { newId } from '../../ids.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { bulkActs } from '../bulk-acts.ts';

const ACCOUNTS = '/account/ui-api/v1/account';
const BULK = '/account/ui-api/v1/bulk';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben'], lastMayGo: true });

const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const plan = (who: Name, act: string, body: object): Promise<Answer> =>
  app.call(who, 'POST', `${ACCOUNTS}/bulk/${act}`, body);
const read = async (who: Name, id: string) => (await app.call(who, 'GET', `${BULK}/${id}`)).body;
const rows = async (who: Name, id: string, query = ''): Promise<BulkRow[]> =>
  (await app.call(who, 'GET', `${BULK}/${id}/row${query}`)).body.items;
const account = async (id: string) => (await app.call('ada', 'GET', `${ACCOUNTS}/${id}`)).body;

/** Confirms a plan and does what its job does, until nothing is left. */
async function run(who: Name, id: string): Promise<Answer['body']> {
  expect((await app.call(who, 'PUT', `${BULK}/${id}/run`)).status).toBe(200);
  await runPlan(app.runtime, bulkActs, id);
  return read(who, id);
}

const TO_FRENCH = { filters: {}, input: { locale: 'fr_FR' } };

describe('a plan', () => {
  test('has a verdict for each account that matches, and changes nothing', async () => {
    const answer = await plan('ada', 'language', TO_FRENCH);
    expect(answer.status).toBe(201);
    const total = (await app.call('ada', 'GET', ACCOUNTS)).body.total;
    expect(answer.body).toMatchObject({ act: 'accounts.language', status: 'planned', total, undoable: true });
    expect(answer.body.verdicts).toEqual({ refused: 0, change: total, same: 0 });
    expect((await account(idOf('nordmark-lb'))).locale).toBe('en_US');
    expect(await rows('ada', answer.body.id)).toHaveLength(total);
    const events = await app.db.selectFrom('audit_event').select('id').where('action', '<>', 'LOGIN').execute();
    expect(events).toEqual([]);
  });

  test('says by name and reason who is left out: the platform’s own account has its right reason', async () => {
    const own = (await app.call('ada', 'GET', ACCOUNTS)).body.items.find(
      (one: { id: string; system_account: boolean }) => one.system_account,
    );
    for (const [act, input] of [
      ['active', { active: false }],
      ['end-date', { to: '2029-12-31' }],
      ['partner', { partner_account_id: null }],
      ['delete', {}],
    ] as const) {
      const { body } = await plan('ada', act, { filters: {}, input });
      const refused = await rows('ada', body.id, '?verdict=refused');
      expect(refused, act).toContainEqual(
        expect.objectContaining({ id: own.id, name: own.name, reason: { status: 'SYSTEM_ACCOUNT' } }),
      );
      expect(body.refusals, act).toContainEqual({ status: 'SYSTEM_ACCOUNT', count: 1 });
    }
  });

  test('a partner that has customers is not deleted, and its row says how many it has', async () => {
    const { body } = await plan('ada', 'delete', { filters: { type: 'partner' }, input: {} });
    const refused = await rows('ada', body.id, '?verdict=refused');
    expect(refused.map(({ reason }) => reason?.status)).toContain('HAS_CUSTOMERS');
  });

  test('what is so already stays as it is', async () => {
    const { body } = await plan('ada', 'language', { ids: [idOf('nordmark-lb')], input: { locale: 'en_US' } });
    expect(body.verdicts).toEqual({ refused: 0, change: 0, same: 1 });
    const answer = await app.call('ada', 'PUT', `${BULK}/${body.id}/run`);
    expect([answer.status, answer.body.error.status]).toEqual([409, 'NOTHING_TO_DO']);
  });

  test('switching off a partner weighs as much as deleting it; a standard account does not', async () => {
    const off = { active: false };
    const many = await plan('ada', 'active', { ids: [idOf('nordmark-lb'), idOf('calder-identity')], input: off });
    expect(many.body).toMatchObject({ typed: true, effects: { partners: 1 } });
    expect((await plan('ada', 'active', { ids: [idOf('nordmark-lb')], input: off })).body.typed).toBe(false);
    expect((await plan('ada', 'delete', { ids: [idOf('nordmark-lb')], input: {} })).body.typed).toBe(true);
  });

  test('says whom it touches, as the single act does', async () => {
    const id = idOf('nordmark-lb');
    const { body } = await plan('ada', 'active', { ids: [id], input: { active: false } });
    const { body: single } = await app.call('ada', 'GET', `${ACCOUNTS}/${id}/effects`);
    // Who leaves an account is said where it is given to another partner.
    const { certificates, people_leaving, ...effects } = single;
    expect(body.effects).toEqual({ ...effects, partners: 0 });
    expect(body.effects.people).toBeGreaterThan(0);
    const deletion = (await plan('ada', 'delete', { ids: [id], input: {} })).body;
    expect(deletion.effects).toEqual({ ...effects, certificates, partners: 0 });
    const given = (await plan('ada', 'partner', { ids: [id], input: { partner_account_id: null } })).body;
    expect(given.effects).toEqual({ ...effects, people_leaving, partners: 0 });
  });

  test('of a deletion says how many certificates will be revoked, those of its people among them', async () => {
    const [accountId, otherId] = [idOf('nordmark-lb'), idOf('orsini-custody')];
    const [cleo, carl] = (['cleo', 'carl'] as const).map((name) => app.userIds.get(name) ?? '');
    await withAuthorities(app);
    for (const belongsTo of [{ accountId }, { accountId, userId: cleo }, { userId: cleo }, { userId: carl }])
      await issueFor(app, { belongsTo });
    // Carl belongs to both, and goes with neither alone.
    await sql`insert into user_account (user_id, account_id) values (${carl}, ${accountId})`.execute(app.db);
    expect((await app.call('ada', 'GET', `${ACCOUNTS}/${accountId}/effects`)).body.certificates).toBe(3);
    const deletionOf = async (ids: string[]) => (await plan('ada', 'delete', { ids, input: {} })).body;
    expect((await deletionOf([accountId])).effects.certificates).toBe(3);
    const both = await deletionOf([accountId, otherId]);
    expect(both.effects.certificates).toBe(4);
    expect((await run('ada', both.id)).outcomes.done).toBe(2);
    const { rows: revoked } = await sql`select from certificate where state = 'revoked'`.execute(app.db);
    expect(revoked).toHaveLength(4);
  });

  test('counts the sessions that end: of people whom none but the chosen accounts lets in', async () => {
    const [nordmark, orsini] = [idOf('nordmark-lb'), idOf('orsini-custody')];
    for (const name of ['ada', 'carl'] as const)
      await app.db
        .insertInto('user_account')
        .values({ user_id: app.userIds.get(name) ?? '', account_id: nordmark })
        .execute();
    await app.signIn('carl');
    const sessions = async (ids: string[]) =>
      (await plan('ada', 'active', { ids, input: { active: false } })).body.effects.sessions;
    expect((await app.call('ada', 'GET', `${ACCOUNTS}/${nordmark}/effects`)).body).toMatchObject({ sessions: 0 });
    expect((await app.call('ada', 'GET', `${ACCOUNTS}/${orsini}/effects`)).body).toMatchObject({ sessions: 0 });
    expect(await sessions([nordmark])).toBe(0);
    expect(await sessions([nordmark, orsini])).toBe(1);
    await app.call('ada', 'PUT', `${ACCOUNTS}/${nordmark}/active`, { active: false });
    expect((await app.call('ada', 'GET', `${ACCOUNTS}/${orsini}/effects`)).body).toMatchObject({ sessions: 1 });
    const open = () => app.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute();
    const before = (await open()).length;
    await app.call('ada', 'PUT', `${ACCOUNTS}/${orsini}/active`, { active: false });
    expect(await open()).toHaveLength(before - 1);
  });

  test('sees what its maker sees, and is its maker’s alone', async () => {
    const { body } = await plan('ben', 'language', TO_FRENCH);
    const names = (await rows('ben', body.id)).map(({ id }) => id);
    const seen = (await app.call('ben', 'GET', ACCOUNTS)).body.items.map(
      (one: { id: string; system_account: boolean }) => one.id,
    );
    expect(new Set(names)).toEqual(new Set(seen));
    const foreign = idOf('orsini-custody');
    const unknown = newId();
    const chosen = { ids: [foreign, unknown, idOf('nordmark-lb'), foreign], input: { locale: 'fr_FR' } };
    const other = (await plan('ben', 'language', chosen)).body;
    expect(other).toMatchObject({ total: 3, verdicts: { refused: 2, change: 1 } });
    const refused = (id: string) => ({ id, name: id, verdict: 'refused', reason: { status: 'NOT_FOUND' } });
    expect(await rows('ben', other.id, '?verdict=refused')).toMatchObject([refused(foreign), refused(unknown)]);
    for (const who of ['ada', 'bea', 'cleo'] as const) {
      expect((await app.call(who, 'GET', `${BULK}/${body.id}`)).status).toBe(404);
      expect((await app.call(who, 'GET', `${BULK}/${body.id}/row`)).status).toBe(404);
      expect((await app.call(who, 'GET', `${BULK}/${body.id}/row/export`)).status).toBe(404);
      expect((await app.call(who, 'PUT', `${BULK}/${body.id}/run`)).status).toBe(404);
      expect((await app.call(who, 'PUT', `${BULK}/${body.id}/stop`)).status).toBe(404);
      expect((await app.call(who, 'POST', `${BULK}/${body.id}/undo`)).status).toBe(404);
    }
  });

  test('of bad input is refused under its field', async () => {
    for (const [act, body, field] of [
      ['language', { input: { locale: 'fr_FR' } }, 'ids'],
      ['language', { ids: [], input: { locale: 'fr_FR' } }, 'ids'],
      ['language', { ids: ['nobody'], input: { locale: 'fr_FR' } }, 'ids.0'],
      ['language', { filters: { nothing: '1' }, input: { locale: 'fr_FR' } }, 'filters.nothing'],
      ['language', { filters: {}, input: { locale: 'xx' } }, 'input.locale'],
      ['end-date', { filters: {}, input: { to: '2020-01-01' } }, 'input.to'],
      ['end-date', { filters: {}, input: { to: 'soon' } }, 'input.to'],
      [
        'partner',
        { filters: {}, input: { partner_account_id: '0197f000-0000-7000-8000-000000000000' } },
        'input.partner_account_id',
      ],
    ] as const) {
      const answer = await plan('ada', act, body);
      expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    }
  });

  test('lives an hour, can be made again for a day, and is swept', async () => {
    const { body } = await plan('ada', 'language', TO_FRENCH);
    app.clock.pass(3_600);
    app.forget('ada');
    expect((await read('ada', body.id)).status).toBe('expired');
    const answer = await app.call('ada', 'PUT', `${BULK}/${body.id}/run`);
    expect([answer.status, answer.body.error.status]).toEqual([410, 'PLAN_EXPIRED']);
    expect(await sweepPlans(app.db, app.clock.now())).toBe(0);
    expect((await app.call('ada', 'POST', `${BULK}/${body.id}/again`)).status).toBe(201);
    app.clock.pass(24 * 3_600);
    app.forget('ada');
    expect(await sweepPlans(app.db, app.clock.now())).toBe(1);
    expect((await app.call('ada', 'GET', `${BULK}/${body.id}`)).status).toBe(404);
  });
});

describe('a run', () => {
  test('does every row by the single act, with an event for each beside its own', async () => {
    const { body } = await plan('ada', 'language', TO_FRENCH);
    const done = await run('ada', body.id);
    expect(done).toMatchObject({ status: 'done', outcomes: { done: body.total, waiting: 0 } });
    expect((await account(idOf('nordmark-lb'))).locale).toBe('fr_FR');
    const events = await app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_type', 'resource_id', 'actor_name', 'actor_via', 'correlation_id'])
      .where('resource_type', 'in', ['ACCOUNT', 'BULK_RUN'])
      .execute();
    expect(events.filter((one) => one.resource_type === 'ACCOUNT')).toHaveLength(body.total);
    expect(events.filter((one) => one.resource_type === 'BULK_RUN').map((one) => one.resource_id)).toEqual([body.id]);
    expect(new Set(events.map((one) => `${one.actor_via} ${one.correlation_id}`)).size).toBe(1);
  });

  test('switched off so, people are signed out as by the single act', async () => {
    await app.signIn('cleo');
    const { body } = await plan('ada', 'active', { ids: [idOf('nordmark-lb')], input: { active: false } });
    await run('ada', body.id);
    const { rows: open } = await sql`select from session s join app_user u on u.id = s.user_id
      where u.user_name = 'cleo' and s.ended_at is null`.execute(app.db);
    expect(open).toEqual([]);
    expect(await account(idOf('nordmark-lb'))).toMatchObject({ switched_on: false });
  });

  test('[S-397] leaves alone what was saved since, what is gone, and what its maker may no longer do', async () => {
    const [nordmark, orsini] = [idOf('nordmark-lb'), idOf('orsini-custody')];
    const { body } = await plan('ada', 'language', { ids: [nordmark, orsini], input: { locale: 'fr_FR' } });
    await app.call('ada', 'PUT', `${ACCOUNTS}/${nordmark}/active`, { active: false });
    await app.call('ada', 'DELETE', `${ACCOUNTS}/${orsini}`);
    expect(await run('ada', body.id)).toMatchObject({ status: 'done', outcomes: { changed: 1, gone: 1, done: 0 } });
    const outcomes = Object.fromEntries((await rows('ada', body.id)).map((row) => [row.id, row.outcome]));
    expect(outcomes).toEqual({ [nordmark]: 'changed', [orsini]: 'gone' });
    expect((await account(nordmark)).locale).toBe('en_US');

    const late = (await plan('ada', 'language', TO_FRENCH)).body;
    await app.call('ada', 'PUT', `${BULK}/${late.id}/run`);
    await app.db
      .updateTable('app_user')
      .set({ active: false })
      .where('id', '=', app.userIds.get('ada') ?? '')
      .execute();
    await runPlan(app.runtime, bulkActs, late.id);
    const { rows: left } = await sql<{ outcome: string }>`
      select distinct outcome from bulk_row where plan_id = ${late.id}`.execute(app.db);
    expect(left).toEqual([{ outcome: 'refused' }]);
  });

  test(
    'cut off in the middle it goes on with the next row; two at once do none twice',
    alone(async () => {
      const { body } = await plan('ada', 'language', TO_FRENCH);
      await app.call('ada', 'PUT', `${BULK}/${body.id}/run`);
      let reads = 0;
      const cut = {
        ...app.runtime,
        clock: {
          now() {
            reads += 1;
            if (reads > 2) throw Object.assign(new Error('cut'), { code: '57P01' });
            return app.clock.now();
          },
        },
      };
      await expect(runPlan(cut, bulkActs, body.id)).rejects.toThrow('cut');
      expect(await read('ada', body.id)).toMatchObject({ status: 'running', outcomes: { done: 2 } });
      await Promise.all([runPlan(app.runtime, bulkActs, body.id), runPlan(app.runtime, bulkActs, body.id)]);
      await runPlan(app.runtime, bulkActs, body.id);
      expect(await read('ada', body.id)).toMatchObject({ status: 'done', outcomes: { done: body.total } });
      const versions = (await app.call('ada', 'GET', ACCOUNTS)).body.items.map(
        (one: { id: string; system_account: boolean }) => account(one.id),
      );
      expect(new Set((await Promise.all(versions)).map((one) => one.version))).toEqual(new Set([2]));
    }),
  );

  test('stopped it leaves the rest as it was; asked to run twice it runs once', async () => {
    const { body } = await plan('ada', 'language', TO_FRENCH);
    await app.call('ada', 'PUT', `${BULK}/${body.id}/run`);
    expect((await app.call('ada', 'PUT', `${BULK}/${body.id}/run`)).body.status).toBe('running');
    expect((await app.call('ada', 'PUT', `${BULK}/${body.id}/stop`)).body.status).toBe('stopping');
    await runPlan(app.runtime, bulkActs, body.id);
    expect(await read('ada', body.id)).toMatchObject({ status: 'stopped', outcomes: { done: 0, waiting: body.total } });
    const { rows: jobs } = await sql`select key from graphile_worker.jobs where task_identifier = 'bulk.run'`.execute(
      app.db,
    );
    expect(jobs).toHaveLength(1);
  });

  test('says what came of each row as a file', async () => {
    const { body } = await plan('ada', 'language', { ids: [idOf('nordmark-lb')], input: { locale: 'fr_FR' } });
    await run('ada', body.id);
    const file = (await app.call('ada', 'GET', `${BULK}/${body.id}/row/export?locale=en_US`)).body as string;
    expect(file).toContain(`Nordmark Landesbank,${idOf('nordmark-lb')},Will be done,Done`);
  });

  test('the file says why a row is refused in the words of its language, names of rights too', async () => {
    const { body } = await plan('ada', 'language', { ids: [idOf('nordmark-lb')], input: { locale: 'fr_FR' } });
    const reason = JSON.stringify({ status: 'ABOVE_OWN_RIGHTS', params: { permission: 'manage_account' } });
    await sql`update bulk_row set verdict = 'refused', reason = ${reason}::jsonb
      where plan_id = ${body.id}`.execute(app.db);
    const fileIn = async (locale: string): Promise<string> =>
      (await app.call('ada', 'GET', `${BULK}/${body.id}/row/export?locale=${locale}`)).body;
    expect(await fileIn('en_US')).toContain('such as “Manage accounts”.');
    expect(await fileIn('de_DE')).toContain('etwa „Konten verwalten“.');
  });
});

describe('an undo', () => {
  test('is a plan of its own that gives each row what it had; rows saved since stay as they are', async () => {
    const before = new Map<string, string>();
    for (const { id } of (await app.call('ada', 'GET', ACCOUNTS)).body.items)
      before.set(id, (await account(id)).locale);
    const { body } = await plan('ada', 'language', TO_FRENCH);
    const early = await app.call('ada', 'POST', `${BULK}/${body.id}/undo`);
    expect([early.status, early.body.error.status]).toEqual([409, 'NO_UNDO']);
    await run('ada', body.id);
    const nordmark = idOf('nordmark-lb');
    await app.call('ada', 'PUT', `${ACCOUNTS}/${nordmark}/active`, { active: false });
    const undo = (await app.call('ada', 'POST', `${BULK}/${body.id}/undo`)).body;
    expect(undo).toMatchObject({ act: 'accounts.language', undoes: body.id, input: null, status: 'planned' });
    expect(await rows('ada', undo.id, '?verdict=refused')).toEqual([
      expect.objectContaining({ id: nordmark, reason: { status: 'CHANGED_SINCE' } }),
    ]);
    expect(await run('ada', undo.id)).toMatchObject({ status: 'done', outcomes: { done: body.total - 1 } });
    for (const [id, locale] of before) expect((await account(id)).locale, id).toBe(id === nordmark ? 'fr_FR' : locale);
  });

  test('of a switch, an end and a partner is the act the other way', async () => {
    const nordmark = idOf('nordmark-lb');
    const before = await account(nordmark);
    for (const [act, input] of [
      ['active', { active: false }],
      ['end-date', { to: '2031-01-31' }],
      ['partner', { partner_account_id: idOf('calder-identity') }],
    ] as const) {
      const { body } = await plan('ada', act, { ids: [nordmark], input });
      expect((await run('ada', body.id)).outcomes.done, act).toBe(1);
      const undo = (await app.call('ada', 'POST', `${BULK}/${body.id}/undo`)).body;
      expect((await run('ada', undo.id)).outcomes.done, act).toBe(1);
    }
    const { switched_on, service_period, partner_account_id } = await account(nordmark);
    expect({ switched_on, service_period, partner_account_id }).toEqual({
      switched_on: before.switched_on,
      service_period: before.service_period,
      partner_account_id: before.partner_account_id,
    });
  });

  test('there is none of a deletion, and none after a week', async () => {
    const gone = (await plan('ada', 'delete', { ids: [idOf('orsini-custody')], input: {} })).body;
    expect(gone.undoable).toBe(false);
    expect((await run('ada', gone.id)).outcomes.done).toBe(1);
    expect((await app.call('ada', 'POST', `${BULK}/${gone.id}/undo`)).body.error.status).toBe('NO_UNDO');
    const { body } = await plan('ada', 'language', { ids: [idOf('nordmark-lb')], input: { locale: 'fr_FR' } });
    await run('ada', body.id);
    app.clock.pass(7 * 24 * 3_600);
    app.forget('ada');
    expect((await app.call('ada', 'POST', `${BULK}/${body.id}/undo`)).body.error.status).toBe('NO_UNDO');
  });
});

test('customers are not given to a partner that was deleted after the run was confirmed', async () => {
  const made = await app.call('ada', 'POST', ACCOUNTS, {
    name: 'Short-lived Partner',
    friendly_identifier: 'short-lived',
    service_period: { from: '2026-11-21', to: '2027-11-20' },
    locale: 'en_US',
    type: 'partner',
    organization: { name: 'Short-lived Partner', country: 'DE' },
  });
  expect(made.status).toBe(201);
  const [nordmark, partner] = [idOf('nordmark-lb'), made.body.id];
  const before = await account(nordmark);
  const { body } = await plan('ada', 'partner', { ids: [nordmark], input: { partner_account_id: partner } });
  expect((await app.call('ada', 'PUT', `${BULK}/${body.id}/run`)).status).toBe(200);
  expect((await app.call('ada', 'DELETE', `${ACCOUNTS}/${partner}`)).status).toBe(204);
  await runPlan(app.runtime, bulkActs, body.id);
  expect((await read('ada', body.id)).outcomes).toMatchObject({ done: 0, refused: 1, gone: 0 });
  expect(await rows('ada', body.id)).toMatchObject([{ id: nordmark, outcome_reason: { status: 'PARTNER_GONE' } }]);
  expect((await account(nordmark)).partner_account_id).toBe(before.partner_account_id);
  const again = await app.call('ada', 'POST', `${BULK}/${body.id}/again`);
  expect([again.status, again.body.error.status]).toEqual([409, 'PARTNER_GONE']);
});

test('organizations are deleted by the same means', async () => {
  const base = '/account/ui-api/v1/organization';
  const made = await app.call('cleo', 'POST', base, { name: 'Nordmark Treasury', country: 'DE' });
  expect(made.status).toBe(201);
  const selection = { ids: [made.body.id], input: {} };
  expect((await app.call('emil', 'POST', `${base}/bulk/delete`, selection)).body.total ?? 0).toBe(0);
  const { body } = await app.call('cleo', 'POST', `${base}/bulk/delete`, selection);
  expect(body).toMatchObject({ typed: true, undoable: false, verdicts: { change: 1 } });
  expect((await run('cleo', body.id)).outcomes.done).toBe(1);
  expect((await app.call('cleo', 'GET', `${base}/${made.body.id}`)).status).toBe(404);
});

test('mail that failed or waits is tried again by the same means; without a mail server each row says so', async () => {
  const again = { filters: {}, input: {} };
  const one = {
    created_at: app.clock.now(),
    recipient: 'cleo@nordmark-lb.example',
    subject: 'Hello',
    kind: 'password-reset',
    locale: 'en_US',
    body_sealed: Buffer.from('sealed'),
  };
  const ids = { failed: newId(), queued: newId(), sent: newId() };
  for (const [status, id] of Object.entries(ids) as ['failed' | 'queued' | 'sent', string][])
    await app.db
      .insertInto('mail')
      .values({ ...one, id, status })
      .execute();
  const planned = async () => (await app.call('ada', 'POST', '/account/ui-api/v1/mail/bulk/resend', again)).body;
  expect(await planned()).toMatchObject({
    verdicts: { refused: 2, change: 0, same: 1 },
    refusals: [{ status: 'NO_MAIL_SERVER', count: 2 }],
  });
  app.runtime.config.SMTP_URL = 'smtp://127.0.0.1:9';
  const body = await planned();
  expect(body).toMatchObject({ verdicts: { change: 2, same: 1 }, undoable: false });
  expect((await run('ada', body.id)).outcomes.done).toBe(2);
  const { rows: jobs } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = 'mail.send'`.execute(app.db);
  const ofMail = (id: string) => `mail.send:${id}`;
  expect(jobs.map(({ key }) => key).toSorted()).toEqual([ids.failed, ids.queued].map(ofMail).toSorted());
  const { status } = await app.db
    .selectFrom('mail')
    .select('status')
    .where('id', '=', ids.failed)
    .executeTakeFirstOrThrow();
  expect(status).toBe('queued');
});
