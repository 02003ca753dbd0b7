import { describe, expect, test } from 'vitest';
import type { Permission } from '../viewer.ts';
import {
  oauthClientActs,
  scopeOfAccount,
  whyNotClientValues,
  whyNotEditOauthClient,
  whyNotGrantScope,
  whyNotJwks,
  whyNotJwksUri,
  whyNotRedirectUri,
  whyNotRedirectUris,
  whyNotRegenerateSecret,
  whyNotSwitchOauthClient,
  type ClientValues,
  type RuleClient,
} from './oauth-client-rules.ts';
import { signingClientActs, whyNotAddSigningClient } from './signing-client-rules.ts';

const statusOf = (uri: string) => whyNotRedirectUri(uri)?.status ?? null;

describe('redirect addresses', () => {
  test.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com:8443/callback?tenant=1',
    'https://xn--80ak6aa92e.com/cb',
    'https://192.0.2.7/cb',
    'https://[2001:db8::1]:8443/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
    'https://app.example.com/a%2Fb',
  ])('%s is one', (uri) => expect(statusOf(uri)).toBeNull());

  test.each([
    ['', 'REDIRECT_URI_FORM'],
    ['/callback', 'REDIRECT_URI_FORM'],
    ['app.example.com/callback', 'REDIRECT_URI_FORM'],
    ['https:app.example.com', 'REDIRECT_URI_FORM'],
    ['https:///callback', 'REDIRECT_URI_FORM'],
    ['javascript:alert(1)', 'REDIRECT_URI_FORM'],
    ['com.example.app:/callback', 'REDIRECT_URI_FORM'],
    ['HTTPS://app.example.com/', 'REDIRECT_URI_FORM'],
    ['https://app.example.com/callback#token', 'REDIRECT_URI_FRAGMENT'],
    ['https://app.example.com/callback#', 'REDIRECT_URI_FRAGMENT'],
    ['https://trusted.example@evil.example/cb', 'REDIRECT_URI_USER'],
    ['https://user:password@app.example.com/cb', 'REDIRECT_URI_USER'],
    ['https://*.example.com/cb', 'REDIRECT_URI_PLACEHOLDER'],
    ['https://app.example.com/*', 'REDIRECT_URI_PLACEHOLDER'],
    ['http://app.example.com/cb', 'REDIRECT_URI_HTTPS'],
    ['http://127.0.0.2/cb', 'REDIRECT_URI_HTTPS'],
    ['http://localhost.evil.example/cb', 'REDIRECT_URI_HTTPS'],
    // Cyrillic letters that look like Latin ones, and other letters that browsers make ASCII of.
    ['https://аpple.com/cb', 'REDIRECT_URI_LETTERS'],
    ['https://example。com/cb', 'REDIRECT_URI_LETTERS'],
    ['https://app.example.com/c b', 'REDIRECT_URI_LETTERS'],
    ['https://app.example.com/\ncb', 'REDIRECT_URI_LETTERS'],
    ['https://App.example.com/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com:443/cb', 'REDIRECT_URI_SPELLING'],
    ['http://localhost:80/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com:99999/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com:/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com./cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com/a/../cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com/a/%2E%2e/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com\\@evil.example/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com?x=1', 'REDIRECT_URI_SPELLING'],
    ['https://0x7f.1/cb', 'REDIRECT_URI_SPELLING'],
    ['https://2130706433/cb', 'REDIRECT_URI_SPELLING'],
    ['https://%65xample.com/cb', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com/<cb>', 'REDIRECT_URI_SPELLING'],
    ['https://app.example.com/%zz', 'REDIRECT_URI_SPELLING'],
    [`https://app.example.com/${'a'.repeat(2048)}`, 'MAX_LENGTH'],
  ])('%s is refused with %s', (uri, status) => expect(statusOf(uri)).toBe(status));

  test('what is taken is what browsers send', () => {
    for (const uri of ['https://app.example.com/callback', 'https://[2001:db8::1]:8443/cb', 'http://localhost:3000/cb'])
      expect(new URL(uri).href).toBe(uri);
  });

  test('at most ten', () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => `https://app.example.com/${at}`);
    expect(whyNotRedirectUris(some(10))).toBeNull();
    expect(whyNotRedirectUris(some(11))).toEqual({ status: 'TOO_MANY_REDIRECT_URIS', params: { max: 10 } });
  });
});

