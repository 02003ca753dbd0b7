import type { areas } from '@signet/contract';
import { storedDateTime } from '@signet/contract/dates';
import { notFound, Problem } from '@signet/contract/problem';
import { platformSetting } from '../../db/platform-setting.ts';
import { flagSetting } from '../../platform-settings/setting-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { newcomers } from '../../people/newcomer-store.ts';
import { spendRequest } from '../../self-service/request-store.ts';
import { admit } from '../../sign-in/admission.ts';
import { asActor, asNamed, asResource } from '../../sign-in/call.ts';
import { callbackUrl, personOfCallback, personOfTicket, redeemCallback, redeemTicket } from '../../sign-in/callback.ts';
import { beginByCertificate, LOGIN_PATH } from '../../sign-in/certificates/begin.ts';
import { holderOfPickup, pickUpCertificate } from '../../sign-in/certificates/pickup.ts';
import { checkCode } from '../../sign-in/codes/holder.ts';
import { verifyInvited } from '../../sign-in/invitation.ts';
import { closeLogin, isLoginOpen, openLogin } from '../../sign-in/login-store.ts';
import { beginOidc } from '../../sign-in/oidc/begin.ts';
import { finishOidc } from '../../sign-in/oidc/finish.ts';
import { checkPassword } from '../../sign-in/passwords/check.ts';
import { requestReset } from '../../sign-in/passwords/reset-store.ts';
import { resetPassword } from '../../sign-in/passwords/reset.ts';
import { federatedLogin, offeredMethods } from '../../sign-in/federation/offer.ts';
import { requireMethod } from '../../sign-in/method-store.ts';
import { findPerson, findPersonByName } from '../../sign-in/person-store.ts';
import { recover } from '../../sign-in/recovery.ts';
import { requireLevel } from '../../sign-in/second-factor/require.ts';
import { beginSaml } from '../../sign-in/saml/begin.ts';
import { serviceProviderMetadata } from '../../sign-in/saml/key-store.ts';
import { finishSaml } from '../../sign-in/saml/finish.ts';
import { findForm } from '../../sign-in/saml/form-store.ts';
import { leadToLogout, logoutByProvider, signedOutUrl } from '../../sign-in/saml/logout.ts';
import { beginSession, refreshFamily } from '../../sign-in/sessions/family.ts';
import { findRefreshToken } from '../../sign-in/sessions/refresh-store.ts';
import { endedAny, endSession, endSessionsOf } from '../../sign-in/sessions/session-store.ts';
import { customLogin } from './custom-login.ts';
import { listOwnSessions, ownRecord } from './own-store.ts';

