/** The certificates of everybody: who sees which, what is in them, and their revocation. */
import { CERTIFICATE_SORT } from '@signet/contract/areas/certificate-record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishList } from '../../authority/list-store.ts';
import { lockKeyOf } from '../../authority/same-key-store.ts';
import { runPlan } from '../../bulk/run.ts';
import type { Db } from '../../db/open.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { newestEvent } from '../../testing/sign-in.ts';
import { bulkActs } from '../bulk-acts.ts';

/** The product's own profile for signing in. */
const CLIENT_AUTH = '00000000-0000-7000-8000-0000000000c3';
const BASE = '/account/ui-api/v1/certificate';

let app: TestApp;
let authorityId: string;
let nordmark: string;
/** Cleo's, one that nobody shares with her, and the platform's own. */
let ours: string;
let foreign: string;
let platforms: string;

beforeAll(async () => {
  app = await startTestApp();
  authorityId = await withAuthorities(app);
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
  const orsini = app.accountIds.get('orsini-custody') ?? '';
  const userId = app.userIds.get('cleo') ?? '';
  ours = (await issueFor(app, { belongsTo: { accountId: nordmark, userId } })).id;
  foreign = (await issueFor(app, { common_name: 'Öre Foreign', belongsTo: { accountId: orsini } })).id;
  platforms = (await issueFor(app, { common_name: 'Platform', by: app.userIds.get('ada') ?? '' })).id;
});
afterAll(() => app.close());

const list = (person: Name, query = ''): Promise<Answer> => app.call(person, 'GET', `${BASE}?${query}`);
const idsOf = (answer: Answer): string[] => answer.body.items.map(({ id }: { id: string }) => id);
const revoke = (person: Name, id: string, reason: string) =>
  app.call(person, 'PUT', `${BASE}/${id}/revoke`, { reason });
const another = async (common_name = 'Gate 7'): Promise<string> =>
  (await issueFor(app, { common_name, belongsTo: { accountId: nordmark } })).id;
const newest = () => newestEvent(app);

