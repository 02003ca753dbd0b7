/** Many enrollments at once: inviting by a list, sending again, canceling. */
import type { BulkRow } from '@signet/contract/bulk';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { runPlan } from '../../bulk/run.ts';
import { newId } from '../../ids.ts';
import { count } from '../../license-ledger/counted.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { A_REQUEST, aCertificate, anEnrollment, aSeat, aTemplate } from '../../testing/sample.ts';
import { whoWaits } from '../../testing/meanwhile.ts';
import { events as eventsOf, mails } from '../../testing/sign-in.ts';
import { bulkActs } from '../bulk-acts.ts';

const MANY = '/account/ui-api/v2/enrollment/bulk';
const BULK = '/account/ui-api/v1/bulk';

let app: TestApp;
let template: string;
const { alone } = onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'bea', 'cleo', 'carl', 'emil'],
  // One test leaves an account without anybody who manages its people.
  lastMayGo: true,
});
async function ready(): Promise<void> {
  template = await aTemplate(app);
  await sql`update certificate_template set seat_types = '{user,device}' where id = ${template}`.execute(app.db);
}
beforeEach(ready);

const defaults = (more: object = {}) => ({ template_id: template, keystore_location: 'browser', ...more });
const person = (name: string, more: object = {}) => ({
  first_name: 'Nils',
  last_name: name,
  email: `nils.${name.toLowerCase()}@nordmark-lb.example`,
  ...more,
});
const list = (...enrollments: object[]) => ({ defaults: defaults(), enrollments });
const check = (who: Name, body: object): Promise<Answer> => app.call(who, 'POST', `${MANY}/validate`, body);
const create = (who: Name, body: object): Promise<Answer> => app.call(who, 'POST', MANY, body);
async function run(who: Name, body: object): Promise<BulkRow[]> {
  const answer = await create(who, body);
  expect(answer.status).toBe(201);
  await runPlan(app.runtime, bulkActs, answer.body.id);
  return (await app.call(who, 'GET', `${BULK}/${answer.body.id}/row`)).body.items;
}
type Checked = Pick<BulkRow, 'verdict' | 'reason'> & { row: number; fields: Record<string, { status: string }> };
const wrong = ({ body }: { body: { items: Checked[] } }) =>
  body.items.map(({ row, verdict, fields, reason }) => [
    row,
    verdict,
    ...Object.entries(fields).map(([name, { status }]) => `${name} ${status}`),
    ...(reason ? [reason.status] : []),
  ]);
const invited = () => app.db.selectFrom('enrollment').selectAll().orderBy('name').execute();
const events = (resource: 'SEAT' | 'ENROLLMENT') =>
  app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', resource).execute();

