/** What an OAuth client may be, and what may be done with it. Pure predicates: the server refuses with their reason. */
import { ACCESS, allows } from '../access.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { isPermission, type Permission, permissionsInScope, type RuleViewer, type Scope } from '../viewer.ts';
import {
  IDENTITY_SCOPES,
  type ClientAuthentication,
  type ClientScope,
  type GrantType,
  type IdentityScope,
} from './oauth-client-record.ts';
import { beyond } from './person-rules.ts';

/** What the rules ask of a client. */
export type RuleClient = {
  status: 'ENABLED' | 'DISABLED';
  dtaClient: boolean;
  authentication: ClientAuthentication;
  scopes: readonly ClientScope[];
};

/** The scope in which a client of an account acts by itself: that of the people of the account. */
export const scopeOfAccount = (account: { system_account: boolean; type: 'standard' | 'partner' }): Scope =>
  account.system_account ? 'system' : account.type === 'partner' ? 'partner' : 'account';

/** Whether a scope tells of the person who signs in. */
export const isIdentityScope = (scope: string): scope is IdentityScope => IDENTITY_SCOPES.some((one) => one === scope);

/** The permissions among the scopes of a client. */
export const permissionsOf = (scopes: readonly ClientScope[]): Permission[] => scopes.filter(isPermission);

/**
 * Why a client of an account may not be given a scope: the people of the account could not hold the permission either,
 * or the viewer does not. `accountScope` is that of {@link scopeOfAccount}.
 */
export function whyNotGrantScope(viewer: RuleViewer, accountScope: Scope, scope: ClientScope): Reason | null {
  if (isIdentityScope(scope)) return null;
  if (permissionsInScope([scope], accountScope).length === 0)
    return { status: 'OAUTH_SCOPE_BEYOND_ACCOUNT', params: { permission: scope } };
  return viewer.permissions.has(scope) ? null : { status: 'ABOVE_OWN_RIGHTS', params: { permission: scope } };
}

/** Whoever has the secret of a client has its rights: nobody may come by more than the own. */
function whyNotHold(viewer: RuleViewer, client: RuleClient): Reason | null {
  const [first] = beyond(viewer, permissionsOf(client.scopes), 'system');
  return first === undefined ? null : { status: 'ABOVE_OWN_RIGHTS', params: { permission: first } };
}

const whyNotManage = (viewer: RuleViewer, client: RuleClient): Reason | null => {
  if (!allows(ACCESS.oauthClients.switch, viewer)) return { status: 'FORBIDDEN' };
  return client.dtaClient ? { status: 'OAUTH_CLIENT_OF_DTA' } : null;
};

/** Editing: of one that is enabled (A-185), whose rights the viewer has. Devices' own are switched and nothing else. */
export function whyNotEditOauthClient(viewer: RuleViewer, client: RuleClient): Reason | null {
  const reason = whyNotManage(viewer, client);
  if (reason) return reason;
  return client.status === 'ENABLED' ? whyNotHold(viewer, client) : { status: 'OAUTH_CLIENT_DISABLED' };
}

/** A new secret, also for one that is disabled: a secret that leaked is replaced before it is enabled again. */
export function whyNotRegenerateSecret(viewer: RuleViewer, client: RuleClient): Reason | null {
  const reason = whyNotManage(viewer, client) ?? whyNotHold(viewer, client);
  if (reason) return reason;
  return client.authentication === 'client_secret' ? null : { status: 'OAUTH_CLIENT_WITHOUT_SECRET' };
}

/** Disabling takes rights away and is nobody's to refuse; enabling gives them back. */
export function whyNotSwitchOauthClient(viewer: RuleViewer, client: RuleClient, enabled: boolean): Reason | null {
  if (!allows(ACCESS.oauthClients.switch, viewer)) return { status: 'FORBIDDEN' };
  return enabled ? whyNotHold(viewer, client) : null;
}

