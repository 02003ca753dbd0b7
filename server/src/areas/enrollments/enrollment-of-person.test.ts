/** A person, who is invited at their own address, and signs in with the certificate. */
import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { V1, V2, enrolling } from '../../testing/enrolling.ts';
import { events, expectRefusal, mails } from '../../testing/sign-in.ts';

let app: TestApp;
const { idOf, post, mailedTo, newRequest, open, generate, redeem } = enrolling((one) => void (app = one));

describe('a person', () => {
  test('[S-005] gets the certificate at their own address, and signs in with it', async () => {
    const made = await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ link: null, person: { name: 'Emil Haugen' }, seat: null });
    const link = await mailedTo('emil@nordmark-lb.example');
    expect((await open(link)).body).toMatchObject({
      first_name: 'Emil',
      last_name: 'Haugen',
      common_name: 'Emil Haugen',
      organization_name: 'Nordmark Landesbank',
      emails: ['emil@nordmark-lb.example'],
      signs_in: true,
      asked: [],
    });
    const answer = await generate(link, newRequest(), { keystore_type: 'software' });
    expect(answer.status).toBe(201);
    const certificate = new X509Certificate(answer.body.x509_cert);
    expect((await redeem(link)).status).toBe(204);
    const entered = await app.request(
      'GET',
      '/imauth/api/v1/login/certificate',
      undefined,
      forwarding(certificate.raw),
    );
    expect(entered.status).toBe(200);
    expect((await mails(app, 'emil@nordmark-lb.example', 'certificate-made')).length).toBeGreaterThan(0);
    const told = await events(app, 'CREATE');
    expect(told.at(-1)).toMatchObject({
      resource_type: 'CLIENT_AUTH_CERT',
      actor_id: null,
      resource_name: 'Emil Haugen',
      message: 'BY_ENROLLMENT',
    });
  });

  test('gets none for the key of which somebody else has one', async () => {
    const invited = async (person: 'emil' | 'cleo') => {
      await post('ada', `${V2}/enrollment`, { user_id: idOf(person), keystore_location: 'software' });
      return mailedTo(`${person}@nordmark-lb.example`);
    };
    const csr = newRequest();
    const software = { keystore_type: 'software' };
    expect((await generate(await invited('emil'), csr, software)).status).toBe(201);
    const refused = await generate(await invited('cleo'), csr, software);
    expect([refused.status, refused.body.error.fields.csr.status]).toEqual([409, 'KEY_KNOWN']);
  });

  test('[S-107] who has not answered the invitation to the platform does so by the certificate', async () => {
    const emil = () =>
      app.db.selectFrom('app_user').select('verified_at').where('id', '=', idOf('emil')).executeTakeFirstOrThrow();
    const nordmark = (certificate_sign_in: boolean) =>
      app.db
        .updateTable('account')
        .set({ certificate_sign_in })
        .where('friendly_identifier', '=', 'nordmark-lb')
        .execute();
    await app.db.updateTable('app_user').set({ verified_at: null }).where('id', '=', idOf('emil')).execute();
    const body = { user_id: idOf('emil'), keystore_location: 'software' };
    expect((await post('cleo', `${V2}/enrollment`, body)).status).toBe(201);
    const link = await mailedTo('emil@nordmark-lb.example');
    // Where nobody signs in so any more it would lead nowhere, and leave no other way to answer.
    await nordmark(false);
    expectRefusal(await open(link), 409, 'SUSPENDED');
    await nordmark(true);
    expect((await open(link)).body).toMatchObject({ signs_in: true });
    expect((await emil()).verified_at).toBeNull();
    const made = await generate(link, newRequest(), { keystore_type: 'software' });
    expect(made.status).toBe(201);
    expect((await emil()).verified_at).not.toBeNull();
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'USER',
      resource_id: idOf('emil'),
    });
    const { raw } = new X509Certificate(made.body.x509_cert);
    const entered = await app.request('GET', '/imauth/api/v1/login/certificate', undefined, forwarding(raw));
    expect(entered.status).toBe(200);
  });

  test('has shown that they read mail at their address by the link, where it was really sent there', async () => {
    const emil = app.db.selectFrom('app_user').select('email_proved').where('id', '=', idOf('emil'));
    const proved = async (status: 'held' | 'sent') => {
      app.clock.pass(1);
      await app.db.updateTable('app_user').set({ email_proved: null }).where('id', '=', idOf('emil')).execute();
      await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
      const link = await mailedTo('emil@nordmark-lb.example');
      await app.db.updateTable('mail').set({ status }).where('user_id', '=', idOf('emil')).execute();
      expect((await generate(link, newRequest(), { keystore_type: 'software' })).status).toBe(201);
      return (await emil.executeTakeFirstOrThrow()).email_proved;
    };
    expect(await proved('held')).toBeNull();
    expect(await proved('sent')).toBe('emil@nordmark-lb.example');
  });

  test('[S-102] reads what the certificate will say: the names of today, as far as it can hold them', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const emil = (values: { first_name?: string; last_name?: string; email?: string }) =>
      app.db.updateTable('app_user').set(values).where('id', '=', idOf('emil')).execute();
    const nordmark = (name: string) =>
      app.db.updateTable('account').set({ name }).where('friendly_identifier', '=', 'nordmark-lb').execute();
    await emil({ first_name: 'E'.repeat(60), last_name: 'H'.repeat(60), email: 'émil@nordmark-lb.example' });
    await nordmark('N'.repeat(100));
    const { body } = await open(link);
    const names = { common_name: `${'E'.repeat(60)} HHH`, organization_name: 'N'.repeat(64) };
    expect(body).toMatchObject({ ...names, emails: [], first_name: 'E'.repeat(60), last_name: 'H'.repeat(60) });
    const made = await generate(link, newRequest(), { keystore_type: 'software', ...names });
    expect(made.status).toBe(201);
    const { subject, subjectAltName } = new X509Certificate(made.body.x509_cert);
    expect(subject.split('\n')).toEqual([`O=${names.organization_name}`, `CN=${names.common_name}`]);
    expect(subjectAltName).toBeUndefined();
    await emil({ first_name: 'Emil', last_name: 'Haugen', email: 'emil@nordmark-lb.example' });
    await nordmark('Nordmark Landesbank');
  });

  test('who is called otherwise since is addressed so, once the invitation is sent again', async () => {
    const { id } = (await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' }))
      .body;
    const called = (last_name: string) =>
      app.db.updateTable('app_user').set({ last_name }).where('id', '=', idOf('emil')).execute();
    await called('Haugen-Lund');
    app.clock.pass(61);
    expect((await app.call('cleo', 'POST', `${V2}/enrollment/${id}/resend`, {})).status).toBe(204);
    const mail = (await mails(app, 'emil@nordmark-lb.example', 'enrollment')).at(-1);
    expect(mail?.text).toContain('Emil Haugen-Lund');
    expect((await app.call('cleo', 'GET', `${V2}/enrollment/${id}`)).body.name).toBe('Emil Haugen-Lund');
    await called('Haugen');
  });

  test('[S-107] is led to no sign-in that the account does not have any more', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const nordmark = app.accountIds.get('nordmark-lb') ?? '';
    await app.db.updateTable('account').set({ certificate_sign_in: false }).where('id', '=', nordmark).execute();
    expect((await open(link)).body).toMatchObject({ signs_in: false });
    await allowCertificates(app, 'nordmark-lb');
    expect((await open(link)).body).toMatchObject({ signs_in: true });
  });

  test.each<[string, Name]>([
    ['somebody gives them', 'cleo'],
    ['they give themselves', 'emil'],
  ])('who has another address, which %s, is not to be had by a link at the one before', async (_, by) => {
    const user = `${V1}/user/${idOf('emil')}`;
    const { body: one } = await app.call('cleo', 'GET', user);
    const { first_name, last_name, user_name, email, phone, locale } = one;
    const move = async (to: string) => {
      const body = { first_name, last_name, user_name, phone, locale, email: to };
      expect((await app.call(by, 'PUT', user, body)).status).toBe(200);
    };
    const invite = async () => {
      app.clock.pass(1);
      await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    };
    await invite();
    const [link, csr] = [await mailedTo(email), newRequest()];
    expect((await generate(link, csr, { keystore_type: 'software' })).status).toBe(201);
    await invite();
    const another = await mailedTo(email);
    await move('emil.haugen@elsewhere.example');
    for (const left of [link, another]) {
      expectRefusal(await open(left), 410, 'CANCELED');
      expectRefusal(await generate(left, csr, { keystore_type: 'software' }), 410, 'CANCELED');
      expect((await events(app, 'UPDATE')).filter((event) => event.resource_id === left.id).at(-1)).toMatchObject({
        resource_type: 'ENROLLMENT',
        actor_id: idOf(by),
        after: { stage: 'canceled' },
      });
    }
    const made = await app.db
      .selectFrom('enrollment')
      .innerJoin('certificate', 'certificate.id', 'enrollment.certificate_id')
      .select(['certificate.id', 'certificate.state'])
      .where('enrollment.id', '=', link.id)
      .executeTakeFirstOrThrow();
    expect(made.state).toBe('revoked');
    expect((await events(app, 'UPDATE')).filter((event) => event.resource_id === made.id)).toMatchObject([
      { resource_type: 'CLIENT_AUTH_CERT', actor_id: idOf(by), after: { status: 'revoked' } },
    ]);
    expect((await mails(app, email, 'enrollment-canceled')).length).toBeGreaterThanOrEqual(2);
    // The next one goes to where they are.
    await invite();
    const next = await mailedTo('emil.haugen@elsewhere.example');
    await move('Emil.Haugen@elsewhere.example');
    expect((await open(next)).status).toBe(200);
    await move(email);
  });

  test('who is switched off meanwhile gets none', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const active = (on: boolean) =>
      app.db.updateTable('app_user').set({ active: on }).where('id', '=', idOf('emil')).execute();
    await active(false);
    expectRefusal(await open(link), 409, 'SUSPENDED');
    expectRefusal(await generate(link, newRequest(), { keystore_type: 'software' }), 409, 'SUSPENDED');
    await active(true);
    expect((await open(link)).status).toBe(200);
  });
});
