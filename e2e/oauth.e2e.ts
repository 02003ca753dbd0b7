/** A program of somebody else, reached in a browser: its person lets it in at the console, and takes that back. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { enter } from './steps.ts';
import { expect, test, type Platform } from './test.ts';

type Client = { clientId: string; client_secret: string };

/** A small web application on loopback that signs people in by code and PKCE, and shows who came. */
async function startApplication(issuer: string) {
  let client: Client | null = null;
  const kept = new Map<string, string>();
  const base64url = (bytes: Buffer): string => bytes.toString('base64url');
  const server = createServer(
    (request, response) => void answer(new URL(request.url ?? '/', 'http://localhost'), response),
  );
  let address = '';

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    const send = (code: number, headers: OutgoingHttpHeaders, text = '') => response.writeHead(code, headers).end(text);
    if (url.pathname === '/favicon.ico' || !client) return void send(404, {});
    if (url.pathname === '/') {
      const [state, verifier] = [base64url(randomBytes(16)), base64url(randomBytes(32))];
      kept.set(state, verifier);
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: `${address}/callback`,
        scope: 'openid profile view_account',
        state,
        code_challenge: base64url(createHash('sha256').update(verifier).digest()),
        code_challenge_method: 'S256',
      });
      return void send(302, { location: `${issuer}/auth?${query.toString()}` });
    }
    const { searchParams } = url;
    const verifier = kept.get(searchParams.get('state') ?? '');
    if (searchParams.get('iss') !== issuer || verifier === undefined) return void send(400, {}, 'mixed up');
    if (searchParams.has('error')) return void send(200, {}, `No: ${searchParams.get('error')}`);
    const tokens = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${client.client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: `${address}/callback`,
      }),
    });
    const { access_token } = await tokens.json();
    const person = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${access_token}` } });
    const { preferred_username } = await person.json();
    send(200, { 'content-type': 'text/html' }, `<title>Reports</title><h1>Hello ${preferred_username}</h1>`);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  return {
    address,
    know: (made: Client) => void (client = made),
    stop: () => new Promise((done) => server.close(done)),
  };
}

/** An OAuth client of cleo's account for that application, entered by the API. */
async function enterClient({ call }: Platform, redirect: string): Promise<Client> {
  const { primary_account_id: accountId } = await call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  return call('cleo', 'POST', '/account/ui-api/v1/oauth/client', {
    accountId,
    name: 'Quarterly reports',
    grant_types: ['authorization_code'],
    redirect_uris: [redirect],
    scopes: ['openid', 'profile', 'view_account'],
  });
}

test('a person lets an application act for them, is not asked twice, and takes it back', async ({ page, platform }) => {
  const application = await startApplication(`${platform.url}/oauth`);
  application.know(await enterClient(platform, `${application.address}/callback`));
  try {
    await enter(page, 'cleo');
    await page.goto(application.address);
    await expect(page.getByRole('heading', { name: '“Quarterly reports” asks for access' })).toBeVisible();
    await expect(page.getByText('View accounts')).toBeVisible();
    await page.getByRole('button', { name: 'Don’t allow' }).click();
    await expect(page.getByText('No: access_denied')).toBeVisible();

    await page.goto(application.address);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Hello cleo' })).toBeVisible();
    await page.goto(application.address);
    await expect(page.getByRole('heading', { name: 'Hello cleo' })).toBeVisible();

    await page.goto('/account/profile/applications');
    await expect(page.getByText('Quarterly reports')).toBeVisible();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText('No application has access')).toBeVisible();
    await page.goto(application.address);
    await expect(page.getByRole('heading', { name: '“Quarterly reports” asks for access' })).toBeVisible();
  } finally {
    await application.stop();
  }
});
