/** Programs get access to an account by OAuth clients, which its administrators make and look after. */
import { ZERO_UUID } from '@signet/contract/limits';
import type { Permission } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { hashToken } from '../../sign-in/tokens/token-store.ts';
import { isTextOf } from '../../sign-in/tokens/token-text.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { insertOauthClient } from '../../testing/oauth-client.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { insertSigningClient } from '../../testing/signing-client.ts';

const API = '/account/ui-api/v1';
const ONE = `${API}/oauth/client`;

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl'] });

const accountOf = (name: string): string => app.accountIds.get(name) ?? '';
const nordmark = () => accountOf('nordmark-lb');
const create = (as: Name, body?: object): Promise<Answer> => app.call(as, 'POST', ONE, body);
const refusal = ({ status, body }: Answer) => [status, body?.error?.status];
const fieldOf = ({ status, body }: Answer, field: string) => [status, body?.error?.fields?.[field]?.status];
const hashes = async () =>
  (await app.db.selectFrom('oauth_client_secret').select('secret_hash').execute()).map((row) => row.secret_hash);
/** From now on a person may do just this. */
async function holdOnly(userName: Name, permissions: Permission[]): Promise<void> {
  const id = newId();
  const role = { id, app_code: 'account_manager' as const, name: `Just this ${id}`, permissions };
  const created = { ...role, created_at: app.clock.now() };
  await app.db.insertInto('role').values(created).execute();
  await app.db
    .updateTable('user_role')
    .set({ role_id: id })
    .where('user_id', '=', app.userIds.get(userName) ?? '')
    .execute();
}
const platformAccount = async (): Promise<string> =>
  (await app.db.selectFrom('account').select('id').where('system_account', '=', true).executeTakeFirstOrThrow()).id;

