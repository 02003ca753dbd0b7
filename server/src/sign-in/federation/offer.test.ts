/** What is offered after the user name: to people, to those who are invited, and to mailboxes of a verified domain. */
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { events, expectRefusal, linkIn, mails, NEW_PASSWORD, newState, verifyName } from '../../testing/sign-in.ts';
import { makeCode } from '../codes/code-store.ts';
import { nameOfLogin } from '../login-store.ts';

let app: TestApp;
onePlatform((one) => (app = one), { signedIn: ['ada', 'ben', 'carl'] });
let nordmark: string;
beforeEach(() => {
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
});

const set = (ways: { standard_sign_in?: boolean; saml_sign_in?: boolean; oidc_sign_in?: boolean }) =>
  app.db.updateTable('account').set(ways).where('id', '=', nordmark).execute();
const addDomain = (name: string, verified: boolean, account = nordmark) =>
  app.db
    .insertInto('account_email_domain')
    .values({
      account_id: account,
      name,
      proof: 'p',
      created_at: app.clock.now(),
      ...(verified ? { verified_at: app.clock.now(), verified_by: 'dns' } : {}),
    })
    .execute();
const hideNames = () =>
  app.db
    .insertInto('platform_setting')
    .values({ name: 'reveal_user_names', value: 'false', updated_at: app.clock.now() })
    .execute();
/** Somebody of the account who has been invited and has not answered yet: their id, and the code of the link. */
const invite = async (): Promise<{ id: string; code: string }> => {
  const answer = await app.call('ben', 'POST', '/account/ui-api/v1/user', {
    first_name: 'Ines',
    last_name: 'Invited',
    user_name: 'ines@nordmark.example',
    email: 'ines@nordmark.example',
    locale: 'en_US',
    access_scope: 'account',
    primary_account_id: nordmark,
  });
  expect(answer.status).toBe(201);
  const { userId: id, code } = linkIn((await mails(app, 'ines@nordmark.example', 'invitation')).at(-1)?.text ?? '');
  return { id, code };
};

describe('the ways of an account', () => {
  test('one alone leads on, several are a choice, in their order', async () => {
    await set({ saml_sign_in: true, standard_sign_in: false });
    const state = newState();
    expect((await verifyName(app, 'cleo', state)).body).toMatchObject({
      next: 'saml',
      methods: ['saml'],
      saml_url: `/imauth/api/v1/login/saml?state=${state}`,
      oidc_url: null,
    });
    await set({ oidc_sign_in: true, standard_sign_in: true });
    expect((await verifyName(app, 'cleo')).body).toMatchObject({
      next: 'choice',
      methods: ['standard', 'saml', 'oidc'],
    });
    // Another tenant's people are not touched by it.
    expect((await verifyName(app, 'carl')).body).toMatchObject({ next: 'password', methods: ['standard'] });
  });
});

test('[S-310] who is invited where there are no passwords is told of single sign-on, and led there', async () => {
  await set({ saml_sign_in: true, standard_sign_in: false });
  const email = 'ines@nordmark.example';
  const who = { first_name: 'Ines', last_name: 'Invited', user_name: 'ines', email, locale: 'en_US' };
  const place = { access_scope: 'account', primary_account_id: nordmark };
  expect((await app.call('ben', 'POST', '/account/ui-api/v1/user', { ...who, ...place })).status).toBe(201);
  expect(await mails(app, email, 'invitation')).toEqual([]);
  expect((await mails(app, email, 'single-sign-on')).at(-1)?.text).toContain('/account/login');
  expect((await verifyName(app, 'ines')).body).toMatchObject({ next: 'saml', methods: ['saml'] });
});

