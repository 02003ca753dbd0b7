/** The link by which somebody makes a certificate for signing in. */
import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeCertificate } from '../../authority/revocation-store.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { A_REQUEST } from '../../testing/client-auth-certificate.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { A_REQUEST as ANOTHER_REQUEST } from '../../testing/sample.ts';
import { events, expectRefusal, linkIn, mails, NEW_PASSWORD, verifyName } from '../../testing/sign-in.ts';

const PICKUP = '/account/ui-api/v1/auth/certificate-pickup';
const EMIL = 'emil@nordmark-lb.example';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { CLIENT_AUTH_URL: 'https://localhost' } });
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
});
afterAll(() => app.close());
beforeEach(() => {
  // Links are counted by the hour.
  app.clock.pass(3_600);
  for (const person of ['cleo', 'carl', 'emil'] as const) app.forget(person);
});

const idOf = (person: Name): string => app.userIds.get(person) ?? '';
const send = (person: Name, to: string) =>
  app.call(person, 'PUT', `/account/ui-api/v1/user/${to}/sendSetupCacBasedLoginEmail`);
const sent = () => mails(app, EMIL, 'certificate-pickup');

type Link = { user_id: string; code: string };
const check = (link: Link) => app.request('POST', `${PICKUP}/check`, link);
const pickUp = (link: Link, csr = A_REQUEST) => app.request('POST', PICKUP, { ...link, csr });
/** The link of a mail that was just sent to emil. */
async function newLink(): Promise<Link> {
  expect((await send('cleo', idOf('emil'))).status).toBe(204);
  const { userId, code } = linkIn((await sent()).at(-1)?.text ?? '');
  return { user_id: userId, code };
}
async function expectNoUse(link: Link): Promise<void> {
  expectRefusal(await check(link), 410, 'CODE_INVALID');
  expectRefusal(await pickUp(link, ANOTHER_REQUEST), 410, 'CODE_INVALID');
}
const ofEmil = () => app.db.selectFrom('certificate').selectAll().where('user_id', '=', idOf('emil')).execute();
const setEmil = (values: { active?: boolean; verified_at?: Date | null }) =>
  app.db.updateTable('app_user').set(values).where('id', '=', idOf('emil')).execute();
const isVerified = async () => (await app.call('cleo', 'GET', `/account/ui-api/v1/user/${idOf('emil')}`)).body.verified;
const signIn = (certificate: Uint8Array) =>
  app.request('GET', '/imauth/api/v1/login/certificate', undefined, forwarding(certificate));
const switched = (on: boolean) =>
  app.db
    .updateTable('account')
    .set({ certificate_sign_in: on })
    .where('friendly_identifier', '=', 'nordmark-lb')
    .execute();

describe('[S-299] the mail', () => {
  test('has a link for whom it is sent to, and the log says who sent it', async () => {
    expect((await send('cleo', idOf('emil'))).status).toBe(204);
    expect(linkIn((await sent()).at(-1)?.text ?? '')).toMatchObject({
      userId: idOf('emil'),
      url: expect.stringMatching(/^http:\/\/localhost:8080\/account\/certificate-pickup#[\w-]+\/[\w-]{43}$/),
    });
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_id: idOf('emil'),
      actor_id: idOf('cleo'),
      after: { certificate_link_sent: true },
    });
  });

  test('is sent by those who manage the person, five times an hour', async () => {
    expectRefusal(await send('carl', idOf('emil')), 404, 'NOT_FOUND');
    expectRefusal(await send('emil', idOf('cleo')), 403, 'FORBIDDEN');
    for (let times = 0; times < 5; times += 1) expect((await send('cleo', idOf('emil'))).status).toBe(204);
    app.clock.pass(120);
    const answer = await send('cleo', idOf('emil'));
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    expect(answer.headers['retry-after']).toBe('3480');
  });

  test('is not sent where the account lets nobody in by certificate, which the person’s record says', async () => {
    const record = async () => (await app.call('cleo', 'GET', `/account/ui-api/v1/user/${idOf('emil')}`)).body;
    expect((await record()).certificate_sign_in).toBe(true);
    await switched(false);
    const before = (await sent()).length;
    expect((await record()).certificate_sign_in).toBe(false);
    expectRefusal(await send('cleo', idOf('emil')), 409, 'CERTIFICATE_SIGN_IN_OFF');
    expect((await sent()).length).toBe(before);
    await switched(true);
  });

  test('is not sent to somebody who is switched off', async () => {
    await setEmil({ active: false });
    expectRefusal(await send('cleo', idOf('emil')), 403, 'USER_DISABLED');
    await setEmil({ active: true });
  });
});

