import type { Api } from '@signet/contract';
import { newId } from '../ids.ts';
import { mailSeal } from '../mail/queue.ts';
import { PASSWORD, type TestApp } from './app.ts';

/**
 * One request of an endpoint: what fills its path, query and body. Every target is Cleo's, of Nordmark, Ben's customer.
 */
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
type SampleOf = (app: TestApp) => Sample | Promise<Sample>;

const cleo = (app: TestApp): string => app.userIds.get('cleo') ?? '';
const nordmark = (app: TestApp): string => app.accountIds.get('nordmark-lb') ?? '';
const CONTACT = { first_name: 'Cleo', last_name: 'Marchetti', email: 'cleo@nordmark-lb.example', phone: '' };
const NEW_PASSWORD = 'Another-horse-8-battery';
const none: SampleOf = () => ({});
const state = 'state-of-the-access-matrix';

/**
 * A well-formed request for every endpoint. The access matrix sends it as each kind of person; an endpoint without one
 * does not compile.
 */
export const SAMPLES: { [K in keyof Api]: SampleOf } = {
  'GET /account/ui-api/v1/license/status': none,
  'POST /account/ui-api/v1/setup/license': () => ({ body: { body: 'a.b.c' } }),
  'POST /account/ui-api/v1/setup/user': () => ({
    body: {
      first_name: 'Ada',
      last_name: 'Again',
      email: 'ada@again.example',
      user_name: 'ada-again',
      password: NEW_PASSWORD,
      repeatedPassword: NEW_PASSWORD,
    },
  }),
  'POST /account/ui-api/v1/license': () => ({ body: { body: 'a.b.c' } }),
  'GET /account/ui-api/v1/license/details': none,
  'GET /imauth/api/v1/login/verify': () => ({ query: { username: 'cleo', state, locale: 'en_US' } }),
  'POST /account/ui-api/v1/auth/login': () => ({ body: { user_name: 'cleo', password: 'wrong' } }),
  'GET /account/ui-api/v1/auth/me': none,
  'POST /imauth/api/v1/refresh': () => ({ body: { refresh_token: 'unknown' } }),
  'POST /imauth/api/v1/logout': () => ({ body: { refresh_token: 'unknown' } }),
  'GET /imauth/api/v1/callback/oauth': () => ({ query: { code: 'unknown', state } }),
  'POST /imauth/api/v1/auto-login': () => ({ body: { user_name: 'cleo', password: 'wrong' } }),
  'POST /imauth/api/v1/auto-login-for-idp-auth': () => ({ body: { ticket: 'unknown' } }),
  'POST /account/ui-api/v1/auth/forgot-password': () => ({ body: { user_name: 'cleo', locale: 'en_US' } }),
  'POST /account/ui-api/v1/auth/reset-password': (app) => ({
    body: { user_id: cleo(app), code: 'unknown', password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD },
  }),
  'POST /account/ui-api/v1/auth/check-code': (app) => ({
    body: { user_id: cleo(app), code: 'unknown', purpose: 'reset' },
  }),
  'POST /account/ui-api/v1/user/{id}/verify': (app) => ({
    params: { id: cleo(app) },
    body: { verification_code: 'unknown', login: 'cleo', password: NEW_PASSWORD },
  }),
  'GET /account/ui-api/v1/session': none,
  'DELETE /account/ui-api/v1/session/{id}': async (app) => {
    await app.signIn('cleo');
    const session = await app.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', cleo(app))
      .executeTakeFirstOrThrow();
    return { params: { id: session.id } };
  },
  'DELETE /account/ui-api/v1/session': none,
  'GET /account/ui-api/v1/login/customization': none,
  'GET /account/api/v1/user/me': none,
  'GET /account/api/v1/user/me/applications': none,
  'PUT /account/ui-api/v1/user/{id}': (app) => ({
    params: { id: cleo(app) },
    body: {
      first_name: 'Cleo',
      last_name: 'Changed',
      user_name: 'cleo',
      email: 'cleo@nordmark-lb.example',
      phone: '',
      locale: 'en_US',
    },
  }),
  'PUT /account/ui-api/v1/user/{id}/locale/{locale}': (app) => ({ params: { id: cleo(app), locale: 'de_DE' } }),
  'PUT /account/ui-api/v1/user/{id}/password': (app) => ({
    params: { id: cleo(app) },
    body: { current_password: PASSWORD, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD },
  }),
  'PUT /account/ui-api/v1/user/{id}/agreement': (app) => ({ params: { id: cleo(app) }, body: { locale: 'en_US' } }),
  'GET /account/ui-api/v1/user/{name}/find': () => ({ params: { name: 'cleo' } }),
  'GET /account/ui-api/v1/permission': (app) => ({ query: { accountId: app.accountIds.get('nordmark-lb') ?? '' } }),
  'GET /account/ui-api/v1/permission/administrators': none,
  'GET /account/ui-api/v1/feature-flag/features': none,
  'GET /account/ui-api/v1/feature-flag/{name}': () => ({ params: { name: 'AM_enable_packaging' } }),
  'GET /account/ui-api/v1/feature-flag': none,
  'PUT /account/ui-api/v1/feature-flag/{name}': (app) => ({
    params: { name: 'AM_enable_packaging' },
    body: { enabled: false, account_id: nordmark(app) },
  }),
  'GET /account/ui-api/v1/translation': () => ({ query: { locale: 'en_US' } }),
  'GET /account/api/v1/locales': none,
  'GET /account/ui-api/v1/nationalities': none,
  'GET /account/ui-api/v1/account': () => ({ query: { name: 'nordmark' } }),
  'GET /account/ui-api/v1/customer': () => ({ query: { name: 'nordmark' } }),
  'GET /account/ui-api/v1/account/expiringAccounts': none,
  'GET /account/ui-api/v1/account/export': () => ({ query: { name: 'nordmark' } }),
  'GET /account/ui-api/v1/account/find': () => ({ query: { friendly_identifier: 'nordmark-lb' } }),
  'POST /account/ui-api/v1/account': () => ({
    body: {
      name: 'Kontor',
      friendly_identifier: `kontor-${newId()}`,
      service_period: { from: '2026-11-21', to: '2027-11-20' },
      locale: 'de_DE',
      organization: { name: 'Kontor' },
    },
  }),
  'GET /account/ui-api/v1/account/{id}': (app) => ({ params: { id: nordmark(app) } }),
  'PUT /account/ui-api/v1/account/{id}': (app) => ({
    params: { id: nordmark(app) },
    body: { name: 'Nordmark Landesbank', locale: 'de_DE', service_period: { from: '2025-01-01', to: '2028-12-31' } },
  }),
  // Not Nordmark itself: with it Cleo would be gone for the cells that follow.
  'DELETE /account/ui-api/v1/account/{id}': async (app) => ({ params: { id: await anotherCustomer(app) } }),
  'GET /account/ui-api/v1/account/{id}/effects': (app) => ({ params: { id: nordmark(app) } }),
  'PUT /account/ui-api/v1/account/{id}/active': (app) => ({ params: { id: nordmark(app) }, body: { active: true } }),
  'PUT /account/ui-api/v1/account/{id}/partner': (app) => ({
    params: { id: nordmark(app) },
    body: { partner_account_id: app.accountIds.get('umbra-trust') ?? '' },
  }),
  'POST /account/ui-api/v1/account/{id}/link': (app) => ({
    params: { id: nordmark(app) },
    body: {
      federated_account_id: 'F-1',
      federated_account_name: 'Nordmark',
      federated_account_details_url: 'https://federation.example/accounts/F-1',
    },
  }),
  'POST /account/ui-api/v1/account/{id}/unlink': (app) => ({ params: { id: nordmark(app) } }),
  'GET /account/ui-api/v1/account/{id}/history': (app) => ({ params: { id: nordmark(app) } }),
  'GET /account/ui-api/v1/account/{id}/endings': (app) => ({ params: { id: nordmark(app) } }),
  'GET /account/ui-api/v1/organization': async (app) => (await anOrganization(app), {}),
  'GET /account/ui-api/v1/organization/export': async (app) => (await anOrganization(app), {}),
  'POST /account/ui-api/v1/organization': (app) => ({
    body: { name: 'Nordmark Treasury', country: 'DE', account_id: nordmark(app) },
  }),
  'GET /account/ui-api/v1/organization/{id}': async (app) => ({ params: { id: (await anOrganization(app)).id } }),
  'PUT /account/ui-api/v1/organization/{id}': async (app) => ({
    params: { id: (await anOrganization(app)).id },
    body: { name: 'Nordmark Treasury', country: 'DE' },
  }),
  'DELETE /account/ui-api/v1/organization/{id}': async (app) => ({ params: { id: (await anOrganization(app)).id } }),
  'GET /account/ui-api/v1/organization/{id}/contact': async (app) => ({
    params: { id: (await anOrganization(app)).id },
  }),
  'POST /account/ui-api/v1/organization/{id}/contact': async (app) => ({
    params: { id: (await anOrganization(app)).id },
    body: CONTACT,
  }),
  'GET /account/ui-api/v1/organization/{id}/contact/{cid}': async (app) => ({ params: await anOrganization(app) }),
  'PUT /account/ui-api/v1/organization/{id}/contact/{cid}': async (app) => ({
    params: await anOrganization(app),
    body: CONTACT,
  }),
  'DELETE /account/ui-api/v1/organization/{id}/contact/{cid}': async (app) => ({ params: await anOrganization(app) }),
  'GET /account/ui-api/v1/search': async (app) => (await anOrganization(app), { query: { text: 'nordmark' } }),
  'GET /account/ui-api/v1/list-setting': none,
  'PUT /account/ui-api/v1/list-setting/{list}': () => ({
    params: { list: 'accounts' },
    body: { filters: { active: 'any' }, hidden_columns: ['start'] },
  }),
  'GET /account/ui-api/v1/mail': none,
  'GET /account/ui-api/v1/mail/{id}': async (app) => ({ params: { id: await aMail(app) } }),
  'PUT /account/ui-api/v1/mail/{id}/resend': async (app) => ({ params: { id: await aMail(app) } }),
  'GET /account/ui-api/v1/audit-log/{id}/verify': async (app) => {
    await app.signIn('cleo');
    const event = await app.db
      .selectFrom('audit_event')
      .select('id')
      .where('actor_id', '=', cleo(app))
      .executeTakeFirstOrThrow();
    return { params: { id: event.id } };
  },
  'GET /account/ui-api/v1/audit-log/checkpoint': none,
};

