/** Signing in with a certificate: what a browser and a program are answered, by TLS and through a proxy. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { chainOf } from '../../authority/authority-store.ts';
import type { IssuedCertificate } from '../../authority/issue.ts';
import { builtInProfile } from '../../authority/profile-store.ts';
import { releaseCertificate, revokeCertificate } from '../../authority/revocation-store.ts';
import { newId } from '../../ids.ts';
import { licenseHasEnded } from '../../endings/testing.ts';
import { openClientAuthListener, type ClientAuthListener } from '../../client-auth/listener.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import { issueFor, newKeyPair, withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { events, expectRefusal, LOGOUT, newState, refresh, verifyName, whoAmI } from '../../testing/sign-in.ts';
import { BUILT_IN } from '../../x509/profile.ts';
import { intend, issue, makeAuthority } from '../../x509/testing/authority.ts';
import { pem } from '../../x509/testing/openssl.ts';

/** Node itself ends such a connection after a minute. */
const NEVER_ASKED = 30_000;
const LOGIN = '/imauth/api/v1/login/certificate';
type Held = IssuedCertificate & { privateKey: Buffer };

let app: TestApp;
let authorityId: string;
let cleos: Held;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true, config: { CLIENT_AUTH_URL: 'https://localhost', TRUST_PROXY: true } });
  authorityId = await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.pass(60);
  cleos = await certificateOf('cleo');
});

const idOf = (person: string): string => app.userIds.get(person) ?? '';
const certificateOf = (person: string, more: Parameters<typeof issueFor>[1] = {}): Promise<Held> =>
  issueFor(app, { belongsTo: { userId: idOf(person) }, common_name: person, ...more });
/** Through the proxy, as a program. */
const present = ({ certificate }: { certificate: Uint8Array }, query = '') =>
  app.request('GET', `${LOGIN}${query}`, undefined, forwarding(certificate));
