/** Single logout: whoever signs out here does at the provider, and the other way round. */
import { createVerify, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../secrets.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { entityDescriptor, OWN_KEYS, placeProvider, signingCertificate } from '../../testing/saml-metadata.ts';
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
import { signerOfAddress } from './signed-request.ts';

const AT_PROVIDER = 'https://idp.nordmark.example/slo';
const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
let app: TestApp;
const { alone } = onePlatform((given) => (app = given), { lastMayGo: true });
let keys: SamlKeys;
let foreign: SamlKeys;
beforeAll(() => {
  [keys, foreign] = [samlKeys(), samlKeys('Calder')];
});
const account = (name = 'nordmark-lb'): string => app.accountIds.get(name) ?? '';
const own = (path: string, name?: string): string => `http://localhost:8080/imauth/api/v1/${path}/${account(name)}`;
const here = (): string => own('logout/saml');

async function provider(logout: string | undefined, by = keys, name = 'nordmark-lb', entityId = ENTITY): Promise<void> {
  const at = logout === undefined ? {} : { logoutAddress: logout };
  const metadata = entityDescriptor({ entityId, certificates: [by.certificate], ...at });
  await placeProvider(app, account(name), metadata, [by.certificate]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', account(name)).execute();
}
beforeEach(() => provider(AT_PROVIDER));

type Tokens = { access_token: string; refresh_token: string };
/** Cleo signs in by the provider, which calls its session so; null: it says nothing of one. */
async function signIn(index: string | null = 's1'): Promise<Tokens> {
  return (await redeem(await answeredBy(index))).body;
}
const redeem = (address: string) => app.request('GET', `/imauth/api/v1/callback/oauth${new URL(address).search}`);
/** Where the provider's answer leads, and the sign-in waits to be completed. */
async function answeredBy(index: string | null): Promise<string> {
  const { body } = await verifyName(app, 'cleo', newState());
  return answered(askedBy((await app.request('GET', body.saml_url)).body.return_url).id, index);
}
/** The ticket that the provider's word leads to where it sends cleo by itself. */
async function sentBy(index: string): Promise<string> {
  await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
  return new URL(await answered(null, index)).searchParams.get('ticket') ?? '';
}
const exchange = (ticket: string) => app.request('POST', '/imauth/api/v1/auto-login-for-idp-auth', { ticket });
async function answered(request: string | null, index: string | null): Promise<string> {
  const acs = own('callback/saml');
  const told = { now: app.clock.now(), acs, audience: own('saml'), request, id: `_${request ?? index}` };
  const said = assertion(told).replace(' SessionIndex="s1"', index === null ? '' : ` SessionIndex="${index}"`);
  const named = said.replace('<saml:NameID>', '<saml:NameID Format="urn:x:persistent" NameQualifier="n&amp;q">');
  const answer = await post(acs, 'SAMLResponse', response(told, signed(named, keys)));
  return answer.body.return_url;
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
const SIGNED_OUT = 'http://localhost:8080/imauth/api/v1/logout';
/** What the last event of a request says of it. */
const lastEvent = async () => (await events(app, 'LOGOUT')).at(-1);
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
  test('[S-132] ends the session, and leads to the provider with a signed request that names whom', async () => {
    const tokens = await signIn();
    const { status, body } = await signOut(tokens);
    expect([status, new URL(body.return_url).origin]).toEqual([200, new URL(AT_PROVIDER).origin]);
    const xml = messageIn(body.return_url, 'SAMLRequest');
    expect(xml).toContain(`Destination="${AT_PROVIDER}"`);
    expect(xml).toContain(' Format="urn:x:persistent" NameQualifier="n&amp;q">cleo</saml:NameID>');
    expect(xml).toContain('<samlp:SessionIndex>s1</samlp:SessionIndex>');
    const end = new Date(app.clock.now().getTime() + 5 * 60_000).toISOString().slice(0, 19);
    expect(xml).toContain(`NotOnOrAfter="${end}Z"`);
    // Whether the provider ever answers or not.
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expect(await lastEvent()).toMatchObject({ resource_type: 'SSO_SAML', resource_name: 'cleo' });
    const stored = await app.db
      .selectFrom('session')
      .select('saml_sealed')
      .where('saml_sealed', 'is not', null)
      .execute();
    expect(stored.map((one) => one.saml_sealed?.includes('cleo'))).toEqual([false]);
    // The second time there is nothing to end, and nobody to tell.
    expect((await signOut(tokens)).body.return_url).toBe(SIGNED_OUT);
  });

  test('leads to the sign-in page where the provider has no address for it', async () => {
    await app.db.deleteFrom('saml_config').execute();
    await provider(undefined);
    expect((await signOut(await signIn())).body.return_url).toBe(SIGNED_OUT);
  });

  test('tells the provider of a session that it began itself', async () => {
    const led = `http://localhost:8080${(await exchange(await sentBy('s4'))).body.return_url}`;
    const { body } = await signOut((await redeem(led)).body);
    expect(messageIn(body.return_url, 'SAMLRequest')).toContain('<samlp:SessionIndex>s4</samlp:SessionIndex>');
  });

  test('names no session of the provider where it has named none', async () => {
    const { body } = await signOut(await signIn(null));
    const xml = messageIn(body.return_url, 'SAMLRequest');
    expect([xml.includes('cleo</saml:NameID>'), xml.includes('SessionIndex')]).toEqual([true, false]);
  });

  test('tells another provider nothing that the account has had since, nor one of a deleted account', async () => {
    const [one, other] = [await signIn('s1'), await signIn('s2')];
    await app.db.deleteFrom('saml_config').execute();
    await provider(AT_PROVIDER, foreign, 'nordmark-lb', 'https://idp.next.example');
    expect((await signOut(one)).body.return_url).toBe(SIGNED_OUT);
    await app.db.deleteFrom('saml_config').execute();
    await provider(AT_PROVIDER);
    await app.db.updateTable('account').set({ deleted_at: app.clock.now() }).where('id', '=', account()).execute();
    expect((await signOut(other)).body.return_url).toBe(SIGNED_OUT);
    const { body } = await go(logoutAddress(request(), keys, here()));
    expect(body.error.status).toBe('SAML_NOT_SET_UP');
  });

  test.each(['javascript:alert(1)', 'https://somebody:secret@idp.nordmark.example/slo'])(
    'leads no browser to %s, where the metadata says so',
    async (address) => {
      const tokens = await signIn();
      await app.db.deleteFrom('saml_config').execute();
      await provider(address);
      expect((await signOut(tokens)).body.return_url).toBe(SIGNED_OUT);
    },
  );

  test('the answer of the provider leads to the sign-in page and changes nothing', async () => {
    const { body } = await post(here(), 'SAMLResponse', '<whatever/>');
    expect(body.return_url).toBe(SIGNED_OUT);
  });
});

describe('a request of the provider', () => {
  const inForm = (xml: string, by = keys) => post(here(), 'SAMLRequest', signed(xml, by, 'LogoutRequest'));
  const inAddress = (xml: string, by = keys) => go(logoutAddress(xml, by, here()));
  const posted = (fields: URLSearchParams) =>
    app.request('POST', new URL(here()).pathname, fields.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const CARRIED = [
    ['in an address', (xml: string) => go(logoutAddress(xml, keys, here()))],
    ['in a form', (xml: string) => post(here(), 'SAMLRequest', signed(xml, keys, 'LogoutRequest'))],
  ] as const;

  test.each(CARRIED)('[S-132] %s ends the session that it names, and is answered', async (_how, send) => {
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

  test('ends what the provider has not named a session of, and a sign-in that it has just answered', async () => {
    const tokens = await signIn(null);
    const [meant, other] = [await answeredBy('s2'), await answeredBy('s3')];
    await go(logoutAddress(request({ index: 's2' }), keys, here()));
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expect((await redeem(meant)).body.error.status).toBe('CODE_INVALID');
    expect((await redeem(other)).status).toBe(200);
    expect(await lastEvent()).toMatchObject({ after: { sessions_ended: 2 } });
  });

  test('ends a sign-in that it began, before its ticket is exchanged, after that, and as a session', async () => {
    const [waiting, exchanged, begun] = [await sentBy('s4'), await sentBy('s5'), await sentBy('s6')];
    const led = async (ticket: string) => `http://localhost:8080${(await exchange(ticket)).body.return_url}`;
    const [code, { body: tokens }] = [await led(exchanged), await redeem(await led(begun))];
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
    await go(logoutAddress(request(), keys, here()));
    expect((await exchange(waiting)).body.error.status).toBe('CODE_INVALID');
    expect((await redeem(code)).body.error.status).toBe('CODE_INVALID');
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expect(await lastEvent()).toMatchObject({ after: { sessions_ended: 3 } });
  });

  test(
    'ends one whose ticket is being exchanged at that moment',
    alone(async () => {
      await provider(AT_PROVIDER);
      const ticket = await sentBy('s4');
      const state = newState();
      // As the exchange does it: the ticket is spent, and a code goes on with what the provider has said.
      const exchanged = [
        sql`update user_code set used_at = ${app.clock.now()} where code_hash = ${hashSecret(ticket)}`,
        sql`insert into user_code (code_hash, user_id, purpose, state_hash, two_factors, provider, saml_sealed,
            saml_name_hash, created_at, expires_at)
          select ${hashSecret('the code')}, user_id, 'callback', ${hashSecret(state)}, true, provider, saml_sealed,
            saml_name_hash, created_at, expires_at
          from user_code where code_hash = ${hashSecret(ticket)}`,
      ];
      await meanwhile(app, exchanged, () => go(logoutAddress(request(), keys, here())));
      const late = await redeem(
        `http://localhost:8080/?${new URLSearchParams({ code: 'the code', state }).toString()}`,
      );
      expect(late.body.error?.status).toBe('CODE_INVALID');
    }),
  );

  test('leaves alone what has ended already, and is answered all the same', async () => {
    await signOut(await signIn('s1'));
    await signIn('s2');
    const end = app.db.updateTable('session').set({ expires_at: app.clock.now() });
    await end.where('ended_at', 'is', null).where('saml_sealed', 'is not', null).execute();
    expect((await go(logoutAddress(request(), keys, here()))).status).toBe(200);
    expect(await lastEvent()).toMatchObject({ result: 'success', resource_id: null, after: { sessions_ended: 0 } });
    const kept = app.db.selectFrom('session').select('ended_reason').where('saml_sealed', 'is not', null);
    const reasons = (await kept.execute()).map(({ ended_reason }) => ended_reason);
    expect(new Set(reasons)).toEqual(new Set(['logout', null]));
  });

  test('is answered where the metadata says, with the relay state as it came; nowhere without an address', async () => {
    const at = (more: string) => `${AT_PROVIDER}" ResponseLocation="${more}`;
    for (const [said, to] of [
      ['https://idp.nordmark.example/slo-answer?tenant=1', 'https://idp.nordmark.example/slo-answer'],
      ['javascript:alert(1)', AT_PROVIDER],
    ] as const) {
      await app.db.deleteFrom('saml_config').execute();
      await provider(at(said));
      const { body } = await inForm(request({ id: `_${said.length}` }), keys);
      const url = new URL(body.return_url);
      expect([url.origin + url.pathname, url.searchParams.get('tenant')]).toEqual([
        to,
        said.includes('?') ? '1' : null,
      ]);
    }
    const bare = new URLSearchParams({
      SAMLRequest: Buffer.from(signed(request(), keys, 'LogoutRequest')).toString('base64'),
    });
    const { body } = await posted(bare);
    expect(new URL(body.return_url).searchParams.has('RelayState')).toBe(false);
    await app.db.deleteFrom('saml_config').execute();
    await provider(undefined);
    expect((await inForm(request({ id: '_l9' }), keys)).body.return_url).toBe(SIGNED_OUT);
  });

  test('gives back no more of a relay state than is of use to anybody', async () => {
    const message = Buffer.from(signed(request(), keys, 'LogoutRequest')).toString('base64');
    const { body } = await posted(new URLSearchParams({ SAMLRequest: message, RelayState: 'x'.repeat(9000) }));
    expect(new URL(body.return_url).searchParams.get('RelayState')).toHaveLength(2048);
  });

  test('counts while clocks differ by a minute, and says by which certificate it was signed', async () => {
    for (const [id, made, until] of [
      ['_early', 60, 300],
      ['_late', -359, 9999],
    ] as const)
      expect((await inAddress(request({ id, made, until }))).status).toBe(200);
    const used = await app.db.selectFrom('saml_certificate').select('last_used_at').execute();
    expect(used).toEqual([{ last_used_at: app.clock.now() }]);
  });

  test('is read by an elliptic curve as well, its signature as JOSE writes it', async () => {
    const { keys: pair, ...certificate } = signingCertificate();
    await app.db.deleteFrom('saml_config').execute();
    await provider(AT_PROVIDER, { keys: pair, certificate: { keys: pair, ...certificate } });
    const query = new URLSearchParams({
      SAMLRequest: deflateRawSync(request()).toString('base64'),
      SigAlg: ECDSA,
    }).toString();
    const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = new URLSearchParams({ Signature: sign('sha256', Buffer.from(query), key).toString('base64') });
    expect((await go(`${here()}?${query}&${signature.toString()}`)).status).toBe(200);
  });

  test('in a browser leads to a page that says that somebody may be signed in still', async () => {
    const { pathname } = new URL(here());
    const url = `${pathname}?SAMLRequest=x`;
    const { statusCode, headers } = await app.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    const page = 'http://localhost:8080/account/samlVerificationError/logout_unreadable';
    expect([statusCode, headers['location']]).toEqual([303, page]);
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

  const INDEX = '<samlp:SessionIndex>s1</samlp:SessionIndex>';
  const retired = async (send: () => Promise<Answer>): Promise<Answer> => {
    await app.db.updateTable('saml_certificate').set({ state: 'retired' }).execute();
    return send();
  };
  test.each([
    ['unsigned in a form', 'SAML_NOT_SIGNED', () => post(here(), 'SAMLRequest', request())],
    [
      'unsigned in an address',
      'SAML_NOT_SIGNED',
      () => go(logoutAddress(request(), keys, here()).split('&Sig')[0] ?? ''),
    ],
    ['of a wrong key in a form', 'SAML_WRONG_SIGNATURE', () => inForm(request(), foreign)],
    ['of a wrong key in an address', 'SAML_WRONG_SIGNATURE', () => inAddress(request(), foreign)],
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
    [
      'by another kind of key than it says',
      'SAML_WRONG_SIGNATURE',
      () => {
        const message = deflateRawSync(request()).toString('base64');
        const query = new URLSearchParams({ SAMLRequest: message, SigAlg: ECDSA }).toString();
        const signature = sign('sha256', Buffer.from(query), keys.keys.privateKey).toString('base64');
        return go(`${here()}?${query}&${new URLSearchParams({ Signature: signature }).toString()}`);
      },
    ],
    ['by SHA-1', 'SAML_WEAK_ALGORITHM', () => go(logoutAddress(request(), keys, here(), { algorithm: 'sha1' }))],
    [
      'by SHA-1 in a form',
      'SAML_WEAK_ALGORITHM',
      () => post(here(), 'SAMLRequest', signed(request(), keys, 'LogoutRequest', 'sha1')),
    ],
    ['that has ended', 'SAML_EXPIRED', () => inAddress(request({ until: -61 }))],
    ['that is old', 'SAML_EXPIRED', () => inAddress(request({ made: -361, until: 9999 }))],
    ['from the future', 'SAML_NOT_YET_VALID', () => inForm(request({ made: 120, until: 200 }))],
    [
      'for somebody else',
      'SAML_WRONG_DESTINATION',
      () => inAddress(request({ to: own('logout/saml', 'calder-identity') })),
    ],
    ['of another issuer', 'SAML_WRONG_ISSUER', () => inAddress(request({ issuer: 'https://idp.calder.example' }))],
    ['for nobody', 'SAML_WRONG_DESTINATION', () => inForm(request().replace(/ Destination="[^"]*"/, ''))],
    ['of no issuer', 'SAML_WRONG_ISSUER', () => inAddress(request({ issuer: '' }))],
    ['without an ID', 'SAML_UNREADABLE', () => inAddress(request({ id: '' }))],
    ['of a long ID', 'SAML_UNREADABLE', () => inAddress(request({ id: `_${'x'.repeat(255)}` }))],
    ['without a time', 'SAML_UNREADABLE', () => inAddress(request().replace(/ IssueInstant="[^"]*"/, ''))],
    ['that ends as it comes', 'SAML_EXPIRED', () => inAddress(request({ made: -360, until: 9999 }))],
    ['just too early', 'SAML_NOT_YET_VALID', () => inAddress(request({ made: 61, until: 300 }))],
    ['of another kind', 'SAML_UNREADABLE', () => inAddress(request().replaceAll('LogoutRequest', 'AuthnRequest'))],
    ['of more sessions than there are', 'SAML_UNREADABLE', () => inAddress(request({ extra: INDEX.repeat(101) }))],
    ['with an ID twice', 'SAML_UNREADABLE', () => inForm(request({ extra: '<x ID="_l1"/>' }))],
    [
      'with a relay state that was not signed',
      'SAML_UNREADABLE',
      () => go(logoutAddress(request(), keys, here()).replace('RelayState', '%52elayState')),
    ],
    ['by a retired certificate in an address', 'SAML_CERTIFICATE_RETIRED', () => retired(() => inAddress(request()))],
    ['by a retired certificate in a form', 'SAML_CERTIFICATE_RETIRED', () => retired(() => inForm(request()))],
    ['with a document type', 'SAML_UNREADABLE', () => inAddress(`<!DOCTYPE x>${request()}`)],
    ['that is none', 'SAML_UNREADABLE', () => inAddress('<x/>')],
    ['that grows when it is inflated', 'SAML_UNREADABLE', () => inAddress(request({ extra: ' '.repeat(600_000) }))],
    ['of no name', 'SAML_NAME_MISSING', () => inAddress(request({ name: '<b/>' }))],
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
      after: { detail: expect.any(String) },
    });
  });

  test('names no session by a text with elements within', async () => {
    const tokens = await signIn();
    expect((await inAddress(request({ extra: INDEX.replace('s1', 's<i/>1') }))).status).toBe(200);
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
  });

  test('is inflated no further than a message is long', async () => {
    await inAddress(request({ extra: ' '.repeat(600_000) }));
    expect(await lastEvent()).toMatchObject({ after: { detail: 'the message is not deflated, or too large' } });
  });

  test('with a parameter twice is none: one could be signed and the other one read', async () => {
    const twice = await go(`${logoutAddress(request(), keys, here())}&SAMLRequest=x`);
    expect(twice.body.error.status).toBe('INVALID_INPUT');
    const search = `${new URL(logoutAddress(request(), keys, here())).search.slice(1)}&SAMLRequest=x`;
    expect(() => signerOfAddress(search, [], app.clock.now())).toThrow('SAML_UNREADABLE');
  });
});

test('our metadata names both addresses for logging out', async () => {
  const xml = (await app.app.inject({ method: 'GET', url: new URL(own('saml')).pathname })).body;
  for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
    expect(xml).toMatch(new RegExp(`SingleLogoutService Binding="[^"]*:${binding}"\\s+Location="${here()}"`));
});