describe('making and reading', () => {
  test('[A-189 A-190] the secret is answered once, kept as its hash, and stands nowhere else', async () => {
    const made = await create('cleo', { accountId: nordmark(), name: 'Gate service', scopes: ['view_certificate'] });
    expect(made.status).toBe(201);
    const { id, clientId, client_secret: secret } = made.body;
    expect(secret).toMatch(/^signet_client_[0-9A-Za-z]{36}$/);
    expect(isTextOf('signet_client_', secret)).toBe(true);
    const keys = { id, name: 'Gate service', status: 'ENABLED', clientId, accountId: nordmark(), dtaClient: false };
    expect(made.body).toMatchObject({ ...keys, grant_types: ['client_credentials'], authentication: 'client_secret' });
    const read = await app.call('cleo', 'GET', `${ONE}/${id}`);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({ ...keys, secrets: [{ last_four: secret.slice(-4), expires_at: null }] });
    expect(read.body.createdDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await hashes()).toEqual([hashToken(secret)]);
    const list = await app.call('cleo', 'GET', `${API}/oauth/clients/account/${nordmark()}`);
    const rows = await app.db.selectFrom('oauth_client').selectAll().execute();
    const events = await app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', id).execute();
    expect(events).toMatchObject([{ action: 'CREATE', resource_type: 'OAUTH_CLIENT', account_id: nordmark() }]);
    for (const answer of [read.body, list.body, rows, events]) {
      expect(JSON.stringify(answer)).not.toContain(secret.slice(14, 44));
      expect(JSON.stringify(answer)).not.toContain('"client_secret":');
    }
  });

  test('[A-191] one is read by its id; an unknown one is nowhere, and a text that is no id is refused', async () => {
    const { id, clientId } = await insertOauthClient(app, nordmark(), { name: 'Gate' });
    const read = await app.call('cleo', 'GET', `${ONE}/${id}`);
    expect([read.status, read.body.clientId, read.body.name]).toEqual([200, clientId, 'Gate']);
    expect((await app.call('cleo', 'GET', `${ONE}/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await app.call('cleo', 'GET', `${ONE}/nothing`)).status).toBe(400);
  });

  test('[A-190] without a body it gets a name, for the account of the address, or the own one', async () => {
    const ofAccount = await app.call('ben', 'POST', `${ONE}/${nordmark()}`);
    expect(ofAccount.status).toBe(201);
    expect(ofAccount.body).toMatchObject({
      accountId: nordmark(),
      name: expect.stringMatching(/^OAuth client \w{6}$/),
    });
    expect(ofAccount.body.scopes).toEqual([]);
    expect((await create('cleo')).body.accountId).toBe(nordmark());
    expect((await create('ada')).body.accountId).toBe(await platformAccount());
  });

  test('[S-419] for the account of the zero UUID it is for the own one', async () => {
    const made = await create('cleo', { accountId: ZERO_UUID });
    expect([made.status, made.body.accountId]).toEqual([201, nordmark()]);
  });

  test('[A-195 A-196 S-079] an account’s list is its own; there is one of the platform', async () => {
    await insertOauthClient(app, nordmark(), { name: 'b gate' });
    await insertOauthClient(app, nordmark(), { name: 'A report' });
    await insertOauthClient(app, accountOf('orsini-custody'), { name: 'Foreign' });
    await insertOauthClient(app, await platformAccount(), { name: 'Signing service' });
    const names = async (as: Name, path: string) =>
      (await app.call(as, 'GET', `${API}/oauth/clients${path}`)).body.items?.map((one: { name: string }) => one.name);
    expect(await names('cleo', `/account/${nordmark()}`)).toEqual(['A report', 'b gate']);
    expect(await names('cleo', `/account/${nordmark()}?name=GATE`)).toEqual(['b gate']);
    expect(await names('cleo', `/account/${nordmark()}?sort=created_at:desc&limit=1`)).toEqual(['A report']);
    expect(await names('ada', '')).toEqual(['Signing service']);
    const foreign = await app.call('carl', 'GET', `${API}/oauth/clients/account/${nordmark()}`);
    expect(foreign.status).toBe(404);
    expect((await app.call('ben', 'GET', `${API}/oauth/clients`)).status).toBe(403);
  });

  test('[A-285] the record of the account has its clients', async () => {
    const { id, clientId } = await insertOauthClient(app, nordmark(), { name: 'Gate', enabled: false });
    const { oauth_clients } = (await app.call('cleo', 'GET', `${API}/account/${nordmark()}`)).body;
    expect(oauth_clients).toEqual([
      {
        id,
        name: 'Gate',
        status: 'DISABLED',
        createdDate: expect.any(String),
        clientId,
        accountId: nordmark(),
        dtaClient: false,
      },
    ]);
  });

  test('[A-197 A-198] seeing them needs view account, and whatever changes them manage account', async () => {
    const { id } = await insertOauthClient(app, nordmark());
    const reads = [`${API}/oauth/clients/account/${nordmark()}`, `${ONE}/${id}`];
    const changes = [
      ['POST', ONE, { accountId: nordmark(), name: 'Mine' }],
      ['POST', `${ONE}/${nordmark()}`, undefined],
      ['PUT', `${ONE}/${id}`, { name: 'Mine' }],
      ['PUT', `${ONE}/${id}/status`, { enabled: false }],
      ['PUT', `${ONE}/${id}/secret`, {}],
      ['DELETE', `${ONE}/${id}`, undefined],
    ] as const;
    const statuses = async () => ({
      reads: await Promise.all(reads.map(async (path) => (await app.call('cleo', 'GET', path)).status)),
      changes: await Promise.all(
        changes.map(async ([method, path, body]) => (await app.call('cleo', method, path, body)).status),
      ),
    });
    await holdOnly('cleo', ['view_account']);
    expect(await statuses()).toEqual({ reads: [200, 200], changes: changes.map(() => 403) });
    await holdOnly('cleo', ['view_organization', 'manage_permission']);
    expect(await statuses()).toEqual({ reads: [403, 403], changes: changes.map(() => 403) });
  });

  test('whose account is another tenant’s does not exist, whatever is asked', async () => {
    const { id } = await insertOauthClient(app, nordmark());
    for (const as of ['carl', 'bea'] as const)
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { name: 'Mine' }],
        ['PUT', '/status', { enabled: false }],
        ['PUT', '/secret', {}],
        ['DELETE', '', undefined],
      ] as const)
        expect((await app.call(as, method, `${ONE}/${id}${path}`, body)).status, `${as} ${method} ${path}`).toBe(404);
    expect((await create('carl', { accountId: nordmark(), name: 'Mine' })).status).toBe(404);
    expect((await app.call('ada', 'GET', `${ONE}/${id}`)).body).toMatchObject({ status: 'ENABLED', version: 1 });
  });
});

describe('editing', () => {
  test('[A-192] what is given is saved, the rest stays; a save after somebody else’s is refused', async () => {
    const { id } = (await create('cleo', { name: 'Gate' })).body;
    const values = {
      grant_types: ['refresh_token', 'authorization_code'],
      redirect_uris: ['https://gate.example.com/cb', 'https://gate.example.com/cb'],
      scopes: ['view_account', 'openid'],
    };
    const put = (body: object, version?: number) =>
      app.call('cleo', 'PUT', `${ONE}/${id}${version ? `?version=${version}` : ''}`, body);
    expect((await put({ name: 'Gates', ...values }, 1)).status).toBe(204);
    expect((await put({ name: 'Gate of the north' })).status).toBe(204);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body).toMatchObject({
      name: 'Gate of the north',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['https://gate.example.com/cb'],
      scopes: ['openid', 'view_account'],
      version: 3,
    });
    expect(refusal(await put({ name: 'Late' }, 1))).toEqual([409, 'CHANGED_MEANWHILE']);
    await create('cleo', { name: 'Other' });
    expect(fieldOf(await put({ name: 'OTHER' }), 'name')).toEqual([409, 'OAUTH_CLIENT_NAME_EXISTS']);
  });

  test('each bad value is refused under its field', async () => {
    const { id } = (await create('cleo', { name: 'Gate' })).body;
    const put = (body: object) => app.call('cleo', 'PUT', `${ONE}/${id}`, { name: 'Gate', ...body });
    const code = { grant_types: ['authorization_code'] };
    for (const [field, body, status] of [
      ['name', { name: '' }, 'REQUIRED'],
      ['name', { name: 'x'.repeat(101) }, 'MAX_LENGTH'],
      ['redirect_uris', code, 'REQUIRED'],
      ['redirect_uris', { ...code, redirect_uris: ['https://a.example/#x'] }, 'REDIRECT_URI_FRAGMENT'],
      ['redirect_uris', { ...code, redirect_uris: ['https://me@a.example/'] }, 'REDIRECT_URI_USER'],
      ['redirect_uris', { ...code, redirect_uris: ['https://аpple.com/'] }, 'REDIRECT_URI_LETTERS'],
      ['redirect_uris', { ...code, redirect_uris: ['http://a.example/'] }, 'REDIRECT_URI_HTTPS'],
      ['grant_types', { grant_types: [] }, 'NOTHING_CHOSEN'],
      ['grant_types', { authentication: 'none' }, 'OAUTH_PUBLIC_CLIENT_ALONE'],
      ['grant_types', { grant_types: ['client_credentials', 'refresh_token'] }, 'OAUTH_REFRESH_WITHOUT_CODE'],
      ['scopes', { scopes: ['openid'] }, 'OAUTH_SCOPE_WITHOUT_PERSON'],
      ['scopes', { scopes: ['manage_system_settings'] }, 'OAUTH_SCOPE_BEYOND_ACCOUNT'],
      ['jwks', { authentication: 'private_key_jwt' }, 'JWKS_NEEDED'],
      ['jwks', { authentication: 'private_key_jwt', jwks: '{"keys":[{"kty":"oct","k":"x"}]}' }, 'JWKS_PRIVATE'],
      ['jwks_uri', { authentication: 'private_key_jwt', jwks_uri: 'http://a.example' }, 'INVALID_JWKS_URI'],
    ] as const)
      expect(fieldOf(await put(body), field), JSON.stringify(body)).toEqual([400, status]);
    for (const body of [
      { grant_types: ['password'] },
      { grant_types: ['implicit'] },
      { scopes: ['root'] },
      { clientId: 'mine' },
      { enabled: false },
      { dtaClient: true },
    ])
      expect((await put(body)).status, JSON.stringify(body)).toBe(400);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body.version).toBe(1);
  });

  test('one that proves itself by its key has no secret, and none of the former works', async () => {
    const { id } = (await create('cleo', { name: 'Gate' })).body;
    const jwks = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'abc' }] });
    const edited = await app.call('cleo', 'PUT', `${ONE}/${id}`, {
      name: 'Gate',
      authentication: 'private_key_jwt',
      jwks,
    });
    expect(edited.status).toBe(204);
    expect(await hashes()).toEqual([]);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body).toMatchObject({ jwks, secrets: [] });
    expect(refusal(await app.call('cleo', 'PUT', `${ONE}/${id}/secret`, {}))).toEqual([
      409,
      'OAUTH_CLIENT_WITHOUT_SECRET',
    ]);
    await app.call('cleo', 'PUT', `${ONE}/${id}`, { name: 'Gate', authentication: 'client_secret' });
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body).toMatchObject({ jwks: null, secrets: [] });
    const made = await app.call('cleo', 'PUT', `${ONE}/${id}/secret`, {});
    expect(await hashes()).toEqual([hashToken(made.body.client_secret)]);
    const signs = { name: 'Signs', authentication: 'private_key_jwt', jwks };
    expect((await create('cleo', signs)).body.client_secret).toBeNull();
  });

  test('nobody comes by more than the own rights: neither by scopes, nor by a secret, nor by enabling', async () => {
    const beyond = await insertOauthClient(app, nordmark(), { scopes: ['manage_tenant'] });
    const at = `${ONE}/${beyond.id}`;
    const refused = [403, 'ABOVE_OWN_RIGHTS'];
    const { why_not } = (await app.call('cleo', 'GET', at)).body;
    expect(why_not).toMatchObject({ edit: { status: 'ABOVE_OWN_RIGHTS' }, disable: null, delete: null });
    expect(refusal(await app.call('cleo', 'PUT', at, { name: 'Mine' }))).toEqual(refused);
    expect(refusal(await app.call('cleo', 'PUT', `${at}/secret`, {}))).toEqual(refused);
    expect((await app.call('cleo', 'PUT', `${at}/status`, { enabled: false })).status).toBe(204);
    expect(refusal(await app.call('cleo', 'PUT', `${at}/status`, { enabled: true }))).toEqual(refused);
    expect((await app.call('cleo', 'DELETE', at)).status).toBe(204);
  });
});

describe('status, secret, end', () => {
  test('[A-188] disabled and enabled again; a disabled one is not edited', async () => {
    const { id } = (await create('cleo', { name: 'Gate' })).body;
    const status = (enabled: unknown) => app.call('cleo', 'PUT', `${ONE}/${id}/status`, { enabled });
    expect((await status(false)).status).toBe(204);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body.status).toBe('DISABLED');
    expect(refusal(await app.call('cleo', 'PUT', `${ONE}/${id}`, { name: 'X' }))).toEqual([
      409,
      'OAUTH_CLIENT_DISABLED',
    ]);
    expect((await status(true)).status).toBe(204);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body.status).toBe('ENABLED');
    expect((await status('yes')).status).toBe(400);
  });

  test('[A-194] a new secret ends the former at once, or in so many days; two at most', async () => {
    const { id, client_secret: first } = (await create('cleo', { name: 'Gate' })).body;
    const regenerate = (body: object) => app.call('cleo', 'PUT', `${ONE}/${id}/secret`, body);
    const second = await regenerate({});
    expect(second.status).toBe(200);
    expect(second.body.client_secret).not.toBe(first);
    expect(await hashes()).toEqual([hashToken(second.body.client_secret)]);
    const third = await regenerate({ keep_days: 2 });
    expect(third.body.secrets).toMatchObject([
      { expires_at: null },
      { last_four: second.body.client_secret.slice(-4) },
    ]);
    const fourth = await regenerate({ keep_days: 7 });
    expect((await hashes()).toSorted()).toEqual(
      [third.body.client_secret, fourth.body.client_secret].map(hashToken).toSorted(),
    );
    const former = app.db.selectFrom('oauth_client_secret').select('expires_at').where('expires_at', 'is not', null);
    expect(await former.executeTakeFirst()).toEqual({
      expires_at: new Date(app.clock.now().getTime() + 7 * 86_400_000),
    });
    await app.db
      .updateTable('oauth_client_secret')
      .set({ expires_at: app.clock.now() })
      .where('expires_at', 'is not', null)
      .execute();
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).body.secrets).toHaveLength(1);
    for (const keep_days of [-1, 8, 1.5, '1']) expect((await regenerate({ keep_days })).status).toBe(400);
    const events = await app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', id).execute();
    expect(events).toHaveLength(4);
    expect(JSON.stringify(events)).toContain('former_good_until');
  });

  test('[A-194] who regenerates what somebody else has regenerated since is told, and stops no program', async () => {
    const { id, version } = (await create('cleo', { name: 'Gate' })).body;
    const regenerate = (read: number, body: object) =>
      app.call('cleo', 'PUT', `${ONE}/${id}/secret?version=${read}`, body);
    expect((await regenerate(version, { keep_days: 7 })).status).toBe(200);
    const before = await hashes();
    expect(refusal(await regenerate(version, { keep_days: 7 }))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await hashes()).toEqual(before);
    expect((await regenerate(version + 1, { keep_days: 7 })).status).toBe(200);
  });

  test('[A-194] a new secret whose text was lost is replaced; the one before stays as good as it was', async () => {
    const { id, client_secret: first } = (await create('cleo', { name: 'Gate' })).body;
    const regenerate = (body: object) => app.call('cleo', 'PUT', `${ONE}/${id}/secret`, body);
    const lost = (await regenerate({ keep_days: 7 })).body;
    const { body } = await regenerate({ drop_current: true });
    expect((await hashes()).toSorted()).toEqual([first, body.client_secret].map(hashToken).toSorted());
    expect(body.secrets[1]).toEqual(lost.secrets[1]);
    await regenerate({});
    expect((await regenerate({ drop_current: true })).body.secrets).toHaveLength(1);
  });

  test('[A-193] deleted it is gone with its secrets; one through which accounts sign is not deleted', async () => {
    const { id } = await insertOauthClient(app, nordmark());
    expect((await app.call('cleo', 'DELETE', `${ONE}/${id}`)).status).toBe(204);
    expect((await app.call('cleo', 'GET', `${ONE}/${id}`)).status).toBe(404);
    expect(await hashes()).toEqual([]);
    const { clientId } = await insertSigningClient(app, nordmark());
    expect(refusal(await app.call('ada', 'DELETE', `${ONE}/${clientId}`))).toEqual([409, 'OAUTH_CLIENT_IN_USE']);
  });

  test('[A-187] the platform’s own for its devices is enabled and disabled, and nothing else', async () => {
    const { id } = await insertOauthClient(app, nordmark(), { dta_client: true });
    const refused = [409, 'OAUTH_CLIENT_OF_DTA'];
    expect(refusal(await app.call('cleo', 'PUT', `${ONE}/${id}`, { name: 'Mine' }))).toEqual(refused);
    expect(refusal(await app.call('cleo', 'PUT', `${ONE}/${id}/secret`, {}))).toEqual(refused);
    expect(refusal(await app.call('cleo', 'DELETE', `${ONE}/${id}`))).toEqual(refused);
    expect((await app.call('cleo', 'PUT', `${ONE}/${id}/status`, { enabled: false })).status).toBe(204);
    expect((await app.call('cleo', 'PUT', `${ONE}/${id}/status`, { enabled: true })).status).toBe(204);
  });

  test('an account has at most a hundred', async () => {
    for (let count = 0; count < 100; count += 1) await insertOauthClient(app, nordmark());
    expect(refusal(await create('cleo', { name: 'One more' }))).toEqual([409, 'OAUTH_CLIENT_LIMIT']);
  });

  test(
    'of two new secrets at once the second follows the first',
    alone(async () => {
      const { id } = await insertOauthClient(app, nordmark());
      const first = [
        sql`select from oauth_client where id = ${id} for update`,
        sql`update oauth_client_secret set last_four = 'Wxyz' where client_id = ${id}`,
      ];
      const made = await meanwhile(app, first, () => app.call('cleo', 'PUT', `${ONE}/${id}/secret`, { keep_days: 2 }));
      expect(made.status).toBe(200);
      const told = await app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', id).execute();
      expect(told).toMatchObject([
        {
          before: { current_ends_in: 'Wxyz' },
          after: { current_ends_in: made.body.client_secret.slice(-4), former_ends_in: 'Wxyz' },
        },
      ]);
    }),
  );
});