const redeem = (returnUrl: string) => app.request('GET', `/imauth/api/v1/callback/oauth${new URL(returnUrl).search}`);
const set = (id: string, values: { enabled?: boolean; user_id?: string | null; valid_from?: Date; valid_to?: Date }) =>
  app.db
    .updateTable('certificate')
    .set({ ...values, updated_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
const lastFailure = async () => (await events(app, 'LOGIN_ERROR')).at(-1);

/** Signs in with a certificate in a tab of its own. */
async function signIn(held: { certificate: Uint8Array }) {
  const state = newState();
  await verifyName(app, 'cleo', state);
  const { status, body } = await present(held, `?state=${state}`);
  expect(status).toBe(200);
  const tokens = await redeem(body.return_url);
  expect(tokens.status).toBe(200);
  return tokens.body;
}

describe('a good certificate', () => {
  test('[S-132] begins the session in the tab that opened the sign-in; the log says so, and of its end', async () => {
    const state = newState();
    await verifyName(app, 'cleo', state);
    const before = (await events(app, 'LOGIN')).length;
    const answer = await present(cleos, `?state=${state}`);
    expect(answer.status).toBe(200);
    expect(await events(app, 'LOGIN')).toHaveLength(before);
    const back = new URL(answer.body.return_url);
    expect([back.pathname, back.searchParams.get('state')]).toEqual(['/account/callback/oauth', state]);
    const tokens = await redeem(answer.body.return_url);
    expect(await whoAmI(app, tokens.body.access_token)).toBe(200);
    expect((await events(app, 'LOGIN')).slice(before)).toMatchObject([
      { resource_type: 'CLIENT_AUTH_CERT', resource_name: 'cleo', actor_via: 'certificate', credential_id: cleos.id },
    ]);
    await app.request('POST', LOGOUT, { refresh_token: tokens.body.refresh_token });
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({ resource_type: 'CLIENT_AUTH_CERT' });
    expectRefusal(await redeem(answer.body.return_url), 410, 'CODE_INVALID');
    // The transaction is over too.
    expectRefusal(await present(cleos, `?state=${state}`), 410, 'STATE_EXPIRED');
  });

  test('ends the sign-in of its own tab, and no other', async () => {
    const other = newState();
    await verifyName(app, 'cleo', other);
    await signIn(cleos);
    expect((await present(cleos, `?state=${other}`)).status).toBe(200);
  });

  test('leads a browser back, to the callback or to the page with the code of what went wrong', async () => {
    const html = { accept: 'text/html,*/*' };
    const good = await app.request('GET', LOGIN, undefined, { ...forwarding(cleos.certificate), ...html });
    expect([good.status, good.headers['connection']]).toEqual([303, 'close']);
    expect(good.headers['location']).toMatch(/^http:\/\/localhost:8080\/account\/callback\/oauth\?code=/);
    const none = await app.request('GET', LOGIN, undefined, html);
    const page = 'http://localhost:8080/account/clientAuthLoginVerificationError';
    expect([none.status, none.headers['location']]).toEqual([303, `${page}/missing`]);
  });

  test('is of no use to whoever entered another name, or opened no sign-in', async () => {
    const state = newState();
    await verifyName(app, 'carl', state);
    expectRefusal(await present(cleos, `?state=${state}`), 403, 'CLIENT_CERTIFICATE_OTHER_PERSON');
    expect(await lastFailure()).toMatchObject({ resource_name: 'cleo', credential_id: cleos.id });
    expectRefusal(await present(cleos, `?state=${newState()}`), 410, 'STATE_EXPIRED');
  });

  test('that somebody uploaded signs in as well, by its octets alone', async () => {
    const other = newKeyPair();
    const { certificate } = await certificateOf('cleo', { publicKey: other.publicKey });
    await sql`update certificate set authority_id = null, content = null, purposes = '{}'
      where certificate = ${certificate}`.execute(app.db);
    expect((await present({ certificate })).status).toBe(200);
  });
});

describe('[S-323] a certificate is refused, with the reason', () => {
  const REFUSED: [string, string, () => Promise<Held | { certificate: Uint8Array }>][] = [
    ['UNREADABLE', 'that is none', async () => ({ certificate: Buffer.of(0x30, 0) })],
    ['DISABLED', 'that is switched off', async () => (await set(cleos.id, { enabled: false }), cleos)],
    ['REVOKED', 'that was revoked', async () => (await revoke('keyCompromise'), cleos)],
    ['ON_HOLD', 'that is on hold', async () => (await revoke('certificateHold'), cleos)],
    [
      'EXPIRED',
      'whose time is over',
      async () => (await set(cleos.id, { valid_to: new Date(app.clock.now().getTime() - 1000) }), cleos),
    ],
    [
      'NOT_YET_VALID',
      'whose time has not begun',
      async () => (await set(cleos.id, { valid_from: new Date(app.clock.now().getTime() + 1000) }), cleos),
    ],
    ['NOBODYS', 'of nobody', async () => (await set(cleos.id, { user_id: null }), cleos)],
    [
      'WRONG_USAGE',
      'of a server',
      async () => certificateOf('cleo', { profile: await builtInProfile(app.db, 'server_auth') }),
    ],
    ['WRONG_USAGE', 'of an authority', async () => ({ certificate: (await chainOf(app.db, authorityId))[0] ?? NONE })],
    ['UNKNOWN', 'of ours that is not written down', async () => (await forget(cleos), cleos)],
    ['WRONG_AUTHORITY', 'of another authority with the same names', async () => impostor()],
  ];
  test.each(REFUSED)('[S-132] %s: one %s', async (code, _what, make) => {
    expectRefusal(await present(await make()), 401, `CLIENT_CERTIFICATE_${code}`);
    expect(await lastFailure()).toMatchObject({
      resource_type: 'CLIENT_AUTH_CERT',
      message: `CLIENT_CERTIFICATE_${code}`,
    });
  });

  test('that nobody presented', async () => {
    expectRefusal(await app.request('GET', LOGIN), 401, 'CLIENT_CERTIFICATE_MISSING');
  });

  test('whose authority was revoked', async () => {
    const states = (state: string) =>
      sql`update certificate_authority set state = ${state} where id = ${authorityId}`.execute(app.db);
    await states('revoked');
    expectRefusal(await present(cleos), 401, 'CLIENT_CERTIFICATE_WRONG_AUTHORITY');
    await states('active');
    expect((await present(cleos)).status).toBe(200);
  });

  test('[S-038] of a person who is switched off, or whose account has ended or does not let people in so', async () => {
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('cleo')).execute();
    expectRefusal(await present(cleos), 403, 'USER_DISABLED');
    await app.db.updateTable('app_user').set({ active: true }).where('id', '=', idOf('cleo')).execute();
    const switched = (active: boolean) =>
      app.db.updateTable('account').set({ active }).where('friendly_identifier', '=', 'nordmark-lb').execute();
    await switched(false);
    expectRefusal(await present(cleos), 403, 'ACCOUNT_EXPIRED');
    // A browser is led to the page that says so (S-038); the next certificate is asked for anew.
    const browsing = { ...forwarding(cleos.certificate), accept: 'text/html' };
    const { headers } = await app.request('GET', LOGIN, undefined, browsing);
    expect([headers['location'], headers['connection']]).toEqual([
      `${app.runtime.publicUrl}/account/accountExpiredError`,
      'close',
    ]);
    await switched(true);
    // Another tenant, which has not switched it on.
    expectRefusal(await present(await certificateOf('carl')), 403, 'METHOD_DISABLED');
  });

  const NONE = Buffer.alloc(0);
  const revoke = (reason: 'keyCompromise' | 'certificateHold') =>
    app.db.transaction().execute((tx) => revokeCertificate(tx, cleos.id, { reason, by: null }, app.clock.now()));
  const forget = ({ id }: Held) => app.db.deleteFrom('certificate').where('id', '=', id).execute();
  /** The same issuer, and another key. */
  async function impostor(): Promise<{ certificate: Uint8Array }> {
    const { name } = await app.db
      .selectFrom('account')
      .select('name')
      .where('system_account', '=', true)
      .executeTakeFirstOrThrow();
    const subject = { organization: name.slice(0, 64), common_name: 'Signet Issuing CA' };
    const authority = await makeAuthority(BUILT_IN.root, subject);
    return { certificate: await issue(intend(newKeyPair().publicKey), authority) };
  }
});

describe('a session that came by a certificate ends with it', () => {
  test.each([
    ['revoked', (id: string) => act((tx) => revokeCertificate(tx, id, { reason: 'superseded', by: null }, now()))],
    ['on hold', (id: string) => act((tx) => revokeCertificate(tx, id, { reason: 'certificateHold', by: null }, now()))],
    ['switched off', (id: string) => set(id, { enabled: false })],
    ['of an authority that is revoked', () => act(revokedForAMoment)],
    ['deleted', (id: string) => app.db.deleteFrom('certificate').where('id', '=', id).execute()],
  ])('%s', async (_how, end) => {
    const tokens = await signIn(cleos);
    const other = await app.signIn('cleo');
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
    await end(cleos.id);
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    expect(await whoAmI(app, other.access_token)).toBe(200);
  });

  test('at its end, however often it is renewed', async () => {
    await set(cleos.id, { valid_to: new Date(now().getTime() + 100_000) });
    const tokens = await signIn(cleos);
    app.clock.pass(50);
    const renewed = await refresh(app, tokens.refresh_token);
    expect(renewed.status).toBe(200);
    app.clock.pass(60);
    expect(await whoAmI(app, renewed.body.access_token)).toBe(401);
  });

  test('and none begins by a callback whose certificate was revoked meanwhile', async () => {
    const { body } = await present(cleos);
    await act((tx) => revokeCertificate(tx, cleos.id, { reason: 'superseded', by: null }, now()));
    expectRefusal(await redeem(body.return_url), 401, 'CLIENT_CERTIFICATE_REVOKED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_type: 'CLIENT_AUTH_CERT',
      resource_name: 'cleo',
      credential_id: cleos.id,
      message: 'CLIENT_CERTIFICATE_REVOKED',
    });
  });

  test('nor once the account lets nobody sign in by certificate any more', async () => {
    const { body } = await present(cleos);
    const ways = (certificate_sign_in: boolean) =>
      app.db
        .updateTable('account')
        .set({ certificate_sign_in })
        .where('id', '=', app.accountIds.get('nordmark-lb') ?? '')
        .execute();
    await ways(false);
    const off = await redeem(body.return_url);
    await ways(true);
    expectRefusal(off, 403, 'METHOD_DISABLED');
  });

  test('one that was on hold signs in again once it is released', async () => {
    await act((tx) => revokeCertificate(tx, cleos.id, { reason: 'certificateHold', by: null }, now()));
    await act((tx) => releaseCertificate(tx, cleos.id, null, now()));
    expect((await present(cleos)).status).toBe(200);
  });

  /** The other tests need it. */
  const revokedForAMoment = async (tx: TestApp['db']) => {
    for (const state of ['revoked', 'active'])
      await sql`update certificate_authority set state = ${state}, updated_at = ${now()}
        where id = ${authorityId}`.execute(tx);
  };
  const now = () => app.clock.now();
  const act = <T>(work: (tx: TestApp['db']) => Promise<T>) => app.db.transaction().execute(work);
});

