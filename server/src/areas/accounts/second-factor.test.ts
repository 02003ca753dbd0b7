/** Whether people of an account are asked for a second factor. */
import { expect, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((next) => void (app = next));

const switchTo = (person: Name, account: string, body: unknown) =>
  app.call(person, 'PUT', `/account/ui-api/v1/account/${app.accountIds.get(account)}/enable-mfa`, body);
const read = async (person: Name, account: string) =>
  (await app.call(person, 'GET', `/account/ui-api/v1/account/${app.accountIds.get(account)}`)).body;

test('[A-140 A-141 A-142] enable-mfa switches it, the account says so, and the log has it', async () => {
  expect(await read('cleo', 'nordmark-lb')).toMatchObject({ mfa_enabled: false, can_edit_mfa: true });
  const on = await switchTo('cleo', 'nordmark-lb', { enabled: true });
  expect([on.status, on.body.mfa_enabled, on.body.sign_in_methods[0].mfaStatus]).toEqual([200, true, 'enabled']);
  expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
    resource_type: 'ACCOUNT',
    resource_id: app.accountIds.get('nordmark-lb'),
    before: { mfa_enabled: false },
    after: { mfa_enabled: true },
  });
  expect((await switchTo('cleo', 'nordmark-lb', { enabled: false })).body.mfa_enabled).toBe(false);
});

test('[S-084] system scope switches it for the platform', async () => {
  expect((await switchTo('ada', 'signet-platform', { enabled: true })).status).toBe(200);
  expect(await read('ada', 'signet-platform')).toMatchObject({ mfa_enabled: true, can_edit_mfa: true });
});

test('[A-141] who may not edit it is refused, and another tenant is not there', async () => {
  expect(await read('ben', 'umbra-trust')).toMatchObject({ can_edit_mfa: false });
  expectRefusal(await switchTo('ben', 'umbra-trust', { enabled: true }), 403, 'FORBIDDEN');
  expectRefusal(await switchTo('cleo', 'orsini-custody', { enabled: true }), 404, 'NOT_FOUND');
});

test('[A-142] a body of another shape is refused', async () => {
  expectRefusal(await switchTo('cleo', 'nordmark-lb', { enabled: 'yes' }), 400, 'INVALID_INPUT');
  expectRefusal(await switchTo('cleo', 'nordmark-lb', {}), 400, 'REQUIRED');
  expectRefusal(await switchTo('cleo', 'nordmark-lb', { enabled: true, all: true }), 400, 'UNKNOWN_FIELD');
});

test('[A-068] whether a provider makes users is switched by whoever decides how an account signs in', async () => {
  const at = (name: string) => `/account/ui-api/v1/account/${app.accountIds.get(name)}`;
  const allow = (person: Name, enabled: unknown) =>
    app.call(person, 'PUT', `${at('nordmark-lb')}/user-creation-via-sso`, { enabled });
  expect((await allow('cleo', true)).body).toMatchObject({ allow_user_creation_via_sso: true });
  expect((await app.call('ben', 'GET', at('nordmark-lb'))).body).toMatchObject({ allow_user_creation_via_sso: true });
  expect((await allow('cleo', false)).body).toMatchObject({ allow_user_creation_via_sso: false });
  expectRefusal(await allow('cleo', 'yes'), 400, 'INVALID_INPUT');
  expectRefusal(await allow('carl', true), 404, 'NOT_FOUND');
  const { id } = await app.db
    .selectFrom('account')
    .select('id')
    .where('system_account', '=', true)
    .executeTakeFirstOrThrow();
  const own = await app.call('ada', 'PUT', `/account/ui-api/v1/account/${id}/user-creation-via-sso`, { enabled: true });
  expectRefusal(own, 409, 'SYSTEM_ACCOUNT');
});