describe('the list of certificates', () => {
  test('[S-353 S-427] has items and total and a status each, of the accounts that the viewer sees', async () => {
    const all = await list('ada');
    expect(all.status).toBe(200);
    expect(all.body.total).toBe(all.body.items.length);
    expect(idsOf(all)).toEqual(expect.arrayContaining([ours, foreign, platforms]));
    expect(idsOf(await list('cleo'))).toEqual([ours]);
    expect(idsOf(await list('ben'))).toEqual([ours]);
    for (const id of [foreign, platforms]) expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).status).toBe(404);
    expect((await app.call('cleo', 'PUT', `${BASE}/${foreign}/release`)).status).toBe(404);
    expect((await revoke('cleo', foreign, 'superseded')).status).toBe(404);
    const [row] = (await list('cleo')).body.items;
    expect(row).toMatchObject({
      status: 'issued',
      common_name: 'Cleo Marchetti',
      account_name: 'Nordmark Landesbank',
      authority_name: 'Signet Issuing CA',
      profile_name: 'Client authentication',
      person: { name: 'Cleo Marchetti', user_name: 'cleo', service_user: false },
      why_not: { revoke: null, release: { status: 'NOT_ON_HOLD' } },
    });
  });

  test('of somebody of several accounts is one list, in each order and page by page', async () => {
    const orsini = app.accountIds.get('orsini-custody') ?? '';
    const membership = { user_id: app.userIds.get('cleo') ?? '', account_id: orsini };
    const more: string[] = [];
    for (const [name, accountId] of [
      ['Beta', orsini],
      ['alpha', nordmark],
      ['Gamma', orsini],
    ] as const)
      more.push((await issueFor(app, { common_name: name, belongsTo: { accountId } })).id);
    await app.db.insertInto('user_account').values(membership).execute();
    const seen = new Set([ours, foreign, ...more]);
    for (const sort of CERTIFICATE_SORT.flatMap((column) => [`${column}:asc`, `${column}:desc`])) {
      const whole = idsOf(await list('ada', `limit=1000&sort=${sort}`)).filter((id) => seen.has(id));
      const pages = [];
      for (const offset of [0, 2, 4]) pages.push(...idsOf(await list('cleo', `limit=2&offset=${offset}&sort=${sort}`)));
      expect([sort, pages]).toEqual([sort, whole]);
    }
    expect(idsOf(await list('cleo', `account_id=${orsini}&sort=common_name:asc`))).toEqual([more[0], more[2], foreign]);
    expect(idsOf(await list('cleo', 'name=foreign'))).toEqual([foreign]);
    await app.db
      .deleteFrom('user_account')
      .where('user_id', '=', membership.user_id)
      .where('account_id', '=', orsini)
      .execute();
    await app.db.deleteFrom('certificate').where('id', 'in', more).execute();
  });

  test('[S-353] is filtered by subject, serial, status, belonging and end, and ordered both ways', async () => {
    const { serial, valid_to } = (await app.call('ada', 'GET', `${BASE}/${foreign}`)).body;
    const end = new Date(`${valid_to.replace(' ', 'T')}Z`);
    const pairs = serial.match(/../g).join(':').toUpperCase();
    const day = (await app.call('ada', 'GET', `${BASE}/${ours}`)).body.valid_to.slice(0, 10);
    const { issuer_id: root } = await app.db
      .selectFrom('certificate_authority')
      .select('issuer_id')
      .where('id', '=', authorityId)
      .executeTakeFirstOrThrow();
    for (const [query, wanted] of [
      ['name=ore%20foreign', [foreign]],
      [`serial=${encodeURIComponent(pairs)}`, [foreign]],
      ['serial=zz', []],
      [`account_id=${nordmark}`, [ours]],
      [`user_id=${app.userIds.get('cleo')}`, [ours]],
      [`authority_id=${authorityId}&ends_from=${day}&ends_to=${day}&sort=common_name:asc`, [ours, foreign, platforms]],
      [`authority_id=${root}&account_id=${nordmark}`, []],
      [`ends_from=2030-01-01`, []],
      ['status=expired', []],
      ['status=on_hold', []],
      [`profile_id=${CLIENT_AUTH}&sort=common_name:desc&status=issued`, [platforms, foreign, ours]],
    ] as const)
      expect([query, idsOf(await list('ada', query))]).toEqual([query, wanted]);
    await app.db
      .updateTable('certificate')
      .set({ valid_to: new Date('2029-03-15T00:00:00Z') })
      .where('id', '=', foreign)
      .execute();
    for (const [last, wanted] of [
      ['2029-03-14', [foreign]],
      ['2029-03-15', []],
    ] as const)
      expect([last, idsOf(await list('ada', `ends_from=${last}&ends_to=${last}`))]).toEqual([last, wanted]);
    await app.db.updateTable('certificate').set({ valid_to: end }).where('id', '=', foreign).execute();
    expect((await list('ada', 'sort=serial:asc')).body.error.status).toBe('UNKNOWN_SORT_COLUMN');
    const never = await list('ada', 'ends_from=2030-01-02&ends_to=2030-01-01');
    expect([never.status, never.body.error.fields.ends_to.status]).toEqual([400, 'END_BEFORE_START']);
  });

  test('[S-123 S-353] tells of each how it stands, and the filter agrees', async () => {
    const [held, revoked, disabled] = [await another('Held'), await another('Revoked'), await another('Off')];
    await revoke('cleo', held, 'certificateHold');
    await revoke('cleo', revoked, 'superseded');
    await app.db.updateTable('certificate').set({ enabled: false }).where('id', '=', disabled).execute();
    for (const [status, id] of [
      ['on_hold', held],
      ['revoked', revoked],
      ['disabled', disabled],
    ] as const) {
      expect(idsOf(await list('cleo', `status=${status}`))).toEqual([id]);
      expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).body.status).toBe(status);
    }
    // The last second of its time counts.
    for (const [passed, status] of [
      [0, 'issued'],
      [1000, 'expired'],
    ] as const) {
      const valid_to = new Date(app.clock.now().getTime() - passed);
      const ended = await another(`Ends ${status}`);
      await app.db.updateTable('certificate').set({ valid_to }).where('id', '=', ended).execute();
      expect((await app.call('cleo', 'GET', `${BASE}/${ended}`)).body.status).toBe(status);
      const filtered = await list('cleo', `status=${status}&name=Ends`);
      expect(idsOf(filtered)).toEqual([ended]);
      const answer = await revoke('ada', ended, 'superseded');
      expect(answer.body.error?.status ?? answer.body.status).toBe(
        status === 'expired' ? 'CERTIFICATE_ENDED' : 'revoked',
      );
    }
  });

  test('[S-354] is exported as a file, as far as the viewer sees', async () => {
    const answer = await app.call('cleo', 'GET', `${BASE}/export?locale=de_DE`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('certificates-2026-11-21.csv');
    const text = String(answer.body);
    expect(text.split('\r\n')).toHaveLength((await list('cleo')).body.total + 2);
    expect(text).toContain('Cleo Marchetti');
    expect(text).toContain('Ausgestellt');
    for (const hidden of ['Foreign', 'Platform']) expect(text).not.toContain(hidden);
    const filtered = await app.call('cleo', 'GET', `${BASE}/export?locale=de_DE&name=marchetti`);
    expect(String(filtered.body).split('\r\n')).toHaveLength(3);
  });
});