describe('the ways of an account', () => {
  const enable = (person: 'ada' | 'ben' | 'cleo' | 'carl' | 'emil', enabled: unknown, account = 'nordmark-lb') =>
    app.call(person, 'PUT', `/account/ui-api/v1/account/${app.accountIds.get(account)}/enable-cac`, { enabled });
  const standard = (on: boolean) =>
    app.db
      .updateTable('account')
      .set({ standard_sign_in: on })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();

  test('[A-144 A-145] enable-cac switches signing in by certificate, and the account says so', async () => {
    expect((await present(cleos)).status).toBe(200);
    const off = await enable('cleo', false);
    expect([off.status, off.body.clientAuthCertLoginEnabled]).toEqual([200, false]);
    expect(off.body.sign_in_methods[0]).toMatchObject({ status: 'enabled', clientAuthCertLoginEnabled: false });
    expectRefusal(await present(cleos), 403, 'METHOD_DISABLED');
    const on = await enable('ben', true);
    expect([on.status, on.body.clientAuthCertLoginEnabled]).toEqual([200, true]);
    expect(on.body.auth_config).toEqual([{ type: 'standard' }, { type: 'certificate' }]);
    expect((await present(cleos)).status).toBe(200);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'ACCOUNT',
      before: { certificate_sign_in: false },
      after: { certificate_sign_in: true },
    });
  });

  test('[A-144] is for those who manage that account', async () => {
    expectRefusal(await enable('emil', true), 403, 'FORBIDDEN');
    expectRefusal(await enable('carl', true), 404, 'NOT_FOUND');
    expectRefusal(await enable('cleo', 'yes'), 400, 'INVALID_INPUT');
  });

  test('[A-136] the last one that is on can’t be switched off', async () => {
    await standard(false);
    expectRefusal(await enable('ada', false), 409, 'LAST_METHOD');
    expect((await present(cleos)).status).toBe(200);
    await standard(true);
    expect((await enable('ada', false)).status).toBe(200);
    // Nor does the database take an account without a way in, whatever wrote it.
    await expect(standard(false)).rejects.toThrow('account_has_a_way_in');
    await enable('ada', true);
  });

  test('are offered after the user name, and a password is none where they don’t have it', async () => {
    const next = async (name: string) => {
      const { body } = await verifyName(app, name, 'state-of-these-steps');
      return [body.next, body.methods, body.certificate_url];
    };
    const url = `https://localhost${LOGIN}?state=state-of-these-steps`;
    expect(await next('cleo')).toEqual(['choice', ['standard', 'certificate'], url]);
    expect(await next('carl')).toEqual(['password', ['standard'], null]);
    await standard(false);
    expect(await next('cleo')).toEqual(['certificate', ['certificate'], url]);
    const password = { user_name: 'cleo', password: PASSWORD };
    expectRefusal(await app.request('POST', '/account/ui-api/v1/auth/login', password), 403, 'METHOD_DISABLED');
    expectRefusal(await app.request('POST', '/imauth/api/v1/auto-login', password), 403, 'METHOD_DISABLED');
    expect(await lastFailure()).toMatchObject({ resource_name: 'cleo', message: 'METHOD_DISABLED' });
    await standard(true);
  });
});

