/** Providers that take messages in posted forms alone (HTTP-POST): signing in, proving, trying, and both ways out. */
import { getVerifiedXml, parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onePlatform } from '../../testing/one-platform.ts';
import type { TestApp } from '../../testing/app.ts';
import { entityDescriptor, placeProvider } from '../../testing/saml-metadata.ts';
import {
  assertion,
  logoutRequest,
  postedBy,
  response,
  samlKeys,
  signed,
  type SamlKeys,
} from '../../testing/saml-provider.ts';
import { events, expectRefusal, LOGOUT, newState, verifyName, whoAmI } from '../../testing/sign-in.ts';
import { pemOf } from '../../x509/pem.ts';

const SSO = 'https://idp.nordmark.example/sso?tenant=1&x="><script>';
const SLO = 'https://idp.nordmark.example/slo';
/** As it stands in metadata. */
const escaped = (address: string): string =>
  address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
let app: TestApp;
onePlatform((given) => (app = given));
let keys: SamlKeys;
beforeAll(() => {
  keys = samlKeys();
});
const account = (): string => app.accountIds.get('nordmark-lb') ?? '';
const own = (path: string): string => `http://localhost:8080/imauth/api/v1/${path}/${account()}`;
const metadata = (): string =>
  entityDescriptor({
    certificates: [keys.certificate],
    signOnAddress: escaped(SSO),
    logoutAddress: SLO,
    binding: 'HTTP-POST',
  });
