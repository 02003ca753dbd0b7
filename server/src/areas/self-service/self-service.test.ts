import type { SelfServiceLink } from '@signet/contract/areas/self-service';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder, type Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../db/schema.ts';
import { newId } from '../../ids.ts';
import { sweepSelfService } from '../../self-service/request-store.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { hasArrived } from '../../testing/arrived-account.ts';
import { insertToken } from '../../testing/api-token.ts';
import { insertDomain } from '../../testing/email-domain.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { as, atOnce, expectRefusal, logIn, mails, newState, NEW_PASSWORD, statuses } from '../../testing/sign-in.ts';

const USER = '/account/ui-api/v1/self-service-user';
const BEGIN = '/account/ui-api/v1/self-service-request';
const AUTO_LOGIN = '/imauth/api/v1/auto-login';
const DOMAIN = 'nordmark-lb.example';

let app: TestApp;
let nordmark: string;
beforeAll(async () => {
  // Days pass between the tests, and nobody signs in again.
  app = await startTestApp({ config: { ACCESS_TOKEN_SECONDS: 10 * 86_400, REFRESH_TOKEN_HOURS: 240 } });
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
});
beforeEach(async () => {
  await app.db.deleteFrom('self_service_link').execute();
  // Another minute of the rate windows.
  app.clock.pass(61);
});
afterAll(() => app.close());

const linksOf = (account = nordmark): string => `/account/ui-api/v1/account/${account}/self-service-link`;
const inDays = (days: number): string => payloadDate(new Date(app.clock.now().getTime() + days * 86_400_000));
const linkBody = () => ({ domains: [DOMAIN], access_scope: 'end_user', ends_on: inDays(30) });
const makeLink = (person: Name, more: object = {}, account = nordmark): Promise<Answer> =>
  app.call(person, 'POST', linksOf(account), { ...linkBody(), ...more });
const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? '';
/** The state of a fresh link of Nordmark, made by Cleo. */
const linkState = async (more: object = {}, person: Name = 'cleo'): Promise<string> =>
  stateOf((await makeLink(person, more)).body.url);

let people = 0;
const freshEmail = (): string => `somebody-${(people += 1)}@${DOMAIN}`;

type Begun = { id: string; state: string; email: string };
const begin = (state: string, email: string, locale = 'en_US'): Promise<Answer> =>
  app.request('POST', `${BEGIN}?state=${state}`, { email, locale });
async function begun(state: string, email = freshEmail()): Promise<Begun> {
  const { body } = await begin(state, email);
  await app.sendResets();
  return { id: body.id, state: body.state, email };
}
const at = ({ id, state }: Pick<Begun, 'id' | 'state'>, part = '', query = ''): string =>
  `${USER}/${id}${part}?state=${state}${query}`;
const read = (request: Pick<Begun, 'id' | 'state'>): Promise<Answer> => app.request('GET', at(request));
const validate = (request: Begun, passcode: string): Promise<Answer> =>
  app.request('POST', at(request, '/validate-passcode'), { passcode });
const exists = (request: Begun, name: string): Promise<Answer> =>
  app.request('GET', at(request, '/username-exists', `&user_name=${name}`));
const eligible = (request: Begun): Promise<Answer> => app.request('GET', at(request, '/inline-onboarding-eligibility'));

const passcodes = async (email: string): Promise<string[]> =>
  (await mails(app, email, 'self-service-passcode')).map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '');
const passcodeOf = async (email: string): Promise<string> => (await passcodes(email)).at(-1) ?? '';
const wrongFor = (passcode: string): string => String((Number(passcode) + 1) % 1_000_000).padStart(6, '0');

async function proved(state: string, email = freshEmail()): Promise<Begun> {
  const request = await begun(state, email);
  expect((await validate(request, await passcodeOf(email))).status).toBe(200);
  return request;
}
const create = (request: Begun, more: object = {}): Promise<Answer> =>
  app.request('POST', `${USER}?state=${request.state}`, {
    first_name: 'Nora',
    last_name: 'Berg',
    email: request.email,
    user_name: request.email.split('@')[0],
    password: NEW_PASSWORD,
    repeatedPassword: NEW_PASSWORD,
    ...more,
  });
const personNamed = (userName: string) =>
  app.db.selectFrom('app_user').selectAll().where('user_name', '=', userName).executeTakeFirst();