export const signInRoutes: HandlersOf<typeof areas.signIn> = {
  async loginVerify({ db, query, now, runtime }) {
    const { username, state, locale } = query;
    const person = await findPersonByName(db, username, now);
    const reveals = await flagSetting({ db, config: runtime.config }, 'reveal_user_names');
    // A disabled person is known: the right password says so, and nothing before it does.
    const methods = await offeredMethods(db, {
      userName: username,
      person,
      hasAddress: runtime.clientAuthUrl !== null,
      reveals,
    });
    if (!methods) throw new Problem('username_not_found');
    // Whom a domain leads to a provider is found again by the name; any other unknown name is kept as a hash.
    const isLed = person !== null || methods.some((method) => method !== 'standard');
    const userName = isLed ? username : runtime.unknownNames(username);
    const expiresAt = await openLogin(db, { state, userName, locale }, now);
    const [first = 'standard'] = methods;
    const leading = new URLSearchParams({ state }).toString();
    return {
      state,
      next: methods.length > 1 ? 'choice' : first === 'standard' ? 'password' : first,
      methods: [...methods],
      certificate_url: methods.includes('certificate') ? `${runtime.clientAuthUrl}${LOGIN_PATH}?${leading}` : null,
      saml_url: methods.includes('saml') ? federatedLogin('saml', state) : null,
      oidc_url: methods.includes('oidc') ? federatedLogin('oidc', state) : null,
      expires_at: storedDateTime(expiresAt),
    };
  },

  async login(call) {
    const { db, body, now, audit, runtime } = call;
    const { user_name: userName, password, state } = body;
    const expired = async (): Promise<Problem> => {
      audit(asNamed(call, await findPersonByName(db, userName, now), userName));
      return new Problem('STATE_EXPIRED');
    };
    const names = [userName, runtime.unknownNames(userName)];
    if (state !== undefined && !(await isLoginOpen(db, state, names, now))) throw await expired();
    const person = await checkPassword(call, userName, password);
    await requireMethod(call, person, 'standard');
    await admit(call, person);
    await requireLevel(call, person, ['password']);
    if (state !== undefined && !(await closeLogin(db, state))) throw await expired();
    return beginSession(call, person);
  },

  me: ({ db, viewer }) => ownRecord(viewer, db),

  refresh: (call) => refreshFamily(call, call.body.refresh_token),

  async logout({ db, runtime, body, now, audit }) {
    const signedOut = { return_url: signedOutUrl(runtime) };
    const token = await findRefreshToken(db, body.refresh_token, now);
    if (!token || !(await endSession(db, token.user_id, token.session_id, 'logout', now))) {
      audit('nothing');
      return signedOut;
    }
    const person = await findPerson(db, token.user_id, now);
    audit({
      ...(person ? asActor(person) : { resource_id: token.user_id }),
      ...(token.sign_in_method ? { resource: token.sign_in_method } : {}),
      after: { session_id: token.session_id },
    });
    const provider = await leadToLogout({ db, runtime, now }, token.session_id);
    return provider === null ? signedOut : { return_url: provider };
  },

  callbackOauth: (call) => redeemCallback(call, call.query.code, call.query.state),

  async checkCallback(call) {
    const { body } = call;
    const person =
      'ticket' in body ? await personOfTicket(call, body.ticket) : await personOfCallback(call, body.code, body.state);
    return { user_name: person.user_name, name: person.name };
  },

  async autoLogin(call) {
    const { db, body, now, audit } = call;
    const person = await checkPassword(call, body.user_name, body.password);
    await requireMethod(call, person, 'standard');
    await admit(call, person);
    const request = body.self_service_request_id;
    if (request !== undefined && !(await spendRequest(db, request, person.id, now))) {
      audit(asResource(person));
      throw new Problem('CODE_INVALID');
    }
    return { return_url: await callbackUrl(call, person.id, { proofs: ['password'] }) };
  },

  certificateLogin: async (call) => ({ return_url: await beginByCertificate(call, call.query.state ?? null) }),

  samlLogin: async (call) => ({ return_url: await beginSaml(call, call.query.state) }),

  samlCallback: async (call) => ({ return_url: await finishSaml(call, call.params.id, call.body, newcomers) }),

  samlLogout: async (call) => ({
    return_url: await logoutByProvider(call, call.params.id, { search: call.search }),
  }),

  samlLogoutPost: async (call) => ({ return_url: await logoutByProvider(call, call.params.id, { form: call.body }) }),

  async samlForm({ db, runtime, params, now }) {
    const form = await findForm({ db, runtime, now }, params.code);
    if (!form) throw new Problem('STATE_EXPIRED');
    return form;
  },

  async samlServiceMetadata({ db, runtime, params }) {
    const xml = await serviceProviderMetadata(db, runtime, params.id);
    if (xml === null) throw notFound();
    return { type: 'application/samlmetadata+xml', octets: Buffer.from(xml) };
  },

  oidcLogin: (call) => beginOidc(call, call.query.state),

  oidcCallback: (call) => finishOidc(call, call.params.id, call.query, newcomers),

  clientAuthLoginUrl: async ({ runtime }) => ({
    url: runtime.clientAuthUrl === null ? null : `${runtime.clientAuthUrl}${LOGIN_PATH}`,
  }),

  autoLoginForIdpAuth: async (call) => ({ return_url: await redeemTicket(call, call.body.ticket) }),

  async readCertificatePickup(call) {
    const { name, user_name } = await holderOfPickup(call, call.body.user_id, call.body.code);
    return { name, user_name };
  },

  pickUpCertificate: (call) => pickUpCertificate(call, call.body),

  forgotPassword: ({ db, runtime, body, origin }) =>
    requestReset(db, runtime, { userName: body.user_name, locale: body.locale, origin }),

  resetPassword: (call) => resetPassword(call, call.body.user_id, call.body.code, call.body.password),

  checkCode: async (call) => ({
    activation: await checkCode(call, call.body.user_id, call.body.code, call.body.purpose),
  }),

  recover: async (call) => ({ return_url: await recover(call, call.body) }),

  async verifyUser(call) {
    const { verification_code: code, login, password, activate = false } = call.body;
    const person = await verifyInvited(call, call.params.id, { code, login, password, activate });
    return { return_url: await callbackUrl(call, person.id, { proofs: ['link', 'password'] }) };
  },

  listSessions: ({ db, viewer, now }) => listOwnSessions(viewer, db, now),

  async endSession({ db, viewer, params, now, audit }) {
    const isOwn = params.id === viewer.via.sessionId;
    const ended = await endSession(db, viewer.userId, params.id, isOwn ? 'logout' : 'elsewhere', now);
    if (!ended) throw notFound();
    audit({
      resource_id: viewer.userId,
      resource_name: viewer.userName,
      // Their own is a sign-out, told as any other.
      ...(isOwn && ended.method ? { resource: ended.method } : {}),
      after: { session_id: params.id },
    });
  },

  async endOtherSessions({ db, viewer, now, audit }) {
    const ended = await endSessionsOf(db, viewer.userId, 'elsewhere', now, viewer.via.sessionId);
    if (!endedAny(ended)) return audit('nothing');
    audit({ resource_id: viewer.userId, resource_name: viewer.userName, after: ended });
  },

  async loginCustomization({ db, now }) {
    return customLogin(await platformSetting(db, 'login_customization'), now.getUTCFullYear());
  },
};
