/** Second factors, in tests. */
import type { KeyAnswer } from '@signet/contract/areas/security-key-shapes';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type Answer, type Name, type TestApp } from './app.ts';
import { newAuthenticator } from './authenticator.ts';
import { logIn } from './sign-in.ts';

const AUTH = '/account/ui-api/v1/auth/second-factor';

/** The people of an account are asked for a second factor. */
export async function askSecondFactor({ db, accountIds }: TestApp, account: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ mfa_enabled: true })
    .where('id', '=', accountIds.get(account) ?? '')
    .execute();
}

/** What an authenticator app shows `steps` of 30 seconds from now. */
export const codeOf = ({ clock }: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + steps * 30_000 });

/** The right password: answers what names the sign-in that awaits its second factor. */
export async function givePassword(app: TestApp, person: string): Promise<string> {
  const answer = await logIn(app, person, PASSWORD);
  const name: unknown = answer.body?.error?.params?.sign_in;
  if (typeof name !== 'string') throw new Error(`${person} was not asked: ${JSON.stringify(answer.body)}`);
  return name;
}

export const giveCode = (app: TestApp, signIn: string, code: string): Promise<Answer> =>
  app.request('POST', `${AUTH}/code`, { sign_in: signIn, code });
export const beginSetUp = (app: TestApp, signIn: string): Promise<Answer> =>
  app.request('POST', `${AUTH}/set-up`, { sign_in: signIn });
export const finishSetUp = (app: TestApp, signIn: string, code: string, name = 'Phone'): Promise<Answer> =>
  app.request('POST', `${AUTH}/set-up/confirm`, { sign_in: signIn, code, name });

/** Somebody of an account that asks for a second factor sets up an app and is signed in, a step of time ago. */
export async function setUpApp(app: TestApp, person: string) {
  const signIn = await givePassword(app, person);
  const { secret }: { secret: string } = (await beginSetUp(app, signIn)).body;
  const { body } = await finishSetUp(app, signIn, codeOf(app, secret));
  app.clock.pass(30);
  return { secret, accessToken: String(body.access_token), recoveryCodes: (body.recovery_codes ?? []).map(String) };
}

const OWN = '/account/ui-api/v1/second-factor';

/** Somebody who is signed in adds a security key. */
export async function addKey(app: TestApp, person: Name, { rk = false } = {}) {
  const key = newAuthenticator();
  const asked = await app.call(person, 'POST', `${OWN}/key/options`);
  const added = await app.call(person, 'POST', `${OWN}/key`, { name: 'Key', answer: key.register(asked.body, { rk }) });
  if (added.status !== 201) throw new Error(`No key was added: ${JSON.stringify(added.body)}`);
  return { key, recoveryCodes: (added.body.recovery_codes ?? []).map(String) };
}

/** What a key is asked for a sign-in that awaits its second factor. */
export const askKey = async (app: TestApp, signIn: string): Promise<{ challenge: string }> =>
  (await app.request('POST', `${AUTH}/key/options`, { sign_in: signIn })).body;
export const giveKey = (app: TestApp, signIn: string, answer: KeyAnswer): Promise<Answer> =>
  app.request('POST', `${AUTH}/key`, { sign_in: signIn, answer });
export const askPasskey = async (app: TestApp): Promise<{ challenge: string }> =>
  (await app.request('POST', '/account/ui-api/v1/auth/passkey/options')).body;
export const givePasskey = (app: TestApp, answer: KeyAnswer): Promise<Answer> =>
  app.request('POST', '/account/ui-api/v1/auth/passkey', { answer });
