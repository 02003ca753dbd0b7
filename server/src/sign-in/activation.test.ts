/** The step with which invited people who sign documents activate that. */
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { makeCode } from './codes/code-store.ts';
import { events, expectRefusal, linkIn, mails, NEW_PASSWORD } from '../testing/sign-in.ts';

const FLAG = '/account/ui-api/v1/feature-flag/enableActivateStepForDsmSigner';
/** Viewers of document signing, and of certificate authorities. */
const [SIGNER, OTHER] = ['00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000012'] as const;
const EMAIL = 'ines@nordmark.example';

let app: TestApp;
onePlatform((one) => (app = one), { signedIn: ['ada'] });

type Invited = { id: string; code: string };
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const flip = async (enabled: boolean | null, accountId?: string): Promise<void> => {
  const whose = accountId === undefined ? {} : { account_id: accountId };
  expect((await app.call('ada', 'PUT', FLAG, { enabled, ...whose })).status).toBe(204);
};
/** Somebody with this role who has been invited and has not answered yet. */
const invite = async (...roleIds: string[]): Promise<Invited> => {
  const answer = await app.call('ada', 'POST', '/account/ui-api/v1/user', {
    first_name: 'Ines',
    last_name: 'Invited',
    user_name: EMAIL,
    email: EMAIL,
    locale: 'en_US',
    access_scope: 'account',
    primary_account_id: nordmark(),
    role_ids: roleIds,
  });
  expect(answer.status).toBe(201);
  const { userId: id, code } = linkIn((await mails(app, EMAIL, 'invitation')).at(-1)?.text ?? '');
  return { id, code };
};
const opened = async ({ id, code }: Invited) =>
  (await app.request('POST', '/account/ui-api/v1/auth/check-code', { user_id: id, code, purpose: 'verify' })).body;
const answer = ({ id, code }: Invited, more: object = {}) =>
  app.request('POST', `/account/ui-api/v1/user/${id}/verify`, {
    verification_code: code,
    login: 'ines.chosen',
    password: NEW_PASSWORD,
    ...more,
  });
const recorded = async () => {
  const { result, resource_id, before, after } = (await events(app, 'UPDATE')).at(-1) ?? {};
  return { result, resource_id, before, after };
};
const ACTIVATION = { name: 'Ines Invited', account_name: 'Nordmark Landesbank' };

describe('[S-258] with the flag on', () => {
  test('a signer is told what is activated, is refused without it, and activates it', async () => {
    expect((await app.call('ada', 'GET', FLAG)).body.enabled).toBe(false);
    await flip(true);
    expect((await app.call('ada', 'GET', FLAG)).body.enabled).toBe(true);
    const invited = await invite(OTHER, SIGNER);
    expect(await opened(invited)).toEqual({ activation: ACTIVATION });
    expectRefusal(await answer(invited), 409, 'ACTIVATION_REQUIRED');
    expect(await recorded()).toMatchObject({ result: 'failure', resource_id: invited.id });
    expectRefusal(await answer(invited, { activate: false }), 400, 'INVALID_INPUT');
    // The link is still good, and nothing of the person has changed.
    expect(await opened(invited)).toEqual({ activation: ACTIVATION });
    expect((await answer(invited, { activate: true })).status).toBe(201);
    expect(await recorded()).toEqual({
      result: 'success',
      resource_id: invited.id,
      before: { user_name: EMAIL, verified: false, signing_activated: false },
      after: { user_name: 'ines.chosen', verified: true, signing_activated: true },
    });
  });

  test('whoever has no role of document signing activates nothing', async () => {
    await flip(true);
    const invited = await invite(OTHER);
    expect(await opened(invited)).toEqual({ activation: null });
    expect((await answer(invited)).status).toBe(201);
    expect((await recorded()).after).toEqual({ user_name: 'ines.chosen', verified: true });
  });

  test('for the account alone it holds for its people', async () => {
    await flip(true, app.accountIds.get('orsini-custody'));
    const invited = await invite(SIGNER);
    expect(await opened(invited)).toEqual({ activation: null });
    await flip(true, nordmark());
    expect(await opened(invited)).toEqual({ activation: ACTIVATION });
  });

  test('the link of a new password activates nothing', async () => {
    await flip(true);
    const invited = await invite(SIGNER);
    expect((await answer(invited, { activate: true })).status).toBe(201);
    const made = { userId: invited.id, ttlSeconds: 60, now: app.clock.now() };
    const link = { user_id: invited.id, code: await makeCode(app.db, { ...made, purpose: 'reset' }), purpose: 'reset' };
    expect((await app.request('POST', '/account/ui-api/v1/auth/check-code', link)).body).toEqual({ activation: null });
  });
});

describe('[S-258] with the flag off', () => {
  test('a signer is asked nothing more, and nothing more is recorded', async () => {
    const invited = await invite(SIGNER);
    expect(await opened(invited)).toEqual({ activation: null });
    expect((await answer(invited)).status).toBe(201);
    expect((await recorded()).after).toEqual({ user_name: 'ines.chosen', verified: true });
  });

  test('what holds as the answer is sent counts, whatever the page was told', async () => {
    const invited = await invite(SIGNER);
    expect(await opened(invited)).toEqual({ activation: null });
    await flip(true);
    expectRefusal(await answer(invited), 409, 'ACTIVATION_REQUIRED');
    await flip(null);
    // Whoever was asked while it was on loses nothing, and has activated nothing that anybody asks for.
    expect((await answer(invited, { activate: true })).status).toBe(201);
    expect((await recorded()).after).toEqual({ user_name: 'ines.chosen', verified: true });
  });
});