describe('a link', () => {
  test('is made by whoever makes users of the account, shown again, and ended', async () => {
    const made = await makeLink('cleo', { domains: [' Nordmark-LB.example', 'nordmark.example', DOMAIN] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      account_id: nordmark,
      domains: [DOMAIN, 'nordmark.example'],
      access_scope: 'end_user',
      ends_on: inDays(30),
      made_by_name: 'Cleo Marchetti',
      state: 'open',
    });
    expect(made.body.url).toMatch(/^http:\/\/localhost:8080\/account\/create-user-account\?state=[\w-]{43}$/);
    const listed = (await app.call('cleo', 'GET', linksOf())).body;
    expect(listed.items[0]).toEqual(made.body);
    const state = stateOf(made.body.url);
    expect((await app.request('GET', `${USER}?state=${state}`)).status).toBe(200);

    const request = await begun(state);
    expect((await app.call('ben', 'DELETE', `${linksOf()}/${made.body.id}`)).status).toBe(204);
    expectRefusal(await app.request('GET', `${USER}?state=${state}`), 410, 'SELF_SERVICE_LINK_ENDED');
    expectRefusal(await begin(state, freshEmail()), 410, 'SELF_SERVICE_LINK_ENDED');
    expectRefusal(await read(request), 410, 'SELF_SERVICE_REQUEST_ENDED');
    expectRefusal(await validate(request, await passcodeOf(request.email)), 410, 'SELF_SERVICE_REQUEST_ENDED');
    expect((await app.call('cleo', 'DELETE', `${linksOf()}/${made.body.id}`)).status).toBe(404);
    // Its page may look; whoever would use it is in the log.
    const tried = app.db.selectFrom('audit_event').select(['action', 'message']).where('actor_via', '=', 'none');
    expect(await tried.where('result', '=', 'failure').orderBy('id').execute()).toEqual([
      { action: 'CREATE', message: 'SELF_SERVICE_LINK_ENDED' },
      { action: 'UPDATE', message: 'SELF_SERVICE_REQUEST_ENDED' },
    ]);

    const events = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource_id', '=', made.body.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ action, resource_type, account_id }) => [action, resource_type, account_id])).toEqual([
      ['CREATE', 'SELF_SERVICE_LINK', nordmark],
      ['DELETE', 'SELF_SERVICE_LINK', nordmark],
    ]);
    expect(JSON.stringify(events)).not.toContain(state);
  });

  test('is not there for another tenant, nor its account', async () => {
    const { id } = (await makeLink('cleo')).body;
    for (const person of ['bea', 'carl'] as const) {
      expect([person, (await app.call(person, 'GET', linksOf())).status]).toEqual([person, 404]);
      expect([person, (await makeLink(person)).status]).toEqual([person, 404]);
      expect([person, (await app.call(person, 'DELETE', `${linksOf()}/${id}`)).status]).toEqual([person, 404]);
    }
    for (const answer of [await app.call('emil', 'GET', linksOf()), await makeLink('emil')])
      expectRefusal(answer, 403, 'FORBIDDEN');
    expect((await app.call(null, 'GET', linksOf())).status).toBe(401);
    // Of another account of the same viewer: not that one's.
    const other = app.accountIds.get('umbra-trust') ?? '';
    expect((await app.call('ben', 'DELETE', `${linksOf(other)}/${id}`)).status).toBe(404);
    expect((await app.call('ada', 'DELETE', `${linksOf()}/${id}`)).status).toBe(204);
  });

  test.each([
    ['no domain', { domains: [] }, 'domains', 'REQUIRED'],
    ['what is no domain', { domains: ['a.example', 'nordmark'] }, 'domains', 'INVALID_DOMAIN'],
    ['an address', { domains: ['cleo@nordmark-lb.example'] }, 'domains', 'INVALID_DOMAIN'],
    [
      'too many',
      { domains: Array.from({ length: LIMITS.selfServiceDomainsMax + 1 }, (_, n) => `d${n}.example`) },
      'domains',
      'TOO_MANY_DOMAINS',
    ],
    ['partner scope', { access_scope: 'partner' }, 'access_scope', 'INVALID_INPUT'],
    ['system scope', { access_scope: 'system' }, 'access_scope', 'INVALID_INPUT'],
    ['a day that is past', { ends_on: '2026-11-20' }, 'ends_on', 'LINK_END'],
    ['a day too far away', { ends_on: '2028-01-01' }, 'ends_on', 'LINK_END'],
    ['no day', { ends_on: '2026-02-30' }, 'ends_on', 'INVALID_DATE'],
    ['a role', { roles: [newId()] }, 'roles', 'UNKNOWN_FIELD'],
  ])('with %s is refused under its field', async (_, more, field, status) => {
    const answer = await makeLink('cleo', more);
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
  });

  test('there is none of the platform’s own account, none of a linked one, and not without end', async () => {
    const platform = app.accountIds.get('signet-platform') ?? '';
    expectRefusal(await makeLink('ada', {}, platform), 409, 'SYSTEM_ACCOUNT');
    const other = app.accountIds.get('umbra-trust') ?? '';
    const linked = (federated_account_id: string | null) =>
      app.db.updateTable('account').set({ federated_account_id }).where('id', '=', other).execute();
    const state = stateOf((await makeLink('ben', {}, other)).body.url);
    await linked('f-1');
    expectRefusal(await makeLink('ben', {}, other), 409, 'ACCOUNT_LINKED');
    expectRefusal(await app.request('GET', `${USER}?state=${state}`), 410, 'SELF_SERVICE_LINK_ENDED');
    await linked(null);
    for (let n = 1; n < LIMITS.selfServiceLinksMax; n += 1) expect((await makeLink('ben', {}, other)).status).toBe(201);
    expectRefusal(await makeLink('ben', {}, other), 409, 'SELF_SERVICE_LINK_LIMIT');
  });

  test('ends with its day, with the account out of service, and with the rights of whoever made it', async () => {
    const open = (state: string) => app.request('GET', `${USER}?state=${state}`);
    const today = await linkState({ ends_on: inDays(0) });
    expect((await open(today)).status).toBe(200);
    const link = (await makeLink('cleo')).body;
    const state = stateOf(link.url);
    const request = await begun(state);
    const shown = async () => (await app.call('ada', 'GET', linksOf())).body.items[0].state;

    const active = (on: boolean) =>
      app.db.updateTable('account').set({ active: on }).where('id', '=', nordmark).execute();
    await active(false);
    expectRefusal(await open(state), 403, 'ACCOUNT_EXPIRED');
    expectRefusal(await read(request), 403, 'ACCOUNT_EXPIRED');
    expect(await shown()).toBe('account');
    await active(true);

    // Nora, who administers Nordmark beside Cleo, makes it hers, and then has no right to any more.
    const nora = newId();
    const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
    const names = { user_name: 'nora-before', email: 'nora@elsewhere.example', first_name: 'Nora', last_name: 'Lund' };
    await app.db
      .insertInto('app_user')
      .values({ ...names, ...stamps, id: nora, access_scope: 'account', primary_account_id: nordmark })
      .execute();
    await app.db.insertInto('user_account').values({ user_id: nora, account_id: nordmark }).execute();
    const roles = await app.db
      .selectFrom('user_role')
      .select('role_id')
      .where('user_id', '=', app.userIds.get('cleo') ?? '')
      .execute();
    const grants = roles.map(({ role_id }) => ({ user_id: nora, role_id }));
    await app.db.insertInto('user_role').values(grants).execute();
    await app.db.updateTable('self_service_link').set({ made_by: nora }).where('id', '=', link.id).execute();
    expect((await open(state)).status).toBe(200);
    await app.db.deleteFrom('user_role').where('user_id', '=', nora).execute();
    expectRefusal(await open(state), 410, 'SELF_SERVICE_LINK_ENDED');
    expectRefusal(await read(request), 410, 'SELF_SERVICE_REQUEST_ENDED');
    expect(await shown()).toBe('maker');
    await app.db.insertInto('user_role').values(grants).execute();
    expect((await open(state)).status).toBe(200);

    // A partner who lost the customer sees it no more, and neither does what they hand on.
    const ofBen = await linkState({}, 'ben');
    const partner = (id: string) =>
      app.db.updateTable('account').set({ partner_account_id: id }).where('id', '=', nordmark).execute();
    await partner(app.accountIds.get('orsini-custody') ?? '');
    expectRefusal(await open(ofBen), 410, 'SELF_SERVICE_LINK_ENDED');
    await partner(app.accountIds.get('umbra-trust') ?? '');
    expect((await open(ofBen)).status).toBe(200);

    app.clock.pass(86_400);
    expectRefusal(await open(today), 410, 'SELF_SERVICE_LINK_ENDED');
    await sweepSelfService(app.db, new Date(app.clock.now().getTime() + 70 * 86_400_000));
    expectRefusal(await open(state), 410, 'SELF_SERVICE_LINK_ENDED');
  });
});

