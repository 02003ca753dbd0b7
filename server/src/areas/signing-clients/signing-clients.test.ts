/** Accounts with a document-signing license sign through clients of the platform. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { insertOauthClient } from '../../testing/oauth-client.ts';
import { insertSigningClient, insertSigningProvider } from '../../testing/signing-client.ts';

const API = '/account/ui-api/v1/account';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl'] });
beforeEach(setUp);
async function setUp(): Promise<void> {
  await giveLicense(app, 'umbra-trust', 'document_signing_manager', { signers: 10 });
  await giveLicense(app, 'nordmark-lb', 'document_signing_manager', { signers: 3 });
}

const nordmark = () => app.accountIds.get('nordmark-lb') ?? '';
const listAt = () => `${API}/${nordmark()}/oauth/config`;
const at = (clientId: string, configId = '') =>
  `${API}/${nordmark()}/oauth/${clientId}/config${configId && `/${configId}`}`;
const create = (as: Name, clientId: string, body: object = { oauth_client_account_id: 'nm-1' }) =>
  app.call(as, 'POST', at(clientId), body);
const refusal = ({ status, body }: Answer) => [status, body?.error?.status];
const fieldOf = ({ status, body }: Answer, field: string) => [status, body?.error?.fields?.[field]?.status];

test('[A-209 A-210 A-211 A-212] made, listed, edited, disabled, enabled, deleted', async () => {
  const provider = await insertSigningProvider(app, 'Document signing');
  const made = await create('cleo', provider);
  expect(made.status).toBe(201);
  const { id } = made.body;
  const keys = { id, name: 'Document signing', oauthClientId: provider, oauthClientAccountId: 'nm-1' };
  const list = await app.call('cleo', 'GET', listAt());
  expect(list.body).toMatchObject({ total: 1, items: [{ ...keys, status: 'ENABLED' }] });
  expect(list.body.providers).toEqual([{ id: provider, name: 'Document signing' }]);
  const put = (body: object) => app.call('cleo', 'PUT', at(provider, id), body);
  expect((await put({ oauth_client_account_id: 'nm-2', enabled: false })).status).toBe(204);
  const one = await app.call('cleo', 'GET', at(provider, id));
  expect(one.body).toMatchObject({ ...keys, oauthClientAccountId: 'nm-2', status: 'DISABLED', version: 2 });
  expect((await put({ oauth_client_account_id: 'nm-2', enabled: true })).status).toBe(204);
  const late = await app.call('cleo', 'PUT', `${at(provider, id)}?version=1`, { oauth_client_account_id: 'x' });
  expect(refusal(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  expect((await app.call('cleo', 'DELETE', at(provider, id))).status).toBe(204);
  expect((await app.call('cleo', 'GET', at(provider, id))).status).toBe(404);
  const events = await app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', id).execute();
  expect(events.map(({ action, result }) => `${action} ${result}`).toSorted()).toEqual([
    'CREATE success',
    'DELETE success',
    'UPDATE failure',
    'UPDATE success',
    'UPDATE success',
  ]);
  expect(events[0]).toMatchObject({ resource_type: 'OAUTH_CONFIG', account_id: nordmark() });
});

test('[A-206] the service id is there, and at most 255 characters; each once with a provider', async () => {
  const provider = await insertSigningProvider(app);
  const field = 'oauth_client_account_id';
  expect(fieldOf(await create('cleo', provider, { [field]: '  ' }), field)).toEqual([400, 'REQUIRED']);
  expect(fieldOf(await create('cleo', provider, { [field]: 'x'.repeat(256) }), field)).toEqual([400, 'MAX_LENGTH']);
  expect((await create('cleo', provider, {})).status).toBe(400);
  expect((await create('cleo', provider, { [field]: 'x'.repeat(255) })).status).toBe(201);
  expect(fieldOf(await create('cleo', provider, { [field]: 'X'.repeat(255) }), field)).toEqual([
    409,
    'SIGNING_CLIENT_EXISTS',
  ]);
});

test('[A-207 A-208] a provider is an enabled client of the platform, not of its devices', async () => {
  const disabled = await insertSigningProvider(app, 'Off');
  await app.db.updateTable('oauth_client').set({ enabled: false }).where('id', '=', disabled).execute();
  const devices = await insertSigningProvider(app, 'Devices');
  await app.db.updateTable('oauth_client').set({ dta_client: true }).where('id', '=', devices).execute();
  const own = await insertOauthClient(app, nordmark());
  for (const id of [disabled, devices, own.id, crypto.randomUUID()])
    expect(fieldOf(await create('cleo', id), 'clientId')).toEqual([404, 'NOT_FOUND']);
  expect((await app.call('cleo', 'GET', listAt())).body.providers).toEqual([]);
});

test(
  '[A-207] a provider that is deleted meanwhile can be chosen no more',
  alone(async () => {
    await setUp();
    const provider = await insertSigningProvider(app);
    await app.signIn('cleo');
    const gone = sql`delete from oauth_client where id = ${provider}`;
    expect(fieldOf(await meanwhile(app, [gone], () => create('cleo', provider)), 'clientId')).toEqual([
      404,
      'NOT_FOUND',
    ]);
  }),
);

test('[A-214] without a document-signing license none is made or changed, and what is left over can go', async () => {
  const { clientId, configId } = await insertSigningClient(app, nordmark());
  await giveLicense(app, 'nordmark-lb', 'document_signing_manager', { signers: 0 });
  expect(refusal(await create('cleo', clientId, { oauth_client_account_id: 'other' }))).toEqual([
    409,
    'DSM_LICENSE_REQUIRED',
  ]);
  const put = await app.call('cleo', 'PUT', at(clientId, configId), { oauth_client_account_id: 'other' });
  expect(refusal(put)).toEqual([409, 'DSM_LICENSE_REQUIRED']);
  expect((await app.call('cleo', 'DELETE', at(clientId, configId))).status).toBe(204);
});

test('an account has so many at most', async () => {
  const provider = await insertSigningProvider(app);
  await sql`insert into signing_client
      (id, account_id, oauth_client_id, oauth_client_account_id, created_at, updated_at)
    select gen_random_uuid(), ${nordmark()}, ${provider}, 'service-' || n, ${app.clock.now()}, ${app.clock.now()}
    from generate_series(2, ${LIMITS.signingClientsMax}::int) n`.execute(app.db);
  expect((await create('cleo', provider, { oauth_client_account_id: 'last' })).status).toBe(201);
  const more = await create('cleo', provider, { oauth_client_account_id: 'one-more' });
  expect(refusal(more)).toEqual([409, 'SIGNING_CLIENT_LIMIT']);
});

test('[A-213] another tenant sees none and changes none, also with the address of its own account', async () => {
  const { clientId, configId } = await insertSigningClient(app, nordmark());
  const orsini = app.accountIds.get('orsini-custody') ?? '';
  for (const as of ['carl', 'bea'] as const)
    for (const account of [nordmark(), orsini])
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const url = `${API}/${account}/oauth/${clientId}/config/${configId}`;
        const body = method === 'PUT' ? { oauth_client_account_id: 'mine' } : undefined;
        const { status } = await app.call(as, method, url, body);
        // Of its own account it may have no license: which is said before it is looked for.
        expect([404, 409], `${as} ${method}`).toContain(status);
      }
  expect((await app.call('carl', 'GET', listAt())).status).toBe(404);
  expect((await create('carl', clientId)).status).toBe(404);
  expect((await app.call('cleo', 'GET', at(clientId, configId))).body).toMatchObject({ version: 1 });
});
