import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { callbackUrl } from '../../sign-in/callback.ts';
import { makeCode, type CodePurpose } from '../../sign-in/codes/code-store.ts';
import { openLogin } from '../../sign-in/login-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { A_REQUEST, ensureAuthorities } from '../../testing/client-auth-certificate.ts';
import { anyProvider, insertProvider } from '../../testing/oidc-provider.ts';
import { keepForm } from '../../sign-in/saml/form-store.ts';
import { placeProvider } from '../../testing/saml-metadata.ts';
import {
  askedBy,
  assertion,
  logoutAddress,
  logoutRequest,
  metadataOf,
  response,
  samlKeys,
  signed,
} from '../../testing/saml-provider.ts';
import { cleo, CLEO_SIGNS_IN, NEW_PASSWORD, NO_INPUT, nordmark, STATE, type SamplesOf } from '../../testing/sample.ts';

const code = (app: TestApp, userId: string, purpose: CodePurpose): Promise<string> =>
  makeCode(app.db, { userId, purpose, ttlSeconds: 60, now: app.clock.now() });

const byRefreshToken = async (app: TestApp) => ({ body: { refresh_token: (await app.signIn('cleo')).refresh_token } });

/** Somebody of Nordmark who has been invited and has not answered yet. */
async function invited(app: TestApp): Promise<string> {
  const id = newId();
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('app_user')
    .values({
      id,
      user_name: 'ines',
      email: 'ines@nordmark-lb.example',
      first_name: 'Ines',
      last_name: 'Invited',
      locale: 'en_US',
      access_scope: 'account',
      primary_account_id: nordmark(app),
      ...stamps,
    })
    .execute();
  await app.db
    .insertInto('user_account')
    .values({ user_id: id, account_id: nordmark(app) })
    .execute();
  return id;
}

/** A proxy's word that cleo has shown a certificate of hers. */
async function certificateOf(app: TestApp): Promise<Record<string, string>> {
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  const { certificate } = await issueFor(app, { belongsTo: { accountId: nordmark(app), userId: cleo(app) } });
  return forwarding(certificate);
}

/** What the link carries by which cleo makes a certificate. */
async function pickupOf(app: TestApp): Promise<{ user_id: string; code: string }> {
  await ensureAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  return { user_id: cleo(app), code: await code(app, cleo(app), 'certificate') };
}

/** The query of a callback that completes a sign-in of cleo. */
async function callbackOf(app: TestApp): Promise<{ code: string; state: string }> {
  const url = await callbackUrl({ db: app.db, now: app.clock.now() }, cleo(app), { proofs: ['password'] });
  const query = new URL(url, 'http://localhost').searchParams;
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' };
}

const SAML_KEYS = samlKeys();
/** Cleo has entered her name, and her account has a provider. */
async function samlProvider(app: TestApp): Promise<void> {
  await placeProvider(app, nordmark(app), metadataOf(SAML_KEYS), [SAML_KEYS.certificate]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', nordmark(app)).execute();
  await openLogin(app.db, { state: STATE, userName: 'cleo', locale: 'en_US' }, app.clock.now());
}

/** How an answer of her provider is posted. */
const formOf = (answer: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ SAMLResponse: Buffer.from(answer).toString('base64') }).toString(),
});

/** What her provider says of cleo, in answer to a request or by itself. */
function answerOf(app: TestApp, request: string | null): string {
  const [id, now] = [nordmark(app), app.clock.now()];
  const acs = `${app.runtime.publicUrl}/imauth/api/v1/callback/saml/${id}`;
  const audience = `${app.runtime.publicUrl}/imauth/api/v1/saml/${id}`;
  const told = { now, acs, audience, request, name: 'cleo' };
  return response(told, signed(assertion(told), SAML_KEYS));
}

/** The ticket of a sign-in that her provider began. */
async function ticketOf(app: TestApp): Promise<string> {
  await samlProvider(app);
  await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
  const { headers, body } = formOf(answerOf(app, null));
  const led = await app.request('POST', `/imauth/api/v1/callback/saml/${nordmark(app)}`, body, headers);
  return new URL(led.body.return_url).searchParams.get('ticket') ?? '';
}

const logoutOf = (app: TestApp) => ({
  now: app.clock.now(),
  to: `${app.runtime.publicUrl}/imauth/api/v1/logout/saml/${nordmark(app)}`,
});