describe('a mailbox of a verified domain', () => {
  test('leads to the provider of its account, whoever it is, and the sign-in knows the name', async () => {
    await set({ saml_sign_in: true });
    await addDomain('nordmark.example', true);
    const state = newState();
    const led = await verifyName(app, 'Nobody.Yet@NORDMARK.example', state);
    // A password there is nobody's.
    expect(led.body).toMatchObject({ next: 'saml', methods: ['saml'] });
    expect(await nameOfLogin(app.db, state, app.clock.now())).toBe('Nobody.Yet@NORDMARK.example');
  });

  test('leads nowhere while nobody has proved the domain, without a provider, below it, or elsewhere', async () => {
    await set({ saml_sign_in: true });
    await addDomain('unproved.example', false);
    await addDomain('nordmark.example', true);
    expectRefusal(await verifyName(app, 'x@unproved.example'), 404, 'username_not_found');
    expectRefusal(await verifyName(app, 'x@below.nordmark.example'), 404, 'username_not_found');
    expectRefusal(await verifyName(app, 'x@notnordmark.example'), 404, 'username_not_found');
    expectRefusal(await verifyName(app, 'nordmark.example'), 404, 'username_not_found');
    await set({ saml_sign_in: false });
    expectRefusal(await verifyName(app, 'x@nordmark.example'), 404, 'username_not_found');
  });

  test('leads to no provider of another account that has given somebody this name', async () => {
    const orsini = app.accountIds.get('orsini-custody') ?? '';
    const name = 'max@nordmark.example';
    const rename = (person: Name, to: string) =>
      app.db
        .updateTable('app_user')
        .set({ user_name: to })
        .where('id', '=', app.userIds.get(person) ?? '')
        .execute();
    await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', orsini).execute();
    await rename('carl', name);
    expect((await verifyName(app, name)).body.methods).toEqual(['standard', 'saml']);
    await addDomain('nordmark.example', true);
    const state = newState();
    expect((await verifyName(app, name, state)).body.methods).toEqual(['standard']);
    expectRefusal(await app.request('GET', `/imauth/api/v1/login/saml?state=${state}`), 403, 'METHOD_DISABLED');
    await set({ standard_sign_in: false, oidc_sign_in: true });
    expect((await verifyName(app, name)).body.methods).toEqual(['standard', 'oidc']);
    // People of the platform are named by the platform.
    await rename('carl', 'carl');
    await rename('ada', name);
    expect((await verifyName(app, name)).body.methods).toEqual(['standard']);
  });

  test('is offered what a known name of the account is, where names are not revealed', async () => {
    await hideNames();
    await set({ saml_sign_in: true });
    await addDomain('nordmark.example', true);
    await app.db
      .updateTable('app_user')
      .set({ user_name: 'cleo@nordmark.example' })
      .where('user_name', '=', 'cleo')
      .execute();
    const [known, unknown] = [
      await verifyName(app, 'cleo@nordmark.example'),
      await verifyName(app, 'nobody@nordmark.example'),
    ];
    expect(unknown.body.methods).toEqual(known.body.methods);
    expect(unknown.body.next).toBe(known.body.next);
    const state = newState();
    expect((await verifyName(app, 'nobody@elsewhere.example', state)).body.methods).toEqual(['standard']);
    expect(await nameOfLogin(app.db, state, app.clock.now())).not.toContain('nobody');
  });
});