/** Why a client can't be deleted: accounts sign documents through it. */
export function whyNotDeleteOauthClient(
  viewer: RuleViewer,
  client: RuleClient & { signing_clients: number },
): Reason | null {
  const reason = whyNotManage(viewer, client);
  if (reason) return reason;
  const count = client.signing_clients;
  return count > 0 ? { status: 'OAUTH_CLIENT_IN_USE', params: { count } } : null;
}

/** How the client of a card may be acted on: the entries of its menu, in their order. */
export type OauthClientAct = 'update' | 'enable' | 'disable' | 'delete';
export function oauthClientActs({ status, dtaClient }: Pick<RuleClient, 'status' | 'dtaClient'>): OauthClientAct[] {
  const enabled = status === 'ENABLED';
  if (dtaClient) return [enabled ? 'disable' : 'enable'];
  return enabled ? ['update', 'disable', 'delete'] : ['enable', 'delete'];
}

/** Hosts that are the person's own computer: nothing sent there crosses a network (RFC 8252, 7.3). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
/** A name of small letters whose last part is no number, which browsers take for an address (as 0x7f.1). */
const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*(?!\d|0x)[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IP_ADDRESS = new RegExp(`^(?:${OCTET}(?:\\.${OCTET}){3}|\\[[\\da-f:]+\\])$`);
const DEFAULT_PORT = new Map([
  ['http', 80],
  ['https', 443],
]);
/** Path and query as RFC 3986 has them: nothing that browsers would write in another way. */
const PATH_AND_QUERY = /^(?:\/(?:[\w.~!$&'()+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()+,;=:@/?-]|%[\da-f]{2})*)?)?$/i;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Whether an address stands in the one spelling that browsers have for it. */
function isPlainSpelling(scheme: string, host: string, port: string | undefined, rest: string): boolean {
  if (!HOST_NAME.test(host) && !IP_ADDRESS.test(host)) return false;
  if (port !== undefined && !/^[1-9]\d{0,4}$/.test(port)) return false;
  if (port !== undefined && (Number(port) > 65_535 || Number(port) === DEFAULT_PORT.get(scheme))) return false;
  return PATH_AND_QUERY.test(rest) && !DOT_SEGMENT.test(rest);
}

/**
 * Why this can't be a redirect address. It is compared letter by letter, so it stands in the one spelling that browsers
 * have for it: absolute, https (http on the person's own computer alone), a host in plain ASCII, no fragment, no name
 * or password, no placeholder (RFC 9700, 2.1).
 */
export function whyNotRedirectUri(text: string): Reason | null {
  const params = { uri: text.slice(0, 100) };
  if (text.length > LIMITS.urlMax) return { status: 'MAX_LENGTH', params: { max: LIMITS.urlMax } };
  if (/[^\x21-\x7e]/.test(text)) return { status: 'REDIRECT_URI_LETTERS', params };
  const [, scheme = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#\\]+)(.*)$/.exec(text) ?? [];
  if (authority === '') return { status: 'REDIRECT_URI_FORM', params };
  if (authority.includes('@')) return { status: 'REDIRECT_URI_USER', params };
  if (text.includes('#')) return { status: 'REDIRECT_URI_FRAGMENT', params };
  if (text.includes('*')) return { status: 'REDIRECT_URI_PLACEHOLDER', params };
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(authority) ?? [];
  if (!isPlainSpelling(scheme, host, port, rest)) return { status: 'REDIRECT_URI_SPELLING', params };
  return scheme === 'http' && !LOOPBACK.test(host) ? { status: 'REDIRECT_URI_HTTPS', params } : null;
}

/** Why this can't be the list of a client's redirect addresses. */
export function whyNotRedirectUris(all: readonly string[]): Reason | null {
  if (all.length > LIMITS.redirectUrisMax)
    return { status: 'TOO_MANY_REDIRECT_URIS', params: { max: LIMITS.redirectUrisMax } };
  return all.map(whyNotRedirectUri).find((reason) => reason !== null) ?? null;
}

/** Why a client's keys can't be fetched from there. */
export function whyNotJwksUri(text: string): Reason | null {
  return text.startsWith('https://') && whyNotRedirectUri(text) === null ? null : { status: 'INVALID_JWKS_URI' };
}

/** What of a JWK must never leave whoever it belongs to: RFC 7518, 6.2.2 and 6.3.2, and a shared secret. */
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const CURVES = ['P-256', 'P-384', 'P-521'];
/** 2048 bits are 342 characters of base64url. */
const RSA_SHORTEST = 342;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBase64Url = (value: unknown): value is string => typeof value === 'string' && /^[\w-]+$/.test(value);

function isPublicKey(key: Record<string, unknown>): boolean {
  if (key['use'] !== undefined && key['use'] !== 'sig') return false;
  if (key['kty'] === 'RSA') return isBase64Url(key['n']) && key['n'].length >= RSA_SHORTEST && isBase64Url(key['e']);
  if (key['kty'] === 'EC')
    return CURVES.some((curve) => curve === key['crv']) && isBase64Url(key['x']) && isBase64Url(key['y']);
  return key['kty'] === 'OKP' && key['crv'] === 'Ed25519' && isBase64Url(key['x']);
}

/** The keys of a JWK Set (RFC 7517, 5); null for a text that is none. */
function keysOf(text: string): Record<string, unknown>[] | null {
  try {
    const set: unknown = JSON.parse(text);
    const keys = isObject(set) ? set['keys'] : undefined;
    return Array.isArray(keys) && keys.every(isObject) ? keys : null;
  } catch {
    return null;
  }
}

/** Why this can't be the keys of a client: public keys alone, that sign, and that nobody computes. */
export function whyNotJwks(text: string): Reason | null {
  if (text.length > LIMITS.jwksMax) return { status: 'MAX_LENGTH', params: { max: LIMITS.jwksMax } };
  const keys = keysOf(text);
  if (keys === null || keys.length === 0 || keys.length > LIMITS.jwksKeysMax) return { status: 'INVALID_JWKS' };
  if (keys.some((key) => PRIVATE_PARTS.some((part) => part in key))) return { status: 'JWKS_PRIVATE' };
  return keys.every(isPublicKey) ? null : { status: 'INVALID_JWKS' };
}

/** The values of a client that depend on each other. */
export type ClientValues = {
  authentication: ClientAuthentication;
  grant_types: readonly GrantType[];
  redirect_uris: readonly string[];
  scopes: readonly ClientScope[];
  jwks: string | null;
  jwks_uri: string | null;
};

/** What of a client does not go together, by field; null for what does. */
export function whyNotClientValues(values: ClientValues) {
  const { authentication, grant_types: grants, redirect_uris, scopes, jwks, jwks_uri } = values;
  const signs = authentication === 'private_key_jwt';
  const signsIn = grants.includes('authorization_code');
  return {
    grant_types: whyNotGrants(authentication, grants),
    redirect_uris: signsIn && redirect_uris.length === 0 ? { status: 'REQUIRED' } : null,
    scopes: !signsIn && scopes.some(isIdentityScope) ? { status: 'OAUTH_SCOPE_WITHOUT_PERSON' } : null,
    jwks: whyNotKeys(signs, jwks, jwks_uri),
    jwks_uri: !signs && jwks_uri !== null ? { status: 'JWKS_UNUSED' } : null,
  } satisfies Record<string, Reason | null>;
}

function whyNotKeys(signs: boolean, jwks: string | null, jwksUri: string | null): Reason | null {
  if (!signs) return jwks === null ? null : { status: 'JWKS_UNUSED' };
  if (jwks === null) return jwksUri === null ? { status: 'JWKS_NEEDED' } : null;
  return jwksUri === null ? null : { status: 'JWKS_TWICE' };
}

function whyNotGrants(authentication: ClientAuthentication, grants: readonly GrantType[]): Reason | null {
  if (grants.length === 0) return { status: 'NOTHING_CHOSEN' };
  if (authentication === 'none' && grants.includes('client_credentials'))
    return { status: 'OAUTH_PUBLIC_CLIENT_ALONE' };
  if (grants.includes('refresh_token') && !grants.includes('authorization_code'))
    return { status: 'OAUTH_REFRESH_WITHOUT_CODE' };
  return null;
}
