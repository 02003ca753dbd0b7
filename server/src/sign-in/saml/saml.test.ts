/** Signing in by a SAML identity provider, and every answer that must not sign anybody in. */
import { createVerify } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { EVALUATION_KEY } from '../../license/evaluation-key.ts';
import { everyFeature } from '../../license/features.ts';
import { issueLicense, issuerKey } from '../../license/issue.ts';
import { installLicense } from '../../license/license-store.ts';
import { ADMINISTRATORS } from '../../testing/administrators.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { entityDescriptor, OWN_KEYS, placeProvider, samlSave } from '../../testing/saml-metadata.ts';
import { callbackUrl } from '../callback.ts';
import {
  askedBy,
  assertion,
  encrypted,
  metadataOf,
  response,
  samlKeys,
  signed,
  type SamlKeys,
  type Told,
} from '../../testing/saml-provider.ts';
import { pemOf } from '../../x509/pem.ts';
import { as, events, expectRefusal, newState, verifyName, whoAmI } from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((given) => (app = given), { lastMayGo: true });
let [current, next, retired, foreign]: SamlKeys[] = [];
beforeAll(() => {
  [current, next, retired, foreign] = [samlKeys(), samlKeys('Next'), samlKeys('Retired'), samlKeys('Calder')];
});
const must = (keys: SamlKeys | undefined): SamlKeys => {
  if (!keys) throw new Error('Keys are made before the tests.');
  return keys;
};
const account = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const ACS = 'http://localhost:8080/imauth/api/v1/callback/saml/';
const acs = (): string => `${ACS}${account('nordmark-lb')}`;

async function allow(id: string, ...keys: SamlKeys[]): Promise<void> {
  const certificates = keys.map(({ certificate }) => certificate);
  await placeProvider(app, id, metadataOf(...keys), certificates);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', id).execute();
}
beforeEach(async () => {
  await allow(account('nordmark-lb'), must(current), must(next), must(retired));
  for (const [keys, state] of [
    [next, 'next'],
    [retired, 'retired'],
  ] as const) {
    const print = must(keys).certificate.read.fingerprints.sha256;
    await app.db.updateTable('saml_certificate').set({ state }).where('thumb_print', '=', print).execute();
  }
});

/** By the user name to the provider: what it is asked, and the state of the tab. */
async function leave(name = 'cleo') {
  const state = newState();
  const { body } = await verifyName(app, name, state);
  const { status, body: led } = await app.request('GET', body.saml_url);
  expect(status).toBe(200);
  return { state, ...askedBy(led.return_url) };
}
type Lies = Partial<Told>;
const told = (request: string | null, lies: Lies = {}): Told => ({
  now: app.clock.now(),
  acs: acs(),
  audience: `http://localhost:8080/imauth/api/v1/saml/${account('nordmark-lb')}`,
  request,
  ...lies,
});
const post = (xml: string | Buffer, to = acs(), headers: Record<string, string> = {}): Promise<Answer> =>
  app.request(
    'POST',
    new URL(to).pathname,
    new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: '' }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.nordmark.example', ...headers },
  );
const good = (request: string | null, lies: Lies = {}, keys = must(current)): string => {
  const all = told(request, lies);
  return response(all, signed(assertion(all), keys));
};
const exchange = (ticket: string | null) => app.request('POST', '/imauth/api/v1/auto-login-for-idp-auth', { ticket });
const redeem = (returnUrl: string) => app.request('GET', `/imauth/api/v1/callback/oauth${new URL(returnUrl).search}`);
async function expectFailure(answer: Answer, problem: string) {
  expect([answer.body.error?.status, answer.body.return_url]).toEqual([problem, undefined]);
  expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
    resource_type: 'SSO_SAML',
    message: problem,
    account_id: account('nordmark-lb'),
  });
}

