import type { areas } from '@signet/contract';
import { storedDateTime } from '@signet/contract/dates';
import { notFound, Problem } from '@signet/contract/problem';
import { platformSetting } from '../../db/platform-setting.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { admit } from '../../sign-in/admission.ts';
import { asActor, asNamed } from '../../sign-in/call.ts';
import { callbackUrl, personOfCallback, redeemCallback, redeemTicket } from '../../sign-in/callback.ts';
import { checkCode } from '../../sign-in/codes/holder.ts';
import { verifyInvited } from '../../sign-in/invitation.ts';
import { closeLogin, isLoginOpen, openLogin } from '../../sign-in/login-store.ts';
import { checkPassword } from '../../sign-in/passwords/check.ts';
import { requestReset } from '../../sign-in/passwords/reset-store.ts';
import { resetPassword } from '../../sign-in/passwords/reset.ts';
import { findPerson, findPersonByName } from '../../sign-in/person-store.ts';
import { beginSession, refreshFamily } from '../../sign-in/sessions/family.ts';
import { findRefreshToken } from '../../sign-in/sessions/refresh-store.ts';
import { endSession, endSessionsOf } from '../../sign-in/sessions/session-store.ts';
import { customLogin } from './custom-login.ts';
import { listOwnSessions, ownRecord } from './own-store.ts';

export const signInRoutes: HandlersOf<typeof areas.signIn> = {
  async loginVerify({ db, query, now, runtime }) {
    const { username, state, locale } = query;
    const person = await findPersonByName(db, username, now);
    // A disabled person is known: the right password says so, and nothing before it does.
    const known = person?.verified;
    if (!known && (await platformSetting(db, 'reveal_user_names')) !== false) throw new Problem('username_not_found');
    const userName = person ? username : runtime.unknownNames(username);
    const expiresAt = await openLogin(db, { state, userName, locale }, now);
    return { state, next: 'password', methods: ['standard'], expires_at: storedDateTime(expiresAt) };
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
    await admit(call, person);
    if (state !== undefined && !(await closeLogin(db, state))) throw await expired();
    return beginSession(call, person);
  },

  me: ({ db, viewer }) => ownRecord(viewer, db),

  refresh: (call) => refreshFamily(call, call.body.refresh_token),

  async logout({ db, body, now, audit }) {
    const token = await findRefreshToken(db, body.refresh_token, now);
    if (!token || !(await endSession(db, token.user_id, token.session_id, 'logout', now))) return audit('nothing');
    const person = await findPerson(db, token.user_id, now);
    audit({ ...(person ? asActor(person) : { resource_id: token.user_id }), after: { session_id: token.session_id } });
  },

  callbackOauth: (call) => redeemCallback(call, call.query.code, call.query.state),

  async checkCallback(call) {
    const { user_name, name } = await personOfCallback(call, call.body.code, call.body.state);
    return { user_name, name };
  },

  async autoLogin(call) {
    const person = await checkPassword(call, call.body.user_name, call.body.password);
    await admit(call, person);
    return { return_url: await callbackUrl(call, person.id) };
  },

  autoLoginForIdpAuth: async (call) => ({ return_url: await redeemTicket(call, call.body.ticket) }),

  forgotPassword: ({ db, runtime, body, origin }) =>
    requestReset(db, runtime, { userName: body.user_name, locale: body.locale, origin }),

  resetPassword: (call) => resetPassword(call, call.body.user_id, call.body.code, call.body.password),

  checkCode: (call) => checkCode(call, call.body.user_id, call.body.code, call.body.purpose),

  async verifyUser(call) {
    const { verification_code: code, login, password } = call.body;
    const person = await verifyInvited(call, call.params.id, { code, login, password });
    return { return_url: await callbackUrl(call, person.id) };
  },

  listSessions: ({ db, viewer, now }) => listOwnSessions(viewer, db, now),

  async endSession({ db, viewer, params, now, audit }) {
    if (
      !(await endSession(
        db,
        viewer.userId,
        params.id,
        params.id === viewer.via.sessionId ? 'logout' : 'elsewhere',
        now,
      ))
    )
      throw notFound();
    audit({ resource_id: viewer.userId, resource_name: viewer.userName, after: { session_id: params.id } });
  },

  async endOtherSessions({ db, viewer, now, audit }) {
    const ended = await endSessionsOf(db, viewer.userId, 'elsewhere', now, viewer.via.sessionId);
    if (ended === 0) return audit('nothing');
    audit({ resource_id: viewer.userId, resource_name: viewer.userName, after: { sessions_ended: ended } });
  },

  async loginCustomization({ db, now }) {
    return customLogin(await platformSetting(db, 'login_customization'), now.getUTCFullYear());
  },
};
