/** Who was invited hears by a mail, of a real server, that an invitation was canceled. */
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runPlan } from '../../bulk/run.ts';
import { startWorker } from '../../jobs/worker.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { aCertificate, anEnrollment, aSeat } from '../../testing/sample.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';
import { openSmtpSink, type SmtpSink } from '../../testing/smtp-sink.ts';
import { bulkActs } from '../bulk-acts.ts';

const ENROLLMENT = '/account/ui-api/v2/enrollment';

let sink: SmtpSink;
let app: TestApp;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeEach(async () => {
  sink = await openSmtpSink();
  app = await startTestApp({ config: { SMTP_URL: sink.url } });
  worker = await startWorker({ pool: app.pool, runtime: app.runtime, bulkActs, log: app.runtime.log });
});
afterEach(async () => {
  await worker.stop();
  await app.close();
  await sink.close();
});

type Invited = { email?: string; locale?: Locale; renews?: string; expires_at?: Date };
async function invited({ seat, ...more }: Invited & { seat?: string } = {}): Promise<string> {
  const { id } = await anEnrollment(app, seat === undefined ? {} : { seat_id: seat });
  const values = { email: 'gates@nordmark-lb.example', ...more };
  await app.db.updateTable('enrollment').set(values).where('id', '=', id).execute();
  return id;
}
const cancel = (person: Name, id: string): Promise<Answer> =>
  app.call(person, 'PUT', `${ENROLLMENT}/${id}/status`, { status: 'canceled' });
/** The mails that arrive, once there are so many, by address. */
async function arrived(count: number): Promise<{ to: string[]; mail: Email }[]> {
  await vi.waitFor(() => expect(sink.arrived.length).toBe(count), { timeout: 30_000, interval: 50 });
  return sink.arrived.toSorted((one, other) => String(one.to).localeCompare(String(other.to)));
}
/** Every mail that was ever written, sent or not. */
const written = () => app.db.selectFrom('mail').select('kind').where('kind', 'like', '%-canceled').execute();

test('canceled: one mail, to where the invitation went, without a link and without who did it', async () => {
  const id = await invited();
  // Of another tenant: there is nothing to cancel, and nobody hears of it.
  expectRefusal(await cancel('carl', id), 404, 'NOT_FOUND');
  expect((await cancel('cleo', id)).status).toBe(200);
  expectRefusal(await cancel('cleo', id), 409, 'ENROLLMENT_OVER');
  const [{ to, mail } = { to: [], mail: null }] = await arrived(1);
  expect(to).toEqual(['gates@nordmark-lb.example']);
  expect(mail?.subject).toBe('Your invitation to a certificate from Nordmark Landesbank was canceled');
  expect(mail?.text).toContain('Hello Gate 7');
  expect(mail?.text).not.toMatch(/http|Cleo|\{/);
  expect(await written()).toEqual([{ kind: 'enrollment-canceled' }]);
});

test.each<[Locale, string]>([
  ['de_DE', 'Ihre Einladung zu einem Zertifikat von Nordmark Landesbank wurde zurückgezogen'],
  ['fr_FR', 'Votre invitation à un certificat de Nordmark Landesbank a été annulée'],
  ['es_ES', 'Se ha cancelado su invitación a un certificado de Nordmark Landesbank'],
  ['ja_JP', 'Nordmark Landesbankの証明書への招待が取り消されました'],
])('in the language of the invitation: %s', async (locale, subject) => {
  await cancel('cleo', await invited({ locale }));
  const [{ mail } = { mail: null }] = await arrived(1);
  expect(mail?.subject).toBe(subject);
});

test('one that went to no address that can be written to is canceled too, and nobody is told', async () => {
  // As an account may have brought it that came as a file.
  expect((await cancel('cleo', await invited({ email: 'x' }))).status).toBe(200);
  expect(await written()).toEqual([]);
});

test('one that went to no address that can be written to is not sent again, which is said', async () => {
  const id = await invited({ email: 'x' });
  app.clock.pass(LIMITS.enrollmentResendSeconds);
  expectRefusal(await app.call('cleo', 'POST', `${ENROLLMENT}/${id}/resend`), 409, 'NO_MAIL_ADDRESS');
  expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
    resource_type: 'ENROLLMENT',
    resource_id: id,
    resource_name: 'Gate 7',
    result: 'failure',
    message: 'NO_MAIL_ADDRESS',
  });
});

