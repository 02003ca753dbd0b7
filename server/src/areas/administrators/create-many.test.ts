/** Making many people by a list: a verdict for each, then a run. */
import type { JudgedPeople } from '@signet/contract/areas/administrators-bulk';
import type { AuditResourceType } from '@signet/contract/audit';
import type { BulkRow } from '@signet/contract/bulk';
import { LIMITS } from '@signet/contract/limits';
import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runPlan } from '../../bulk/run.ts';
import { newId } from '../../ids.ts';
import { findPersonViewer } from '../../sign-in/viewer-store.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { insertDomain } from '../../testing/email-domain.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { linkIn, mails } from '../../testing/sign-in.ts';
import { bulkActs } from '../bulk-acts.ts';
import { judgeNewPeople } from './new-people.ts';

const MANY = '/account/ui-api/v1/user/bulk';
const BULK = '/account/ui-api/v1/bulk';
const ROLE = {
  platform: '00000000-0000-7000-8000-000000000001',
  auditor: '00000000-0000-7000-8000-000000000004',
};

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'ben', 'bea', 'cleo', 'emil'],
  lastMayGo: true,
});

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const nordmark = () => ({ access_scope: 'account', primary_account_id: accountOf('nordmark-lb'), locale: 'de_DE' });
/** A row of a list. */
const person = (name: string, change: object = {}) => ({
  first_name: 'Nils',
  last_name: name,
  user_name: `nils.${name.toLowerCase()}`,
  email: `nils.${name.toLowerCase()}@nordmark-lb.example`,
  ...change,
});
const list = (...users: object[]) => ({ defaults: nordmark(), users });
const check = (who: Name, body: object): Promise<Answer> => app.call(who, 'POST', `${MANY}/validate`, body);
const items = async (who: Name, ...users: object[]): Promise<JudgedPeople['items']> =>
  (await check(who, list(...users))).body.items;
const create = (who: Name, body: object): Promise<Answer> => app.call(who, 'POST', MANY, body);
async function run(who: Name, body: object): Promise<string> {
  const answer = await create(who, body);
  expect(answer.status).toBe(201);
  await runPlan(app.runtime, bulkActs, answer.body.id);
  return answer.body.id;
}
const rows = async (who: Name, id: string): Promise<BulkRow[]> =>
  (await app.call(who, 'GET', `${BULK}/${id}/row`)).body.items;
const found = async (name: string) =>
  (await app.call('ada', 'GET', `/account/ui-api/v1/user?name=${name}`)).body.items as { id: string; status: string }[];
const people = async (): Promise<number> =>
  (await app.db.selectFrom('app_user').select('id').where('deleted_at', 'is', null).execute()).length;
const events = (resource: AuditResourceType) =>
  app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', resource).orderBy('id').execute();