test('a link ends with the token it was made by: it may no more than that, and no longer', async () => {
  const cleo = app.userIds.get('cleo') ?? '';
  const token = await insertToken(app, cleo);
  const made = await app.request('POST', linksOf(), linkBody(), { 'x-api-key': token.text });
  const state = stateOf(made.body.url);
  const open = () => app.request('GET', `${USER}?state=${state}`);
  const set = (values: Updateable<Database['api_token']>) =>
    app.db.updateTable('api_token').set(values).where('id', '=', token.id).execute();
  const shown = async () =>
    (await app.call('cleo', 'GET', linksOf())).body.items.map((one: SelfServiceLink) => one.state);
  // Beside it one of Cleo's own, of the same day, which goes on.
  await makeLink('cleo');
  expect((await open()).status).toBe(200);
  for (const less of [{ enabled: false }, { enabled: true, permissions: ['view_user'] }]) {
    await set(less);
    expectRefusal(await open(), 410, 'SELF_SERVICE_LINK_ENDED');
    expect(await shown()).toEqual(['open', 'maker']);
  }
  await set({ permissions: null });
  expect((await open()).status).toBe(200);
  await app.db.deleteFrom('api_token').where('id', '=', token.id).execute();
  expectRefusal(await open(), 410, 'SELF_SERVICE_LINK_ENDED');
});

test('a link of an account that is deleted opens nothing, nor does a request by it', async () => {
  const state = await linkState();
  const request = await begun(state);
  const deleted = (deleted_at: Date | null) =>
    app.db.updateTable('account').set({ deleted_at }).where('id', '=', nordmark).execute();
  await deleted(app.clock.now());
  const [link, own] = [await app.request('GET', `${USER}?state=${state}`), await read(request)];
  await deleted(null);
  expectRefusal(link, 410, 'SELF_SERVICE_LINK_ENDED');
  expectRefusal(own, 410, 'SELF_SERVICE_REQUEST_ENDED');
});