describe('a list', () => {
  test('invites each by a mail of their own, with their seat, each with its event', async () => {
    const rows = await run('cleo', list(person('Berg'), person('Dahl', { locale: 'fr_FR', locality: 'Kiel' })));
    expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Nils Berg (nils.berg@nordmark-lb.example)', 'done'],
      ['Nils Dahl (nils.dahl@nordmark-lb.example)', 'done'],
    ]);
    expect(await invited()).toMatchObject([
      { id: rows[0]?.id, name: 'Nils Berg', stage: 'invited', locality: '' },
      { id: rows[1]?.id, name: 'Nils Dahl', locale: 'fr_FR', locality: 'Kiel' },
    ]);
    const [mail] = await mails(app, 'nils.dahl@nordmark-lb.example', 'enrollment');
    expect(mail?.text).toContain(`/account/enrollment/${rows[1]?.id}/`);
    for (const resource of ['SEAT', 'ENROLLMENT'] as const) expect(await events(resource)).toHaveLength(2);
  });

  test(
    'that runs twice at once invites a seat once, also where it is named by its address',
    { timeout: 120_000 },
    alone(async () => {
      await ready();
      const seat = await aSeat(app);
      const address = 'nils.berg@nordmark-lb.example';
      await sql`update seat set type = 'user', identifier = ${address} where id = ${seat}`.execute(app.db);
      for (const [other, open] of [
        [{ seat_id: seat, email: address }, 1],
        [person('Berg'), 2],
      ] as const) {
        await sql`update enrollment set expires_at = ${app.clock.now()}`.execute(app.db);
        const plans: string[] = [];
        for (const one of [{ seat_id: seat, email: address }, other])
          plans.push((await create('cleo', list(one))).body.id);
        let runs: Promise<unknown> = Promise.resolve();
        await app.db.transaction().execute(async (tx) => {
          await sql`select from seat where id = ${seat} for update`.execute(tx);
          runs = Promise.all(plans.map((id) => runPlan(app.runtime, bulkActs, id)));
          await expect.poll(() => whoWaits(app), { interval: 20 }).toBe(2);
        });
        await runs;
        const rows = await Promise.all(
          plans.map(async (id) => (await app.call('cleo', 'GET', `${BULK}/${id}/row`)).body.items),
        );
        const outcomes: string[] = rows.flatMap((of) => of.map(({ outcome }: BulkRow) => outcome));
        expect(new Set(outcomes)).toEqual(new Set(['done', 'same']));
        expect(outcomes).toHaveLength(2);
        expect(await mails(app, address, 'enrollment')).toHaveLength(open);
      }
    }),
  );

  test('is refused where it gives what the template says otherwise', async () => {
    await sql`update certificate_template set locality = 'Luleå' where id = ${template}`.execute(app.db);
    const answer = await check('cleo', list(person('Berg', { locality: 'Kiel' }), person('Ek', { locality: 'Luleå' })));
    expect(wrong(answer)).toEqual([[1, 'refused', 'locality SAID_BY_TEMPLATE']]);
  });

  test('is checked without inviting anybody: every wrong row with its fields', async () => {
    const seat_id = await aSeat(app);
    await allowCertificates(app, 'nordmark-lb');
    const answer = await check(
      'cleo',
      list(
        person('Berg'),
        person('Berg'),
        person('', {}),
        person('Ek', { email: 'nowhere' }),
        person('Holm', { country: 'Nowhere' }),
        { seat_id, email: 'gates@nordmark-lb.example' },
        { seat_id },
        { seat_id: template },
        { user_id: app.userIds.get('emil') ?? '' },
        { user_id: app.userIds.get('ada') ?? '' },
        { user_id: app.userIds.get('cleo') ?? '', locality: 'Kiel' },
        { first_name: 'Nobody' },
      ),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ total: 12, create: 3, same: 0, refused: 9 });
    expect(wrong(answer)).toEqual([
      [2, 'refused', 'email LISTED_TWICE'],
      [3, 'refused', 'email INVALID_EMAIL'],
      [4, 'refused', 'email INVALID_EMAIL'],
      [5, 'refused', 'country INVALID_INPUT'],
      [7, 'refused', 'email REQUIRED', 'seat_id LISTED_TWICE'],
      [8, 'refused', 'seat_id NOT_FOUND'],
      [10, 'refused', 'user_id NOT_FOUND'],
      [11, 'refused', 'locality NOT_FOR_PERSONS'],
      [12, 'refused', 'email INVITE_ONE_WAY'],
    ]);
    expect(await invited()).toEqual([]);
  });

  test('invites nobody who could not sign in with the certificate', async () => {
    const emil = list({ user_id: app.userIds.get('emil') ?? '' });
    expect(wrong(await check('cleo', emil))).toEqual([[1, 'refused', 'user_id CERTIFICATE_SIGN_IN_OFF']]);
    await allowCertificates(app, 'nordmark-lb');
    expect((await check('cleo', emil)).body).toMatchObject({ create: 1, refused: 0 });
    // Nor has one to have answered the invitation to the platform: the certificate does.
    await sql`update app_user set verified_at = null where user_name = 'emil'`.execute(app.db);
    expect((await check('cleo', emil)).body).toMatchObject({ create: 1, refused: 0 });
    await sql`update app_user set active = false where user_name = 'emil'`.execute(app.db);
    expect(wrong(await check('cleo', emil))).toEqual([[1, 'refused', 'user_id USER_DISABLED']]);
  });

  test('is checked for what can stand in no certificate, under what the row has of it', async () => {
    const seat_id = await aSeat(app, { name: 'Door\u200b4' });
    const known = await aSeat(app, { name: 'z'.repeat(65) });
    await sql`update seat set type = 'user', identifier = 'lars@nordmark-lb.example' where id = ${known}`.execute(
      app.db,
    );
    const answer = await check(
      'cleo',
      list(
        { seat_id, email: 'gates@nordmark-lb.example' },
        person('y'.repeat(60), { email: 'nils@nordmark-lb.example' }),
        person('Ek', { email: 'lars@nordmark-lb.example' }),
        person('Berg'),
      ),
    );
    expect(wrong(answer)).toEqual([
      [1, 'refused', 'seat_id SEAT_NOT_CERTIFIABLE'],
      [2, 'refused', 'last_name SEAT_NOT_CERTIFIABLE'],
      [3, 'refused', 'email SEAT_NOT_CERTIFIABLE'],
    ]);
  });

  test('is checked by what is refused one by one: where the key may be, and who may make seats', async () => {
    const demanding = { ...defaults(), keystore_location: 'software' };
    await sql`update certificate_template set requires_attestation = true where id = ${template}`.execute(app.db);
    const body = {
      defaults: demanding,
      enrollments: [person('Berg'), { seat_id: await aSeat(app), email: 'a@b.example' }],
    };
    expect(wrong(await check('cleo', body))).toEqual([
      [1, 'refused', 'keystore_location ATTESTATION_NEEDS_TOKEN'],
      [2, 'refused', 'keystore_location ATTESTATION_NEEDS_TOKEN'],
    ]);

    await sql`update certificate_template set requires_attestation = false where id = ${template}`.execute(app.db);
    await sql`update role set permissions = array_remove(permissions, 'manage_seat')`.execute(app.db);
    const partly = await check('cleo', body);
    expect(wrong(partly)).toEqual([[1, 'refused', 'email FORBIDDEN']]);
    expect(partly.body).toMatchObject({ create: 1, refused: 1 });
    const single = await app.call('cleo', 'POST', '/account/ui-api/v2/enrollment', { ...demanding, ...person('Berg') });
    expect([single.status, single.body.error?.status]).toEqual([403, 'FORBIDDEN']);
    const made = app.db.selectFrom('seat').select('id').where('identifier', '=', person('Berg').email);
    expect(await made.execute()).toEqual([]);
  });

  test('invites nobody twice: an open invitation is enough, also by a run that came before', async () => {
    await run('cleo', list(person('Berg')));
    const again = await check('cleo', list(person('Berg'), person('Dahl')));
    expect(again.body).toMatchObject({ create: 1, same: 1 });
    const [first, second] = [await create('cleo', list(person('Dahl'))), await create('cleo', list(person('Dahl')))];
    for (const { body } of [first, second]) await runPlan(app.runtime, bulkActs, body.id);
    expect(await mails(app, 'nils.dahl@nordmark-lb.example', 'enrollment')).toHaveLength(1);
    const { body } = await app.call('cleo', 'GET', `${BULK}/${second.body.id}/row`);
    expect(body.items).toMatchObject([{ outcome: 'same' }]);
    expect((await create('cleo', list(person('Dahl')))).body.error.status).toBe('NOTHING_TO_DO');
  });

  test('invites nobody twice whose address has another lower case in JavaScript', async () => {
    const twice = list(...['İlker', 'ΝΙΚΟΣ'].map((name) => person('Berg', { email: `nils@${name}.example` })));
    expect((await run('cleo', twice)).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect((await check('cleo', twice)).body).toMatchObject({ create: 0, same: 2 });
    await sql`update enrollment set expires_at = ${app.clock.now()}`.execute(app.db);
    await giveLicense(app, 'umbra-trust', 'enterprise_manager', { seats: 1 });
    expect((await check('cleo', twice)).body).toMatchObject({ create: 2, refused: 0 });
    const cased = list(...['İb', 'ib'].map((name) => person('Berg', { email: `nils@${name}.example` })));
    expect(wrong(await check('cleo', cased)).at(-1)).toEqual([2, 'refused', 'email LISTED_TWICE']);
  });

  test('invites whoever has only a renewal: that of a certificate that is revoked leads to no other one', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const [seat_id, user_id] = [await aSeat(app), app.userIds.get('emil') ?? ''];
    const three = list({ seat_id, email: 'gates@nordmark-lb.example' }, { user_id }, person('Berg'));
    await run('cleo', three);
    expect((await check('cleo', three)).body).toMatchObject({ create: 0, same: 3 });
    for (const { id } of await invited())
      await sql`update enrollment set renews = ${await aCertificate(app)} where id = ${id}`.execute(app.db);
    expect((await check('cleo', three)).body).toMatchObject({ create: 3, same: 0 });
    expect((await run('cleo', three)).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
  });

  test('of another account’s seats and templates nobody hears, and a license that is short is said', async () => {
    const seat_id = await aSeat(app);
    expect(wrong(await check('carl', list({ seat_id })))).toEqual([[1, 'refused', 'seat_id NOT_FOUND']]);
    expect(wrong(await check('carl', list(person('Berg'))))).toEqual([[1, 'refused', 'template_id NOT_FOUND']]);
    const account_id = app.accountIds.get('nordmark-lb');
    const foreign = { defaults: defaults({ account_id }), enrollments: [person('Berg')] };
    expect(wrong(await check('bea', foreign))).toEqual([[1, 'refused', 'account_id NOT_FOUND']]);
    expect((await check('emil', list(person('Berg')))).status).toBe(403);
    await giveLicense(app, 'umbra-trust', 'enterprise_manager', { seats: 1 });
    expect(wrong(await check('cleo', list(person('Berg'), person('Dahl'))))).toEqual([
      [2, 'refused', 'LICENSE_USED_UP'],
    ]);
  });
});

