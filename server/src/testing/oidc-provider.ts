/**
 * A small provider of OpenID Connect on loopback that says whatever a test wants it to: right by itself, wrong where
 * `lie` says so. What a real one does is asked of oidc-provider.
 */
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { OIDC_SCOPES } from '@signet/contract/areas/oidc-config-record';
import { newId } from '../ids.ts';
import { secretContext } from '../sign-in/oidc/config-store.ts';
import type { TestApp } from './app.ts';

export const CLIENT_ID = 'signet';
export const CLIENT_SECRET = 'secret of the client';

type Values = Record<string, unknown>;
/** What an answer has in place of the right thing; what is undefined is left out. */
export type Lies = {
  discovery?: Values;
  header?: Values;
  claims?: Values;
  userinfo?: Values;
  /** Signs what it says beside the ID token: by its own key, or by another one. */
  userinfoSignedBy?: KeyObject | 'itself';
  /** Signs ID tokens in place of the provider's key: another key, its secret, or nothing. */
  signedBy?: KeyObject | 'secret' | 'nobody';
  /** Answers in place of an endpoint, by its path. */
  instead?: Record<string, (answer: ServerResponse) => void>;
};
type Code = { nonce: string; challenge: string; redirectUri: string; subject: Values; again: boolean };

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** What a provider at an address says of itself. */
const discoveryOf = (issuer: string): Values => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  authorization_response_iss_parameter_supported: true,
});

/** Starts it. `seconds` is the time that it takes for now. It keeps no process from ending. */
export async function startProvider(seconds: () => number) {
  let issuer = '';
  let lies: Lies = {};
  let [key, kid] = [newKey(), 'first'];
  const asked: string[] = [];
  const codes = new Map<string, Code>();

  function idToken({ nonce, subject }: Code): string {
    const now = seconds();
    const times = { iat: now, exp: now + 300 };
    const { signedBy = key } = lies;
    const alg = signedBy === 'secret' ? 'HS256' : signedBy === 'nobody' ? 'none' : 'RS256';
    const head = encoded({ alg, kid, ...lies.header });
    const body = encoded({ iss: issuer, aud: CLIENT_ID, nonce, ...times, ...subject, ...lies.claims });
    const text = `${head}.${body}`;
    if (signedBy === 'nobody') return `${text}.`;
    const signature =
      signedBy === 'secret'
        ? createHmac('sha256', CLIENT_SECRET).update(text).digest()
        : sign('sha256', Buffer.from(text), signedBy);
    return `${text}.${signature.toString('base64url')}`;
  }

  /** The token endpoint: client, code, redirect URI and verifier must be right, and a code is taken once. */
  function tokens(form: URLSearchParams, authorization: string): [number, Values] {
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    const [id, secret] = authorization
      ? basic.map((one) => decodeURIComponent(one.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')];
    if (id !== CLIENT_ID || secret !== CLIENT_SECRET) return [400, { error: 'invalid_client' }];
    const code = codes.get(form.get('code') ?? '');
    if (!code?.again) codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const bearer = { access_token: encoded(code.subject), token_type: 'Bearer', expires_in: 300 };
    return [200, { ...bearer, id_token: idToken(code) }];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', issuer).pathname;
    asked.push(path);
    const instead = lies.instead?.[path];
    if (instead) return instead(response);
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const piece of request) text += String(piece);
    if (path === '/.well-known/openid-configuration') return send(200, { ...discoveryOf(issuer), ...lies.discovery });
    if (path === '/keys') return send(200, { keys: [{ ...publicOf(key), kid, use: 'sig', alg: 'RS256' }] });
    if (path === '/token') return send(...tokens(new URLSearchParams(text), request.headers.authorization ?? ''));
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const said = { ...JSON.parse(Buffer.from(bearer, 'base64url').toString()), ...lies.userinfo };
    const { userinfoSignedBy } = lies;
    if (!userinfoSignedBy) return send(200, said);
    const signed = `${encoded({ alg: 'RS256', kid })}.${encoded({ iss: issuer, aud: CLIENT_ID, ...said })}`;
    const signer = userinfoSignedBy === 'itself' ? key : userinfoSignedBy;
    const signature = sign('sha256', Buffer.from(signed), signer).toString('base64url');
    response.writeHead(200, { 'content-type': 'application/jwt' }).end(`${signed}.${signature}`);
  }

  const server = createServer((request, response) => void answer(request, response));
  await promisify((done: () => void) => server.listen(0, '127.0.0.1', done))();
  server.unref();
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

  return {
    issuer,
    /** The paths that were asked since it was asked for last. */
    asked: (): string[] => asked.splice(0),
    lie: (next: Lies) => void (lies = next),
    /** Another key from now on. */
    rotate: (name: string) => void ([key, kid] = [newKey(), name]),
    /**
     * Somebody signs in at the provider, which was asked by this address: the address by which they come back; `again`
     * where the code may be redeemed again.
     */
    authorize(asking: string, subject: Values, { again = false } = {}): URL {
      const query = new URL(asking).searchParams;
      const redirectUri = query.get('redirect_uri') ?? '';
      const code = newId();
      const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? ''];
      codes.set(code, { nonce, challenge, redirectUri, subject, again });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }).toString();
      return back;
    },
    close: () => void server.close(),
  };
}

/** The public half, as a JSON Web Key. */
const publicOf = (key: KeyObject): Values => {
  const { kty, n, e } = createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' });
  return { kty, n, e };
};

/** Sets a provider up for an account, as it lies in the database; on, unless it is said otherwise. */
export async function insertProvider(
  app: TestApp,
  accountId: string,
  issuer: string,
  { enabled = true, userClaim = 'sub' } = {},
): Promise<void> {
  const [id, now] = [newId(), app.clock.now()];
  const metadata = {
    ...discoveryOf(issuer),
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_method: 'client_secret_basic',
    own_network: true,
  };
  const stamps = { created_at: now, updated_at: now };
  const asking = { issuer, client_id: CLIENT_ID, scopes: OIDC_SCOPES, user_claim: userClaim };
  await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('oidc_connection')
      .values({
        config_id: id,
        secret_sealed: app.runtime.seal.seal(Buffer.from(CLIENT_SECRET), secretContext(id)),
        metadata: JSON.stringify(metadata),
        discovered_at: now,
      })
      .execute();
    await tx
      .insertInto('oidc_config')
      .values({ ...asking, ...stamps, id, account_id: accountId, secret_set_at: now })
      .execute();
    await tx.updateTable('account').set({ oidc_sign_in: enabled }).where('id', '=', accountId).execute();
  });
}

let one: Promise<TestProvider> | undefined;
/** A provider for whoever needs any, by the clock of the platform. */
export const anyProvider = (app: TestApp): Promise<TestProvider> =>
  (one ??= startProvider(() => Math.floor(app.clock.now().getTime() / 1000)));