describe('a person', () => {
  test('[S-024 S-359 S-360 S-361 S-365 S-367 A-011 A-012] makes a user and is signed in', async () => {
    const state = await linkState();
    const opened = await app.request('GET', `${USER}?state=${state}`);
    expect(opened.body).toEqual({ account_id: nordmark, account_name: 'Nordmark Landesbank', domains: [DOMAIN] });

    const email = `Nora.Berg@${DOMAIN}`;
    const answer = await begin(state, email, 'de_DE');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'PASSCODE_SENT', email, account_name: 'Nordmark Landesbank' });
    await app.sendResets();
    const request = { id: answer.body.id, state: answer.body.state, email };
    const [mail] = await mails(app, email, 'self-service-passcode');
    expect(mail).toMatchObject({ locale: 'de_DE', user_id: null });
    expect(mail?.text).toContain('Nordmark Landesbank');
    expect((await eligible(request)).body).toEqual({ eligible: false, why_not: { status: 'PASSCODE_REQUIRED' } });
    expectRefusal(await exists(request, 'nora'), 409, 'PASSCODE_REQUIRED');
    expectRefusal(await create(request), 409, 'PASSCODE_REQUIRED');

    const validated = await validate(request, ` ${(await passcodeOf(email)).replace(/^.../, '$& ')} `);
    expect([validated.status, validated.body]).toEqual([200, { status: 'VALIDATED' }]);
    expect((await read(request)).body.status).toBe('VALIDATED');
    expect((await eligible(request)).body).toEqual({ eligible: true, why_not: null });
    expect((await exists(request, 'CLEO')).body).toEqual({ exists: true });
    expect((await exists(request, 'nora')).body).toEqual({ exists: false });

    const created = await create(request, { user_name: 'nora', nationality: 'NO' });
    expect([created.status, created.body]).toEqual([
      201,
      { status: 'CREATED', self_service_request_id: request.id, user_name: 'nora' },
    ]);
    expect((await read(request)).body.status).toBe('CREATED');
    const person = await personNamed('nora');
    expect(person).toMatchObject({
      email,
      email_proved: email,
      user_name_claimed: 'nora',
      access_scope: 'end_user',
      primary_account_id: nordmark,
      locale: 'de_DE',
      nationality: 'NO',
      agreement_accepted_at: null,
      active: true,
    });
    const id = person?.id ?? '';
    expect(await app.db.selectFrom('user_role').selectAll().where('user_id', '=', id).execute()).toEqual([]);
    const event = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource_id', '=', id)
      .where('action', '=', 'CREATE')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      resource_type: 'USER',
      resource_name: 'nora',
      account_id: nordmark,
      actor_id: id,
      actor_name: 'Nora Berg',
      after: { email, access_scope: 'end_user', nationality: 'NO' },
    });

    const credentials = { user_name: 'nora', password: NEW_PASSWORD, user_authenticated_in_idp: false };
    const signedIn = await app.request('POST', AUTO_LOGIN, {
      ...credentials,
      self_service_request_id: created.body.self_service_request_id,
    });
    expect(signedIn.status).toBe(200);
    const callback = new URL(signedIn.body.return_url, 'http://localhost').searchParams;
    const tokens = await app.request('GET', `/imauth/api/v1/callback/oauth?${callback.toString()}`);
    const me = await as(app, tokens.body.access_token, 'GET', '/account/ui-api/v1/auth/me');
    expect(me.body).toMatchObject({ user_name: 'nora', access_scope: 'end_user' });
    // Spent with the sign-in that it was made for, though the password still opens.
    const again = { ...credentials, self_service_request_id: request.id };
    expectRefusal(await app.request('POST', AUTO_LOGIN, again), 410, 'CODE_INVALID');
    expect((await logIn(app, 'nora', NEW_PASSWORD)).status).toBe(200);
  });

  test('the request of one person signs in no other one', async () => {
    const request = await proved(await linkState());
    expect((await create(request)).status).toBe(201);
    const foreign = { user_name: 'cleo', password: 'Correct-horse-7-battery', self_service_request_id: request.id };
    expectRefusal(await app.request('POST', AUTO_LOGIN, foreign), 410, 'CODE_INVALID');
    const unknown = { ...foreign, self_service_request_id: newId() };
    expectRefusal(await app.request('POST', AUTO_LOGIN, unknown), 410, 'CODE_INVALID');
  });

  test('is signed in by a request within minutes, and later by the password alone', async () => {
    const request = await proved(await linkState());
    expect((await create(request)).status).toBe(201);
    app.clock.pass(LIMITS.selfServiceSignInMinutes * 60);
    const late = {
      user_name: request.email.split('@')[0],
      password: NEW_PASSWORD,
      user_authenticated_in_idp: false,
      self_service_request_id: request.id,
    };
    expectRefusal(await app.request('POST', AUTO_LOGIN, late), 410, 'CODE_INVALID');
  });

  test('[S-032] is asked for the terms before anything else', async () => {
    const request = await proved(await linkState());
    await create(request);
    const userName = request.email.split('@')[0] ?? '';
    const { access_token } = (await logIn(app, userName, NEW_PASSWORD)).body;
    const profile = await as(app, access_token, 'GET', '/account/ui-api/v1/session');
    expect([profile.status, profile.body.error?.status]).toEqual([403, 'TERMS_NOT_ACCEPTED']);
    const id = (await personNamed(userName))?.id ?? '';
    const accepted = await as(app, access_token, 'PUT', `/account/ui-api/v1/user/${id}/agreement`, { locale: 'en_US' });
    expect(accepted.status).toBeLessThan(300);
    const event = await app.db
      .selectFrom('audit_event')
      .select('resource_id')
      .where('action', '=', 'TERMS_AND_CONDITIONS')
      .where('resource_id', '=', id)
      .execute();
    expect(event.length).toBe(1);
  });

  test('of account scope counts against the license, and finds no room where it is used up', async () => {
    const counted = async (userName = '') => {
      const { id = '', access_scope } = (await personNamed(userName)) ?? {};
      const uses = await app.db.selectFrom('license_use').selectAll().where('subject_id', '=', id).execute();
      return [access_scope, uses.length];
    };
    await giveLicense(app, 'umbra-trust', 'account_manager', { administrators: 5 });
    await giveLicense(app, 'nordmark-lb', 'account_manager', { administrators: 1 });
    const endUser = await proved(await linkState());
    await create(endUser, { user_name: 'an-end-user' });
    expect(await counted('an-end-user')).toEqual(['end_user', 0]);
    const state = await linkState({ access_scope: 'account' });
    const requests = [await proved(state), await proved(state)] as const;
    expect((await create(requests[0], { user_name: 'an-administrator' })).status).toBe(201);
    expect(await counted('an-administrator')).toEqual(['account', 1]);
    expect((await eligible(requests[1])).body).toEqual({ eligible: false, why_not: { status: 'SELF_SERVICE_FULL' } });
    expectRefusal(await create(requests[1], { user_name: 'one-too-many' }), 409, 'SELF_SERVICE_FULL');
    expect(await personNamed('one-too-many')).toBeUndefined();
  });

  test('is made for no account that came from another platform and waits to be confirmed', async () => {
    const request = await proved(await linkState());
    await hasArrived('nordmark-lb').execute(app.db);
    expect((await eligible(request)).body).toEqual({ eligible: false, why_not: { status: 'SELF_SERVICE_FULL' } });
    expectRefusal(await create(request, { user_name: 'too-early' }), 409, 'SELF_SERVICE_FULL');
    expect(await personNamed('too-early')).toBeUndefined();
    await app.db.deleteFrom('account_arrival').execute();
    expect((await create(request, { user_name: 'too-early' })).status).toBe(201);
  });

  test.each([
    ['a weak password', { password: 'weak-password', repeatedPassword: 'weak-password' }, 'password'],
    ['a common password', { password: 'Iloveyou-2026', repeatedPassword: 'Iloveyou-2026' }, 'password'],
    ['two passwords', { repeatedPassword: `${NEW_PASSWORD}x` }, 'repeatedPassword'],
    ['a name with markup', { first_name: '<b>Nora' }, 'first_name'],
    ['no last name', { last_name: '' }, 'last_name'],
    ['[S-242] a user name with a semicolon', { user_name: 'nora;berg' }, 'user_name'],
    ['[S-242] an address that is none', { email: 'nora' }, 'email'],
    ['a country that is not offered', { nationality: 'KP' }, 'nationality'],
    ['a scope of their own', { access_scope: 'system' }, 'access_scope'],
    ['a role', { roles: [newId()] }, 'roles'],
  ])('with %s is refused under its field, and nobody is made', async (_, more, field) => {
    const request = await proved(await linkState());
    const answer = await create(request, more);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
    expect((await read(request)).body.status).toBe('VALIDATED');
  });

  test('[S-024 A-012] makes no user who could not sign in, where the account has no passwords', async () => {
    const request = await proved(await linkState());
    const passwords = (standard_sign_in: boolean) =>
      app.db
        .updateTable('account')
        .set({ standard_sign_in, certificate_sign_in: !standard_sign_in })
        .where('id', '=', nordmark)
        .execute();
    await passwords(false);
    const [asked, made] = [await eligible(request), await create(request)];
    await passwords(true);
    expect(asked.body).toEqual({ eligible: false, why_not: { status: 'SELF_SERVICE_NO_PASSWORD' } });
    expectRefusal(made, 409, 'SELF_SERVICE_NO_PASSWORD');
    expect((await create(request)).status).toBe(201);
  });

  test('makes one user by one request, however often it is sent, and none with another address', async () => {
    const request = await proved(await linkState());
    const foreign = await create(request, { email: `other@${DOMAIN}` });
    expect([foreign.status, foreign.body.error.fields.email.status]).toEqual([409, 'PASSCODE_REQUIRED']);
    const answers = await atOnce(app, 4, (n) => create(request, { user_name: `many-${n}-${request.id.slice(-6)}` }));
    expect(statuses(answers)).toEqual([201, 410, 410, 410]);
    const made = await app.db.selectFrom('app_user').select('id').where('email', '=', request.email).execute();
    expect(made.length).toBe(1);
  });

  test('makes one user by two requests of the same mailbox', async () => {
    const email = freshEmail();
    const state = await linkState();
    const requests = [
      await proved(state, email),
      await proved(state, email.toUpperCase().replace(DOMAIN.toUpperCase(), DOMAIN)),
    ];
    const answers = await atOnce(app, 2, (n) =>
      create(requests[n] ?? { id: '', state: '', email }, { user_name: `twice-${n}` }),
    );
    expect(statuses(answers)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.status).toBe('EMAIL_HAS_USER');
  });

  test('[A-011] hears under its field that a user name is taken, and can’t look up a list of them', async () => {
    const request = await proved(await linkState());
    const taken = await create(request, { user_name: 'Cleo' });
    expect([taken.status, taken.body.error.fields.user_name.status]).toEqual([409, 'USERNAME_EXISTS']);
    await insertDomain(app, 'orsini-custody', 'orsini.example');
    const foreign = await create(request, { user_name: 'nora@orsini.example' });
    expect([foreign.status, foreign.body.error.fields.user_name.status]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
    for (let n = 2; n < LIMITS.selfServiceNamesMax; n += 1) {
      if (n % 50 === 0) app.clock.pass(61);
      expect((await exists(request, `name-${n}`)).status).toBe(200);
    }
    app.clock.pass(61);
    const refused = await exists(request, 'ada');
    expectRefusal(refused, 429, 'USER_NAME_LIMIT');
    expect(refused.body.error.message).toContain('100 user names');
    expectRefusal(await create(request, { user_name: 'ada' }), 429, 'USER_NAME_LIMIT');
  });
});