describe('[S-132] signing in by the SAML provider of the account', () => {
  test('[S-023] leads there with a signed request, and back to the tab that began', async () => {
    const { id, xml, url, state } = await leave();
    // Whoever is only on the way has not signed in.
    expect((await events(app, 'LOGIN')).filter((one) => one.resource_type === 'SSO_SAML')).toEqual([]);
    expect(xml).toContain(`AssertionConsumerServiceURL="${acs()}"`);
    const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
    const over = url.search.slice(1).split('&Signature=')[0] ?? '';
    expect(createVerify('sha256').update(over).verify(OWN_KEYS.publicKey, signature)).toBe(true);
    const { status, body } = await post(good(id));
    expect([status, new URL(body.return_url).searchParams.get('state')]).toEqual([200, state]);
    const { body: tokens } = await redeem(body.return_url);
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
    expect((await app.call('cleo', 'GET', '/account/api/v1/user/me')).body.saml_username).toBe('cleo');
  });

  test.each([
    ['the answer', (t: Told) => signed(response(t, assertion(t)), must(current), 'Response')],
    ['both', (t: Told) => signed(response(t, signed(assertion(t), must(current))), must(current), 'Response')],
    ['the assertion by SHA-512', (t: Told) => response(t, signed(assertion(t), must(current), 'Assertion', 'sha512'))],
  ])('%s may be signed', async (_what, make) => {
    const { id } = await leave();
    expect((await post(make(told(id)))).status).toBe(200);
  });

  test('a name that is another one at each sign-in lets nobody in, and is not kept; one that stays does', async () => {
    const { id } = await leave();
    await expectFailure(await post(good(id, { format: 'transient', name: '_f00' })), 'SAML_NAME_MISSING');
    await expectFailure(await post(good((await leave()).id, { format: 'transient' })), 'SAML_NAME_MISSING');
    const named = app.db.selectFrom('app_user').select('saml_username').where('user_name', '=', 'cleo');
    expect(await named.executeTakeFirst()).toEqual({ saml_username: null });
    expect((await post(good((await leave()).id, { format: 'persistent', id: '_a2' }))).status).toBe(200);
    expect(await named.executeTakeFirst()).toEqual({ saml_username: 'cleo' });
  });

  test('an answer is spent also where its person is refused, of whom nothing is written', async () => {
    const person = app.db.updateTable('app_user').where('user_name', '=', 'cleo');
    const { id } = await leave();
    await person.set({ active: false }).execute();
    const refused = await post(good(id));
    expect([refused.status, refused.body.error.status]).toEqual([403, 'USER_DISABLED']);
    const named = app.db.selectFrom('app_user').select('saml_username').where('user_name', '=', 'cleo');
    expect(await named.executeTakeFirst()).toEqual({ saml_username: null });
    await person.set({ active: true }).execute();
    await expectFailure(await post(good(id)), 'SAML_WRONG_REQUEST');
  });

  test('a change-over refuses nobody: current and next sign people in, and it is seen which is used', async () => {
    for (const keys of [must(current), must(next)]) {
      const { id } = await leave();
      expect((await post(good(id, { id: `_${id}` }, keys))).status).toBe(200);
    }
    const used = await app.db
      .selectFrom('saml_certificate')
      .select('state')
      .where('last_used_at', 'is not', null)
      .execute();
    expect(new Set(used.map(({ state }) => state))).toEqual(new Set(['current', 'next']));
    const { id } = await leave();
    await expectFailure(await post(good(id, {}, must(retired))), 'SAML_CERTIFICATE_RETIRED');
  });

  test('a certificate that is taken off the list signs nobody in', async () => {
    const id = account('nordmark-lb');
    const body = samlSave(id, metadataOf(must(current), must(next), must(retired)), { edit: true });
    const listed = [{ certificate: pemOf('CERTIFICATE', must(next).certificate.der) }];
    const provider = { ...body.identity_provider_config, certificates: listed };
    const path = '/account/ui-api/v1/federation/config';
    const saved = await app.call('cleo', 'POST', path, { ...body, identity_provider_config: provider });
    expect(saved.status).toBe(200);
    await expectFailure(await post(good((await leave()).id)), 'SAML_CERTIFICATE_RETIRED');
  });

  test.each(['the assertion', 'the answer'])('an encrypted assertion is opened; signed is %s', async (which) => {
    const { id } = await leave();
    const own = await app.db.selectFrom('saml_key').select('certificate').executeTakeFirstOrThrow();
    const all = told(id);
    const answer =
      which === 'the assertion'
        ? response(all, encrypted(signed(assertion(all), must(current)), own.certificate))
        : signed(response(all, encrypted(assertion(all), own.certificate)), must(current), 'Response');
    expect((await post(answer)).status).toBe(200);
  });

  test('what is encrypted to a key that is next or retired is opened; the current one signs', async () => {
    const other = must(foreign);
    const id = newId();
    const sealed = app.runtime.seal.seal(
      other.keys.privateKey.export({ format: 'der', type: 'pkcs8' }),
      `saml-key:${id}`,
    );
    const own = await app.db.selectFrom('saml_key').selectAll().executeTakeFirstOrThrow();
    const key = { ...own, id, certificate: Buffer.from(other.certificate.der), key_sealed: sealed };
    for (const state of ['next', 'retired'] as const) {
      await app.db.deleteFrom('saml_key').where('id', '=', id).execute();
      await app.db
        .insertInto('saml_key')
        .values({ ...key, state })
        .execute();
      const { id: request, url } = await leave();
      const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64');
      const over = url.search.slice(1).split('&Signature=')[0] ?? '';
      expect(createVerify('sha256').update(over).verify(OWN_KEYS.publicKey, signature)).toBe(true);
      const all = told(request, { id: `_${state}` });
      const answer = response(all, encrypted(signed(assertion(all), must(current)), other.certificate.der));
      expect((await post(answer)).status).toBe(200);
    }
  });

  test('who has a mail address here is known by it, and from then on by the name', async () => {
    const first = await leave();
    const mail = { attributes: { mail: 'cleo@nordmark-lb.example' } };
    expect((await post(good(first.id, { name: 'n-17', ...mail }))).status).toBe(200);
    const again = await leave();
    expect((await post(good(again.id, { name: 'n-17', id: '_a2' }))).status).toBe(200);
    const other = await leave();
    await expectFailure(await post(good(other.id, { name: 'n-18', id: '_a3', ...mail })), 'SAML_NOBODY');
  });

  test('whom the provider calls otherwise by now comes in once an administrator forgets the name', async () => {
    const mail = { attributes: { mail: 'cleo@nordmark-lb.example' } };
    const comes = async (name: string) => {
      const { id } = await leave();
      return post(good(id, { id: `_${id}`, name, ...mail }));
    };
    const { return_url: begun } = (await comes('cleo.marchetti@nordmark.example')).body;
    await expectFailure(await comes('cleo.berg@nordmark.example'), 'SAML_NOBODY');
    const id = app.userIds.get('cleo') ?? '';
    expect((await app.call('ada', 'DELETE', `${ADMINISTRATORS}/${id}/provider-name`)).status).toBe(204);
    // What was answered by the name before is completed by nobody.
    expectRefusal(await redeem(begun), 410, 'CODE_INVALID');
    expect((await comes('cleo.berg@nordmark.example')).status).toBe(200);
    await expectFailure(await comes('cleo.marchetti@nordmark.example'), 'SAML_NOBODY');
  });

  test('people of another account are nobody, whatever the provider says', async () => {
    for (const lies of [
      { name: 'carl' },
      { name: 'x', attributes: { mail: 'carl@calder.example' } },
      { name: 'ada' },
    ]) {
      const { id } = await leave();
      await expectFailure(await post(good(id, { id: `_${id}`, ...lies })), 'SAML_NOBODY');
    }
  });

  test('who comes from another account is known by nothing that its provider called them', async () => {
    const orsini = { primary_account_id: account('orsini-custody'), access_scope: 'account' };
    const lena = { first_name: 'Lena', last_name: 'Falk', user_name: 'lena', email: 'lena@nordmark-lb.example' };
    const reach = { phone: '', locale: 'de_DE' };
    const { id } = (await app.call('ada', 'POST', ADMINISTRATORS, { ...lena, ...reach, ...orsini })).body;
    const named = { saml_username: 'E1001', oidc_username: '00u-lena', verified_at: app.clock.now() };
    await app.db.updateTable('app_user').set(named).where('id', '=', id).execute();
    const place = { db: app.db, now: app.clock.now() };
    const begunThere = await callbackUrl(place, id, { proofs: ['provider'], provider: 'saml' });
    const moved = { ...lena, ...reach, primary_account_id: account('nordmark-lb'), account_ids: [] };
    expect((await app.call('ada', 'PUT', `${ADMINISTRATORS}/${id}`, moved)).status).toBe(200);
    expectRefusal(await redeem(`http://localhost:8080${begunThere}`), 410, 'CODE_INVALID');
    const whoComes = async (lies: Lies) => {
      const begun = await leave();
      const { body } = await post(good(begun.id, { id: `_${begun.id}`, ...lies }));
      await redeem(body.return_url);
      return (await events(app, 'LOGIN')).at(-1)?.actor_name;
    };
    // The provider here calls somebody else so.
    const mail = { attributes: { mail: 'cleo@nordmark-lb.example' } };
    expect(await whoComes({ name: 'E1001', ...mail })).toBe('Cleo Marchetti');
    expect(await whoComes({ name: 'E2002', attributes: { mail: lena.email } })).toBe('Lena Falk');
    const names = app.db.selectFrom('app_user').select(['saml_username', 'oidc_username']).where('id', '=', id);
    expect(await names.executeTakeFirst()).toEqual({ saml_username: 'E2002', oidc_username: null });
  });

  describe('somebody new', () => {
    const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
    const nils = { email: 'nils@nordmark-lb.example', firstName: 'Nils', lastName: 'Ek' };
    beforeEach(async () => {
      const id = account('nordmark-lb');
      const now = app.clock.now();
      const proved = { verified_at: now, verified_by: 'dns' as const };
      const domain = { account_id: id, name: 'nordmark-lb.example', proof: 'x', created_at: now, ...proved };
      await app.db.insertInto('account_email_domain').values(domain).execute();
      await app.db.updateTable('account').set({ allow_user_creation_via_sso: true }).where('id', '=', id).execute();
    });
    const brought = async (attributes: Record<string, string>, name = 'n-1'): Promise<Answer> => {
      const { id } = await leave();
      return post(good(id, { id: `_${id}`, name, attributes }));
    };
    const made = () =>
      app.db
        .selectFrom('app_user')
        .select(['user_name', 'first_name', 'last_name', 'access_scope', 'saml_username'])
        .where('saml_username', 'like', 'n-%')
        .execute();

    test.each([
      ['Okta and Google', nils],
      ['Keycloak', { email: nils.email, givenName: 'Nils', surname: 'Ek' }],
      [
        'Entra ID and ADFS',
        { [`${CLAIMS}/emailaddress`]: nils.email, [`${CLAIMS}/givenname`]: 'Nils', [`${CLAIMS}/surname`]: 'Ek' },
      ],
      [
        'Shibboleth',
        { 'urn:oid:0.9.2342.19200300.100.1.3': nils.email, 'urn:oid:2.5.4.42': 'Nils', 'urn:oid:2.5.4.4': 'Ek' },
      ],
    ])('is made a user of the account by the names of %s, and signed in', async (_who, attributes) => {
      const { status, body } = await brought(attributes);
      expect(status).toBe(200);
      expect((await redeem(body.return_url)).status).toBe(200);
      expect(await made()).toEqual([
        {
          user_name: nils.email,
          first_name: 'Nils',
          last_name: 'Ek',
          access_scope: 'account',
          saml_username: 'n-1',
        },
      ]);
      expect((await events(app, 'CREATE')).at(-1)).toMatchObject({
        resource_type: 'USER',
        account_id: account('nordmark-lb'),
        after: { name: 'Nils Ek', email: nils.email, saml_username: 'n-1' },
      });
      expect((await brought({})).status).toBe(200);
      expect(await made()).toHaveLength(1);
    });

    test('has an address by the word of the provider, as who is there has, in a domain that is proved', async () => {
      const domain = (verified: boolean) => {
        const proof = { verified_at: verified ? app.clock.now() : null, verified_by: verified ? 'dns' : null } as const;
        return app.db.updateTable('account_email_domain').set(proof).execute();
      };
      const proved = async (name: string) => {
        const one = app.db.selectFrom('app_user').select('email_proved').where('user_name', '=', name);
        return (await one.executeTakeFirst())?.email_proved;
      };
      await app.db.updateTable('app_user').set({ email_proved: null }).where('user_name', '=', 'cleo').execute();
      const cleo = 'cleo@nordmark-lb.example';
      await domain(false);
      expect([(await brought({ mail: cleo }, 'cleo')).status, await proved('cleo')]).toEqual([200, null]);
      await domain(true);
      expect([(await brought({ mail: nils.email }, 'cleo')).status, await proved('cleo')]).toEqual([200, null]);
      expect([(await brought({ mail: cleo }, 'cleo')).status, await proved('cleo')]).toEqual([200, cleo]);
      expect([(await brought(nils)).status, await proved(nils.email)]).toEqual([200, nils.email]);
    });

    test('is not told of in the log where the platform lets nobody in', async () => {
      const now = app.clock.now();
      const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
      const terms = { iss: 'Signet evaluation', holder: 'Evaluation', edition: 'Evaluation' };
      const ended = { ...terms, applications: everyFeature(), from: days(-10), until: days(-1) };
      const license = await issueLicense(await issuerKey(JSON.stringify(EVALUATION_KEY)), ended, now);
      await installLicense(app.db, license, null, now);
      expectRefusal(await brought(nils), 403, 'PLATFORM_LICENSE_EXPIRED');
      expect(await made()).toEqual([]);
      expect(await events(app, 'CREATE')).toEqual([]);
      expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
        resource_type: 'SSO_SAML',
        resource_id: null,
        resource_name: nils.email,
      });
    });

    test('is nobody who has given themselves that user name or address', async () => {
      const emil = app.userIds.get('emil') ?? '';
      const nameOf = async () => {
        const row = app.db.selectFrom('app_user').select('saml_username').where('id', '=', emil);
        return (await row.executeTakeFirstOrThrow()).saml_username;
      };
      const give = (values: { user_name?: string; email?: string }) =>
        app.db
          .updateTable('app_user')
          .set({ ...values, updated_by: emil })
          .where('id', '=', emil)
          .execute();
      await give({ user_name: 'N-1', email: nils.email });
      expect((await brought(nils)).status).toBe(200);
      expect([await nameOf(), (await made()).length]).toEqual([null, 1]);
      await give({ user_name: 'n-2' });
      await expectFailure(await brought({}, 'n-2'), 'SAML_NOBODY');
      // As an administrator has named them.
      await app.db.updateTable('app_user').set({ user_name_claimed: null }).where('id', '=', emil).execute();
      expect([(await brought({}, 'n-2')).status, await nameOf()]).toEqual([200, 'n-2']);
    });

    test('is known by the names of the account where it has its own, and by those alone', async () => {
      const own = { first_name_attribute: 'vorname', last_name_attribute: 'nachname', email_attribute: 'post' };
      await app.db.updateTable('saml_config').set(own).execute();
      await expectFailure(await brought(nils, nils.email), 'SAML_NOBODY');
      expect((await brought({ ...nils, post: nils.email, vorname: 'Nils', nachname: 'Eklund' })).status).toBe(200);
      expect(await made()).toMatchObject([{ last_name: 'Eklund' }]);
    });

    test.each<[string, string, Record<string, string>, (() => Promise<unknown>)?]>([
      ['without a mail address', 'no_email', { firstName: 'Nils', lastName: 'Ek' }],
      ['without a first name', 'no_name', { email: nils.email, lastName: 'Ek' }],
      ['with a name that is none', 'invalid', { ...nils, lastName: '&lt;script&gt;' }],
      ['with an address that is none', 'invalid', { ...nils, email: 'nils@@nordmark-lb.example' }],
      ['of a domain that is not the account’s', 'other_domain', { ...nils, email: 'nils@calder.example' }],
      ['with a domain that only ends so', 'other_domain', { ...nils, email: 'nils@evil.nordmark-lb.example' }],
      [
        'of a domain that is not proved',
        'other_domain',
        nils,
        () => app.db.updateTable('account_email_domain').set({ verified_at: null, verified_by: null }).execute(),
      ],
      [
        'where the account does not allow it',
        'not_allowed',
        nils,
        () => app.db.updateTable('account').set({ allow_user_creation_via_sso: false }).execute(),
      ],
      [
        'with the address of somebody whom it has named otherwise',
        'known_otherwise',
        { ...nils, email: 'cleo@nordmark-lb.example' },
        () => app.db.updateTable('app_user').set({ saml_username: 'c' }).where('user_name', '=', 'cleo').execute(),
      ],
      [
        'with an address that is somebody’s user name elsewhere',
        'user_name_taken',
        nils,
        () => app.db.updateTable('app_user').set({ user_name: nils.email }).where('user_name', '=', 'carl').execute(),
      ],
    ])('is nobody %s', async (_what, why, attributes, before) => {
      await before?.();
      const answer = await brought(attributes);
      await expectFailure(answer, 'SAML_NOBODY');
      expect(await made()).toEqual([]);
      expect((await events(app, 'LOGIN_ERROR')).at(-1)?.after).toMatchObject({
        detail: expect.stringMatching(new RegExp(`: ${why}$`)),
      });
    });
  });

  test('[S-035] a browser is led to the page with the code, and to the callback', async () => {
    const html = { accept: 'text/html' };
    const refused = await post('nonsense', acs(), html);
    expect([refused.status, refused.headers['location']]).toEqual([
      303,
      'http://localhost:8080/account/samlVerificationError/unreadable',
    ]);
    const { id } = await leave();
    const led = await post(good(id), acs(), html);
    expect([led.status, led.headers['location']]).toEqual([
      303,
      expect.stringContaining('/account/callback/oauth?code='),
    ]);
  });

  test.each(['&#0;', '&#x0;', '&#xD800;', '&#x110000;', '&#xFFFE;', '&#1;'])(
    'with %s, which XML has not, it is unreadable',
    async (character) => {
      const { status, body } = await post(response(told(`_${character}`), assertion(told(null))));
      expect([status, body.error.status]).toEqual([401, 'SAML_UNREADABLE']);
    },
  );

  test('[S-038] a browser is led to the page of an account that has ended', async () => {
    const { id } = await leave();
    await app.db.updateTable('account').set({ active: false }).where('id', '=', account('nordmark-lb')).execute();
    const { status, headers } = await post(good(id), acs(), { accept: 'text/html' });
    expect([status, headers['location']]).toEqual([303, 'http://localhost:8080/account/accountExpiredError']);
  });

  test('begun at the provider it is refused, unless the account takes that', async () => {
    await expectFailure(await post(good(null)), 'SAML_UNSOLICITED');
    await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
    const { status, body } = await post(good(null));
    expect(status).toBe(200);
    await expectFailure(await post(good(null)), 'SAML_REPLAYED');
    // No tab began it: its person is asked, and the ticket goes on by their word.
    const { href, searchParams } = new URL(body.return_url);
    expect(href).toMatch(/^http:\/\/localhost:8080\/account\/callback\/oauth\?ticket=[\w-]{43}$/);
    const { body: led } = await exchange(searchParams.get('ticket'));
    expect((await redeem(`http://localhost:8080${led.return_url}`)).status).toBe(200);
    expect((await events(app, 'LOGIN')).at(-1)).toMatchObject({
      resource_type: 'SSO_SAML',
      actor_name: 'Cleo Marchetti',
    });
  });

  test('a session ends with that of the provider, however often it is renewed', async () => {
    const { id } = await leave();
    const { body } = await post(good(id, { sessionUntil: 3_600 }));
    const { access_token, refresh_token } = (await redeem(body.return_url)).body;
    app.clock.pass(3_500);
    const renewed = await app.request('POST', '/imauth/api/v1/refresh', { refresh_token });
    expect(renewed.status).toBe(200);
    expect(await whoAmI(app, renewed.body.access_token)).toBe(200);
    // A minute more, by which clocks may differ.
    app.clock.pass(161);
    expect([await whoAmI(app, access_token), await whoAmI(app, renewed.body.access_token)]).toEqual([401, 401]);
    const again = await app.request('POST', '/imauth/api/v1/refresh', { refresh_token: renewed.body.refresh_token });
    expect(again.status).toBe(401);
  });

  test('begun at the provider it is no way in for who is disabled', async () => {
    await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'cleo').execute();
    await expectFailure(await post(good(null)), 'USER_DISABLED');
  });

  test('switched off it signs nobody in, also who was on the way', async () => {
    const { id } = await leave();
    await app.db.updateTable('account').set({ saml_sign_in: false }).execute();
    await expectFailure(await post(good(id)), 'METHOD_DISABLED');
  });

  test('leads nowhere without a sign-in that was begun, switched off, and before it is set up', async () => {
    const lead = (state: string) => app.request('GET', `/imauth/api/v1/login/saml?state=${state}`);
    expect((await lead(newState())).body.error.status).toBe('STATE_EXPIRED');
    const { state } = await leave();
    await app.db.deleteFrom('saml_config').execute();
    await expectFailure(await lead(state), 'SAML_NOT_SET_UP');
    await app.db.updateTable('account').set({ saml_sign_in: false }).execute();
    await expectFailure(await lead(state), 'METHOD_DISABLED');
  });

  test('signs nobody in to an account that was deleted meanwhile', async () => {
    const { id } = await leave();
    const deleted_at = app.clock.now();
    await app.db.updateTable('account').set({ deleted_at }).where('id', '=', account('nordmark-lb')).execute();
    await expectFailure(await post(good(id)), 'SAML_NOT_SET_UP');
  });

  test('replaced by another it completes no sign-in that it has answered', async () => {
    const { id } = await leave();
    const { body } = await post(good(id));
    await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
    const { body: sent } = await post(good(null, { id: '_sent' }));
    const other = { entityId: 'https://idp.elsewhere.example', certificates: [must(foreign).certificate] };
    const save = samlSave(account('nordmark-lb'), entityDescriptor(other));
    const config = '/account/ui-api/v1/federation/config';
    const another = { ...save, edit: true, status: 'ENABLED' };
    expect((await app.call('ada', 'POST', config, another)).status).toBe(200);
    expectRefusal(await redeem(body.return_url), 410, 'CODE_INVALID');
    expectRefusal(await exchange(new URL(sent.return_url).searchParams.get('ticket')), 410, 'CODE_INVALID');
  });

  test('no certificate is believed past its end', async () => {
    const { id } = await leave();
    await app.db.updateTable('saml_certificate').set({ valid_to: app.clock.now() }).execute();
    await expectFailure(await post(good(id)), 'SAML_CERTIFICATE_EXPIRED');
  });
});