describe('keys of a client that signs', () => {
  const set = (...keys: object[]) => JSON.stringify({ keys });
  const ec = { kty: 'EC', crv: 'P-256', x: 'abc', y: 'abc' };
  test.each([
    [set(ec), null],
    [set({ kty: 'OKP', crv: 'Ed25519', x: 'abc', use: 'sig' }), null],
    [set({ kty: 'RSA', n: 'a'.repeat(342), e: 'AQAB' }), null],
    [set({ kty: 'RSA', n: 'a'.repeat(171), e: 'AQAB' }), 'INVALID_JWKS'],
    [set({ ...ec, d: 'secret' }), 'JWKS_PRIVATE'],
    [set(ec, { kty: 'oct', k: 'c2VjcmV0' }), 'JWKS_PRIVATE'],
    [set({ ...ec, use: 'enc' }), 'INVALID_JWKS'],
    [set({ ...ec, crv: 'secp256k1' }), 'INVALID_JWKS'],
    [set(), 'INVALID_JWKS'],
    [set(...Array.from({ length: 11 }, () => ec)), 'INVALID_JWKS'],
    [JSON.stringify(ec), 'INVALID_JWKS'],
    ['{"keys": [1]}', 'INVALID_JWKS'],
    ['null', 'INVALID_JWKS'],
    ['not json', 'INVALID_JWKS'],
    [' '.repeat(16_385), 'MAX_LENGTH'],
  ])('%s', (text, status) => expect(whyNotJwks(text)?.status ?? null).toBe(status));

  test.each([
    ['https://app.example.com/jwks', null],
    ['http://localhost/jwks', 'INVALID_JWKS_URI'],
    ['https://user@app.example.com/jwks', 'INVALID_JWKS_URI'],
    ['', 'INVALID_JWKS_URI'],
  ])('their address: %s', (text, status) => expect(whyNotJwksUri(text)?.status ?? null).toBe(status));
});

describe('what goes together', () => {
  const client: ClientValues = {
    authentication: 'client_secret',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scopes: [],
    jwks: null,
    jwks_uri: null,
  };
  const wrong = (values: Partial<ClientValues>) =>
    Object.entries(whyNotClientValues({ ...client, ...values })).flatMap(([field, reason]) =>
      reason ? [`${field} ${reason.status}`] : [],
    );
  test.each<[Partial<ClientValues>, string[]]>([
    [{}, []],
    [{ grant_types: [] }, ['grant_types NOTHING_CHOSEN']],
    [{ authentication: 'none' }, ['grant_types OAUTH_PUBLIC_CLIENT_ALONE']],
    [{ grant_types: ['authorization_code'] }, ['redirect_uris REQUIRED']],
    [{ grant_types: ['client_credentials', 'refresh_token'] }, ['grant_types OAUTH_REFRESH_WITHOUT_CODE']],
    [{ scopes: ['openid'] }, ['scopes OAUTH_SCOPE_WITHOUT_PERSON']],
    [{ authentication: 'private_key_jwt' }, ['jwks JWKS_NEEDED']],
    [{ authentication: 'private_key_jwt', jwks: '{}', jwks_uri: 'https://a.example' }, ['jwks JWKS_TWICE']],
    [{ jwks: '{}' }, ['jwks JWKS_UNUSED']],
    [{ jwks_uri: 'https://a.example' }, ['jwks_uri JWKS_UNUSED']],
    [
      {
        authentication: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['https://a.example'],
        scopes: ['openid'],
      },
      [],
    ],
  ])('%j', (values, reasons) => expect(wrong(values)).toEqual(reasons));
});