describe('[S-321] a service user calls the API with a certificate', () => {
  const USERS = '/account/ui-api/v1/service-user';
  const ME_NOW = '/account/ui-api/v1/auth/me';
  /** One of Nordmark's, or of system scope where Ada makes it, and what it calls with. */
  async function robot(api_credential: string, by: 'cleo' | 'ada' = 'cleo') {
    app.forget(by);
    const made = await app.call(by, 'POST', USERS, {
      name: `Robot ${api_credential}`,
      email: 'robots@nordmark-lb.example',
      locale: 'en_US',
      access_scope: by === 'ada' ? 'system' : 'account',
      account_ids: [],
      role_ids: [],
      api_credential,
    });
    expect([made.status, made.body.api_credential]).toEqual([201, api_credential]);
    const { id } = made.body;
    const token = await app.call(by, 'POST', `${USERS}/${id}/api-access-token`, { name: 'night run' });
    const held = await issueFor(app, { belongsTo: { userId: id }, common_name: 'robot' });
    return { id, held, token: { 'x-api-key': token.body.token }, certificate: forwarding(held.certificate) };
  }
  const ask = (headers: Record<string, string>) => app.request('GET', ME_NOW, undefined, headers);

  test('alone, where it is set up so: a token is none then, and the log says which certificate it was', async () => {
    const { id, held, token, certificate } = await robot('certificate');
    expect((await ask(certificate)).body).toMatchObject({ id });
    expectRefusal(await ask(token), 401, 'TOKEN_NOT_TAKEN');
    expectRefusal(await ask({}), 401, 'NOT_SIGNED_IN');
    await app.request('PUT', `/account/ui-api/v1/account/${newId()}/enable-cac`, { enabled: true }, certificate);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      result: 'failure',
      actor_id: id,
      actor_via: 'certificate',
      credential_id: held.id,
    });
  });

  test('and a token, where it is set up so: neither is enough', async () => {
    const { id, token, certificate } = await robot('certificate_and_token');
    expect((await ask({ ...certificate, ...token })).body).toMatchObject({ id });
    expectRefusal(await ask(certificate), 401, 'TOKEN_REQUIRED');
    expectRefusal(await ask(token), 401, 'CLIENT_CERTIFICATE_MISSING');
    // Somebody else's certificate beside its token.
    expectRefusal(await ask({ ...forwarding(cleos.certificate), ...token }), 401, 'CLIENT_CERTIFICATE_UNKNOWN');
  });

  test('[S-323] beside a token no longer than it is good either', async () => {
    const { held, token, certificate } = await robot('certificate_and_token');
    const both = () => ask({ ...certificate, ...token });
    await set(held.id, { enabled: false });
    expectRefusal(await both(), 401, 'CLIENT_CERTIFICATE_DISABLED');
    await set(held.id, { enabled: true, valid_to: new Date(app.clock.now().getTime() - 1000) });
    expectRefusal(await both(), 401, 'CLIENT_CERTIFICATE_EXPIRED');
    await set(held.id, { valid_to: held.validTo });
    expect((await both()).status).toBe(200);
    await app.db
      .transaction()
      .execute((tx) => revokeCertificate(tx, held.id, { reason: 'superseded', by: null }, app.clock.now()));
    expectRefusal(await both(), 401, 'CLIENT_CERTIFICATE_REVOKED');
  });

  test('not once the license has ended, unless it is of system scope', async () => {
    const [theirs, ours] = [await robot('certificate'), await robot('certificate', 'ada')];
    const before = await app.db.selectFrom('platform_license').select('id').execute();
    await licenseHasEnded(app);
    onTestFinished(async () => {
      const had = before.map(({ id }) => id);
      await sql`delete from platform_license where id <> all(${had}::uuid[])`.execute(app.db);
    });
    expectRefusal(await ask(theirs.certificate), 403, 'PLATFORM_LICENSE_EXPIRED');
    expect((await ask(ours.certificate)).status).toBe(200);
  });

  test('as often in a minute as with a token, and another one as often again', async () => {
    const [busy, other] = [await robot('certificate'), await robot('certificate')];
    for (let n = 0; n < LIMITS.tokenRequestsPerMinute; n += 1)
      app.runtime.tokenRate.count(busy.held.id, app.clock.now());
    expectRefusal(await ask(busy.certificate), 429, 'TOO_MANY_REQUESTS');
    expect((await ask(other.certificate)).status).toBe(200);
  });

  test('not where a token is what it has; and a person’s opens nothing', async () => {
    const { id, token, certificate } = await robot('token');
    expect((await ask(token)).body).toMatchObject({ id });
    expectRefusal(await ask(certificate), 401, 'CLIENT_CERTIFICATE_NOT_TAKEN');
    expectRefusal(await ask(forwarding(cleos.certificate)), 401, 'CLIENT_CERTIFICATE_NOT_TAKEN');
    // Nor does it sign in at the console.
    expectRefusal(await app.request('GET', LOGIN, undefined, certificate), 401, 'CLIENT_CERTIFICATE_NOBODYS');
  });

  test('[S-323] until the next request after it was revoked, switched off or has ended, or its user is', async () => {
    const { id, held, certificate } = await robot('certificate');
    const refused = async (status: number, name: string) => expectRefusal(await ask(certificate), status, name);
    await set(held.id, { enabled: false });
    await refused(401, 'CLIENT_CERTIFICATE_DISABLED');
    await set(held.id, { enabled: true, valid_to: new Date(app.clock.now().getTime() - 1000) });
    await refused(401, 'CLIENT_CERTIFICATE_EXPIRED');
    await set(held.id, { valid_to: held.validTo });
    await app.call('cleo', 'PUT', `${USERS}/${id}/enable`, { enabled: false });
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', id).execute();
    await refused(403, 'USER_DISABLED');
    await app.db.updateTable('app_user').set({ active: true }).where('id', '=', id).execute();
    expect((await ask(certificate)).status).toBe(200);
    await app.db
      .transaction()
      .execute((tx) => revokeCertificate(tx, held.id, { reason: 'superseded', by: null }, app.clock.now()));
    await refused(401, 'CLIENT_CERTIFICATE_REVOKED');
  });
});