describe('an answer is refused', () => {
  test.each<[string, Lies, string]>([
    ['of another issuer', { issuer: 'https://evil.example' }, 'SAML_WRONG_ISSUER'],
    ['within one of another issuer', { answerIssuer: 'https://evil.example' }, 'SAML_WRONG_ISSUER'],
    ['for another audience', { audience: 'https://service.example' }, 'SAML_WRONG_AUDIENCE'],
    ['for another recipient', { recipient: 'https://service.example/acs' }, 'SAML_WRONG_RECIPIENT'],
    ['for another destination', { destination: 'https://service.example/acs' }, 'SAML_WRONG_DESTINATION'],
    ['that has expired', { until: -61 }, 'SAML_EXPIRED'],
    ['whose bearer is too late', { confirmedUntil: -61 }, 'SAML_EXPIRED'],
    ['that is not valid yet', { from: 61 }, 'SAML_NOT_YET_VALID'],
    ['to another request, within', { inResponseTo: '_other' }, 'SAML_WRONG_REQUEST'],
    ['to no request, within', { inResponseTo: null }, 'SAML_WRONG_REQUEST'],
    ['that says no', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, 'SAML_REFUSED'],
    // Canonical XML has no comments: the name is the whole text, not what stands before one.
    ['with a comment in the name', { name: 'cleo<!-- -->.evil.example' }, 'SAML_NOBODY'],
    ['without a name', { name: '' }, 'SAML_NAME_MISSING'],
    ['with an element in the name', { name: '<x>cleo</x>' }, 'SAML_NAME_MISSING'],
  ])('%s', async (_what, lies, problem) => {
    const { id } = await leave();
    await expectFailure(await post(good(id, lies)), problem);
  });

  const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
  const restriction = /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/;
  const another =
    '<saml:AudienceRestriction><saml:Audience>https://a.example</saml:Audience></saml:AudienceRestriction>';
  test.each<[string, (assertion: string) => string, string]>([
    ['without an ID of the assertion', (xml) => xml.replace(' ID="_a1"', ''), 'SAML_UNREADABLE'],
    ['with an ID that is too long', (xml) => xml.replace('ID="_a1"', `ID="_${'a'.repeat(255)}"`), 'SAML_UNREADABLE'],
    ['with the ID of the answer within', (xml) => xml.replace('ID="_a1"', 'ID="_r1"'), 'SAML_UNREADABLE'],
    [
      'with a time that is none',
      (xml) => xml.replace(/NotBefore="[^"]+"/, 'NotBefore="2026-11-21"'),
      'SAML_UNREADABLE',
    ],
    ['for no audience', (xml) => xml.replace(restriction, ''), 'SAML_WRONG_AUDIENCE'],
    ['without conditions', (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/, ''), 'SAML_WRONG_AUDIENCE'],
    [
      'for us and, in the same breath, others',
      (xml) => xml.replace(restriction, `$&${another}`),
      'SAML_WRONG_AUDIENCE',
    ],
    [
      'that only the holder of a key may bring',
      (xml) => xml.replace('cm:bearer', 'cm:holder-of-key'),
      'SAML_UNREADABLE',
    ],
    ['of two bearers', (xml) => xml.replace(confirmation, '$&$&'), 'SAML_UNREADABLE'],
    ['whose bearer has no end', (xml) => xml.replace(/NotOnOrAfter="[^"]+"\/>/, '/>'), 'SAML_UNREADABLE'],
    [
      'of a session that is over',
      (xml) => xml.replace('SessionIndex="s1"', 'SessionNotOnOrAfter="2020-01-01T00:00:00Z"'),
      'SAML_EXPIRED',
    ],
  ])('%s', async (_what, edit, problem) => {
    const { id } = await leave();
    const all = told(id);
    const answer = signed(response(all, edit(assertion(all))), must(current), 'Response');
    await expectFailure(await post(answer), problem);
  });

  test('within a minute clocks may differ', async () => {
    const { id } = await leave();
    expect((await post(good(id, { from: 59, until: -59 + 118, confirmedUntil: -59 }))).status).toBe(200);
  });

  test('of an unknown request, one that was answered, or one of another account', async () => {
    await expectFailure(await post(good('_unknown')), 'SAML_WRONG_REQUEST');
    const { id } = await leave();
    expect((await post(good(id))).status).toBe(200);
    await expectFailure(await post(good(id)), 'SAML_WRONG_REQUEST');
    const second = await leave();
    await expectFailure(await post(good(second.id)), 'SAML_REPLAYED');
  });

  test('an answer is spent, whatever becomes of it', async () => {
    const { id } = await leave();
    await expectFailure(await post(good(id, { issuer: 'https://evil.example' })), 'SAML_WRONG_ISSUER');
    await expectFailure(await post(good(id)), 'SAML_WRONG_REQUEST');
  });

  test('of another tenant’s provider, at either address', async () => {
    const calder = account('calder-identity');
    await allow(calder, must(foreign));
    const { id } = await leave();
    await expectFailure(await post(good(id, {}, must(foreign))), 'SAML_WRONG_SIGNATURE');
    const second = await leave();
    const lies = { acs: `${ACS}${calder}`, audience: `http://localhost:8080/imauth/api/v1/saml/${calder}` };
    const there = await post(good(second.id, lies, must(foreign)), `${ACS}${calder}`);
    expect(there.body.error.status).toBe('SAML_WRONG_REQUEST');
  });

  const forged: [string, (t: Told) => string | Buffer, string][] = [
    ['unsigned', (t) => response(t, assertion(t)), 'SAML_NOT_SIGNED'],
    ['signed by anybody', (t) => response(t, signed(assertion(t), must(foreign))), 'SAML_WRONG_SIGNATURE'],
    ['changed after it was signed', (t) => good(t.request).replace('>cleo<', '>dora<'), 'SAML_WRONG_SIGNATURE'],
    [
      'signed with SHA-1',
      (t) => response(t, signed(assertion(t), must(current), 'Assertion', 'sha1')),
      'SAML_WEAK_ALGORITHM',
    ],
    [
      'signed by a MAC with the certificate as key',
      (t) => good(t.request).replace('xmldsig-more#rsa-sha256', 'xmldsig#hmac-sha1'),
      'SAML_WEAK_ALGORITHM',
    ],
    ['with a document type', (t) => `<!DOCTYPE x [<!ENTITY a "b">]>${good(t.request)}`, 'SAML_UNREADABLE'],
    ['in UTF-16', (t) => Buffer.from(`\uFEFF${good(t.request)}`, 'utf16le'), 'SAML_UNREADABLE'],
    ['broken off', (t) => good(t.request).slice(0, -9), 'SAML_UNREADABLE'],
    ['empty', () => '', 'SAML_UNREADABLE'],
    ['too deep', () => `${'<a>'.repeat(3_000)}${'</a>'.repeat(3_000)}`, 'SAML_UNREADABLE'],
    ['another message', (t) => good(t.request).replaceAll('samlp:Response', 'samlp:LogoutResponse'), 'SAML_UNREADABLE'],
    ['with a second assertion before it', (t) => wrapped(t, 'before'), 'SAML_UNREADABLE'],
    ['with a second assertion after it', (t) => wrapped(t, 'after'), 'SAML_UNREADABLE'],
    ['wrapped: the signed one within the forged one', (t) => wrapped(t, 'within'), 'SAML_UNREADABLE'],
    ['wrapped: the signed one within the signature', (t) => wrapped(t, 'object'), 'SAML_UNREADABLE'],
    ['wrapped: the signed one in an extension', (t) => wrapped(t, 'extension'), 'SAML_UNREADABLE'],
    ['wrapped: a signed answer within a forged one', (t) => wrapped(t, 'response'), 'SAML_UNREADABLE'],
    [
      'with the signature of another element',
      (t) => good(t.request).replace('ID="_a1"', 'ID="_a9"'),
      'SAML_WRONG_SIGNATURE',
    ],
    [
      'encrypted to somebody else',
      (t) => response(t, encrypted(signed(assertion(t), must(current)), must(foreign).certificate.der)),
      'SAML_NOT_DECRYPTED',
    ],
  ];
  test.each(forged)('%s', async (_what, make, problem) => {
    const { id } = await leave();
    const answer = await post(make(told(id)));
    await expectFailure(answer, problem);
  });

  test('altered within CBC fails by one name whatever it opens to, unless the answer around it is signed', async () => {
    const { certificate } = await app.db.selectFrom('saml_key').select('certificate').executeTakeFirstOrThrow();
    const byCbc = (xml: string, to: Uint8Array = certificate) => encrypted(xml, to, { mode: 'cbc' });
    /** The last value is what is encrypted; its last octet but one block decides of the padding. */
    const altered = (xml: string): string => {
      const [value = ''] = [...xml.matchAll(/(?<=<xenc:CipherValue>)[^<]+/g)].at(-1) ?? [];
      const octets = Buffer.from(value, 'base64');
      octets[octets.length - 17] = (octets.at(-17) ?? 0) ^ 0x40;
      return xml.replace(value, octets.toString('base64'));
    };
    const fails = async (make: (t: Told) => string): Promise<unknown[]> => {
      const { id } = await leave();
      const { body } = await post(make(told(id)));
      const event = (await events(app, 'LOGIN_ERROR')).at(-1);
      return [body.error?.status, event?.message, event?.after];
    };
    const one = (detail: string) => ['SAML_WRONG_SIGNATURE', 'SAML_WRONG_SIGNATURE', { detail }];
    const closed = 'SAML_NOT_DECRYPTED: none of our keys opens the assertion';
    const own = (t: Told) => signed(assertion(t), must(current));
    expect(await fails((t) => response(t, byCbc(assertion(t))))).toEqual(
      one('SAML_NOT_SIGNED: neither the response nor the assertion has a signature'),
    );
    expect(await fails((t) => response(t, altered(byCbc(own(t)))))).toEqual(one(closed));
    expect(await fails((t) => response(t, byCbc('<other/>')))).toEqual(one(closed));
    expect(await fails((t) => response(t, byCbc(own(t), must(foreign).certificate.der)))).toEqual(one(closed));
    const whole = (t: Told) => signed(response(t, altered(byCbc(own(t)))), must(current), 'Response');
    expect((await fails(whole))[0]).toBe('SAML_NOT_DECRYPTED');
    const byRetired = (t: Told) => signed(response(t, altered(byCbc(own(t)))), must(retired), 'Response');
    expect((await fails(byRetired))[0]).toBe('SAML_CERTIFICATE_RETIRED');
    const { id } = await leave();
    expect((await post(response(told(id), byCbc(own(told(id)))))).status).toBe(200);
  });

  test.each([
    ['of the content', (xml: string) => xml.replace(/<xenc:(EncryptionMethod [^>]*-cbc"\/>)/, '<x:$1')],
    [
      'of its key',
      (xml: string) =>
        xml
          .replace(/<xenc:(EncryptionMethod [^>]*oaep)/, '<x:$1')
          .replace('</xenc:EncryptionMethod>', '</x:EncryptionMethod>'),
    ],
  ])('an algorithm of encryption %s that is named in another namespace is used for nothing', async (_what, moved) => {
    const { certificate } = await app.db.selectFrom('saml_key').select('certificate').executeTakeFirstOrThrow();
    const { id } = await leave();
    const closed = encrypted(signed(assertion(told(id)), must(current)), certificate, { mode: 'cbc' });
    const answer = moved(closed).replace('<saml:EncryptedAssertion', '<saml:EncryptedAssertion xmlns:x="urn:x"');
    expect(answer).toContain('<x:EncryptionMethod');
    await expectFailure(await post(response(told(id), answer)), 'SAML_UNREADABLE');
  });

  /** The signed assertion kept in the document, and a forged one where a reader may look for it (XSW 1 to 8). */
  function wrapped(t: Told, where: 'before' | 'after' | 'within' | 'object' | 'extension' | 'response'): string {
    const own = signed(assertion(t), must(current));
    const evil = assertion({ ...t, id: '_evil', name: 'dora' });
    const signature = /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/.exec(own)?.[0] ?? '';
    const bare = own.replace(signature, '');
    const extended = (answer: string, inner: string): string =>
      answer.replace('<samlp:Status>', `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`);
    const places = {
      before: () => response(t, evil + own),
      after: () => response(t, own + evil),
      within: () => response(t, evil.replace('</saml:Assertion>', `${own}</saml:Assertion>`)),
      object: () =>
        response(
          t,
          evil.replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`)}`,
          ),
        ),
      extension: () => extended(response(t, evil), own),
      response: () => {
        const whole = signed(response(t, assertion(t)), must(current), 'Response').replace('ID="_r1"', 'ID="_r2"');
        return extended(response(t, evil), whole);
      },
    };
    return places[where]();
  }

  test('a body that is huge is refused, and JSON too', async () => {
    expect((await post('x'.repeat(500_000))).status).toBe(413);
    const { status } = await app.request('POST', new URL(acs()).pathname, { SAMLResponse: 'x' });
    expect(status).toBe(415);
  });

  test('two posts of one answer at once sign one in', async () => {
    const { id } = await leave();
    const answer = good(id);
    const both = await Promise.all([post(answer), post(answer)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('somebody signed in who proves again who they are', () => {
  const PROOF = '/account/ui-api/v1/session/proof';
  async function ask(lies: Lies = {}) {
    await app.db.updateTable('app_user').set({ saml_username: 'cleo' }).where('user_name', '=', 'cleo').execute();
    const begun = (await app.call('cleo', 'POST', `${PROOF}/provider`, { method: 'saml' })).body;
    const { id, xml } = askedBy(begun.url);
    const { body } = await post(good(id, lies));
    const { pathname, searchParams } = new URL(body.return_url);
    expect(pathname).toBe('/account/callback/provider');
    return { xml, state: begun.state, code: searchParams.get('code'), error: searchParams.get('error') };
  }

  test('is asked by the provider, whether it knows them or not', async () => {
    const { xml, state, code } = await ask();
    expect(xml).toContain(' ForceAuthn="true"');
    // What proves somebody to the tab of their session begins none.
    expectRefusal(await exchange(code), 410, 'CODE_INVALID');
    expect((await app.call('cleo', 'POST', PROOF, { provider: { code, state } })).status).toBe(204);
    expect((await leave()).xml).not.toContain('ForceAuthn');
  });

  test('is not believed where the provider names another person, asked before, or lies', async () => {
    const colleague = app.db.updateTable('app_user').where('user_name', '=', 'emil');
    await colleague.set({ saml_username: 'emil', primary_account_id: account('nordmark-lb') }).execute();
    expect(await ask({ name: 'emil' })).toMatchObject({ code: null, error: 'OTHER_PERSON' });
    expect(await ask({ id: '_a2', now: new Date(app.clock.now().getTime() - 200_000) })).toMatchObject({
      error: 'NOT_ASKED_AGAIN',
    });
    expect(await ask({ audience: 'https://elsewhere.example' })).toMatchObject({ error: 'SAML_WRONG_AUDIENCE' });
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({ message: 'SAML_WRONG_AUDIENCE' });
  });
});

test('silent single sign-on proves nothing of who sits there', async () => {
  // Tests ask for a proof that is no older than a year.
  const enter = async (returnUrl: string): Promise<unknown> => {
    const { access_token } = (await redeem(returnUrl)).body;
    return (await as(app, access_token, 'POST', '/account/ui-api/v1/second-factor/app')).body.error?.status;
  };
  const { body } = await post(good((await leave()).id, { asked: -2 * 31_536_000 }));
  expect(await enter(body.return_url)).toBe('REAUTHENTICATION_REQUIRED');
  // Sent by the provider itself, with nobody's asking.
  await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
  const sent = new URL((await post(good(null, { asked: -2 * 31_536_000, id: '_a2' }))).body.return_url);
  const { return_url } = (await exchange(sent.searchParams.get('ticket'))).body;
  expect(await enter(`http://localhost:8080${return_url}`)).toBe('REAUTHENTICATION_REQUIRED');
  const asked = await post(good((await leave()).id, { id: '_a3' }));
  expect(await enter(asked.body.return_url)).toBeUndefined();
});

describe('a trial of settings', () => {
  const at = (rest: string) => `/account/ui-api/v1/account/${account('nordmark-lb')}/${rest}`;
  const answers = async () => (await app.call('ada', 'GET', at('federated-answer?method=saml'))).body.items;
  const claim = (name: Name, code: string | null, state: string) =>
    app.call(name, 'POST', at('sign-in-trial/claim'), { code, state });
  /** Settings with a key that is saved nowhere, and other certificates where there shall be some. */
  async function begin(certificates: object[] = []) {
    const body = { identity_provider_config: { metadata: { metadata: metadataOf(must(foreign)) }, certificates } };
    const begun = await app.call('ada', 'POST', at('sign-in-trial/saml'), body);
    expect(begun.status).toBe(201);
    return begun;
  }
  /** As the provider answers them. */
  async function tryWith(lies: Lies = {}, keys = must(foreign), certificates: object[] = []) {
    const begun = await begin(certificates);
    const { id, xml } = askedBy(begun.body.url);
    const answer = good(id, lies, keys);
    const { body: led } = await post(answer);
    const { pathname, searchParams } = new URL(led.return_url);
    expect(pathname).toBe('/account/callback/provider');
    return { answer, xml, state: begun.body.state, code: searchParams.get('code') };
  }

  test('shows what was sent, what came and who it would be, while the way is off; nobody signs in', async () => {
    await app.db.updateTable('account').set({ saml_sign_in: false }).execute();
    const ofCleo = app.db.selectFrom('session').where('user_id', '=', app.userIds.get('cleo') ?? '');
    const { answer, xml, state, code } = await tryWith({ attributes: { mail: 'cleo@elsewhere.example' } });
    expectRefusal(await claim('ada', code, newState()), 410, 'CODE_INVALID');
    expectRefusal(await claim('carl', code, state), 404, 'NOT_FOUND');
    expect(await answers()).toEqual([]);
    const { body } = await claim('ada', code, state);
    expect(body).toMatchObject({
      trial: true,
      problem: null,
      verified: true,
      name: 'cleo',
      certificate: { thumb_print: must(foreign).certificate.read.fingerprints.sha256, state: 'current' },
      said: [{ name: 'mail', values: ['cleo@elsewhere.example'] }],
      becomes: { kind: 'person', user_name: 'cleo' },
      sent: xml,
      response: answer,
    });
    expectRefusal(await claim('ada', code, state), 410, 'CODE_INVALID');
    expect(await answers()).toEqual([expect.objectContaining({ id: body.id, trial: true, problem: null })]);
    expect(await ofCleo.select('id').execute()).toEqual([]);
    const cleo = app.db.selectFrom('app_user').select('saml_username').where('user_name', '=', 'cleo');
    expect(await cleo.executeTakeFirstOrThrow()).toEqual({ saml_username: null });
    // The answer is spent, and the settings were kept nowhere.
    expect((await post(answer)).body.error.status).toBe('SAML_WRONG_REQUEST');
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'SIGN_IN_TRIAL',
      result: 'success',
      actor_name: 'Ada Lindqvist',
      account_id: account('nordmark-lb'),
    });
  });

  test.each([
    ['the check that failed', { audience: 'https://elsewhere.example' }, 'SAML_WRONG_AUDIENCE', true],
    ['that nobody would be signed in', { name: 'nobody' }, 'SAML_NOBODY', true],
  ] as const)('names %s', async (_, lies, problem, signedBy) => {
    const { state, code } = await tryWith(lies);
    const { body } = await claim('ada', code, state);
    expect(body).toMatchObject({ problem, name: 'name' in lies ? lies.name : 'cleo' });
    expect(body.certificate !== null).toBe(signedBy);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ result: 'failure', message: problem });
  });

  test('an answer that is signed otherwise is shown, and not believed', async () => {
    const { state, code } = await tryWith({}, must(current));
    expect((await claim('ada', code, state)).body).toMatchObject({
      problem: 'SAML_WRONG_SIGNATURE',
      verified: false,
      certificate: null,
      becomes: null,
    });
  });

  test('a next certificate is believed, as it would be of a sign-in', async () => {
    const der = Buffer.from(must(next).certificate.der).toString('base64');
    const { state, code } = await tryWith({}, must(next), [{ certificate: der, state: 'next' }]);
    expect((await claim('ada', code, state)).body).toMatchObject({
      problem: null,
      certificate: { thumb_print: must(next).certificate.read.fingerprints.sha256, state: 'next' },
    });
  });

  test('is over after ten minutes', async () => {
    const { id } = askedBy((await begin()).body.url);
    app.clock.pass(599);
    expect((await post(good(id, { now: app.clock.now() }, must(foreign)))).status).toBe(200);
    app.forget('ada');
    const { id: late } = askedBy((await begin()).body.url);
    app.clock.pass(600);
    await expectFailure(await post(good(late, { id: '_late' }, must(foreign))), 'SAML_WRONG_REQUEST');
  });

  test('settings that are none are refused under their field', async () => {
    const body = { identity_provider_config: { metadata: { metadata: '<x/>' } } };
    const { status, body: answer } = await app.call('ada', 'POST', at('sign-in-trial/saml'), body);
    expect([status, Object.keys(answer.error.fields)]).toEqual([400, ['identity_provider_config.metadata.metadata']]);
  });

  test('why a sign-in failed is kept for an hour, for those who edit the way', async () => {
    const { id } = await leave();
    const answer = good(id, { audience: 'https://elsewhere.example' });
    await expectFailure(await post(answer), 'SAML_WRONG_AUDIENCE');
    const [one] = await answers();
    expect(one).toMatchObject({ trial: false, problem: 'SAML_WRONG_AUDIENCE', name: 'cleo' });
    const read = (name: Name) => app.call(name, 'GET', at(`federated-answer/${one.id}`));
    expect((await read('ada')).body).toMatchObject({ response: answer, verified: false, sent: null });
    expectRefusal(await read('carl'), 404, 'NOT_FOUND');
    // In the database nobody reads it.
    const { kept_sealed } = await app.db.selectFrom('federated_answer').selectAll().executeTakeFirstOrThrow();
    expect(kept_sealed.toString('latin1')).not.toContain('cleo');
    // Those that anybody may post displace none of them.
    for (let more = 0; more < 7; more += 1) await post(good(null));
    expect((await answers()).map(({ problem }: { problem: string }) => problem)).toEqual([
      ...Array.from({ length: 5 }, () => 'SAML_UNSOLICITED'),
      'SAML_WRONG_AUDIENCE',
    ]);
    app.clock.pass(3600);
    app.forget('ada');
    expect(await answers()).toEqual([]);
  });
});
