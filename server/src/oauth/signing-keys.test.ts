/** The keys that sign ID tokens change by themselves, and no client is surprised by one; what has ended is swept. */
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';
import { authorize, bearing, newRequest, openBrowser, redeem, REDIRECT, refresh } from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { sweepArtifacts } from './artifact-store.ts';
import { readSigningKeys, RETIRED_DAYS, rotateSigningKeys, SIGNS_DAYS } from './signing-key-store.ts';

let app: TestApp;
const { alone } = onePlatform((one) => (app = one), { signedIn: ['cleo'] });

const DAY = 86_400_000;
const after = (days: number, ms = 0): Date => new Date(app.clock.now().getTime() + days * DAY + ms);
const portal = () =>
  insertOauthClient(app, app.accountIds.get('nordmark-lb') ?? '', {
    name: 'Portal',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [REDIRECT],
    scopes: ['openid', 'view_account'],
  });
const signIn = async (client: Awaited<ReturnType<typeof portal>>) =>
  (await redeem(app, client, await authorize(app, 'cleo', client))).body;
const published = async () => (await app.request('GET', '/oauth/jwks')).body;
const publishedIds = async () => (await published()).keys.map(({ kid }: { kid: string }) => kid);
const signerOf = (idToken: string) => decodeProtectedHeader(idToken).kid;
/** Until then the process goes on with the keys that it knows. */
const look = () => app.clock.pass(61);

test('the next key is published before it signs, and a retired one long after what it signed has ended', async () => {
  const client = await portal();
  const first = (await signIn(client)).id_token;
  const [current, next] = await publishedIds();
  expect(signerOf(first)).toBe(current);

  const began = app.clock.now();
  expect(await rotateSigningKeys(app.runtime, new Date(began.getTime() + SIGNS_DAYS * DAY - 1))).toBe(false);
  const turn = after(SIGNS_DAYS);
  expect(await rotateSigningKeys(app.runtime, turn)).toBe(true);
  look();
  const [nowCurrent, nowNext, retired, ...more] = await publishedIds();
  expect([nowCurrent, retired, more]).toEqual([next, current, []]);
  expect([current, next]).not.toContain(nowNext);
  const second = (await signIn(client)).id_token;
  expect(signerOf(second)).toBe(next);
  const keys = createLocalJWKSet(await published());
  for (const idToken of [first, second])
    expect((await jwtVerify(idToken, keys, { audience: client.clientId })).payload.sub).toBe(app.userIds.get('cleo'));

  expect(await rotateSigningKeys(app.runtime, new Date(turn.getTime() + RETIRED_DAYS * DAY - 1))).toBe(false);
  look();
  expect(await publishedIds()).toContain(current);
  await rotateSigningKeys(app.runtime, new Date(turn.getTime() + RETIRED_DAYS * DAY));
  look();
  expect(await publishedIds()).toEqual([next, nowNext]);
});

test(
  'of several processes one makes the keys, and one changes them',
  alone(async () => {
    await app.db.deleteFrom('oauth_signing_key').execute();
    const made = await Promise.all([1, 2, 3].map(() => readSigningKeys(app.runtime, app.clock.now())));
    expect(new Set(made.map((keys) => keys[0]?.id)).size).toBe(1);
    const turned = await Promise.all([1, 2, 3].map(() => rotateSigningKeys(app.runtime, after(SIGNS_DAYS))));
    expect(turned.filter(Boolean)).toEqual([true]);
    const rows = await app.db.selectFrom('oauth_signing_key').select('state').orderBy('state').execute();
    expect(rows.map(({ state }) => state)).toEqual(['current', 'next', 'retired']);
  }),
);

test('no private key is published, nor stored as it is', async () => {
  const parts = ['d', 'p', 'q', 'dp', 'dq', 'qi'];
  const stored = await app.db.selectFrom('oauth_signing_key').selectAll().execute();
  for (const key of [...(await published()).keys, ...stored.map((row) => row.public_jwk)])
    for (const part of parts) expect(Object.keys(key)).not.toContain(part);
  for (const { private_sealed } of stored) expect(private_sealed.toString('latin1')).not.toContain('"d"');
});

test('what has ended is swept, and what may still be asked about is not', async () => {
  const client = await portal();
  const kinds = async () => {
    const rows = await app.db.selectFrom('oauth_artifact').select('kind').orderBy('kind').execute();
    return rows.map(({ kind }) => kind);
  };
  const sweep = () => sweepArtifacts(app.db, app.clock.now());
  await openBrowser(app).get(newRequest(client).url);
  const first = await signIn(client);
  await sweep();
  expect(await kinds()).toEqual(['AccessToken', 'AuthorizationCode', 'Grant', 'Interaction', 'RefreshToken']);
  app.clock.pass(601);
  const second = (await refresh(app, client, first.refresh_token)).body;
  app.clock.pass(3_600);
  await sweep();
  // The code and the refresh token that were used stay, so that whoever uses them again is noticed.
  expect(await kinds()).toEqual(['AuthorizationCode', 'Grant', 'RefreshToken', 'RefreshToken']);
  const third = (await refresh(app, client, second.refresh_token)).body;
  expect(third.refresh_token).toBeDefined();
  expect((await refresh(app, client, first.refresh_token)).body.error).toBe('invalid_grant');
  const rights = await app.request('GET', '/account/ui-api/v1/permission', undefined, bearing(third.access_token));
  expect([rights.status, await kinds()]).toEqual([401, []]);
});
