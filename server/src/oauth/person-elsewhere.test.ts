/** A client of an account acts for somebody who belongs to another one first: of that one it learns nothing. */
import { beforeEach, expect, test } from 'vitest';
import type { Permission } from '@signet/contract/viewer';
import { insertPortal } from '../testing/oauth-client.ts';
import * as oauth from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import type { Answer, Name, TestApp } from '../testing/app.ts';
import { make } from '../x509/testing/any-certificate.ts';
import { pem } from '../x509/testing/openssl.ts';

let app: TestApp;
onePlatform((one) => (app = one), { signedIn: ['cleo', 'carl'] });

const API = '/account/ui-api/v1';
const DAY = 86_400_000;
const AGREED: Permission[] = ['view_account', 'view_user', 'manage_organization', 'view_audit_log'];
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const carl = (): string => app.userIds.get('carl') ?? '';

/** Carl of Orsini belongs to Nordmark too. */
beforeEach(async () => {
  await app.db.insertInto('user_account').values({ user_id: carl(), account_id: nordmark() }).execute();
});

/** How a client of Nordmark calls for somebody who has agreed to all that it asks for. */
async function portalFor(person: Name): Promise<(path: string, method?: 'GET' | 'PUT') => Promise<Answer>> {
  const client = await insertPortal(app, nordmark(), { scopes: ['openid', ...AGREED] });
  const flow = await oauth.authorize(app, person, client, { scope: ['openid', ...AGREED].join(' ') });
  const { body } = await oauth.redeem(app, client, flow);
  expect(body.scope.split(' ').toSorted()).toEqual(['openid', ...AGREED].toSorted());
  return (path, method = 'GET') => app.request(method, path, undefined, oauth.bearing(body.access_token));
}
const totalOf = ({ status, body }: Answer) => [status, body.total];

/** A token, a certificate and a plan of Carl's own, made at the console; the first two end soon. */
async function ownThings(): Promise<{ token: string; certificate: string; plan: string }> {
  const now = app.clock.now().getTime();
  const { der } = make({ from: new Date(now - 60_000), to: new Date(now + 2 * DAY) });
  const end_date = new Date(now + 2 * DAY).toISOString().slice(0, 10);
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await app.call('carl', 'POST', `${API}${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const organization = { name: 'Orsini Vaults', country: 'DK', account_id: app.accountIds.get('orsini-custody') };
  const id = await made('/organization', organization);
  return {
    token: await made('/api-access-token', { name: 'Of Orsini', end_date }),
    certificate: await made(`/user/${carl()}/client-auth-certificate`, { certificate: pem('CERTIFICATE', der) }),
    plan: await made('/organization/bulk/delete', { ids: [id], input: {} }),
  };
}

test('who the person is, and where else they belong, is answered to nobody who acts for them', async () => {
  for (const person of ['cleo', 'carl'] as const) {
    const call = await portalFor(person);
    for (const path of [`${API}/auth/me`, '/account/api/v1/user/me', '/account/api/v1/user/me/applications'])
      expect((await call(path)).body.error.status, path).toBe('FORBIDDEN');
    expect((await call(`${API}/permission/administrators`)).status).toBe(403);
    expect((await call('/oauth/me')).body).toEqual({ sub: app.userIds.get(person) });
  }
});

test('what is the person’s own is not there for whoever acts for them', async () => {
  const { token, certificate, plan } = await ownThings();
  const call = await portalFor('carl');
  const hidden = [
    `/user/${carl()}`,
    `/user/${carl()}/session`,
    '/api-access-token',
    `/api-access-token?user_id=${carl()}`,
    `/api-access-token/${token}/`,
    `/user/${carl()}/client-auth-certificate`,
    `/user/${carl()}/client-auth-certificate/${certificate}`,
    '/access-check?act=accounts.view',
    `/bulk/${plan}`,
    `/bulk/${plan}/row`,
    `/bulk/${plan}/row/export?locale=en_US`,
  ];
  for (const path of hidden) {
    const own = await app.call('carl', 'GET', `${API}${path}`);
    expect([path, own.status, (await call(`${API}${path}`)).status]).toEqual([path, 200, 404]);
  }
  for (const act of ['run', 'stop', 'seen'])
    expect([403, 404]).toContain((await call(`${API}/bulk/${plan}/${act}`, 'PUT')).status);

  const lists = ['/api-access-token/ending', '/client-auth-certificate/ending', '/bulk', '/ends-soon?owner=mine'];
  for (const path of lists) {
    expect([path, ...totalOf(await call(`${API}${path}`))]).toEqual([path, 200, 0]);
    const [, own] = totalOf(await app.call('carl', 'GET', `${API}${path}`));
    expect(own, path).toBeGreaterThan(0);
  }
});

test('a feature that is on for the person or their first account is not on for a client of another one', async () => {
  const flag = { name: 'AM_enable_packaging', updated_at: app.clock.now() };
  await app.db.deleteFrom('feature_flag').where('name', '=', flag.name).execute();
  const off = { ...flag, key: nordmark(), enabled: false };
  const on = { ...flag, key: app.accountIds.get('orsini-custody') ?? '', enabled: true };
  const own = { ...on, key: carl() };
  await app.db.insertInto('feature_flag').values([off, on, own]).execute();
  const call = await portalFor('carl');
  expect((await call(`${API}/feature-flag/features`)).body.AM_enable_packaging).toBe(false);
  expect((await app.call('carl', 'GET', `${API}/feature-flag/features`)).body.AM_enable_packaging).toBe(true);
});