export const signInSamples: SamplesOf<typeof areas.signIn> = {
  loginVerify: () => ({ query: { username: 'cleo', state: STATE, locale: 'en_US' } }),
  login: () => ({ body: CLEO_SIGNS_IN }),
  me: NO_INPUT,
  refresh: byRefreshToken,
  logout: byRefreshToken,
  callbackOauth: async (app) => ({ query: await callbackOf(app) }),
  checkCallback: async (app) => ({ body: await callbackOf(app) }),
  autoLogin: () => ({ body: CLEO_SIGNS_IN }),
  autoLoginForIdpAuth: async (app) => ({ body: { ticket: await ticketOf(app) } }),
  readCertificatePickup: async (app) => ({ body: await pickupOf(app) }),
  pickUpCertificate: async (app) => ({ body: { ...(await pickupOf(app)), csr: A_REQUEST } }),
  forgotPassword: () => ({ body: { user_name: 'cleo', locale: 'en_US' } }),
  resetPassword: async (app) => ({
    body: {
      user_id: cleo(app),
      code: await code(app, cleo(app), 'reset'),
      password: NEW_PASSWORD,
      repeatedPassword: NEW_PASSWORD,
    },
  }),
  checkCode: async (app) => ({
    body: { user_id: cleo(app), code: await code(app, cleo(app), 'reset'), purpose: 'reset' },
  }),
  recover: async (app) => ({
    body: { user_id: cleo(app), code: await code(app, cleo(app), 'recovery'), second_factor_lost: false },
  }),
  async verifyUser(app) {
    const id = await invited(app);
    return {
      params: { id },
      body: { verification_code: await code(app, id, 'verify'), login: 'ines-chosen', password: NEW_PASSWORD },
    };
  },
  certificateLogin: async (app) => ({ headers: await certificateOf(app) }),
  async samlLogin(app) {
    await samlProvider(app);
    return { query: { state: STATE } };
  },
  async samlLogout(app) {
    await samlProvider(app);
    const { search } = new URL(
      logoutAddress(logoutRequest(logoutOf(app)), SAML_KEYS, logoutOf(app).to, { small: false }),
    );
    return { params: { id: nordmark(app) }, query: Object.fromEntries(new URLSearchParams(search)) };
  },
  async samlLogoutPost(app) {
    await samlProvider(app);
    const request = signed(logoutRequest(logoutOf(app)), SAML_KEYS, 'LogoutRequest');
    const form = new URLSearchParams({ SAMLRequest: Buffer.from(request).toString('base64') }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { params: { id: nordmark(app) }, headers, body: form };
  },
  async samlForm(app) {
    const address = await keepForm(
      { db: app.db, runtime: app.runtime, now: app.clock.now() },
      { to: 'https://idp.nordmark.example/sso', fields: { SAMLRequest: 'x' } },
    );
    return { params: { code: address.slice(address.lastIndexOf('/') + 1) } };
  },
  async samlServiceMetadata(app) {
    await samlProvider(app);
    return { params: { id: nordmark(app) } };
  },
  async samlCallback(app) {
    await samlProvider(app);
    const { body } = await app.request('GET', `/imauth/api/v1/login/saml?state=${STATE}`);
    return { params: { id: nordmark(app) }, ...formOf(answerOf(app, askedBy(body.return_url).id)) };
  },
  async oidcLogin(app) {
    await insertProvider(app, nordmark(app), (await anyProvider(app)).issuer);
    await openLogin(app.db, { state: STATE, userName: 'cleo', locale: 'en_US' }, app.clock.now());
    return { query: { state: STATE } };
  },
  async oidcCallback(app) {
    const provider = await anyProvider(app);
    await insertProvider(app, nordmark(app), provider.issuer);
    await openLogin(app.db, { state: STATE, userName: 'cleo', locale: 'en_US' }, app.clock.now());
    const { body } = await app.request('GET', `/imauth/api/v1/login/oidc?state=${STATE}`);
    const cleos = { sub: 'cleo', email: 'cleo@nordmark-lb.example', email_verified: true };
    const back = provider.authorize(body.return_url, cleos, { again: true });
    return { params: { id: nordmark(app) }, query: Object.fromEntries(back.searchParams) };
  },
  clientAuthLoginUrl: NO_INPUT,
  listSessions: NO_INPUT,
  async endSession(app) {
    await app.signIn('cleo');
    const session = await app.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', cleo(app))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { params: { id: session.id } };
  },
  // Cleo has another session: hers is there to be ended, the others have none.
  endOtherSessions: async (app) => (await app.signIn('cleo'), {}),
  loginCustomization: NO_INPUT,
};