test('a license that is used up is nothing that the invited person hears of', async () => {
  await withAuthorities(app);
  const { id, code } = await anEnrollment(app);
  await giveLicense(app, 'umbra-trust', 'enterprise_manager', { certificates: 1 });
  const another = { kind: 'certificate', id: newId(), account: app.accountIds.get('nordmark-lb') ?? '' } as const;
  await count(app.db, another, app.clock.now());
  const body = { enrollment_code: code, csr: A_REQUEST, enrollment_method: 'DTA', keystore_type: 'browser' };
  const path = `/account/ui-api/v1/enrollment/${id}/client-auth-certificate`;
  const refused = await app.request('POST', path, body);
  expect([refused.status, refused.body.error.status, refused.body.error.params]).toEqual([409, 'SUSPENDED', undefined]);
});

describe('chosen ones', () => {
  const plan = (who: Name, act: 'cancel' | 'resend', ids: string[]) =>
    app.call(who, 'POST', `${MANY}/${act}`, { ids, input: {} });
  const begin = async (id: string) => {
    await app.call('cleo', 'PUT', `${BULK}/${id}/run`);
    await runPlan(app.runtime, bulkActs, id);
  };

  test('are canceled, what is over stays as it is', async () => {
    const [one, other] = [await anEnrollment(app), await anEnrollment(app)];
    await sql`update enrollment set stage = 'canceled' where id = ${other.id}`.execute(app.db);
    const certificate = await aCertificate(app);
    await sql`update enrollment set stage = 'generated', certificate_id = ${certificate}
      where id = ${one.id}`.execute(app.db);
    const { body } = await plan('cleo', 'cancel', [one.id, other.id]);
    expect(body).toMatchObject({ act: 'enrollments.cancel', verdicts: { change: 1, same: 1, refused: 0 } });
    await begin(body.id);
    expect((await invited()).map(({ stage }) => stage)).toEqual(['canceled', 'canceled']);
    expect((await eventsOf(app, 'UPDATE')).filter((event) => event.resource_id === certificate)).toMatchObject([
      { actor_name: 'Cleo Marchetti', after: { status: 'revoked', revocation_reason: 'cessationOfOperation' } },
    ]);
    expect((await plan('carl', 'cancel', [one.id])).body.refusals).toEqual([{ status: 'NOT_FOUND', count: 1 }]);
  });

  test('are sent again with another link', async () => {
    const one = await anEnrollment(app);
    const [before] = await invited();
    const { body } = await plan('cleo', 'resend', [one.id]);
    await begin(body.id);
    const [after] = await invited();
    expect(after?.code_hash).not.toBe(before?.code_hash);
    expect(await mails(app, 'gates@nordmark-lb.example', 'enrollment')).toHaveLength(1);
  });

  test('of people are sent again by those alone who may mail them what they come in by', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const [seat, emil] = [await anEnrollment(app), await anEnrollment(app)];
    await sql`update enrollment set seat_id = null, template_id = null, user_id = ${app.userIds.get('emil')}
      where id = ${emil.id}`.execute(app.db);
    await sql`update role set permissions = array_remove(permissions, 'manage_account_user')`.execute(app.db);
    const page = (await app.call('cleo', 'GET', `/account/ui-api/v2/enrollment/${emil.id}`)).body;
    expect(page).toMatchObject({
      person: { name: 'Emil Haugen', access_scope: 'end_user' },
      why_not: { resend: { status: 'SCOPE_NOT_MANAGEABLE' }, cancel: null },
    });
    const rows = (await app.call('cleo', 'GET', '/account/ui-api/v2/enrollment')).body.items;
    expect(rows).toContainEqual(expect.objectContaining({ id: emil.id, person: page.person }));
    expect((await plan('cleo', 'resend', [seat.id, emil.id])).body).toMatchObject({
      verdicts: { change: 1, refused: 1 },
      refusals: [{ status: 'SCOPE_NOT_MANAGEABLE', count: 1 }],
    });
    const single = await app.call('cleo', 'POST', `/account/ui-api/v2/enrollment/${emil.id}/resend`, {});
    expect([single.status, single.body.error.status]).toEqual([403, 'SCOPE_NOT_MANAGEABLE']);
  });

  test('are sent again where they have expired, but for a renewal, which is over then', async () => {
    const [one, renewal] = [await anEnrollment(app), await anEnrollment(app)];
    await sql`update enrollment set renews = ${await aCertificate(app)} where id = ${renewal.id}`.execute(app.db);
    const ids = [one.id, renewal.id];
    expect((await plan('cleo', 'resend', ids)).body.verdicts).toMatchObject({ change: 2, refused: 0 });
    app.clock.pass(86_400);
    app.forget('cleo');
    expect((await plan('cleo', 'resend', ids)).body).toMatchObject({
      verdicts: { change: 1, refused: 1 },
      refusals: [{ status: 'RENEWAL_OVER', count: 1 }],
    });
    expect((await plan('cleo', 'cancel', ids)).body.verdicts).toMatchObject({ change: 2, refused: 0 });
  });
});
