/** A client of OpenID Connect that others have written, and curl, against the authorization server. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import * as oidc from 'openid-client';
import { enter } from './steps.ts';
import { expect, test, type Platform } from './test.ts';

type Made = { id: string; clientId: string; client_secret: string | null };

const RIGHTS = '/account/ui-api/v1/permission';
const ACCOUNTS = '/account/ui-api/v1/account';
const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');

/** Enters an OAuth client of cleo's account. */
async function enterClient({ call }: Platform, values: object): Promise<Made> {
  const { primary_account_id: accountId } = await call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  return call('cleo', 'POST', '/account/ui-api/v1/oauth/client', { accountId, ...values });
}

/** The client after it has read what the server says of itself; the platform under test has no https. */
const discover = ({ url }: Platform, { clientId }: Made, authentication: oidc.ClientAuth) =>
  oidc.discovery(new URL(`${url}/oauth`), clientId, undefined, authentication, {
    execute: [oidc.allowInsecureRequests],
  });

/** What our API answers to the bearer of a token. */
async function ask(client: oidc.Configuration, { url }: Platform, token: string, to: string) {
  const answer = await oidc.fetchProtectedResource(client, token, new URL(to, url), 'GET');
  return answer.json();
}

/** Where browsers are led back to: it answers any of them, and nothing else. */
async function startLanding(): Promise<{ address: string; stop: () => void }> {
  const server = createServer((_request, response) => void response.end('Back at the application'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/callback`, stop: () => void server.close() };
}

test('openid-client signs a person in by code and PKCE, renews its tokens, and is refused the former one', async ({
  page,
  platform,
}) => {
  const landing = await startLanding();
  try {
    const made = await enterClient(platform, {
      name: 'Openid reports',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [landing.address],
      scopes: ['openid', 'profile', 'view_account'],
    });
    const client = await discover(platform, made, oidc.ClientSecretBasic(made.client_secret ?? ''));
    expect(client.serverMetadata().supportsPKCE()).toBe(true);
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
    const begin = oidc.buildAuthorizationUrl(client, {
      redirect_uri: landing.address,
      scope: 'openid profile offline_access view_account',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    await enter(page, 'cleo');
    await page.goto(begin.href);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page.getByText('Back at the application')).toBeVisible();

    const tokens = await oidc.authorizationCodeGrant(client, new URL(page.url()), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const { sub = '' } = tokens.claims() ?? {};
    expect(await oidc.fetchUserInfo(client, tokens.access_token, sub)).toMatchObject({ preferred_username: 'cleo' });
    expect(await ask(client, platform, tokens.access_token, RIGHTS)).toEqual({ permissions: ['view_account'] });

    const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await oidc.tokenIntrospection(client, renewed.access_token)).toMatchObject({ active: true, sub });
    const again = oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    // Whoever uses one twice has stolen it, or was stolen from: all that came of it ends.
    expect(await oidc.tokenIntrospection(client, renewed.access_token)).toEqual({ active: false });
    await expect(ask(client, platform, renewed.access_token, RIGHTS)).rejects.toMatchObject({ status: 401 });
  } finally {
    landing.stop();
  }
});

test('openid-client comes by itself, by secret and by key, asks about its tokens and gives them back', async ({
  platform,
}) => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const jwks = JSON.stringify({ keys: [await crypto.subtle.exportKey('jwk', publicKey)] });
  const scopes = ['view_account'];
  const secret = await enterClient(platform, { name: 'Openid by secret', scopes });
  const key = await enterClient(platform, {
    name: 'Openid by key',
    scopes,
    authentication: 'private_key_jwt',
    jwks,
  });
  for (const client of [
    await discover(platform, secret, oidc.ClientSecretBasic(secret.client_secret ?? '')),
    await discover(platform, secret, oidc.ClientSecretPost(secret.client_secret ?? '')),
    await discover(platform, key, oidc.PrivateKeyJwt(privateKey)),
  ]) {
    const { access_token: token, scope } = await oidc.clientCredentialsGrant(client, { scope: 'view_account' });
    expect(scope).toBe('view_account');
    const { items } = await ask(client, platform, token, ACCOUNTS);
    expect(items).toHaveLength(1);
    expect(await oidc.tokenIntrospection(client, token)).toMatchObject({ active: true, scope: 'view_account' });
    await oidc.tokenRevocation(client, token);
    expect(await oidc.tokenIntrospection(client, token)).toEqual({ active: false });
    await expect(ask(client, platform, token, ACCOUNTS)).rejects.toMatchObject({ status: 401 });
  }
  await platform.call('cleo', 'PUT', `/account/ui-api/v1/oauth/client/${key.id}/status`, { enabled: false });
  const refused = oidc.clientCredentialsGrant(await discover(platform, key, oidc.PrivateKeyJwt(privateKey)));
  await expect(refused).rejects.toMatchObject({ error: 'invalid_client' });
});

test('the lines of the README get a token by curl, and an answer of the API with it', async ({ platform }) => {
  const lines = readme.split('\n').filter((line) => line.startsWith('curl ') && /oauth\/token|ACCESS_TOKEN/.test(line));
  expect(lines).toHaveLength(2);
  const run = async (line: string, env: Record<string, string>) => {
    const command = line.replace('http://localhost:8080', platform.url);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env['PATH'], ...env } });
    return JSON.parse(stdout);
  };
  const made = await enterClient(platform, { name: 'Curl', scopes: ['view_account'] });
  const [first = '', second = ''] = lines;
  const tokens = await run(first, { CLIENT_ID: made.clientId, CLIENT_SECRET: made.client_secret ?? '' });
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'view_account' });
  const accounts = await run(second, { ACCESS_TOKEN: tokens.access_token });
  expect(accounts.items).toMatchObject([{ friendly_identifier: 'nordmark-lb' }]);
});