describe('a proxy', () => {
  test('is believed by its secret alone', async () => {
    const { 'client-cert': certificate = '' } = forwarding(cleos.certificate);
    const forged = (headers: Record<string, string>) =>
      app.request('GET', LOGIN, undefined, { 'client-cert': certificate, ...headers });
    expectRefusal(await forged({}), 401, 'CLIENT_CERTIFICATE_MISSING');
    expectRefusal(await forged({ 'x-client-auth-proxy-secret': 'x'.repeat(35) }), 403, 'PROXY_SECRET_WRONG');
    expectRefusal(await forged({ 'x-client-auth-proxy-secret': '' }), 403, 'PROXY_SECRET_WRONG');
    expect((await forged(forwarding(cleos.certificate))).status).toBe(200);
  });
});

describe('the address that asks for certificates', () => {
  let folder: string;
  let listener: ClientAuthListener;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'signet-client-auth-'));
    const opened = await openClientAuthListener({ ...app.runtime.config, HOST: '127.0.0.1', CLIENT_AUTH_PORT: 0 });
    if (!opened) throw new Error('There is no listener.');
    listener = opened;
    await listener.serve(app.runtime, (incoming, response) => app.app.routing(incoming, response));
    writeFileSync(
      path.join(folder, 'ca.pem'),
      pem('CERTIFICATE', (await chainOf(app.db, authorityId))[1] ?? Buffer.alloc(0)),
    );
  });
  afterAll(async () => {
    await listener.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const curl = async (held: Held | null, ...more: string[]) => {
    if (held) {
      writeFileSync(path.join(folder, 'own.pem'), pem('CERTIFICATE', held.certificate));
      writeFileSync(path.join(folder, 'own.key'), pem('PRIVATE KEY', held.privateKey));
    }
    const own = held ? ['--cert', 'own.pem', '--key', 'own.key'] : [];
    const { stdout } = await promisify(execFile)(
      'curl',
      ['-sS', '--cacert', 'ca.pem', '-w', '\n%{http_code} %{redirect_url}', ...own, ...more],
      { cwd: folder },
    );
    const [body = '', status = ''] = stdout.split(/\n(?=\d{3} )/);
    return { body, status };
  };

  test('shows itself with a certificate of our own authority, which curl believes', async () => {
    const { status, body } = await curl(cleos, `https://localhost:${listener.port}${LOGIN}`);
    expect(status).toMatch(/^200/);
    expect(JSON.parse(body).return_url).toContain('/account/callback/oauth?code=');
  });

  test('leads curl back, as a browser, to the page with the code', async () => {
    const html = ['-H', 'Accept: text/html', `https://localhost:${listener.port}${LOGIN}`];
    expect((await curl(null, ...html)).status).toMatch(/^303 .+\/clientAuthLoginVerificationError\/missing$/);
    await set(cleos.id, { enabled: false });
    expect((await curl(cleos, ...html)).status).toMatch(/^303 .+\/clientAuthLoginVerificationError\/disabled$/);
  });

  test('knows a caller by the connection alone, whatever it says of a proxy that stands elsewhere', async () => {
    await set(cleos.id, { enabled: false });
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    await app.request('GET', LOGIN, undefined, { ...forwarding(cleos.certificate), ...elsewhere });
    expect(await lastFailure()).toMatchObject({ credential_id: cleos.id, ip: '203.0.113.9' });
    await curl(cleos, '-H', 'X-Forwarded-For: 203.0.113.9', `https://localhost:${listener.port}${LOGIN}`);
    expect(await lastFailure()).toMatchObject({ credential_id: cleos.id, ip: '127.0.0.1' });
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'takes no session of another connection up again (%s)',
    async (version) => {
      const visit = async (session?: Buffer) => {
        const only = { minVersion: version, maxVersion: version };
        const socket = connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false, ...only, session });
        let ticket: Buffer | undefined;
        socket.on('session', (made) => (ticket = made));
        await once(socket, 'secureConnect');
        const resumed = socket.isSessionReused();
        socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        socket.resume();
        await once(socket, 'close');
        return { ticket, resumed };
      };
      const first = await visit();
      expect(await visit(first.ticket)).toMatchObject({ resumed: false });
    },
  );

  test('has no page of the console', async () => {
    expect((await curl(null, `https://localhost:${listener.port}/account/login`)).status).toMatch(/^303 http:/);
  });

  test('is not asked for where the console is', async () => {
    const { body } = await app.request('GET', '/account/api/v1/clientAuthLoginUrl');
    expect(body).toEqual({ url: `https://localhost${LOGIN}` });
  });

  test('takes no certificate whose private key is not there', async () => {
    const other = newKeyPair();
    await expect(
      curl({ ...cleos, privateKey: other.privateKey }, `https://localhost:${listener.port}${LOGIN}`),
    ).rejects.toThrow(/curl/);
  });

  test('closes without waiting for whoever came and never asked anything', { timeout: NEVER_ASKED }, async () => {
    const opened = await openClientAuthListener({ ...app.runtime.config, HOST: '127.0.0.1', CLIENT_AUTH_PORT: 0 });
    if (!opened) throw new Error('There is no listener.');
    await opened.serve(app.runtime, (incoming, response) => app.app.routing(incoming, response));
    const silent = connect({ port: opened.port, host: '127.0.0.1', rejectUnauthorized: false });
    silent.on('error', () => undefined);
    try {
      await once(silent, 'secureConnect');
      await expect(opened.close()).resolves.toBeUndefined();
    } finally {
      silent.destroy();
    }
  });
});
