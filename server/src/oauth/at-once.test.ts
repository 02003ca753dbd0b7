/** What is good once is good once, also for two who come at the same moment. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { startTestApp, type Answer, type TestApp } from '../testing/app.ts';
import { insertOauthClient, insertPortal } from '../testing/oauth-client.ts';
import {
  atConsole,
  authorize,
  basic,
  bearing,
  begin,
  newRequest,
  openBrowser,
  post,
  redeem,
  refresh,
} from '../testing/oauth-flow.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const portal = () => insertPortal(app, nordmark());
const call = async (token: string) =>
  (await app.request('GET', '/account/ui-api/v1/permission', undefined, bearing(token))).status;
const lastTold = async (clientId: string) => {
  const told = app.db.selectFrom('audit_event').select('message').where('resource_id', '=', clientId);
  return (await told.orderBy('id', 'desc').limit(1).executeTakeFirst())?.message;
};

/** Asks twice, or more often: all have read, and none has written, when they go on; `waiting` of them have begun to. */
async function atOnce(
  ask: () => Promise<Answer>,
  { times = 2, waiting = times }: { times?: number; waiting?: number } = {},
): Promise<Answer[]> {
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table oauth_artifact in share mode');
    const all = Promise.all(Array.from({ length: times }, ask));
    const begun = `select count(*)::int as n from pg_locks
      where relation = 'oauth_artifact'::regclass and not granted`;
    await expect.poll(async () => (await client.query(begun)).rows[0].n, { timeout: 30_000 }).toBe(waiting);
    await client.query('rollback');
    return await all;
  } finally {
    client.release();
  }
}
const statusesOf = (both: Answer[]) => both.map(({ status }) => status).toSorted((one, other) => one - other);
const tokenOf = (both: Answer[]) => both.find(({ status }) => status === 200)?.body;

test('allowed twice at the same moment a client gets one grant', async () => {
  const client = await portal();
  const browser = openBrowser(app);
  const id = await begin(browser, newRequest(client).url);
  const other = await app.pool.connect();
  try {
    await other.query('begin');
    await other.query("select from oauth_artifact where kind = 'Interaction' for update");
    const both = Promise.all([1, 2].map(() => atConsole(app, browser, 'cleo', id, '/allow')));
    const waiting = 'select count(*)::int as n from pg_locks where not granted';
    await expect.poll(async () => (await other.query(waiting)).rows[0].n, { timeout: 30_000 }).toBe(2);
    await other.query('rollback');
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  } finally {
    other.release();
  }
  const grants = app.db.selectFrom('oauth_artifact').select('payload').where('kind', '=', 'Grant');
  expect(await grants.where('oauth_client_id', '=', client.id).execute()).toHaveLength(1);
});

test('of two who redeem one code nobody keeps a token, and the log says so', async () => {
  const client = await portal();
  const flow = await authorize(app, 'cleo', client);
  const both = await atOnce(() => redeem(app, client, flow));
  expect(statusesOf(both)).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)?.body.error).toBe('invalid_grant');
  expect(await call(tokenOf(both).access_token)).toBe(401);
  expect((await refresh(app, client, tokenOf(both).refresh_token)).body.error).toBe('invalid_grant');
  expect(await lastTold(client.id)).toBe('OAUTH_TOKEN_REPLAYED');
});

test('of two who use one refresh token nobody keeps what they get, nor what came before', async () => {
  const client = await portal();
  const first = (await redeem(app, client, await authorize(app, 'cleo', client))).body;
  const both = await atOnce(() => refresh(app, client, first.refresh_token));
  expect(statusesOf(both)).toEqual([200, 400]);
  for (const { access_token } of [first, tokenOf(both)]) expect(await call(access_token)).toBe(401);
  expect((await refresh(app, client, tokenOf(both).refresh_token)).body.error).toBe('invalid_grant');
  expect(await lastTold(client.id)).toBe('OAUTH_TOKEN_REPLAYED');
});

test('what was taken back while a token was made for it gives the token nothing', async () => {
  const client = await portal();
  const { access_token } = (await redeem(app, client, await authorize(app, 'cleo', client))).body;
  expect(await call(access_token)).toBe(200);
  // Whoever takes it back sees the tokens of the moment they begin.
  await app.db.deleteFrom('oauth_artifact').where('kind', '=', 'Grant').execute();
  expect(await call(access_token)).toBe(401);
});

test('RFC 7523: of two who show one assertion one gets a token', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { clientId } = await insertOauthClient(app, nordmark(), {
    authentication: 'private_key_jwt',
    jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
    scopes: ['view_account'],
  });
  const newForm = async () => ({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT({ jti: newId() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience('http://localhost:8080/oauth')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey),
  });
  const form = await newForm();
  const both = await atOnce(() => post(app, '/oauth/token', form));
  expect(statusesOf(both)).toEqual([200, 401]);
  expect(both.find(({ status }) => status === 401)?.body.error).toBe('invalid_client');
  // One by each connection that is left, and one more: who is refused waits for no second connection.
  const left = 3;
  const taken = await Promise.all(Array.from({ length: app.pool.options.max - 1 - left }, () => app.pool.connect()));
  const again = await newForm();
  const all = await atOnce(() => post(app, '/oauth/token', again), { times: left + 1, waiting: left });
  expect(statusesOf(all)).toEqual([200, 401, 401, 401]);
  for (const client of taken) client.release();
});

test('tokens of one client wait for no other: the row of their author stays as it is', async () => {
  const client = await insertOauthClient(app, nordmark(), { scopes: ['view_account'] });
  const ask = () => post(app, '/oauth/token', { grant_type: 'client_credentials' }, basic(client));
  const author = `from app_user where oauth_client_id = '${client.id}'`;
  expect((await ask()).status).toBe(200);
  const written = async () => (await app.pool.query(`select xmin::text ${author}`)).rows;
  const before = await written();
  const other = await app.pool.connect();
  try {
    await other.query('begin');
    await other.query(`select ${author} for no key update`);
    expect((await ask()).status).toBe(200);
    await other.query('rollback');
  } finally {
    other.release();
  }
  expect(await written()).toEqual(before);
  await app.db.updateTable('oauth_client').set({ name: 'Renamed' }).where('id', '=', client.id).execute();
  expect((await ask()).status).toBe(200);
  expect((await app.pool.query(`select first_name ${author}`)).rows).toEqual([{ first_name: 'Renamed' }]);
});
