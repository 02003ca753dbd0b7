import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';

const NEW_PASSWORD = 'Another-horse-8-battery';
const ORGANIZATION = '/account/ui-api/v1/organization';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What the list shows of an action, newest first. */
async function shown(who: Name, action: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await app.call(who, 'GET', `/account/ui-api/v1/audit-log?action=${action}`);
  expect(status).toBe(200);
  return body.items;
}

test('[S-131] what is created, changed and deleted appears in the list, with who did it and how it ended', async () => {
  const { body: one } = await app.call('cleo', 'POST', ORGANIZATION, { name: 'Nordmark Treasury', country: 'DE' });
  await app.call('cleo', 'PUT', `${ORGANIZATION}/${one.id}`, { name: 'Nordmark Payments', country: 'DE' });
  await app.call('cleo', 'DELETE', `${ORGANIZATION}/${one.id}`);
  for (const action of ['CREATE', 'UPDATE', 'DELETE'])
    expect((await shown('ada', action))[0], action).toMatchObject({
      resource_type: 'ORGANIZATION',
      resource_id: one.id,
      account_id: app.accountIds.get('nordmark-lb'),
      account_name: 'Nordmark Landesbank',
      actor_id: app.userIds.get('cleo'),
      actor_name: 'Cleo Marchetti',
      actor_via: 'session',
      result: 'success',
    });
});

test('[S-132] a failed sign-in, a sign-in and a sign-out appear with the way to sign in', async () => {
  const login = (password: string) =>
    app.call(null, 'POST', '/account/ui-api/v1/auth/login', { user_name: 'carl', password });
  expect((await login('not-the-password')).status).toBe(401);
  const { body: tokens } = await login(PASSWORD);
  await app.call(null, 'POST', '/imauth/api/v1/logout', { refresh_token: tokens.refresh_token });
  const kind = { resource_type: 'BASIC_AUTH', resource_id: app.userIds.get('carl') };
  expect((await shown('ada', 'LOGIN'))[0]).toMatchObject({
    ...kind,
    result: 'success',
    actor_name: expect.stringContaining('Carl'),
  });
  expect((await shown('ada', 'LOGOUT'))[0]).toMatchObject({ ...kind, result: 'success' });
  const [failed] = await shown('ada', 'LOGIN_ERROR');
  expect(failed).toMatchObject({
    resource_type: 'BASIC_AUTH',
    result: 'failure',
    message: 'INVALID_CREDENTIALS',
    actor_via: 'none',
  });
});

test('[S-133] a new password, the link to one and the terms appear for the person', async () => {
  const cleo = app.userIds.get('cleo') ?? '';
  const own = `/account/ui-api/v1/user/${cleo}`;
  await app.db.updateTable('app_user').set({ agreement_accepted_at: null }).where('id', '=', cleo).execute();
  expect((await app.call('cleo', 'PUT', `${own}/agreement`, { locale: 'en_US' })).status).toBe(204);
  const change = { current_password: PASSWORD, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
  expect((await app.call('cleo', 'PUT', `${own}/password`, change)).status).toBe(204);
  await app.call(null, 'POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' });
  await app.sendResets();
  for (const action of ['TERMS_AND_CONDITIONS', 'UPDATE_PASSWORD', 'SEND_RESET_PASSWORD'])
    expect((await shown('ada', action))[0], action).toMatchObject({
      resource_type: 'USER',
      resource_id: cleo,
      result: 'success',
    });
});

test('a refused try is told where it was tried, with what it was tried on, and in no other account', async () => {
  const cleo = app.userIds.get('cleo') ?? '';
  const nordmark = app.accountIds.get('nordmark-lb') ?? '';
  const partner = app.accountIds.get('umbra-trust') ?? '';
  const user = `/account/ui-api/v1/user/${cleo}`;
  const { first_name, last_name, user_name, email, phone, locale } = (await app.call('ben', 'GET', user)).body;
  const names = { first_name, last_name, user_name, email, phone, locale };
  const tries = [
    await app.call('ben', 'PUT', `${user}?version=999`, names),
    await app.call('ben', 'DELETE', user),
    await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${partner}`),
  ];
  expect(tries.map(({ body }) => body.error.status)).toEqual([
    'CHANGED_MEANWHILE',
    'LAST_ADMINISTRATOR',
    'HAS_CUSTOMERS',
  ]);
  // What the log says of it leaves with no answer.
  expect(tries.flatMap(({ body }) => Object.keys(body.error))).not.toContain('about');

  const refused = async (who: Name, action: string, id: string) =>
    (await shown(who, `${action}&result=failure&resource_id=${id}`)).map(({ message }) => message);
  expect(await refused('cleo', 'UPDATE', cleo)).toEqual(['CHANGED_MEANWHILE']);
  expect((await shown('cleo', `DELETE&result=failure&resource_id=${cleo}`))[0]).toMatchObject({
    resource_type: 'USER',
    resource_name: user_name,
    account_id: nordmark,
    actor_id: app.userIds.get('ben'),
    message: 'LAST_ADMINISTRATOR',
  });
  expect((await shown('ben', `DELETE&result=failure&resource_id=${partner}`))[0]).toMatchObject({
    resource_type: 'ACCOUNT',
    resource_name: 'Umbra Trust Services',
    account_id: partner,
    message: 'HAS_CUSTOMERS',
  });
  expect(await refused('carl', 'DELETE', cleo)).toEqual([]);
  expect(await refused('cleo', 'DELETE', partner)).toEqual([]);
});