describe('[S-299] the link', () => {
  test('tells whose certificate it makes, and makes it once, for a key of the browser', async () => {
    const link = await newLink();
    expect((await check(link)).body).toEqual({ name: 'Emil Haugen', user_name: 'emil' });
    const before = (await events(app, 'CREATE')).length;
    const made = await pickUp(link);
    expect([made.status, made.body.chain.length]).toEqual([201, 2]);
    const certificate = new X509Certificate(made.body.certificate);
    expect(certificate.subject).toMatch(/CN=Emil Haugen/);
    const stored = await ofEmil();
    expect(stored).toMatchObject([{ state: 'issued', created_by: idOf('emil'), purposes: ['client_auth'] }]);
    expect((await events(app, 'CREATE')).slice(before)).toMatchObject([
      {
        resource_type: 'CLIENT_AUTH_CERT',
        resource_id: stored[0]?.id,
        resource_name: 'emil/Emil Haugen',
        actor_id: idOf('emil'),
        account_id: app.accountIds.get('nordmark-lb'),
      },
    ]);
    expect((await signIn(certificate.raw)).status).toBe(200);
    await expectNoUse(link);
    expect(await ofEmil()).toHaveLength(1);
  });

  test('[S-033] a lost answer costs no link: the same key gets the same certificate, while it is good', async () => {
    const link = await newLink();
    const made = await pickUp(link);
    const before = [(await ofEmil()).length, (await mails(app, EMIL, 'certificate-made')).length];
    const again = await pickUp(link);
    expect([again.status, again.body]).toEqual([201, made.body]);
    expect([(await ofEmil()).length, (await mails(app, EMIL, 'certificate-made')).length]).toEqual(before);
    await expectNoUse(link);
    await switched(false);
    expectRefusal(await pickUp(link), 410, 'CODE_INVALID');
    await switched(true);
    app.clock.pass(24 * 3_600);
    expectRefusal(await pickUp(link), 410, 'CODE_INVALID');
  });

  test('a certificate that was revoked since is not given once more', async () => {
    const link = await newLink();
    const before = new Set((await ofEmil()).map(({ id }) => id));
    expect((await pickUp(link, ANOTHER_REQUEST)).status).toBe(201);
    const made = (await ofEmil()).find(({ id }) => !before.has(id))?.id ?? '';
    await revokeCertificate(app.db, made, { reason: 'superseded', by: null }, app.clock.now());
    await expectNoUse(link);
  });

  test('says the same, unknown, of somebody else, ended, replaced or of an account that is off', async () => {
    const link = await newLink();
    await expectNoUse({ ...link, code: 'x'.repeat(43) });
    await expectNoUse({ ...link, user_id: idOf('carl') });
    await switched(false);
    await expectNoUse(link);
    await switched(true);
    const newer = await newLink();
    await expectNoUse(link);
    expect((await check(newer)).status).toBe(200);
    app.clock.pass(24 * 3_600);
    await expectNoUse(newer);
  });

  test('once used tells its person by mail, at the address to which it was sent', async () => {
    const before = (await mails(app, EMIL, 'certificate-made')).length;
    await pickUp(await newLink());
    const told = await mails(app, EMIL, 'certificate-made');
    expect(told).toHaveLength(before + 1);
    expect(told.at(-1)).toMatchObject({ subject: 'A certificate was made with your link' });
    expect(told.at(-1)?.text).toContain('/account/profile/client-certificates');
  });

  test('ends where the address that it was sent to is no longer the person’s', async () => {
    const link = await newLink();
    const path = `/account/ui-api/v1/user/${idOf('emil')}`;
    const { first_name, last_name, user_name, locale } = (await app.call('cleo', 'GET', path)).body;
    const names = { first_name, last_name, user_name, locale, phone: '+49 40 1' };
    const save = async (more: object) => (await app.call('cleo', 'PUT', path, { ...names, ...more })).status;
    expect(await save({ email: EMIL })).toBe(200);
    expect((await check(link)).status).toBe(200);
    expect(await save({ email: 'emil@elsewhere.example' })).toBe(200);
    await expectNoUse(link);
    expect(await save({ email: EMIL })).toBe(200);
    await expectNoUse(link);
  });

  test('is no other link, and no other link is this one', async () => {
    const { user_id, code } = await newLink();
    const reset = { user_id, code, password: 'Another-staple-8-Battery', repeatedPassword: 'Another-staple-8-Battery' };
    expectRefusal(await app.request('POST', '/account/ui-api/v1/auth/reset-password', reset), 410, 'CODE_INVALID');
    await app.call('cleo', 'PUT', `/account/ui-api/v1/user/${user_id}/reset-password`);
    const other = linkIn((await mails(app, EMIL, 'password-reset')).at(-1)?.text ?? '');
    await expectNoUse({ user_id, code: other.code });
  });

  test('stays good where the request is not: what is wrong stands under the field', async () => {
    const link = await newLink();
    const before = (await ofEmil()).length;
    const bad = await pickUp(link, 'no request at all');
    expect([bad.status, bad.body.error.fields.csr.status]).toEqual([400, 'CSR_FORMAT']);
    expect((await check(link)).status).toBe(200);
    expect(await ofEmil()).toHaveLength(before);
    expect((await pickUp(link)).status).toBe(201);
  });

  test('two calls at once with one key get one certificate', async () => {
    const link = await newLink();
    const before = (await ofEmil()).length;
    const both = () => Promise.all([pickUp(link), pickUp(link)]);
    // Both have come as far as they can.
    const held = sql`select from app_user where id = ${idOf('emil')} for no key update`;
    const answers = await meanwhile(app, [held], both, [sql`select pg_sleep(0.3)`]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await ofEmil()).toHaveLength(before + 1);
  });

  test('is used with the account held first, as whoever deletes that takes account and person', async () => {
    const link = await newLink();
    const account = sql`select from account where friendly_identifier = 'nordmark-lb' for update`;
    const made = await meanwhile(app, [account], () => pickUp(link), [
      sql`select from app_user where id = ${idOf('emil')} for no key update nowait`,
    ]);
    expect(made.status).toBe(201);
  });
});