describe('a certificate', () => {
  test('[S-125] is shown with all that is in it, whose it is, and the authorities above it', async () => {
    const { body } = await app.call('cleo', 'GET', `${BASE}/${ours}`);
    expect(body).toMatchObject({
      person: { id: app.userIds.get('cleo'), name: 'Cleo Marchetti', service_user: false },
      seat: null,
      revoked_by_name: null,
      parsed: { subject: { commonName: 'Cleo Marchetti' }, purposes: ['client_auth'], isValid: true },
      chain: [
        { parsed: { subject: { commonName: 'Signet Issuing CA' } } },
        { parsed: { subject: { commonName: 'Signet Root CA' }, isSelfIssued: true } },
      ],
    });
    expect(body.serial).toBe(body.parsed.serial);
    expect(body.pem).toMatch(/^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/);
    expect((await app.call('ada', 'GET', `${BASE}/${platforms}`)).body.created_by_name).toBe('Ada Lindqvist');
  });

  test('is revoked with a reason, at once and in the list, and the log says by whom', async () => {
    const id = await another();
    const answer = await revoke('cleo', id, 'keyCompromise');
    expect(answer.body).toMatchObject({
      status: 'revoked',
      revocation_reason: 'keyCompromise',
      revoked_by_name: 'Cleo Marchetti',
      why_not: { revoke: { status: 'REVOKED_ALREADY' }, release: { status: 'NOT_ON_HOLD' } },
    });
    expect(await publishList(app.runtime, authorityId, app.clock.now())).not.toBeNull();
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      resource_type: 'CERTIFICATE',
      resource_id: id,
      resource_name: 'Gate 7',
      account_id: nordmark,
      before: { status: 'issued' },
      after: { status: 'revoked', revocation_reason: 'keyCompromise' },
    });
    expect((await revoke('cleo', id, 'superseded')).body.error.status).toBe('REVOKED_ALREADY');
  });

  test('on hold is released, or revoked for good', async () => {
    const id = await another();
    const release = () => app.call('cleo', 'PUT', `${BASE}/${id}/release`);
    expect((await release()).body.error.status).toBe('NOT_ON_HOLD');
    expect((await revoke('cleo', id, 'certificateHold')).body.status).toBe('on_hold');
    expect((await revoke('cleo', id, 'certificateHold')).body.error.status).toBe('ON_HOLD_ALREADY');
    expect((await release()).body).toMatchObject({ status: 'issued', revoked_at: null, revocation_reason: null });
    await revoke('cleo', id, 'certificateHold');
    expect((await revoke('cleo', id, 'privilegeWithdrawn')).body.status).toBe('revoked');
    expect((await release()).body.error.status).toBe('NOT_ON_HOLD');
  });

  test('on hold goes for good with whom it stands for: nobody is left who could release it', async () => {
    const userId = app.userIds.get('emil') ?? '';
    const { id } = await issueFor(app, { belongsTo: { accountId: nordmark, userId } });
    await revoke('cleo', id, 'certificateHold');
    expect((await app.call('cleo', 'DELETE', `/account/ui-api/v1/user/${userId}`)).status).toBe(204);
    expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).body).toMatchObject({
      status: 'revoked',
      revocation_reason: 'cessationOfOperation',
    });
    expect((await app.call('cleo', 'PUT', `${BASE}/${id}/release`)).body.error.status).toBe('NOT_ON_HOLD');
  });

  test('is not revoked for what only an authority can say, nor one of another authority', async () => {
    for (const reason of ['cACompromise', 'removeFromCRL', ''])
      expect((await revoke('cleo', ours, reason)).status).toBe(400);
    const id = await another();
    await app.db.updateTable('certificate').set({ authority_id: null }).where('id', '=', id).execute();
    expect((await revoke('cleo', id, 'superseded')).body.error.status).toBe('NOT_OF_OUR_AUTHORITY');
    const own = (await list('ada', 'name=status')).body.items;
    expect(own.length).toBeGreaterThan(0);
    expect((await revoke('ada', own[0].id, 'superseded')).body.error.status).toBe('NOT_REVOCABLE');
  });

  test('on hold that another platform signed stays so: only that one can end it', async () => {
    const id = await another();
    await revoke('cleo', id, 'certificateHold');
    await app.db.updateTable('certificate').set({ authority_id: null }).where('id', '=', id).execute();
    const { body } = await app.call('cleo', 'GET', `${BASE}/${id}`);
    expect(body).toMatchObject({ status: 'on_hold', why_not: { release: { status: 'NOT_OF_OUR_AUTHORITY' } } });
    const refused = await app.call('cleo', 'PUT', `${BASE}/${id}/release`);
    expect([refused.status, refused.body.error.status]).toEqual([409, 'NOT_OF_OUR_AUTHORITY']);
  });

  test('many are revoked by a plan that says which are not', async () => {
    const [one, two] = [await another('Many 1'), await another('Many 2')];
    await revoke('cleo', two, 'superseded');
    const plan = await app.call('cleo', 'POST', `${BASE}/bulk/revoke`, {
      ids: [one, two, foreign],
      input: { reason: 'cessationOfOperation' },
    });
    expect(plan.status).toBe(201);
    expect(plan.body).toMatchObject({ total: 3, typed: true, verdicts: { change: 1, same: 1, refused: 1 } });
    // A hold can be released: no word is asked for.
    const held = await app.call('cleo', 'POST', `${BASE}/bulk/revoke`, {
      ids: [one],
      input: { reason: 'certificateHold' },
    });
    expect(held.body).toMatchObject({ typed: false, verdicts: { change: 1 }, input: { reason: 'certificateHold' } });
  });

  test('many are revoked with the locks of one: that of the key before the row', async () => {
    const id = await another('Many 5');
    const input = { reason: 'keyCompromise' };
    const plan = (await app.call('cleo', 'POST', `${BASE}/bulk/revoke`, { ids: [id], input })).body.id;
    expect((await app.call('cleo', 'PUT', `/account/ui-api/v1/bulk/${plan}/run`)).status).toBe(200);
    const ofKey = { execute: (tx: Db) => lockKeyOf(tx, id) };
    const row = sql`select from certificate where id = ${id} for update nowait`;
    await meanwhile(app, [ofKey], () => runPlan(app.runtime, bulkActs, plan), [row]);
    expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).body.status).toBe('revoked');
  });

  test('two of one name are told apart in the plan by their serial numbers', async () => {
    const ids = [await another('Many 3'), await another('Many 3')];
    const input = { reason: 'cessationOfOperation' };
    const plan = await app.call('cleo', 'POST', `${BASE}/bulk/revoke`, { ids, input });
    const rows = (await app.call('cleo', 'GET', `/account/ui-api/v1/bulk/${plan.body.id}/row`)).body.items;
    const records = await Promise.all(ids.map(async (id) => (await app.call('cleo', 'GET', `${BASE}/${id}`)).body));
    expect(rows.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      records.map(({ serial }) => `Many 3 (${serial})`).toSorted(),
    );
  });
});