test('of a renewal it says that the present certificate goes on', async () => {
  await cancel('cleo', await invited({ renews: await aCertificate(app) }));
  const [{ mail } = { mail: null }] = await arrived(1);
  expect(mail?.subject).toBe('The renewal of your certificate from Nordmark Landesbank was canceled');
  expect(mail?.text).toContain('Until its end the present certificate goes on working.');
  expect(mail?.text).toContain('If you need a certificate beyond that day, ask your administrator for an invitation.');
});

test.each([
  ['is switched off', sql`update certificate set enabled = false`],
  [
    'is on hold',
    sql`update certificate set state = 'revoked', revoked_at = now(), revocation_reason = 'certificateHold'`,
  ],
  ['has fallen with its authority', sql`update certificate_authority set state = 'revoked'`],
  ['has ended', sql`update certificate set valid_from = now() - interval '2 years', valid_to = '2020-01-01'`],
])('of a renewal whose certificate %s it says that this one can’t be used either', async (_what, change) => {
  const id = await invited({ renews: await aCertificate(app) });
  await change.execute(app.db);
  expect((await cancel('cleo', id)).status).toBe(200);
  const [{ mail } = { mail: null }] = await arrived(1);
  expect(mail?.text).toContain('The certificate that it would have renewed can’t be used either.');
  expect(mail?.text).toContain('If you need a certificate, ask your administrator for an invitation.');
});

test('many at once: each hears of their own; whose link had expired misses nothing', async () => {
  const over = new Date(app.clock.now().getTime() - 1);
  const ids = [
    await invited({ email: 'one@nordmark-lb.example' }),
    await invited({ email: 'two@nordmark-lb.example', locale: 'de_DE' }),
    await invited({ email: 'late@nordmark-lb.example', expires_at: over }),
  ];
  const { body } = await app.call('cleo', 'POST', `${ENROLLMENT}/bulk/cancel`, { ids, input: {} });
  const rows = (await app.call('cleo', 'GET', `/account/ui-api/v1/bulk/${body.id}/row`)).body.items;
  expect(rows.map(({ name }: { name: string }) => /\((.+)\)/.exec(name)?.[1]).toSorted()).toEqual([
    'late@nordmark-lb.example',
    'one@nordmark-lb.example',
    'two@nordmark-lb.example',
  ]);
  expect(await written()).toEqual([]);
  await app.call('cleo', 'PUT', `/account/ui-api/v1/bulk/${body.id}/run`);
  await runPlan(app.runtime, bulkActs, body.id);
  expect((await arrived(2)).map(({ to, mail }) => [...to, mail.subject])).toEqual([
    ['one@nordmark-lb.example', 'Your invitation to a certificate from Nordmark Landesbank was canceled'],
    ['two@nordmark-lb.example', 'Ihre Einladung zu einem Zertifikat von Nordmark Landesbank wurde zurückgezogen'],
  ]);
  expect(await written()).toHaveLength(2);
});

test('a seat that is deleted takes its open invitation with it, and that is said too', async () => {
  const seat = await aSeat(app);
  const open = await invited({ seat });
  const over = await invited({ seat, expires_at: new Date(app.clock.now().getTime() - 1) });
  expect((await app.call('carl', 'DELETE', `/account/ui-api/v2/seat/${seat}`)).status).toBe(404);
  expect((await app.call('cleo', 'DELETE', `/account/ui-api/v2/seat/${seat}`)).status).toBe(204);
  const [{ mail } = { mail: null }] = await arrived(1);
  expect(mail?.subject).toBe('Your invitation to a certificate from Nordmark Landesbank was canceled');
  const told = (await events(app, 'UPDATE')).filter(({ resource_type: type }) => type === 'ENROLLMENT');
  expect(told).toHaveLength(2);
  for (const [id, stage] of [
    [open, 'invited'],
    [over, 'expired'],
  ])
    expect(told.find(({ resource_id: of }) => of === id)).toMatchObject({
      resource_name: 'Gate 7',
      actor_name: 'Cleo Marchetti',
      before: { stage },
      after: { stage: 'canceled' },
    });
});