describe('somebody who is invited', () => {
  const passwords = (on: boolean) =>
    app.db
      .updateTable('account')
      .set({ standard_sign_in: on })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();

  test('[S-299 S-310] where there are no passwords, gets a link to a certificate and comes in with it', async () => {
    // Signed in while there are.
    expect(await isVerified()).toBe(true);
    await passwords(false);
    const email = 'nils@nordmark-lb.example';
    const who = { first_name: 'Nils', last_name: 'Berg', user_name: 'nils', email, locale: 'en_US' };
    const place = { access_scope: 'account', primary_account_id: app.accountIds.get('nordmark-lb') };
    const { body: nils } = await app.call('cleo', 'POST', '/account/ui-api/v1/user', { ...who, ...place });
    const path = `/account/ui-api/v1/user/${nils.id}`;
    expect((await app.call('cleo', 'PUT', `${path}/email`)).status).toBe(204);
    expect(await mails(app, email, 'invitation')).toEqual([]);
    const links = (await mails(app, email, 'certificate-pickup')).map(({ text }) => linkIn(text).code);
    expect(links).toHaveLength(2);
    expectRefusal(await check({ user_id: nils.id, code: links[0] ?? '' }), 410, 'CODE_INVALID');
    expect((await verifyName(app, 'nils')).body.methods).toEqual(['certificate']);
    const made = await pickUp({ user_id: nils.id, code: links[1] ?? '' });
    expect(made.status).toBe(201);
    expect((await app.call('cleo', 'GET', path)).body).toMatchObject({ status: 'active', verified: true });
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ resource_id: nils.id, after: { verified: true } });
    expect((await signIn(new X509Certificate(made.body.certificate).raw)).status).toBe(200);
    await passwords(true);
  });

  test('[S-299] may be sent the link, and its certificate answers the invitation', async () => {
    await setEmil({ verified_at: null });
    const invite = () => app.call('cleo', 'PUT', `/account/ui-api/v1/user/${idOf('emil')}/email`);
    expect((await invite()).status).toBe(204);
    const { code } = linkIn((await mails(app, EMIL, 'invitation')).at(-1)?.text ?? '');
    expect((await pickUp(await newLink())).status).toBe(201);
    expect(await isVerified()).toBe(true);
    const chosen = { verification_code: code, login: 'emil', password: NEW_PASSWORD };
    const verify = await app.request('POST', `/account/ui-api/v1/user/${idOf('emil')}/verify`, chosen);
    expectRefusal(verify, 410, 'CODE_INVALID');
    expectRefusal(await invite(), 409, 'ALREADY_VERIFIED');
  });

  test('has answered the invitation by the first sign-in with a certificate, however it was made', async () => {
    const made = await pickUp(await newLink());
    await setEmil({ verified_at: null });
    expect((await signIn(new X509Certificate(made.body.certificate).raw)).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });
});
