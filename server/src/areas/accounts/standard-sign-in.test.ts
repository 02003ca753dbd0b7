/** Signing in with a password, on and off for an account, and whom that shuts out. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { expectRefusal, logIn } from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((one) => (app = one), {
  config: { CLIENT_AUTH_URL: 'https://localhost' },
  signedIn: ['ada', 'ben', 'cleo'],
});
let nordmark: string;
beforeEach(() => {
  nordmark = `/account/ui-api/v1/account/${app.accountIds.get('nordmark-lb')}`;
});

const read = async () => (await app.call('ada', 'GET', nordmark)).body;
/** As the page sends it, over the account as `one` has it. */
const bodyOf = (one: Record<string, unknown>, standard_login: boolean) => {
  const { name, service_period, sign_in_methods } = one;
  return { name, service_period, sign_in_methods, standard_login };
};
const switchTo = async (person: Name, enabled: boolean, more: object = {}) =>
  app.call(person, 'PUT', `${nordmark}/standard-signin`, { ...bodyOf(await read(), enabled), ...more });
const effects = async (person: Name, query = 'method=standard&enabled=false') =>
  app.call(person, 'GET', `${nordmark}/sign-in-effects?${query}`);
const statusOfStandard = async () =>
  (await read()).sign_in_methods.find(({ signInMethod }: { signInMethod: string }) => signInMethod === 'standard');

describe('standard sign-in of an account', () => {
  test('[A-134 A-138 A-139 A-146] off, no password signs in; on again, it does', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const off = await switchTo('cleo', false);
    expect(off.status).toBe(200);
    expect(await statusOfStandard()).toEqual({
      signInMethod: 'standard',
      status: 'disabled',
      mfaStatus: 'disabled',
      clientAuthCertLoginEnabled: true,
    });
    expectRefusal(await logIn(app, 'cleo'), 403, 'METHOD_DISABLED');
    expect((await switchTo('ben', true)).status).toBe(200);
    expect(await statusOfStandard()).toMatchObject({ status: 'enabled' });
    expect((await logIn(app, 'cleo')).status).toBe(200);
    await app.db.updateTable('account').set({ mfa_enabled: true }).where('name', '=', off.body.name).execute();
    expect(await statusOfStandard()).toMatchObject({ mfaStatus: 'enabled' });
  });

  test('[A-139] is switched for an account whose name is as long as it may be', async () => {
    const { locale, service_period } = await read();
    const name = 'N'.repeat(LIMITS.accountNameMax);
    expect((await app.call('ada', 'PUT', nordmark, { name, locale, service_period })).status).toBe(200);
    await allowCertificates(app, 'nordmark-lb');
    expect((await switchTo('cleo', false)).status).toBe(200);
    expect(await statusOfStandard()).toMatchObject({ status: 'disabled' });
  });

  test('[A-135] the last way stays on', async () => {
    expectRefusal(await switchTo('cleo', false), 409, 'LAST_METHOD');
    expect(await statusOfStandard()).toMatchObject({ status: 'enabled' });
  });

  test('[A-139] what was read and is another by now changes nothing; other keys are refused', async () => {
    const body = bodyOf(await read(), false);
    await allowCertificates(app, 'nordmark-lb');
    expectRefusal(await app.call('cleo', 'PUT', `${nordmark}/standard-signin`, body), 409, 'CHANGED_MEANWHILE');
    expectRefusal(await switchTo('cleo', false, { name: 'Another name' }), 409, 'CHANGED_MEANWHILE');
    expect(await statusOfStandard()).toMatchObject({ status: 'enabled' });
    expectRefusal(await switchTo('cleo', false, { active: false }), 400, 'UNKNOWN_FIELD');
    for (const key of Object.keys(body))
      expectRefusal(await switchTo('cleo', false, { [key]: undefined }), 400, 'REQUIRED');
    expectRefusal(await switchTo('cleo', false, { standard_login: 'no' }), 400, 'INVALID_INPUT');
    expectRefusal(await switchTo('cleo', false, { sign_in_methods: [{ signInMethod: 'x' }] }), 400, 'INVALID_INPUT');
  });

  test('[A-147] is for who manages the account; elsewhere it does not exist', async () => {
    const body = bodyOf(await read(), true);
    const put = (person: Name) => app.call(person, 'PUT', `${nordmark}/standard-signin`, body);
    expectRefusal(await put('emil'), 403, 'FORBIDDEN');
    expectRefusal(await put('carl'), 404, 'NOT_FOUND');
    expectRefusal(await effects('emil'), 403, 'FORBIDDEN');
    expectRefusal(await effects('carl'), 404, 'NOT_FOUND');
  });
});

