import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { callbackUrl } from '../../sign-in/callback.ts';
import { makeCode, type CodePurpose } from '../../sign-in/codes/code-store.ts';
import type { TestApp } from '../../testing/app.ts';
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

/** The query of a callback that completes a sign-in of cleo. */
async function callbackOf(app: TestApp): Promise<{ code: string; state: string }> {
  const url = await callbackUrl({ db: app.db, now: app.clock.now() }, cleo(app));
  const query = new URL(url, 'http://localhost').searchParams;
  return { code: query.get('code') ?? '', state: query.get('state') ?? '' };
}

export const signInSamples: SamplesOf<typeof areas.signIn> = {
  loginVerify: () => ({ query: { username: 'cleo', state: STATE, locale: 'en_US' } }),
  login: () => ({ body: CLEO_SIGNS_IN }),
  me: NO_INPUT,
  refresh: byRefreshToken,
  logout: byRefreshToken,
  callbackOauth: async (app) => ({ query: await callbackOf(app) }),
  checkCallback: async (app) => ({ body: await callbackOf(app) }),
  autoLogin: () => ({ body: CLEO_SIGNS_IN }),
  autoLoginForIdpAuth: async (app) => ({ body: { ticket: await code(app, cleo(app), 'idp') } }),
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
  async verifyUser(app) {
    const id = await invited(app);
    return {
      params: { id },
      body: { verification_code: await code(app, id, 'verify'), login: 'ines-chosen', password: NEW_PASSWORD },
    };
  },
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