describe('[A-138] where passwords sign nobody in', () => {
  test('an invited person is led to the provider, by the name and by the link', async () => {
    const { id, code } = await invite();
    await set({ saml_sign_in: true, standard_sign_in: false });
    expect((await verifyName(app, 'ines@nordmark.example')).body).toMatchObject({ next: 'saml' });
    const check = { user_id: id, code, purpose: 'verify' };
    expectRefusal(await app.request('POST', '/account/ui-api/v1/auth/check-code', check), 403, 'METHOD_DISABLED');
    const chosen = { verification_code: code, login: 'ines', password: NEW_PASSWORD };
    const verify = () => app.request('POST', `/account/ui-api/v1/user/${id}/verify`, chosen);
    expectRefusal(await verify(), 403, 'METHOD_DISABLED');
    // The link is not spent by that.
    await set({ standard_sign_in: true });
    expect((await verify()).status).toBe(201);
  });

  test('[S-302] is told by mail where to sign in, by who looks after them', async () => {
    const id = app.userIds.get('cleo') ?? '';
    const send = (name: Name) => app.call(name, 'PUT', `/account/ui-api/v1/user/${id}/resendSsoEmail`);
    expectRefusal(await send('ada'), 409, 'SINGLE_SIGN_ON_OFF');
    await set({ saml_sign_in: true });
    expect((await send('ada')).status).toBe(204);
    const [mail] = await mails(app, 'cleo@nordmark-lb.example', 'single-sign-on');
    expect(mail?.text).toMatch(/cleo[^]*http:\/\/localhost:8080\/account\/login/);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_id: id,
      after: { sign_on_mail_sent: true },
    });
    expectRefusal(await send('carl'), 404, 'NOT_FOUND');
  });

  test('[S-302] is told of it again before they have ever come, also where passwords sign in beside it', async () => {
    const { id } = await invite();
    const send = (path: string) => app.call('ada', 'PUT', `/account/ui-api/v1/user/${id}/${path}`);
    const told = async () => (await mails(app, 'ines@nordmark.example', 'single-sign-on')).length;
    await set({ saml_sign_in: true });
    expect([(await send('resendSsoEmail')).status, await told()]).toEqual([204, 1]);
    await set({ standard_sign_in: false });
    expect([(await send('resendSsoEmail')).status, await told()]).toEqual([204, 2]);
    // The same mail as the invitation there.
    expect([(await send('email')).status, await told()]).toEqual([204, 3]);
  });

  test('[A-006] somebody of single sign-on alone is invited to a password, and signs in with it', async () => {
    const id = app.userIds.get('cleo') ?? '';
    const send = (name: Name) => app.call(name, 'PUT', `/account/ui-api/v1/user/${id}/inviteToStandardLogin`);
    expectRefusal(await send('ada'), 409, 'HAS_PASSWORD');
    await app.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute();
    await set({ saml_sign_in: true, standard_sign_in: false });
    expectRefusal(await send('ada'), 409, 'PASSWORD_SIGN_IN_OFF');
    await set({ standard_sign_in: true });
    expectRefusal(await send('carl'), 404, 'NOT_FOUND');
    expect((await app.call('ada', 'GET', `/account/ui-api/v1/user/${id}`)).body).toMatchObject({
      password_sign_in: true,
      has_password: false,
    });
    expect((await send('ada')).status).toBe(204);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_id: id,
      after: { password_invitation_sent: true },
    });
    const [mail] = await mails(app, 'cleo@nordmark-lb.example', 'password-invitation');
    const code = /reset-password\/[\w-]+\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    app.clock.pass(71 * 3600);
    const chosen = { user_id: id, code, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
    expect((await app.request('POST', '/account/ui-api/v1/auth/reset-password', chosen)).status).toBe(204);
    expectRefusal(await app.request('POST', '/account/ui-api/v1/auth/reset-password', chosen), 410, 'CODE_INVALID');
  });

  test('no link to choose a password is sent, and one that was sent chooses none', async () => {
    const cleo = app.userIds.get('cleo') ?? '';
    const code = await makeCode(app.db, { userId: cleo, purpose: 'reset', ttlSeconds: 60, now: app.clock.now() });
    await set({ saml_sign_in: true, standard_sign_in: false });
    const reset = { user_id: cleo, code, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
    expectRefusal(await app.request('POST', '/account/ui-api/v1/auth/reset-password', reset), 403, 'METHOD_DISABLED');
    const send = await app.call('ada', 'PUT', `/account/ui-api/v1/user/${cleo}/reset-password`);
    expectRefusal(send, 409, 'PASSWORD_SIGN_IN_OFF');
    expectRefusal(await app.call('ada', 'PUT', `/account/ui-api/v1/user/${newId()}/reset-password`), 404, 'NOT_FOUND');
  });
});
