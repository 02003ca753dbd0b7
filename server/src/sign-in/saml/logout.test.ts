/** Single logout: whoever signs out here does at the provider, and the other way round. */
import { createVerify } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { entityDescriptor, OWN_KEYS, placeProvider } from '../../testing/saml-metadata.ts';
import {
  askedBy,
  assertion,
  ENTITY,
  logoutAddress,
  logoutRequest,
  response,
  samlKeys,
  signed,
  type LogoutTold,
  type SamlKeys,
} from '../../testing/saml-provider.ts';
import { events, LOGOUT, newState, verifyName, whoAmI } from '../../testing/sign-in.ts';

const AT_PROVIDER = 'https://idp.nordmark.example/slo';
let app: TestApp;
onePlatform((given) => (app = given), { lastMayGo: true });
let keys: SamlKeys;
let foreign: SamlKeys;
beforeAll(() => {
  [keys, foreign] = [samlKeys(), samlKeys('Calder')];
});
const account = (name = 'nordmark-lb'): string => app.accountIds.get(name) ?? '';
const own = (path: string, name?: string): string => `http://localhost:8080/imauth/api/v1/${path}/${account(name)}`;
const here = (): string => own('logout/saml');

async function provider(logout: string | undefined, by = keys, name = 'nordmark-lb', entityId = ENTITY): Promise<void> {
  const metadata = entityDescriptor({
    entityId,
    certificates: [by.certificate],
    ...(logout === undefined ? {} : { logoutAddress: logout }),
  });
  await placeProvider(app, account(name), metadata, [by.certificate]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', account(name)).execute();
}
beforeEach(() => provider(AT_PROVIDER));

type Tokens = { access_token: string; refresh_token: string };
/** Cleo signs in by the provider, which calls its session so. */
async function signIn(index = 's1'): Promise<Tokens> {
  const { body } = await verifyName(app, 'cleo', newState());
  const { id } = askedBy((await app.request('GET', body.saml_url)).body.return_url);
  const acs = own('callback/saml');
  const told = { now: app.clock.now(), acs, audience: own('saml'), request: id, id: `_${id}` };
  const said = assertion(told).replace('SessionIndex="s1"', `SessionIndex="${index}"`);
  const named = said.replace('<saml:NameID>', '<saml:NameID Format="urn:x:persistent" NameQualifier="n&amp;q">');
  const answer = await post(acs, 'SAMLResponse', response(told, signed(named, keys)));
  return (await app.request('GET', `/imauth/api/v1/callback/oauth${new URL(answer.body.return_url).search}`)).body;
}
const post = (to: string, as: 'SAMLRequest' | 'SAMLResponse', xml: string): Promise<Answer> =>
  app.request(
    'POST',
    new URL(to).pathname,
    new URLSearchParams({ [as]: Buffer.from(xml).toString('base64'), RelayState: 'r/1' }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.nordmark.example' },
  );
const request = (more: Partial<LogoutTold> = {}): string =>
  logoutRequest({ now: app.clock.now(), to: here(), ...more });
const go = (address: string): Promise<Answer> => {
  const { pathname, search } = new URL(address);
  return app.request('GET', pathname + search);
};
const signOut = ({ refresh_token }: Tokens) => app.request('POST', LOGOUT, { refresh_token });

/** What an address says that we have made: its message, once our signature over it is good. */
function messageIn(address: string, as: 'SAMLRequest' | 'SAMLResponse'): string {
  const url = new URL(address);
  const [over = '', signature = ''] = url.search.slice(1).split('&Signature=');
  const octets = Buffer.from(decodeURIComponent(signature), 'base64');
  expect(createVerify('sha256').update(over).verify(OWN_KEYS.publicKey, octets)).toBe(true);
  url.searchParams.set('SAMLRequest', url.searchParams.get(as) ?? '');
  return askedBy(url.href).xml;
}

describe('signing out here', () => {
  test('ends the session, and leads to the provider with a signed request that names what it has said', async () => {
    const tokens = await signIn();
    const { status, body } = await signOut(tokens);
    expect([status, new URL(body.return_url).origin]).toEqual([200, new URL(AT_PROVIDER).origin]);
    const xml = messageIn(body.return_url, 'SAMLRequest');
    expect(xml).toContain(`Destination="${AT_PROVIDER}"`);
    expect(xml).toContain(' Format="urn:x:persistent" NameQualifier="n&amp;q">cleo</saml:NameID>');
    expect(xml).toContain('<samlp:SessionIndex>s1</samlp:SessionIndex>');
    // Whether the provider ever answers or not.
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    const stored = await app.db
      .selectFrom('session')
      .select('saml_sealed')
      .where('saml_sealed', 'is not', null)
      .execute();
    expect(stored.map((one) => one.saml_sealed?.includes('cleo'))).toEqual([false]);
    // The second time there is nothing to end, and nobody to tell.
    expect((await signOut(tokens)).body.return_url).toBe('http://localhost:8080/imauth/api/v1/logout');
  });

  test('leads to the sign-in page where the provider has no address for it', async () => {
    await app.db.deleteFrom('saml_config').execute();
    await provider(undefined);
    expect((await signOut(await signIn())).body.return_url).toBe('http://localhost:8080/imauth/api/v1/logout');
  });

  test('the answer of the provider leads to the sign-in page and changes nothing', async () => {
    const { body } = await post(here(), 'SAMLResponse', '<whatever/>');
    expect(body.return_url).toBe('http://localhost:8080/imauth/api/v1/logout');
  });
});

describe('a request of the provider', () => {
  const CARRIED = [
    ['in an address', (xml: string) => go(logoutAddress(xml, keys, here()))],
    ['in a form', (xml: string) => post(here(), 'SAMLRequest', signed(xml, keys, 'LogoutRequest'))],
  ] as const;

  test.each(CARRIED)('%s ends the session that it names, and is answered', async (_how, send) => {
    const [one, other] = [await signIn('s1'), await signIn('s2')];
    const { status, body } = await send(request({ index: 's2' }));
    expect(status).toBe(200);
    const xml = messageIn(body.return_url, 'SAMLResponse');
    expect(xml).toContain('InResponseTo="_l1"');
    expect(xml).toContain('status:Success');
    expect(new URL(body.return_url).searchParams.get('RelayState')).toBe('r/1');
    expect([await whoAmI(app, one.access_token), await whoAmI(app, other.access_token)]).toEqual([200, 401]);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({
      resource_type: 'SSO_SAML',
      resource_name: 'cleo',
      account_id: account(),
      result: 'success',
      after: { sessions_ended: 1 },
    });
  });

  test('that names no session ends all of that name, and nobody else', async () => {
    const [one, other] = [await signIn('s1'), await signIn('s2')];
    await go(logoutAddress(request({ name: 'carl' }), keys, here()));
    expect(await whoAmI(app, one.access_token)).toBe(200);
    await go(logoutAddress(request({ id: '_l2' }), keys, here()));
    expect([await whoAmI(app, one.access_token), await whoAmI(app, other.access_token)]).toEqual([401, 401]);
  });

  test('is none for the sessions of another account, whoever signs it', async () => {
    const tokens = await signIn();
    await provider(AT_PROVIDER, foreign, 'calder-identity');
    const there = own('logout/saml', 'calder-identity');
    expect((await go(logoutAddress(request({ to: there }), foreign, there))).status).toBe(200);
    const crossed = await go(logoutAddress(request(), foreign, here()));
    expect(crossed.body.error.status).toBe('SAML_WRONG_SIGNATURE');
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
  });

  test('is spent by its first use', async () => {
    const address = logoutAddress(request(), keys, here());
    expect((await go(address)).status).toBe(200);
    expect((await go(address)).body.error.status).toBe('SAML_REPLAYED');
  });

  const form = (xml: string, by = keys) => post(here(), 'SAMLRequest', signed(xml, by, 'LogoutRequest'));
  const address = (xml: string, by = keys) => go(logoutAddress(xml, by, here()));
  test.each([
    ['unsigned in a form', 'SAML_NOT_SIGNED', () => post(here(), 'SAMLRequest', request())],
    [
      'unsigned in an address',
      'SAML_NOT_SIGNED',
      () => go(logoutAddress(request(), keys, here()).split('&Sig')[0] ?? ''),
    ],
    ['of a wrong key in a form', 'SAML_WRONG_SIGNATURE', () => form(request(), foreign)],
    ['of a wrong key in an address', 'SAML_WRONG_SIGNATURE', () => address(request(), foreign)],
    [
      'changed after it was signed',
      'SAML_WRONG_SIGNATURE',
      () =>
        post(here(), 'SAMLRequest', signed(request({ name: 'carl' }), keys, 'LogoutRequest').replace('carl', 'cleo')),
    ],
    [
      'with another relay state than was signed',
      'SAML_WRONG_SIGNATURE',
      () => go(logoutAddress(request(), keys, here()).replace('r%2f1', 'r%2f2')),
    ],
    ['by SHA-1', 'SAML_WEAK_ALGORITHM', () => go(logoutAddress(request(), keys, here(), { algorithm: 'sha1' }))],
    [
      'by SHA-1 in a form',
      'SAML_WEAK_ALGORITHM',
      () => post(here(), 'SAMLRequest', signed(request(), keys, 'LogoutRequest', 'sha1')),
    ],
    ['that has ended', 'SAML_EXPIRED', () => address(request({ until: -61 }))],
    ['that is old', 'SAML_EXPIRED', () => address(request({ made: -361, until: 9999 }))],
    ['from the future', 'SAML_NOT_YET_VALID', () => form(request({ made: 120, until: 200 }))],
    [
      'for somebody else',
      'SAML_WRONG_DESTINATION',
      () => address(request({ to: own('logout/saml', 'calder-identity') })),
    ],
    ['of another issuer', 'SAML_WRONG_ISSUER', () => address(request({ issuer: 'https://idp.calder.example' }))],
    ['with a document type', 'SAML_UNREADABLE', () => address(`<!DOCTYPE x>${request()}`)],
    ['that is none', 'SAML_UNREADABLE', () => address('<x/>')],
    ['that grows when it is inflated', 'SAML_UNREADABLE', () => address(request({ extra: ' '.repeat(600_000) }))],
    ['of no name', 'SAML_NAME_MISSING', () => address(request({ name: '<b/>' }))],
    ['with nothing in it', 'SAML_UNREADABLE', () => go(`${here()}?RelayState=x`)],
  ])('%s ends nothing, and the log says why', async (_what, problem, send) => {
    const tokens = await signIn();
    expect((await send()).body.error?.status).toBe(problem);
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({
      resource_type: 'SSO_SAML',
      result: 'failure',
      message: problem,
      account_id: account(),
    });
  });

  test('with a parameter twice is none: one could be signed and the other one read', async () => {
    const twice = await go(`${logoutAddress(request(), keys, here())}&SAMLRequest=x`);
    expect(twice.body.error.status).toBe('INVALID_INPUT');
  });
});

test('our metadata names both addresses for logging out', async () => {
  const xml = (await app.app.inject({ method: 'GET', url: new URL(own('saml')).pathname })).body;
  for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
    expect(xml).toMatch(new RegExp(`SingleLogoutService Binding="[^"]*:${binding}"\\s+Location="${here()}"`));
});