describe('the deletion of an account', () => {
  const ACCOUNT = '/account/ui-api/v1/account';
  const deleted = async (): Promise<unknown> =>
    (await events(app, 'DELETE')).filter(({ resource_type: type }) => type === 'ACCOUNT').at(-1)?.after;
  const nordmarkId = () => app.accountIds.get('nordmark-lb') ?? '';

  test('is told to whom it had invited for its seats, and its event says how many of what ended', async () => {
    const over = new Date(app.clock.now().getTime() - 1);
    await invited();
    await invited({ email: 'late@nordmark-lb.example', expires_at: over });
    await invited({ email: 'renewing@nordmark-lb.example', renews: await aCertificate(app) });
    // Whose person is deleted with the account is not written to.
    const person = await invited({ email: 'emil@nordmark-lb.example' });
    const forPerson = { user_id: app.userIds.get('emil') ?? '', seat_id: null, template_id: null };
    await app.db.updateTable('enrollment').set(forPerson).where('id', '=', person).execute();
    expect((await app.call('carl', 'DELETE', `${ACCOUNT}/${nordmarkId()}`)).status).toBe(403);
    expect(await written()).toEqual([]);
    expect((await app.call('ada', 'DELETE', `${ACCOUNT}/${nordmarkId()}`)).status).toBe(204);
    const [one, other] = await arrived(2);
    expect([one?.to, other?.to]).toEqual([['gates@nordmark-lb.example'], ['renewing@nordmark-lb.example']]);
    expect(one?.mail.subject).toBe('Your invitation to a certificate from Nordmark Landesbank was canceled');
    expect(other?.mail.text).toContain('The certificate that it would have renewed can’t be used either.');
    expect(await written()).toHaveLength(2);
    expect(await deleted()).toEqual({ certificates_revoked: 1, enrollments_canceled: 4 });
  });

  test('with others says the same, by a run', async () => {
    await invited();
    const { body } = await app.call('ada', 'POST', `${ACCOUNT}/bulk/delete`, { ids: [nordmarkId()], input: {} });
    await app.call('ada', 'PUT', `/account/ui-api/v1/bulk/${body.id}/run`);
    await runPlan(app.runtime, bulkActs, body.id);
    expect(await arrived(1)).toMatchObject([{ to: ['gates@nordmark-lb.example'] }]);
    expect(await deleted()).toEqual({ enrollments_canceled: 1 });
  });

  test('of very many, tells those who were invited last', async () => {
    await invited({ email: 'last@nordmark-lb.example' });
    await sql`insert into enrollment (id, account_id, seat_id, template_id, name, email, locale, keystore_location,
        enrollment_method, stage, code_hash, sent_at, expires_at, created_at, updated_at)
      select gen_random_uuid(), account_id, seat_id, template_id, name, 'one@nordmark-lb.example', locale,
        keystore_location, enrollment_method, stage, code_hash, sent_at - interval '1 day', expires_at, created_at,
        updated_at
      from enrollment cross join generate_series(1, ${LIMITS.invitedToldMax})`.execute(app.db);
    await worker.stop();
    expect((await app.call('ada', 'DELETE', `${ACCOUNT}/${nordmarkId()}`)).status).toBe(204);
    expect(await written()).toHaveLength(LIMITS.invitedToldMax);
    expect(await app.db.selectFrom('mail').select('id').where('recipient', 'like', 'last@%').execute()).toHaveLength(1);
    expect(await deleted()).toEqual({ enrollments_canceled: LIMITS.invitedToldMax + 1 });
  });
});

test('the event of a person who is deleted says what ended with them, and nobody is written to', async () => {
  const emil = app.userIds.get('emil') ?? '';
  const person = await invited({ email: 'emil@nordmark-lb.example' });
  const forPerson = { user_id: emil, seat_id: null, template_id: null };
  await app.db.updateTable('enrollment').set(forPerson).where('id', '=', person).execute();
  for (const onHold of [true, false])
    await app.db
      .updateTable('certificate')
      .set({ user_id: emil })
      .where('id', '=', await aCertificate(app, { onHold }))
      .execute();
  expect((await app.call('cleo', 'DELETE', `/account/ui-api/v1/user/${emil}`)).status).toBe(204);
  expect((await events(app, 'DELETE')).at(-1)).toMatchObject({
    resource_type: 'USER',
    resource_id: emil,
    before: { user_name: 'emil' },
    after: { certificates_revoked: 2, enrollments_canceled: 1 },
  });
  expect(await written()).toEqual([]);
});