describe('a list of people', () => {
  test('[S-051 S-052 S-295] is created as a run: each with the role, an invitation and an event', async () => {
    const users = [person('Berg'), person('Dahl', { locale: 'fr_FR' }), person('Holm')];
    const answer = await create('cleo', { defaults: { ...nordmark(), role_ids: [ROLE.auditor] }, users });
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { act: 'administrators.create', status: 'running', total: 3, verdicts: { change: 3 }, undoable: false },
    ]);
    await runPlan(app.runtime, bulkActs, answer.body.id);
    expect((await app.call('cleo', 'GET', `${BULK}/${answer.body.id}`)).body).toMatchObject({
      status: 'done',
      outcomes: { done: 3, waiting: 0 },
    });
    const made = await rows('cleo', answer.body.id);
    expect(made.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Nils Berg (nils.berg)', 'done'],
      ['Nils Dahl (nils.dahl)', 'done'],
      ['Nils Holm (nils.holm)', 'done'],
    ]);
    const dahl = (await app.call('cleo', 'GET', `/account/ui-api/v1/user/${made[1]?.id}`)).body;
    expect(dahl).toMatchObject({
      last_name: 'Dahl',
      locale: 'fr_FR',
      status: 'invited',
      primary_account_name: 'Nordmark Landesbank',
      roles: [{ name: 'Auditor' }],
    });
    const [mail] = await mails(app, 'nils.dahl@nordmark-lb.example', 'invitation');
    expect(mail).toMatchObject({ locale: 'fr_FR', user_id: dahl.id });
    expect(linkIn(mail?.text ?? '').userId).toBe(dahl.id);
    expect((await events('USER')).filter(({ action }) => action === 'CREATE')).toHaveLength(3);
    expect(await events('BULK_RUN')).toMatchObject([{ resource_id: answer.body.id, after: { rows: 3 } }]);
  });

  test('[S-296] is checked without creating anybody: every wrong entry with its fields', async () => {
    const before = await people();
    await insertDomain(app, 'orsini-custody', 'orsini.example');
    const { status, body } = await check(
      'cleo',
      list(
        person('Berg'),
        person('Dahl', { user_name: 'NILS.berg' }),
        person('Holm', { user_name: 'cleo' }),
        person('', { email: 'nowhere', user_name: undefined }),
        person('=HYPERLINK("http://evil.example")', { user_name: 'nils.lund', email: 'nils.lund@nordmark-lb.example' }),
        person('Vik', { locale: 'xx_XX' }),
        person('Berg'),
        person('Moe', { first_name: 'x'.repeat(5000) }),
        person('Aas', { user_name: 'nils@Orsini.example' }),
        person('Ilk', { user_name: 'İlk@orsini.example' }),
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 10, create: 1, same: 0, refused: 9 });
    const wrong = body.items.map(({ row, fields }: JudgedPeople['items'][number]) => [
      row,
      Object.fromEntries(Object.entries(fields).map(([name, { status: why }]) => [name, why])),
    ]);
    expect(wrong).toEqual([
      [2, { user_name: 'LISTED_TWICE' }],
      [3, { user_name: 'USERNAME_EXISTS' }],
      [4, { last_name: 'REQUIRED', user_name: 'REQUIRED', email: 'INVALID_EMAIL' }],
      [5, { last_name: 'INVALID_NAME' }],
      [6, { locale: 'INVALID_INPUT' }],
      [7, { user_name: 'LISTED_TWICE' }],
      [8, { first_name: 'MAX_LENGTH' }],
      [9, { user_name: 'DOMAIN_LEADS_ELSEWHERE' }],
      [10, { user_name: 'DOMAIN_LEADS_ELSEWHERE' }],
    ]);
    expect(body.items[0].fields.user_name.params).toEqual({ row: 1 });
    expect(await people()).toBe(before);
  });

  test('is compared by the case that the database knows', async () => {
    await sql`update app_user set user_name = 'İlker' where user_name = 'carl'`.execute(app.db);
    const { body } = await check(
      'cleo',
      list(
        person('Ilk', { user_name: 'İlker' }),
        person('Berg', { user_name: 'İb' }),
        person('Dahl', { user_name: 'ib' }),
        person('Nikos', { user_name: 'ΝΙΚΟΣ' }),
        // Both kinds of a small sigma are letters of their own there.
        person('Nikou', { user_name: 'νικος' }),
      ),
    );
    expect(body.items.map(({ row, fields }: JudgedPeople['items'][number]) => [row, fields.user_name?.status])).toEqual(
      [
        [1, 'USERNAME_EXISTS'],
        [3, 'LISTED_TWICE'],
      ],
    );
  });

  test('leaves out whom something is wrong with, and says why in the result', async () => {
    const id = await run('cleo', list(person('Berg'), person('Dahl', { email: 'nowhere' })));
    expect(await rows('cleo', id)).toMatchObject([
      { name: 'Nils Dahl (nils.dahl)', verdict: 'refused', reason: { status: 'INVALID_EMAIL' }, outcome: null },
      { name: 'Nils Berg (nils.berg)', verdict: 'change', outcome: 'done' },
    ]);
    const nobody = await create('cleo', list(person('Dahl', { email: 'nowhere' })));
    expect([nobody.status, nobody.body.error.status]).toEqual([409, 'NOTHING_TO_DO']);
    expect((await app.call('cleo', 'GET', BULK)).body.total).toBe(1);
  });

  test('says what came of each row as a file that a spreadsheet does not run', async () => {
    const id = await run('cleo', list(person('Berg'), person('x', { first_name: '=1+1', last_name: '' })));
    const file = (await app.call('cleo', 'GET', `${BULK}/${id}/row/export?locale=en_US`)).body as string;
    expect(file).toContain("'=1+1");
    expect(file).toMatch(/Nils Berg \(nils\.berg\),[\w-]{36},Will be done,Done/);
  });
});