describe('who may give and do what', () => {
  const viewer = (...permissions: Permission[]) => ({ scope: 'system' as const, permissions: new Set(permissions) });
  const client: RuleClient = {
    status: 'ENABLED',
    dtaClient: false,
    authentication: 'client_secret',
    scopes: ['openid', 'view_audit_log'],
  };

  test('a scope that the people of an account can’t hold, or the viewer does not, is not given', () => {
    const all = viewer('view_audit_log', 'manage_system_settings', 'manage_partner_user');
    expect(whyNotGrantScope(all, 'account', 'view_audit_log')).toBeNull();
    expect(whyNotGrantScope(all, 'account', 'openid')).toBeNull();
    expect(whyNotGrantScope(all, 'account', 'manage_partner_user')?.status).toBe('OAUTH_SCOPE_BEYOND_ACCOUNT');
    expect(whyNotGrantScope(all, 'partner', 'manage_partner_user')).toBeNull();
    expect(whyNotGrantScope(all, 'partner', 'manage_system_settings')?.status).toBe('OAUTH_SCOPE_BEYOND_ACCOUNT');
    expect(whyNotGrantScope(all, 'system', 'manage_system_settings')).toBeNull();
    expect(whyNotGrantScope(viewer(), 'system', 'view_audit_log')?.status).toBe('ABOVE_OWN_RIGHTS');
    expect(scopeOfAccount({ system_account: true, type: 'standard' })).toBe('system');
    expect(scopeOfAccount({ system_account: false, type: 'partner' })).toBe('partner');
    expect(scopeOfAccount({ system_account: false, type: 'standard' })).toBe('account');
  });

  test('whoever lacks a right of the client takes it away, and never comes by it', () => {
    const manager = viewer('manage_account');
    expect(whyNotEditOauthClient(manager, client)?.status).toBe('ABOVE_OWN_RIGHTS');
    expect(whyNotRegenerateSecret(manager, client)?.status).toBe('ABOVE_OWN_RIGHTS');
    expect(whyNotSwitchOauthClient(manager, client, true)?.status).toBe('ABOVE_OWN_RIGHTS');
    expect(whyNotSwitchOauthClient(manager, client, false)).toBeNull();
    const peer = viewer('manage_account', 'view_audit_log');
    expect(whyNotEditOauthClient(peer, client)).toBeNull();
    expect(whyNotRegenerateSecret(peer, client)).toBeNull();
    expect(whyNotRegenerateSecret(peer, { ...client, status: 'DISABLED' })).toBeNull();
    expect(whyNotEditOauthClient(peer, { ...client, status: 'DISABLED' })?.status).toBe('OAUTH_CLIENT_DISABLED');
    expect(whyNotRegenerateSecret(peer, { ...client, authentication: 'none' })?.status).toBe(
      'OAUTH_CLIENT_WITHOUT_SECRET',
    );
    expect(whyNotSwitchOauthClient(viewer(), client, false)?.status).toBe('FORBIDDEN');
  });

  test('[A-185 A-186 A-187] the menu of a card follows the status; a device’s own is switched alone', () => {
    expect(oauthClientActs({ status: 'ENABLED', dtaClient: false })).toEqual(['update', 'disable', 'delete']);
    expect(oauthClientActs({ status: 'DISABLED', dtaClient: false })).toEqual(['enable', 'delete']);
    expect(oauthClientActs({ status: 'ENABLED', dtaClient: true })).toEqual(['disable']);
    expect(oauthClientActs({ status: 'DISABLED', dtaClient: true })).toEqual(['enable']);
  });

  test('[A-203 A-204] signing clients: menu, and why none can be added', () => {
    expect(signingClientActs({ status: 'ENABLED' })).toEqual(['update', 'disable', 'delete']);
    expect(signingClientActs({ status: 'DISABLED' })).toEqual(['enable', 'delete']);
    expect(whyNotAddSigningClient([])?.status).toBe('NO_SIGNING_PROVIDER');
    expect(whyNotAddSigningClient([{}])).toBeNull();
  });
});