describe('a passcode', () => {
  test('[S-360 S-366] is sent again, or to another address; the one before is worth nothing', async () => {
    const request = await begun(await linkState());
    const first = await passcodeOf(request.email);
    expect((await app.request('PUT', at(request, '/passcode'))).status).toBe(204);
    expectRefusal(await validate(request, first), 400, 'PASSCODE_INVALID');
    await app.sendResets();
    const second = await passcodeOf(request.email);
    const other = freshEmail();
    const updated = await app.request('PUT', at(request), { email: other, locale: 'ja_JP' });
    expect([updated.status, updated.body.status, updated.body.email]).toEqual([200, 'PASSCODE_SENT', other]);
    await app.sendResets();
    expect((await mails(app, other, 'self-service-passcode'))[0]?.locale).toBe('ja_JP');
    if ((await passcodeOf(other)) !== second) expectRefusal(await validate(request, second), 400, 'PASSCODE_INVALID');
    expect((await validate(request, await passcodeOf(other))).status).toBe(200);
    // The same address stays proved; another one is to be proved again.
    const same = await app.request('PUT', at(request), { email: other, locale: 'en_US' });
    expect(same.body.status).toBe('VALIDATED');
    const third = await app.request('PUT', at(request), { email: freshEmail(), locale: 'en_US' });
    expect(third.body.status).toBe('PASSCODE_SENT');
    expectRefusal(await create({ ...request, email: third.body.email }), 409, 'PASSCODE_REQUIRED');
  });

  test('[S-366] proves the address that it was sent to, also where a call for another began before', async () => {
    const request = await begun(await linkState());
    app.clock.pass(20);
    expect((await app.request('PUT', at(request, '/passcode'))).status).toBe(204);
    await app.sendResets();
    const own = await passcodeOf(request.email);
    // As of a call whose body comes slowly: it counts from when it began.
    app.clock.pass(-10);
    const other = { email: freshEmail(), locale: 'en_US' };
    expect((await app.request('PUT', at(request), other)).body.status).toBe('PASSCODE_SENT');
    app.clock.pass(10);
    expectRefusal(await validate(request, own), 400, 'PASSCODE_INVALID');
    await app.sendResets();
    expect((await validate(request, await passcodeOf(other.email))).status).toBe(200);
  });

  test('[S-360 S-366] is sent to the same address too, as long as it is not proved, within the ceiling', async () => {
    const request = await begun(await linkState());
    const same = () => app.request('PUT', at(request), { email: request.email, locale: 'en_US' });
    expect((await same()).body.status).toBe('PASSCODE_SENT');
    await app.sendResets();
    expect(await passcodes(request.email)).toHaveLength(2);
    for (let sent = 2; sent < LIMITS.passcodeMailsPerHour; sent += 1) expect((await same()).status).toBe(200);
    expectRefusal(await same(), 429, 'PASSCODE_LIMIT');
    await app.sendResets();
    expect((await validate(request, await passcodeOf(request.email))).status).toBe(200);
    const before = (await passcodes(request.email)).length;
    expect((await same()).body.status).toBe('VALIDATED');
    await app.sendResets();
    expect(await passcodes(request.email)).toHaveLength(before);
  });

  test('[S-361 S-362] tried ten times is worth nothing from the fifth wrong one on, also the right one', async () => {
    const request = await begun(await linkState());
    const right = await passcodeOf(request.email);
    const answers: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await validate(request, wrongFor(right));
      expect(answer.status).toBe(400);
      answers.push(answer.body.error.status);
    }
    expect(answers).toEqual([...Array(4).fill('PASSCODE_INVALID'), ...Array(6).fill('PASSCODE_SPENT')]);
    expectRefusal(await validate(request, right), 400, 'PASSCODE_SPENT');
    const events = await app.db
      .selectFrom('audit_event')
      .select(['action', 'result', 'message', 'account_id'])
      .where('resource_id', '=', request.id)
      .where('result', '=', 'failure')
      .execute();
    expect(events.length).toBe(5);
    expect(events[0]).toMatchObject({ action: 'UPDATE', account_id: nordmark });
    // A new one works.
    await app.request('PUT', at(request, '/passcode'));
    await app.sendResets();
    expect((await validate(request, await passcodeOf(request.email))).status).toBe(200);
  });

  test('tried at the same moment is counted each time', async () => {
    const request = await begun(await linkState());
    const right = await passcodeOf(request.email);
    await atOnce(app, 8, () => validate(request, wrongFor(right)));
    expectRefusal(await validate(request, right), 400, 'PASSCODE_SPENT');
  });

  test.each(['', '12345', '1234567', 'abcdef', '<b>12</b>'])('%j is none', async (passcode) => {
    const request = await begun(await linkState());
    const answer = await validate(request, passcode);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['passcode']]);
  });

  test('ends after a quarter of an hour, the request after an hour', async () => {
    const request = await begun(await linkState());
    app.clock.pass(LIMITS.passcodeMinutes * 60);
    expectRefusal(await validate(request, await passcodeOf(request.email)), 400, 'PASSCODE_INVALID');
    expect((await read(request)).status).toBe(200);
    app.clock.pass((LIMITS.selfServiceRequestMinutes - LIMITS.passcodeMinutes) * 60);
    expectRefusal(await read(request), 410, 'SELF_SERVICE_REQUEST_ENDED');
    expectRefusal(await app.request('PUT', at(request, '/passcode')), 410, 'SELF_SERVICE_REQUEST_ENDED');
  });

  test('of an address whose only users are deleted, or are service users, goes to whoever reads its mail', async () => {
    const state = await linkState();
    const request = await proved(state);
    expect((await create(request)).status).toBe(201);
    const again = () => begun(state, request.email);
    const sent = async () => (await passcodes(request.email)).length;
    const before = await sent();
    await again();
    expect(await sent()).toBe(before);
    const set = (values: object) =>
      app.db.updateTable('app_user').set(values).where('email', '=', request.email).execute();
    await set({ service_user: true });
    await again();
    expect(await sent()).toBe(before + 1);
    await set({ service_user: false, deleted_at: app.clock.now() });
    await again();
    expect(await sent()).toBe(before + 2);
  });

  test('that was asked for before the address was proved is not sent any more', async () => {
    const request = await begun(await linkState());
    const right = await passcodeOf(request.email);
    await app.db
      .updateTable('self_service_request')
      .set({ validated_at: app.clock.now() })
      .where('id', '=', request.id)
      .execute();
    await app.request('PUT', at(request, '/passcode'));
    await app.sendResets();
    expect(await passcodes(request.email)).toEqual([right]);
  });

  test('goes to an address no more often where many ask at the same moment', async () => {
    const [state, email] = [await linkState(), freshEmail()];
    const answers = await atOnce(app, LIMITS.passcodeMailsPerHour + 3, () => begin(state, email));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.passcodeMailsPerHour);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 429, 'PASSCODE_LIMIT');
  });

  test('goes to an address five times an hour, whoever asks', async () => {
    const state = await linkState();
    const email = freshEmail();
    for (let n = 0; n < LIMITS.passcodeMailsPerHour; n += 1)
      await begun(state, n % 2 ? email : email.toUpperCase().replace(DOMAIN.toUpperCase(), DOMAIN));
    const refused = await begin(state, email);
    expectRefusal(refused, 429, 'PASSCODE_LIMIT');
    expect(refused.body.error.message).toContain('sent 5 passcodes');
    app.clock.pass(3601);
    expect((await begin(state, email)).status).toBe(201);
  });

  test('and the user are asked for with account and link held first, as whoever deletes those takes them', async () => {
    const request = await proved(await linkState());
    const account = sql`select from account where id = ${nordmark} for update`;
    const link = sql`select from self_service_link where account_id = ${nordmark} for update`;
    const noWait = (what: RawBuilder<unknown>) => sql`${what} nowait`;
    const row = noWait(sql`select from self_service_request where id = ${request.id} for update`);
    const resend = () => app.request('PUT', at(request, '/passcode'));
    expect((await meanwhile(app, [link], resend, [row])).status).toBe(204);
    expect((await meanwhile(app, [account], () => create(request), [noWait(link), row])).status).toBe(201);
  });
});