test('nobody is made in an account that is switched off', async () => {
  await app.db.updateTable('account').set({ active: false }).where('id', '=', accountOf('nordmark-lb')).execute();
  const place = { primary_account_id: accountOf('nordmark-lb') };
  const [item] = await items('ben', person('Berg', place));
  expect(item?.fields).toMatchObject({ primary_account_id: { status: 'ACCOUNT_OUT_OF_SERVICE' } });
  const also = { ...place, account_ids: [accountOf('orsini-custody')] };
  expect(await items('ada', person('Berg', also))).toEqual([]);
});

describe('nobody is given more than its maker may give', () => {
  const statusOf = async (who: Name, change: object) => {
    const [item] = await items(who, person('Berg', change));
    return Object.entries(item?.fields ?? {}).map(([field, { status }]) => `${field} ${status}`);
  };
  const customRole = async (account: string | null, archived: boolean): Promise<string> => {
    const id = newId();
    await sql`insert into role (id, account_id, app_code, name, permissions, predefined, created_at, archived_at)
      values (${id}, ${account}, 'account_manager', ${`Role ${id}`}, '{view_audit_log}', false, now(),
        ${archived ? app.clock.now() : null})`.execute(app.db);
    return id;
  };

  test('neither a scope nor an account nor a role: each row says which, and the run makes nobody', async () => {
    expect(await statusOf('cleo', { access_scope: 'system' })).toContain('access_scope SCOPE_NOT_MANAGEABLE');
    expect(await statusOf('cleo', { access_scope: 'partner' })).toContain('access_scope SCOPE_NOT_MANAGEABLE');
    expect(await statusOf('ada', { role_ids: [ROLE.platform] })).toEqual([]);
    expect(await statusOf('cleo', { role_ids: [ROLE.platform] })).toEqual(['role_ids ABOVE_OWN_RIGHTS']);
    expect(await statusOf('cleo', { primary_account_id: accountOf('orsini-custody') })).toEqual([
      'primary_account_id NOT_FOUND',
    ]);
    expect(await statusOf('cleo', { account_ids: [accountOf('orsini-custody')] })).toEqual(['account_ids NOT_FOUND']);
    expect(await statusOf('ada', { primary_account_id: accountOf('signet-platform') })).toEqual([
      'primary_account_id ACCOUNT_NOT_OF_SCOPE',
    ]);
    expect(await statusOf('ada', { primary_account_id: undefined })).toEqual([]);
    const own = accountOf('nordmark-lb');
    expect(await statusOf('cleo', { role_ids: [await customRole(own, false)] })).toEqual([]);
    expect(await statusOf('cleo', { role_ids: [await customRole(own, true)] })).toEqual([
      'role_ids ROLE_NOT_ASSIGNABLE',
    ]);
    const foreign = await customRole(accountOf('orsini-custody'), false);
    expect(await statusOf('cleo', { role_ids: [foreign] })).toEqual(['role_ids NOT_FOUND']);
    expect(await statusOf('ada', { role_ids: [foreign] })).toEqual(['role_ids ROLE_NOT_ASSIGNABLE']);
    const refused = await create('cleo', list(person('Berg', { role_ids: [foreign] })));
    expect([refused.status, refused.body.error.status]).toEqual([409, 'NOTHING_TO_DO']);
  });

  test('who may manage nobody, and who loses it in the middle, makes nobody', async () => {
    expect((await check('emil', list(person('Berg')))).status).toBe(403);
    const { id } = (await create('cleo', list(person('Berg')))).body;
    await sql`delete from user_role where user_id = ${app.userIds.get('cleo')}`.execute(app.db);
    await runPlan(app.runtime, bulkActs, id);
    expect(await found('nils.berg')).toEqual([]);
  });

  test('a license that is short is said of the rows that find no room, and of administrators alone', async () => {
    await giveLicense(app, 'umbra-trust', 'account_manager', { administrators: 2 });
    const answers = await items(
      'ben',
      person('Berg'),
      person('Dahl'),
      person('Ek', { access_scope: 'end_user' }),
      person('Holm'),
    );
    expect(answers).toMatchObject([{ row: 4, reason: { status: 'LICENSE_USED_UP', params: { limit: 2 } } }]);
    const id = await run('ben', list(person('Berg'), person('Dahl'), person('Holm')));
    expect((await rows('ben', id)).map(({ outcome }) => outcome)).toEqual([null, 'done', 'done']);
  });
});

