/** What a browser and an OAuth client do between them, step by step, against the real server. */
import { createHash } from 'node:crypto';
import { newSecret } from '../secrets.ts';
import type { Answer, Name, TestApp } from './app.ts';

type Client = { clientId: string; secret?: string };
type Headers = Record<string, string>;

export const REDIRECT = 'https://app.nordmark-lb.example/callback';

const asAnswer = (answer: Awaited<ReturnType<TestApp['app']['inject']>>): Answer => ({
  status: answer.statusCode,
  body: String(answer.headers['content-type']).includes('json') ? answer.json() : answer.body,
  headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
});

/** The header by which a client shows its secret. */
export const basic = ({ clientId, secret = '' }: Client): Headers => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});

export const bearing = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Posts a form, as OAuth clients do. */
export const post = async (
  { app }: TestApp,
  path: string,
  form: Record<string, string> | [string, string][],
  headers: Headers = {},
): Promise<Answer> =>
  asAnswer(
    await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    }),
  );

/** A browser: it keeps cookies, each for its path, and follows no redirect by itself. */
export function openBrowser({ app }: TestApp) {
  const jar = new Map<string, { value: string; path: string }>();
  return {
    jar,
    cookiesFor: (path: string): string =>
      [...jar]
        .filter(([, cookie]) => path.startsWith(cookie.path))
        .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
        .join('; '),
    async get(address: string, headers: Headers = {}): Promise<Answer> {
      const url = new URL(address, 'http://localhost:8080');
      const answer = await app.inject({
        method: 'GET',
        url: url.pathname + url.search,
        headers: { cookie: this.cookiesFor(url.pathname), accept: 'text/html', ...headers },
      });
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(`${name} ${/path=([^;]*)/i.exec(cookie)?.[1]}`, {
          value,
          path: /path=([^;]*)/i.exec(cookie)?.[1] ?? '/',
        });
      }
      return asAnswer(answer);
    },
  };
}
export type Browser = ReturnType<typeof openBrowser>;

/** A verifier of PKCE and the rest that a client makes up for a request. */
export function newRequest({ clientId }: Client, more: Record<string, string | undefined> = {}) {
  const verifier = newSecret();
  const query: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: 'openid view_account',
    state: newSecret(8),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  const sent = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return { verifier, query, url: `/oauth/auth?${new URLSearchParams(sent).toString()}` };
}

/** Sends a browser with a request; answers the id by which it waits at the console. */
export async function begin(browser: Browser, url: string): Promise<string> {
  const answer = await browser.get(url);
  const id = /^\/account\/authorize\/([\w-]+)$/.exec(answer.headers['location'] ?? '')?.[1];
  if (answer.status !== 303 || id === undefined)
    throw new Error(`${answer.status} ${JSON.stringify(answer.body).slice(-400)}`);
  return id;
}

/** What a person's console asks of a waiting request, with the cookies of that browser. */
export async function atConsole(
  app: TestApp,
  browser: Browser,
  person: Name,
  id: string,
  act: '' | '/allow' | '/deny',
): Promise<Answer> {
  const path = `/account/ui-api/v1/oauth-authorization/${id}${act}`;
  const { access_token } = await app.signIn(person);
  const headers = { ...bearing(access_token), cookie: browser.cookiesFor(path) };
  return app.request(act === '' ? 'GET' : 'POST', path, undefined, headers);
}

/** The whole way to the redirect address: what is in its query. */
export async function authorize(
  app: TestApp,
  person: Name,
  client: Client,
  more: Record<string, string | undefined> = {},
): Promise<{ code: string; verifier: string; led: URL }> {
  const browser = openBrowser(app);
  const { verifier, url } = newRequest(client, more);
  const id = await begin(browser, url);
  const allowed = await atConsole(app, browser, person, id, '/allow');
  if (allowed.status !== 200) throw new Error(JSON.stringify(allowed));
  const back = await browser.get(allowed.body.return_url);
  const led = new URL(back.headers['location'] ?? 'about:blank');
  return { code: led.searchParams.get('code') ?? '', verifier, led };
}

/** Redeems a code. */
export const redeem = (
  app: TestApp,
  client: Client,
  { code, verifier }: { code: string; verifier: string },
  more: Record<string, string> = {},
): Promise<Answer> =>
  post(
    app,
    '/oauth/token',
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT, ...more },
    basic(client),
  );

/** Asks for new tokens by a refresh token. */
export const refresh = (app: TestApp, client: Client, token: string): Promise<Answer> =>
  post(app, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token }, basic(client));