/** Another customer of Ben's to which Cleo belongs as well; a new one for every call. */
async function anotherCustomer(app: TestApp): Promise<string> {
  const id = newId();
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  const partner = app.accountIds.get('umbra-trust') ?? '';
  await app.db
    .insertInto('account')
    .values({
      id,
      name: 'Kontor',
      display_name: 'Kontor',
      friendly_identifier: `kontor-${id}`,
      type: 'standard',
      partner_account_id: partner,
      service_from: '2026-01-01',
      ...stamps,
    })
    .execute();
  await app.db
    .insertInto('user_account')
    .values({ user_id: cleo(app), account_id: id })
    .execute();
  return id;
}

/** An organization of Nordmark with one contact; the same one for every call. */
async function anOrganization(app: TestApp): Promise<{ id: string; cid: string }> {
  const known = await app.db
    .selectFrom('contact')
    .innerJoin('organization as o', 'o.id', 'contact.organization_id')
    .where('o.account_id', '=', nordmark(app))
    .select(['o.id', 'contact.id as cid'])
    .executeTakeFirst();
  if (known) return known;
  const one = { id: newId(), cid: newId() };
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('organization')
    .values({ id: one.id, account_id: nordmark(app), name: 'Nordmark Treasury', country: 'DE', ...stamps })
    .execute();
  await app.db
    .insertInto('contact')
    .values({ ...CONTACT, id: one.cid, organization_id: one.id, ...stamps })
    .execute();
  return one;
}

async function aMail(app: TestApp): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('mail')
    .values({
      id,
      created_at: app.clock.now(),
      recipient: 'cleo@nordmark-lb.example',
      subject: 'Hello',
      body_sealed: app.platform.seal.seal(Buffer.from('Hello'), mailSeal(id)),
      kind: 'password-reset',
      locale: 'en_US',
      user_id: cleo(app),
      status: 'held',
    })
    .execute();
  return id;
}