describe('nobody is created twice', () => {
  test('by the same file again, also once they chose another user name', async () => {
    const users = [person('Berg'), person('Dahl')];
    const before = await people();
    await run('cleo', list(...users));
    await sql`update app_user set user_name = 'chosen' where user_name = 'nils.berg'`.execute(app.db);
    const again = await check('cleo', list(...users));
    expect(again.body).toMatchObject({ create: 0, same: 2, refused: 0 });
    const answer = await create('cleo', list(...users));
    expect([answer.status, answer.body.error.status]).toEqual([409, 'NOTHING_TO_DO']);
    expect(await people()).toBe(before + 2);
  });

  test('by two runs of the same file at the same time', async () => {
    const [first, second] = [await create('cleo', list(person('Berg'))), await create('cleo', list(person('Berg')))];
    for (const { body } of [first, second, first]) await runPlan(app.runtime, bulkActs, body.id);
    expect(await rows('cleo', second.body.id)).toMatchObject([{ outcome: 'same' }]);
    expect(await found('nils.berg')).toHaveLength(1);
    expect(await mails(app, 'nils.berg@nordmark-lb.example', 'invitation')).toHaveLength(1);
  });

  test(
    'by three runs of one list at once: the first makes them, the others find them there',
    alone(async () => {
      const runs = [1, 2, 3].map(async () => (await create('cleo', list(person('Berg')))).body.id as string);
      const ids = await Promise.all(runs);
      const hold = await app.pool.connect();
      await hold.query('begin');
      await hold.query('lock table app_user in share mode');
      const running = ids.map((id) => runPlan(app.runtime, bulkActs, id));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      try {
        await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { interval: 5 }).toBe(3);
      } finally {
        await hold.query('rollback');
        hold.release();
      }
      await Promise.all(running);
      const outcomes = await Promise.all(ids.map(async (id) => (await rows('cleo', id)).map(({ outcome }) => outcome)));
      expect(Map.groupBy(outcomes.flat(), (one) => one)).toEqual(
        new Map([
          ['done', ['done']],
          ['same', ['same', 'same']],
        ]),
      );
      expect(await found('nils.berg')).toHaveLength(1);
    }),
  );

  test('somebody whom one does not see is not told of: the user name alone is taken', async () => {
    await run('bea', {
      defaults: { ...nordmark(), primary_account_id: accountOf('orsini-custody') },
      users: [person('Berg')],
    });
    expect(await items('cleo', person('Berg'))).toMatchObject([
      { verdict: 'refused', fields: { user_name: { status: 'USERNAME_EXISTS' } } },
    ]);
    expect(await items('cleo', person('Berg', { user_name: 'nils.other' }))).toEqual([]);
  });

  test('by a server that is killed half-way: the next one goes on with the rows that are left', async () => {
    const { id } = (await create('cleo', list(person('Berg'), person('Dahl'), person('Holm')))).body;
    let reads = 0;
    const clock = {
      now() {
        reads += 1;
        if (reads > 4) throw Object.assign(new Error('killed'), { code: '57P01' });
        return app.clock.now();
      },
    };
    const killed = { ...app.runtime, clock };
    await expect(runPlan(killed, bulkActs, id)).rejects.toThrow('killed');
    const half = (await rows('cleo', id)).filter(({ outcome }) => outcome === 'done').length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(3);
    await runPlan(app.runtime, bulkActs, id);
    expect((await rows('cleo', id)).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    for (const name of ['berg', 'dahl', 'holm'])
      expect(await mails(app, `nils.${name}@nordmark-lb.example`, 'invitation'), name).toHaveLength(1);
  });

  test('what was refused while it ran is tried again by a plan of the rows that are left', async () => {
    const { id } = (await create('cleo', list(person('Berg'), person('Dahl')))).body;
    const inTheWay = (
      await app.call('ada', 'POST', '/account/ui-api/v1/user', {
        ...person('Other', { user_name: 'nils.dahl' }),
        ...nordmark(),
      })
    ).body.id;
    await runPlan(app.runtime, bulkActs, id);
    expect((await rows('cleo', id)).map(({ outcome }) => outcome)).toEqual(['done', 'refused']);
    expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/user/${inTheWay}`)).status).toBe(204);
    const again = (await app.call('cleo', 'POST', `${BULK}/${id}/again`)).body;
    expect(again).toMatchObject({ total: 1, verdicts: { change: 1 } });
    await app.call('cleo', 'PUT', `${BULK}/${again.id}/run`);
    await runPlan(app.runtime, bulkActs, again.id);
    expect(await found('nils.dahl')).toMatchObject([{ status: 'invited' }]);
  });
});

describe('a list may be long', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => person(`B${n}`, { ...nordmark(), access_scope: 'end_user' }));

  test('ten thousand rows are judged by as many statements as two', async () => {
    const via = { by: 'session', sessionId: newId() } as const;
    const viewer = await findPersonViewer(app.db, app.userIds.get('cleo') ?? '', via, app.clock.now());
    if (!viewer) throw new Error('Cleo is there.');
    const statementsFor = async (users: object[]): Promise<number> => {
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => ((statements += 1), node),
        transformResult: async ({ result }) => result,
      };
      const verdicts = await judgeNewPeople(viewer, app.db.withPlugin(counting), users, app.clock.now());
      expect(verdicts.every(({ verdict }) => verdict === 'create')).toBe(true);
      return statements;
    };
    expect(await statementsFor(many(LIMITS.bulkMax))).toBe(await statementsFor(many(2)));
  });

  test('ten thousand are taken in one request; more, or none, are refused before they are looked at', async () => {
    // Each says all that a row can, with three roles.
    const place = { account_ids: [nordmark().primary_account_id], role_ids: [newId(), newId(), newId()] };
    const said = { phone: '', email: 'nowhere', ...nordmark(), ...place };
    const full = Array.from({ length: LIMITS.bulkMax }, (_, n) => person(`B${n}`, said));
    expect((await check('cleo', list(...full))).body).toMatchObject({ total: LIMITS.bulkMax, create: 0 });
    const over = await check('cleo', list(...full, person('Berg')));
    expect([over.status, Object.keys(over.body.error.fields)]).toEqual([400, ['users']]);
    expect((await check('cleo', list())).status).toBe(400);
    const million = `{"users":[${'{},'.repeat(1_000_000)}{}]}`;
    const refused = await app.call('cleo', 'POST', `${MANY}/validate`, million);
    expect([refused.status, refused.body.error.status]).toEqual([413, 'TOO_COMPLEX']);
    expect(refused.body.error.message).toContain(' 400,000 values');
    const large = await app.call('cleo', 'POST', MANY, `{"users":"${'x'.repeat(20_000_000)}"}`);
    expect([large.status, large.body.error.status]).toEqual([413, 'TOO_LARGE']);
    expect(large.body.error.message).toContain(' 8,388,608 bytes');
  });

  test('what is no list of people is refused under its field', async () => {
    const fieldsOf = async (body: object) => Object.keys((await check('cleo', body)).body.error.fields ?? {});
    expect(await fieldsOf({})).toEqual(['users']);
    expect(await fieldsOf({ users: [{ nobody: 1 }] })).toEqual(['users.0.nobody']);
    expect(await fieldsOf({ users: [{ first_name: 7 }] })).toEqual(['users.0.first_name']);
    expect(await fieldsOf({ users: [{ first_name: 'N\0ls' }] })).toEqual(['users.0.first_name']);
  });
});
