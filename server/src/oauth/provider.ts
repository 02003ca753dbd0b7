/** oidc-provider as this platform has it: what it may do and what it may not, said in one place (decision 073). */
import { scopeOfAccount } from '@signet/contract/areas/oauth-client-rules';
import { LIMITS } from '@signet/contract/limits';
import { isPermission, PERMISSIONS, type Scope } from '@signet/contract/viewer';
import type { JWK } from 'jose';
import { errors, Provider, type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { skewOf } from '../clock.ts';
import { hasNewestLicenseEnded } from '../license/license-store.ts';
import { fetchOutside } from '../outside/fetch.ts';
import type { Runtime } from '../runtime.ts';
import { hashSecret } from '../secrets.ts';
import { adapterOf, KEYS_MINUTE, RESPONSE_MODES } from './adapter.ts';
import { findLiveClient } from './client-store.ts';
import { errorPage } from './error-page.ts';
import { findPersonOf } from './person-store.ts';
import { consoleUrl, policy } from './policy.ts';
import { SIGNING_ALG } from './signing-key-store.ts';
import { brandTokens } from './token-text.ts';
import { currentWork } from './work.ts';

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const SCOPES: ReadonlySet<string> = new Set(['openid', 'offline_access', 'profile', 'email', ...PERMISSIONS]);
/** Of a JWK Set that a client has somewhere. */
const JWKS_BOUNDS = { mostBytes: 65_536, timeoutMs: 3_000 };

/** A page of a client that can keep no secret calls from its own origin: that of one of its redirect addresses. */
const isOwnOrigin = (_ctx: KoaContextWithOIDC, origin: string, client: Client): boolean =>
  client.tokenEndpointAuthMethod === 'none' &&
  (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin);

/** By how much clocks may differ, in seconds. */
const TOLERANCE = 60;

/** Whoever keeps an assertion for long keeps something like a password. When it was made is its sender's word. */
function requireShortLife({ exp, iat }: { exp?: unknown; iat?: unknown }, now: Date): void {
  // The library goes by the system's clock.
  const seconds = now.getTime() / 1000 - skewOf(now);
  const lives = Math.max(Number(exp) - Number(iat ?? seconds), Number(exp) - seconds - TOLERANCE);
  if (!(lives <= LIMITS.oauthAssertionSeconds)) throw new errors.InvalidClientAuth('the assertion lives for too long');
}

/**
 * A client that acts by itself and misspells its only scope would be given all that it has, since one who asks for
 * none is (RFC 6749, 3.3). Where people sign in, what is not known is passed over (OpenID Connect Core, 3.1.2.1).
 */
function requireKnownScopes({ oidc }: KoaContextWithOIDC): void {
  for (const scope of oidc.requestParamScopes)
    if (!SCOPES.has(scope)) throw new errors.InvalidScope('requested scope is not known', scope);
}

/**
 * Asks for the keys of a client as every address is asked that people have named. What it says of caching is not heard:
 * a year would be a year in which a stolen key is good.
 */
async function fetchKeys({ config }: Runtime, url: string | URL): Promise<Response> {
  const bounds = { ...JWKS_BOUNDS, ownNetwork: config.OWN_NETWORK_PROVIDERS };
  const { status, body } = await fetchOutside(String(url), { headers: { accept: 'application/json' } }, bounds);
  return new Response(new Uint8Array(body), { status });
}

type Introspected = { clientId?: string | undefined; accountId?: unknown; scope?: string | undefined };

/** Whether people and clients of this scope are refused by the API because the platform's license has ended. */
async function isScopeClosed({ config }: Runtime, scope: Scope, now: Date): Promise<boolean> {
  return scope !== 'system' && hasNewestLicenseEnded({ db: currentWork().read(), config }, now);
}

/**
 * Whether the API would still take a token of a client that has just proved itself: its person may be gone, the
 * platform's license may have ended. It names what the API would let it do: of permissions those that its person still
 * holds.
 */
async function stillActs(runtime: Runtime, token: Introspected): Promise<boolean> {
  const { clientId = '', accountId, scope } = token;
  const now = runtime.clock.now();
  const db = currentWork().read();
  if (typeof accountId !== 'string') {
    const client = await findLiveClient(db, clientId, now);
    if (!client) return false;
    const { system_account, account_type: type } = client;
    return !(await isScopeClosed(runtime, scopeOfAccount({ system_account, type }), now));
  }
  const person = await findPersonOf(db, clientId, accountId, now);
  if (!person || (await isScopeClosed(runtime, person.scope, now))) return false;
  const acts = (name: string): boolean => !isPermission(name) || person.permissions.has(name);
  if (scope !== undefined) token.scope = scope.split(' ').filter(acts).join(' ');
  return true;
}

function configuration(runtime: Runtime, keys: readonly JWK[]): Configuration {
  const { clock } = runtime;
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  return {
    adapter: (kind) => adapterOf(runtime, kind),
    extraClientMetadata: { properties: [KEYS_MINUTE] },
    jwks: { keys: [...keys] },
    cookies: {
      keys: [runtime.oauthCookieKey],
      short: cookie,
      long: cookie,
      names: { session: 'signet_oauth', interaction: 'signet_interaction', resume: 'signet_resume' },
    },
    responseTypes: ['code'],
    clientAuthMethods: [...AUTH_METHODS],
    enabledJWA: {
      clientAuthSigningAlgValues: [...ASYMMETRIC],
      idTokenSigningAlgValues: [SIGNING_ALG],
      userinfoSigningAlgValues: [SIGNING_ALG],
    },
    // The library tells of the token endpoint alone; of the others a client would take it that a secret in the header
    // is all that they know (RFC 8414, 2).
    discovery: Object.fromEntries(
      ['revocation', 'introspection'].flatMap((endpoint) => [
        [`${endpoint}_endpoint_auth_methods_supported`, AUTH_METHODS],
        [`${endpoint}_endpoint_auth_signing_alg_values_supported`, ASYMMETRIC],
      ]),
    ),
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    scopes: [...SCOPES],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale'],
      email: ['email', 'email_verified'],
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      dPoP: { enabled: false },
      introspection: {
        enabled: true,
        // Of its own tokens alone: a client of one account learns nothing of another one's.
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId && stillActs(runtime, token),
      },
      pushedAuthorizationRequests: { enabled: false },
      // Tokens are for this platform's API and nothing else.
      resourceIndicators: {
        enabled: true,
        // Is asked before the library drops the scopes that it does not know, which is the place to refuse them.
        defaultResource(ctx) {
          if (ctx.oidc.params?.['grant_type'] === 'client_credentials') requireKnownScopes(ctx);
          return undefined;
        },
        getResourceServerInfo() {
          throw new errors.InvalidTarget('tokens of this server are for its own API');
        },
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    rotateRefreshToken: () => true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // A grant of its own for each authorization: what is replayed ends one device, not all of the person's.
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : oidc.provider.Grant.find(id);
    },
    interactions: { policy: policy(), url: consoleUrl },
    ttl: {
      AccessToken: LIMITS.oauthAccessTokenSeconds,
      ClientCredentials: LIMITS.oauthAccessTokenSeconds,
      AuthorizationCode: LIMITS.oauthCodeSeconds,
      IdToken: LIMITS.oauthAccessTokenSeconds,
      Interaction: LIMITS.oauthRequestSeconds,
      RefreshToken: LIMITS.oauthRefreshTokenDays * 86_400,
      Session: LIMITS.oauthRequestSeconds,
    },
    assertJwtClientAuthClaimsAndHeader: async (_ctx, claims) => requireShortLife(claims, clock.now()),
    clientBasedCORS: isOwnOrigin,
    fetch: (asked) => fetchKeys(runtime, asked instanceof Request ? asked.url : asked),
    findAccount: async (ctx, userId) => {
      const client = ctx.oidc.client?.clientId ?? '';
      const found = await findPersonOf(currentWork().read(), client, userId, clock.now());
      return found && { accountId: userId, claims: async () => ({ ...found.claims }) };
    },
    renderError: errorPage,
  };
}

/** The library says of every server that it has three modes of answers, whatever its clients may have. */
function tellModes() {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const body: unknown = ctx.body;
    if (typeof body === 'object' && body !== null && 'response_modes_supported' in body)
      body.response_modes_supported = [...RESPONSE_MODES];
  };
}

/** The server with these keys; the first one signs. */
export function makeProvider(runtime: Runtime, keys: readonly JWK[]): Provider {
  const provider = new Provider(`${runtime.publicUrl}/oauth`, configuration(runtime, keys));
  // Host and protocol are written by the mount, from the public address.
  provider.proxy = true;
  // What is kept of a secret is its hash; two are good while one is replaced.
  provider.Client.prototype.compareClientSecret = function compare(this: Client, secret: string): boolean {
    const hash = hashSecret(secret).toString('hex');
    return (this.clientSecret ?? '').split(' ').includes(hash);
  };
  provider.use(tellModes());
  brandTokens(provider);
  return provider;
}