test('[S-426] the ways into the platform itself take the permission for its settings too', async () => {
  const platform = app.accountIds.get('signet-platform') ?? '';
  const path = `/account/ui-api/v1/account/${platform}`;
  const account = async () => (await app.call('ada', 'GET', path)).body;
  const ways = async () => app.call('ada', 'PUT', `${path}/standard-signin`, bodyOf(await account(), true));
  const provider = () => app.call('ada', 'GET', `${path}/oidc-config`);
  const atDomains = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at = '', body?: unknown) =>
    app.call('ada', method, `${path}/sso-email-domains${at}`, body);
  const domains = () => [
    atDomains('POST', '', { domains: ['signet.example'] }),
    atDomains('PUT', '', { domains: ['other.example'] }),
    atDomains('PUT', '/signet.example/verified', { by: 'administrator' }),
    atDomains('DELETE'),
    app.call('ada', 'GET', `${path}/validate-domains?domains=signet.example`),
  ];
  expect((await ways()).status).toBe(200);
  expect((await atDomains('POST', '', { domains: ['signet.example'] })).body).toMatchObject({ can_edit: true });
  const lose = (permission: string) =>
    sql`update role set permissions = array_remove(permissions, ${permission})`.execute(app.db);
  await lose('manage_system_settings');
  expectRefusal(await ways(), 403, 'FORBIDDEN');
  expectRefusal(await provider(), 403, 'FORBIDDEN');
  for (const refused of await Promise.all(domains())) expectRefusal(refused, 403, 'FORBIDDEN');
  expect((await atDomains('GET')).body).toMatchObject({
    domains: [{ verified: false, record: null }],
    can_edit: false,
  });
  expect((await account()).why_not).toMatchObject({ edit: null, sign_in: { status: 'FORBIDDEN' } });
  // Accounts of customers are no part of the settings.
  expect((await app.call('ada', 'GET', `${nordmark}/sso-email-domains`)).body).toMatchObject({ can_edit: true });
  await allowCertificates(app, 'nordmark-lb');
  expect((await switchTo('ada', false)).status).toBe(200);
  // Who may read the license alone replaces none.
  await lose('manage_license');
  expectRefusal(await app.call('ada', 'POST', '/account/ui-api/v1/license', { license: 'x' }), 403, 'FORBIDDEN');
});

test('the ways into a partner let people of partner scope in: they are not for those of account scope', async () => {
  const partner = app.accountIds.get('umbra-trust') ?? '';
  const cleo = app.userIds.get('cleo') ?? '';
  await app.db.updateTable('app_user').set({ primary_account_id: partner }).where('id', '=', cleo).execute();
  await app.db.insertInto('user_account').values({ user_id: cleo, account_id: partner }).execute();
  const path = `/account/ui-api/v1/account/${partner}`;
  const { body } = await app.call('cleo', 'GET', path);
  expect(body.why_not).toMatchObject({ sign_in: { status: 'FORBIDDEN' } });
  const ways = (person: Name) => app.call(person, 'PUT', `${path}/standard-signin`, bodyOf(body, true));
  expectRefusal(await ways('cleo'), 403, 'FORBIDDEN');
  expectRefusal(await app.call('cleo', 'GET', `${path}/oidc-config`), 403, 'FORBIDDEN');
  expect((await ways('ada')).status).toBe(200);
  // Those of a customer stay hers.
  expect((await switchTo('cleo', true)).status).toBe(200);
});

describe('whom a change shuts out', () => {
  test('is told by number and name, with administrators and oneself', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const own = (await effects('cleo')).body;
    expect(own).toMatchObject({ yourself: true });
    expect(own.first.map((one: { id: string }) => one.id)).toContain(app.userIds.get('cleo'));
    expect(own.administrators).toBeGreaterThan(0);
    const partners = (await effects('ben')).body;
    expect(partners).toMatchObject({ yourself: false, people: own.people, administrators: own.administrators });
    expect((await effects('cleo', 'method=standard&enabled=true')).body).toMatchObject({ people: 0, first: [] });
    expect((await effects('cleo', 'method=certificate&enabled=false')).body).toMatchObject({ people: 0 });
    expectRefusal(await effects('cleo', 'method=smoke&enabled=false'), 400, 'INVALID_INPUT');
  });

  test('counts as administrators who decide how the account signs in by any living role, each once', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const administrators = async () => (await effects('cleo')).body.administrators;
    expect(await administrators()).toBe(1);
    const [cleo, emil] = ['cleo', 'emil'].map((name) => app.userIds.get(name) ?? '');
    const made = { app_code: 'account_manager' as const, account_id: idOf(), created_at: app.clock.now() };
    const role = async (name: string, permissions: string[], ...holders: (string | undefined)[]) => {
      const id = newId();
      await app.db
        .insertInto('role')
        .values({ ...made, id, name, permissions })
        .execute();
      for (const user_id of holders.filter((one) => one !== undefined))
        await app.db.insertInto('user_role').values({ user_id, role_id: id }).execute();
      return id;
    };
    await role('Readers', ['view_account'], emil);
    await role('Others', ['view_account', 'manage_account'], cleo, app.userIds.get('carl'), app.userIds.get('dora'));
    expect(await administrators()).toBe(1);
    const deciders = await role('Deciders', ['manage_account'], emil);
    expect(await administrators()).toBe(2);
    await app.db.updateTable('role').set({ deleted_at: app.clock.now() }).where('id', '=', deciders).execute();
    expect(await administrators()).toBe(1);
  });

  test('leaves out who has another way that is known to work', async () => {
    await withAuthorities(app);
    await allowCertificates(app, 'nordmark-lb');
    const cleo = app.userIds.get('cleo') ?? '';
    const before = (await effects('cleo')).body.people;
    const { id } = await issueFor(app, { belongsTo: { userId: cleo }, common_name: 'cleo' });
    expect((await effects('cleo')).body).toMatchObject({ people: before - 1, yourself: false });
    // Not any more, once that certificate signs nobody in.
    await app.db.updateTable('certificate').set({ enabled: false }).where('id', '=', id).execute();
    expect((await effects('cleo')).body).toMatchObject({ people: before, yourself: true });
    // A name at the provider is a way while the provider is one.
    await app.db.updateTable('app_user').set({ saml_username: 'cleo@idp' }).where('id', '=', cleo).execute();
    expect((await effects('cleo')).body).toMatchObject({ yourself: true });
    await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', idOf()).execute();
    expect((await effects('cleo')).body).toMatchObject({ people: before - 1, yourself: false });
  });
});

const idOf = (): string => app.accountIds.get('nordmark-lb') ?? '';