beforeEach(async () => {
  await placeProvider(app, account(), metadata(), [keys.certificate]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', account()).execute();
});

const get = (address: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(address, app.runtime.publicUrl);
  return app.request('GET', pathname + search, undefined, headers);
};
const browse = (address: string, headers: Record<string, string> = {}) =>
  get(address, { accept: 'text/html', ...headers });
const FORM = /^http:\/\/localhost:8080\/imauth\/api\/v1\/form\/saml\/[\w-]{43}$/;

const idOf = (xml: string): string => / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
/** What the page of an address posts, once our signature over all of it is good. */
async function posted(address: string) {
  expect(address).toMatch(FORM);
  const { status, body, headers } = await browse(address);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const form = postedBy(String(body));
  const key = await app.db.selectFrom('saml_key').select('certificate').executeTakeFirstOrThrow();
  const document = await parseDomFromString(form.xml);
  const verified = getVerifiedXml(form.xml, document.documentElement, [pemOf('CERTIFICATE', key.certificate)]);
  expect(verified).toContain(` ID="${idOf(form.xml)}"`);
  return { ...form, page: String(body), policy: String(headers['content-security-policy']) };
}
/** Where the sign-in page leads a browser. */
async function leave() {
  const { body } = await verifyName(app, 'cleo', newState());
  const { status, headers } = await browse(body.saml_url);
  expect(status).toBe(303);
  return String(headers['location']);
}
const send = (to: string, as: 'SAMLRequest' | 'SAMLResponse', xml: string, relayState = '') =>
  app.request(
    'POST',
    new URL(to).pathname,
    new URLSearchParams({ [as]: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.nordmark.example' },
  );
async function answer(request: string) {
  const acs = own('callback/saml');
  const told = { now: app.clock.now(), acs, audience: own('saml'), request, id: `_${request}` };
  return (await send(acs, 'SAMLResponse', response(told, signed(assertion(told), keys)))).body.return_url;
}
async function signIn(): Promise<{ access_token: string; refresh_token: string }> {
  const returnUrl = new URL(await answer(idOf((await posted(await leave())).xml)));
  return (await app.request('GET', `/imauth/api/v1/callback/oauth${returnUrl.search}`)).body;
}

describe('a provider that takes requests in forms alone', () => {
  test('is sent a signed request by a page that posts it, and its answer signs in', async () => {
    const { to, fields, xml } = await posted(await leave());
    expect(to).toBe(SSO);
    expect(Object.keys(fields)).toEqual(['SAMLRequest']);
    expect(xml).toContain(`Destination="${escaped(SSO).replaceAll('>', '&gt;')}"`);
    // Where the schema has it: the signature is the first thing behind the Issuer.
    expect(xml).toMatch(/<\/saml:Issuer><Signature .*<\/Signature><\/samlp:AuthnRequest>$/s);
    const { access_token } = await signIn();
    expect(await whoAmI(app, access_token)).toBe(200);
  });

  test('is posted to under a policy that lets one script run, and forms go where the provider leads on', async () => {
    const { page, policy } = await posted(await leave());
    expect(page).not.toContain('"><script>');
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+'; style-src 'self' 'sha256-[^' ]+';/);
    expect(policy).toContain("form-action 'self' https:;");
  });

  test.each([
    ['de-DE', 'Weiter zu idp.nordmark.example'],
    ['ja', 'idp.nordmark.exampleに移動します'],
  ])('the page speaks %s', async (language, title) => {
    const { body } = await browse(await leave(), { 'accept-language': language });
    expect(String(body)).toContain(`<h1>${title}</h1>`);
  });

  test('the page may be loaded again for five minutes, and no longer', async () => {
    const address = await leave();
    app.clock.pass(299);
    await posted(address);
    app.clock.pass(1);
    expectRefusal(await get(address), 410, 'STATE_EXPIRED');
    const { status, headers } = await browse(address);
    const page = 'http://localhost:8080/account/samlVerificationError/state_expired';
    expect([status, headers['location']]).toEqual([303, page]);
    expectRefusal(await get(`${address}x`), 410, 'STATE_EXPIRED');
  });

  test('asks again whoever proves who they are, and is tried before it is saved', async () => {
    const proof = { method: 'saml' };
    await app.db.updateTable('app_user').set({ saml_username: 'cleo' }).where('user_name', '=', 'cleo').execute();
    const { body } = await app.call('cleo', 'POST', '/account/ui-api/v1/session/proof/provider', proof);
    expect((await posted(body.url)).xml).toContain(' ForceAuthn="true"');
    await app.db.deleteFrom('saml_config').execute();
    const tried = { identity_provider_config: { metadata: { metadata: metadata() } } };
    const trial = await app.call('ada', 'POST', `/account/ui-api/v1/account/${account()}/sign-in-trial/saml`, tried);
    const form = postedBy(String((await browse(trial.body.url)).body));
    expect(form.to).toBe(SSO);
    expect(new URL(await answer(idOf(form.xml))).pathname).toBe('/account/callback/provider');
  });
});

describe('signing out with such a provider', () => {
  test('begun here tells it by a form, in which nobody reads the name meanwhile', async () => {
    const { access_token, refresh_token } = await signIn();
    const { body } = await app.request('POST', LOGOUT, { refresh_token });
    expect(await whoAmI(app, access_token)).toBe(401);
    const stored = await app.db.selectFrom('saml_form').selectAll().execute();
    expect(stored).not.toEqual([]);
    expect(stored.some(({ kept_sealed }) => kept_sealed.includes('SAMLRequest'))).toBe(false);
    const { to, fields, xml } = await posted(body.return_url);
    expect([to, Object.keys(fields)]).toEqual([SLO, ['SAMLRequest']]);
    expect(xml).toContain('>cleo</saml:NameID><samlp:SessionIndex>s1</samlp:SessionIndex></samlp:LogoutRequest>');
  });

  const request = (more: object = {}): string =>
    logoutRequest({ now: app.clock.now(), to: own('logout/saml'), ...more });
  const ofProvider = (xml: string, relayState?: string) => send(own('logout/saml'), 'SAMLRequest', xml, relayState);

  test('begun there is answered by a form, with the relay state as it came', async () => {
    const { access_token } = await signIn();
    const relayState = `r/1"><script>&amp;`;
    const { body } = await ofProvider(signed(request(), keys, 'LogoutRequest'), relayState);
    expect(await whoAmI(app, access_token)).toBe(401);
    const { to, fields, xml, page } = await posted(body.return_url);
    expect([to, fields['RelayState']]).toEqual([SLO, relayState]);
    expect(xml).toContain('InResponseTo="_l1"');
    expect(page.match(/<script>/g)).toHaveLength(1);
  });

  test.each([
    [
      'within one of somebody else',
      'SAML_NOT_SIGNED',
      () =>
        request({
          id: '_l2',
          extra: `<samlp:Extensions>${signed(request(), keys, 'LogoutRequest')}</samlp:Extensions>`,
        }),
    ],
    [
      'beside what was signed',
      'SAML_WRONG_SIGNATURE',
      () => {
        const good = signed(request({ name: 'carl' }), keys, 'LogoutRequest');
        const [signature = ''] = /<Signature.*<\/Signature>/s.exec(good) ?? [];
        const inner = good.replace(signature, '');
        const moved = signature.replace('</Signature>', `<Object>${inner}</Object></Signature>`);
        return request({ id: '_l2' }).replace('</saml:Issuer>', `</saml:Issuer>${moved}`);
      },
    ],
    [
      'for another service provider',
      'SAML_WRONG_DESTINATION',
      () => signed(request({ to: 'https://elsewhere.example' }), keys, 'LogoutRequest'),
    ],
  ])('begun there by a request %s ends nothing', async (_what, problem, make) => {
    const { access_token } = await signIn();
    expect((await ofProvider(make())).body.error?.status).toBe(problem);
    expect(await whoAmI(app, access_token)).toBe(200);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({ result: 'failure', message: problem });
  });

  test('begun there by a request that was used ends nothing more', async () => {
    const xml = signed(request(), keys, 'LogoutRequest');
    expect((await ofProvider(xml)).status).toBe(200);
    const { access_token } = await signIn();
    expect((await ofProvider(xml)).body.error.status).toBe('SAML_REPLAYED');
    expect(await whoAmI(app, access_token)).toBe(200);
  });
});