describe('a stranger', () => {
  test('[S-365] learns from no answer who has a user: the owner of the address is told by mail instead', async () => {
    const state = await linkState();
    const unknown = await begin(state, freshEmail());
    const known = await begin(state, `cleo@${DOMAIN}`, 'ja_JP');
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    expect({ ...known.body, id: '', state: '', email: '' }).toEqual({ ...unknown.body, id: '', state: '', email: '' });
    await app.sendResets();
    const request = { id: known.body.id, state: known.body.state, email: `cleo@${DOMAIN}` };
    expect(await passcodes(request.email)).toEqual([]);
    const [mail] = await mails(app, request.email, 'self-service-known');
    expect(mail).toMatchObject({ locale: 'en_US', user_id: app.userIds.get('cleo') });
    expect(mail?.text).toContain('cleo');
    const wrong = await validate(request, '000000');
    const other = { id: unknown.body.id, state: unknown.body.state, email: '' };
    expect(wrong.body.error.status).toBe((await validate(other, '000000')).body.error.status);
    expect((await read(request)).body.status).toBe('PASSCODE_SENT');
    expect((await app.request('PUT', at(request, '/passcode'))).status).toBe(204);
  });

  test('[S-359] gets nowhere with an unknown, foreign or altered state, or another id', async () => {
    const state = await linkState();
    const mine = await begun(state);
    const theirs = await proved(await linkState({}, 'ben'));
    for (const request of [
      { ...mine, id: theirs.id },
      { ...theirs, state: mine.state },
      { ...mine, state },
      { ...mine, state: `${mine.state.slice(0, -1)}${mine.state.endsWith('A') ? 'B' : 'A'}` },
      { ...mine, state: newState() },
      { ...mine, id: newId() },
    ]) {
      for (const answer of [
        await read(request),
        await eligible(request),
        await exists(request, 'ada'),
        await validate(request, await passcodeOf(mine.email)),
        await app.request('PUT', at(request), { email: mine.email, locale: 'en_US' }),
      ])
        expectRefusal(answer, 410, 'SELF_SERVICE_REQUEST_ENDED');
      app.clock.pass(61);
    }
    // The secret of a link is none of a request, and the other way round.
    expectRefusal(await create({ ...theirs, state }), 410, 'SELF_SERVICE_REQUEST_ENDED');
    for (const wrong of [mine.state, newState(), '', 'x'])
      expectRefusal(await begin(wrong, freshEmail()), 410, 'SELF_SERVICE_LINK_ENDED');
    expect((await app.request('GET', USER)).status).toBe(400);
    expect((await app.request('POST', USER, {})).status).toBe(400);
  });

  test('[S-364] hears which domains a link is for, with every way to write one', async () => {
    const state = await linkState();
    const verify = (domain: string) =>
      app.request('GET', `${USER}/domain/verify/${encodeURIComponent(domain)}?state=${state}`);
    expect((await verify(DOMAIN.toUpperCase())).body).toEqual({ domain: DOMAIN, allowed: true });
    for (const domain of ['evil.example', `sub.${DOMAIN}`, `${DOMAIN}.evil.example`, `x${DOMAIN}`, 'ex/ample'])
      expectRefusal(await verify(domain), 400, 'DOMAIN_NOT_ALLOWED');
    for (const email of [`a@evil.example`, `a@${DOMAIN}.evil.example`, `a@sub.${DOMAIN}`]) {
      const answer = await begin(state, email);
      expect([answer.status, answer.body.error.fields.email.status]).toEqual([400, 'DOMAIN_NOT_ALLOWED']);
    }
    const request = await begun(state);
    const updated = await app.request('PUT', at(request), { email: 'a@evil.example', locale: 'en_US' });
    expect([updated.status, updated.body.error.fields.email.status]).toEqual([400, 'DOMAIN_NOT_ALLOWED']);
    expectRefusal(
      await app.request('GET', `${USER}/domain/verify/${DOMAIN}?state=${newState()}`),
      410,
      'SELF_SERVICE_LINK_ENDED',
    );
  });

  test('may look often, and still give another address', async () => {
    const request = await begun(await linkState());
    for (let n = 0; n < 11; n += 1) expect((await app.request('GET', at(request))).status).toBe(200);
    expect((await app.request('PUT', at(request), { email: freshEmail(), locale: 'en_US' })).status).toBe(200);
  });

  test('may ask ten times a minute for a passcode', async () => {
    const state = await linkState();
    for (let n = 0; n < 10; n += 1) expect((await begin(state, freshEmail())).status).toBe(201);
    expectRefusal(await begin(state, freshEmail()), 429, 'TOO_MANY_REQUESTS');
  });

  test('finds no secret in the tables or the log', async () => {
    const state = await linkState();
    const request = await begun(state);
    const passcode = await passcodeOf(request.email);
    const { rows } = await app.pool.query<{ all: string }>(
      `select string_agg(t::text, '') as all from (
         select row_to_json(l)::text as t from self_service_link l
         union all select row_to_json(r)::text from self_service_request r
         union all select row_to_json(c)::text from self_service_code c
         union all select row_to_json(m)::text from mail m
         union all select row_to_json(a)::text from audit_event a) x`,
    );
    for (const secret of [state, request.state]) expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.all.match(new RegExp(`\\D${passcode}\\D`))).toBeNull();
  });
});
