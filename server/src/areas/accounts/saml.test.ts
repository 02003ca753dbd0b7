import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Name, startTestApp, type TestApp } from '../../testing/app.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { refreshMetadata } from '../../provider-metadata/refresh-store.ts';
import { remindOfSaml } from '../../sign-in/saml/reminder-store.ts';
import { entityDescriptor, samlSave, signingCertificate } from '../../testing/saml-metadata.ts';
import { undoable } from '../../testing/undo.ts';
import { daysOn } from '../../x509/testing/authority.ts';
import { pemOf } from '../../x509/pem.ts';
import type { Made } from '../../x509/testing/any-certificate.ts';

type Event = { action: string; before: { status: string } | null; after: { status: string } | null };
const START = '2026-11-21T12:00:00Z';
const CONFIG = '/account/ui-api/v1/federation/config';
const { open, begin } = undoable();
let app: TestApp;
let nordmark: string;
let provider: Server;
/** What stands at its address; null for what was uploaded. */
let served: string | null = null;
let takeBack: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp({ open, config: { OWN_NETWORK_PROVIDERS: true } });
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
  for (const name of ['ada', 'cleo', 'carl', 'emil', 'ben'] as const)
    await app.call(name, 'GET', '/account/ui-api/v1/auth/me');
  provider = createServer((request, response) => {
    response.end(request.url === '/utf16' ? Buffer.from(`\uFEFF${metadata}`, 'utf16le') : (served ?? metadata));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
});
afterAll(async () => {
  provider.close();
  await app.close();
});
beforeEach(async () => {
  takeBack = await begin();
  served = null;
  app.clock.set(START);
  return () => takeBack();
});

const [first, second] = [signingCertificate(), signingCertificate({ subject: 'Nordmark, from 2027', to: daysOn(900) })];
const ended = signingCertificate({ from: daysOn(-900), to: daysOn(-1) });
const weak = signingCertificate({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) });
const metadata = entityDescriptor({ certificates: [first] });
const pem = ({ der }: Made): string => pemOf('CERTIFICATE', der);
const print = ({ read }: Made): string => read.fingerprints.sha256;

const save = (person: Name, more: object = {}, xml = metadata): Promise<Answer> =>
  app.call(person, 'POST', CONFIG, samlSave(nordmark, xml, more));
const read = (person: Name = 'cleo', id = nordmark): Promise<Answer> => app.call(person, 'GET', `${CONFIG}/${id}`);
const provided = (certificates: object[], xml = metadata) => ({
  identity_provider_config: { metadata: { metadata: xml }, certificates },
});
const states = ({ body }: Answer): string[][] =>
  body.identity_provider_config.certificates.map((one: Record<string, string>) => [one['thumb_print'], one['state']]);
const refusal = ({ status, body }: Answer) => [status, body.error.status, Object.keys(body.error.fields ?? {})];

describe('the SAML provider of an account', () => {
  test('[A-162 A-163 A-164 A-166 A-154 A-158] is set up with its metadata, is on, and is answered', async () => {
    const before = await read();
    expect(before.body).toMatchObject({ id: null, status: 'DISABLED', identity_provider_config: null });
    const made = await save('cleo');
    expect(made.status).toBe(201);
    const { body, status } = await read();
    expect(status).toBe(200);
    expect(body).toEqual(made.body);
    expect(body).toMatchObject({
      name: 'Nordmark Landesbank',
      type: 'saml',
      auth_type: 'SAML 2.0',
      account_id: nordmark,
      status: 'ENABLED',
      standard_login: true,
      disable_standard_login: false,
      identity_provider_config: {
        metadata: { metadata },
        metadata_url: null,
        entity_id: 'https://idp.nordmark.example/saml',
        certificates: [
          {
            certificate: pem(first),
            common_name: 'Nordmark single sign-on',
            expiration_date: '2027-03-01 11:59:59',
            thumb_print: print(first),
            state: 'current',
          },
        ],
      },
      service_provider_config: {
        acs_url: `http://localhost:8080/imauth/api/v1/callback/saml/${nordmark}`,
        logout_url: `http://localhost:8080/imauth/api/v1/logout/saml/${nordmark}`,
      },
    });
  });

  test('[A-164] is set up by who says of which kind it is, of which account, and what it is', async () => {
    for (const key of ['auth_type', 'account_id', 'identity_provider_config'])
      expect(refusal(await save('cleo', { [key]: undefined }))).toEqual([400, 'REQUIRED', [key]]);
    expect((await save('cleo', { auth_type: 'SAML 1.1' })).status).toBe(400);
    expect((await read()).body.id).toBeNull();
  });

  test('[A-165] is saved again by POST and by PUT alike, and the log has what changed', async () => {
    const { id } = (await save('cleo')).body;
    const certificates = [{ certificate: pem(second), state: 'next' }];
    const posted = await save('cleo', { federation_id: id, edit: true, ...provided(certificates) });
    expect([posted.status, states(posted)]).toEqual([
      200,
      [
        [print(second), 'next'],
        [print(first), 'current'],
      ],
    ]);
    const body = samlSave(nordmark, metadata, { status: 'DISABLED' });
    const put = await app.call('cleo', 'PUT', `${CONFIG}/${nordmark}`, body);
    expect([put.status, put.body.status, states(put).length]).toEqual([200, 'DISABLED', 2]);
    const events = await sql<Event>`select action, before, after from audit_event
      where resource_type = 'SAML2_CONFIG' order by at, id`.execute(app.db);
    expect(events.rows.map(({ action, before, after }) => [action, before?.status, after?.status])).toEqual([
      ['CREATE', undefined, 'ENABLED'],
      ['UPDATE', 'ENABLED', 'ENABLED'],
      ['UPDATE', 'ENABLED', 'DISABLED'],
    ]);
  });

  test('[A-165] is not set up over what somebody has set up meanwhile', async () => {
    await save('ben', { idp_initiated: true });
    expect(refusal(await save('cleo'))).toEqual([409, 'SAML_CONFIGURED', []]);
    expect((await read()).body.idp_initiated).toBe(true);
  });

  test('what the provider calls things is kept, and its names are checked', async () => {
    const names = { email: null, first_name: 'vorname', last_name: null };
    const made = await save('cleo', { attributes: { first_name: ' vorname ', last_name: '' } });
    expect(made.body.attributes).toEqual(names);
    expect((await save('cleo', { edit: true })).body.attributes).toEqual(names);
    expect((await save('cleo', { edit: true, attributes: { first_name: null } })).body.attributes.first_name).toBe(
      null,
    );
    for (const bad of ['x'.repeat(256), 'a\nb', 5])
      expect(refusal(await save('cleo', { edit: true, attributes: { email: bad } }))).toEqual([
        400,
        expect.anything(),
        ['attributes.email'],
      ]);
  });

  test('[A-168 A-155] may take the place of passwords, and stays on while it is the only way', async () => {
    const saved = await save('cleo', { disable_standard_login: true });
    expect(saved.body).toMatchObject({ status: 'ENABLED', standard_login: false, disable_standard_login: true });
    expect(refusal(await save('cleo', { edit: true, status: 'DISABLED' }))).toEqual([409, 'LAST_METHOD', []]);
    expect(refusal(await app.call('cleo', 'DELETE', `${CONFIG}/${nordmark}`))).toEqual([409, 'LAST_METHOD', []]);
    const back = await save('cleo', { edit: true, status: 'DISABLED', disable_standard_login: false });
    expect(back.body).toMatchObject({ status: 'DISABLED', standard_login: true });
  });

  test('[A-155] stays on while passwords are off, whatever else is on', async () => {
    await save('cleo', { disable_standard_login: true });
    await allowCertificates(app, 'nordmark-lb');
    const refused = [409, 'STANDARD_SIGN_IN_OFF', []];
    expect(refusal(await save('cleo', { edit: true, status: 'DISABLED' }))).toEqual(refused);
    expect(refusal(await app.call('cleo', 'DELETE', `${CONFIG}/${nordmark}`))).toEqual(refused);
    expect((await read()).body).toMatchObject({ status: 'ENABLED', standard_login: false });
  });

  test('is forgotten, and people of the account sign in by it no more', async () => {
    await save('cleo');
    expect((await app.call('cleo', 'DELETE', `${CONFIG}/${nordmark}`)).status).toBe(204);
    expect((await read()).body).toMatchObject({ id: null, status: 'DISABLED' });
    expect((await app.call('cleo', 'DELETE', `${CONFIG}/${nordmark}`)).status).toBe(404);
  });

  test('[A-149] is told of this platform by metadata of a service provider', async () => {
    await save('cleo');
    const { body, headers, status } = await app.call('cleo', 'GET', `${CONFIG}/${nordmark}/sp-metadata`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/samlmetadata+xml',
      'attachment; filename="signet-saml-metadata.xml"',
    ]);
    expect(body).toContain('<md:SPSSODescriptor');
    expect(body).toContain(`Location="http://localhost:8080/imauth/api/v1/callback/saml/${nordmark}"`);
    expect(body).not.toContain('PRIVATE');
  });

  test('[A-130] belongs to its account: nobody else sees or changes it', async () => {
    expect(refusal(await save('carl'))).toEqual([404, 'NOT_FOUND', []]);
    expect(refusal(await save('emil'))).toEqual([403, 'FORBIDDEN', []]);
    expect((await read('carl')).status).toBe(404);
    expect((await save('ben')).status).toBe(201);
    const other = app.accountIds.get('calder-identity') ?? '';
    const body = samlSave(other, metadata);
    expect(refusal(await app.call('ada', 'PUT', `${CONFIG}/${nordmark}`, body))).toEqual([
      400,
      'OTHER_ACCOUNT',
      ['account_id'],
    ]);
  });

  test('[S-083] of the platform’s own account is set up in the same way', async () => {
    const id = (await app.call('ada', 'GET', '/account/api/v1/user/me')).body.primary_account_id;
    const made = await app.call('ada', 'POST', CONFIG, samlSave(id, metadata));
    expect([made.status, made.body.account_id]).toEqual([201, id]);
  });

  test('what one provider calls people means nothing at another', async () => {
    await save('cleo');
    const known = () => app.db.selectFrom('app_user').select('id').where('saml_username', 'is not', null).execute();
    await app.db.updateTable('app_user').set({ saml_username: 'n-17' }).where('user_name', '=', 'cleo').execute();
    await save('cleo', { edit: true });
    expect(await known()).toHaveLength(1);
    const other = entityDescriptor({ entityId: 'https://other.example', certificates: [first] });
    await save('cleo', { edit: true }, other);
    expect(await known()).toHaveLength(0);
  });

  test('somebody who saw an older version is told', async () => {
    await save('cleo');
    const body = samlSave(nordmark, metadata, { idp_initiated: true });
    expect((await app.call('cleo', 'PUT', `${CONFIG}/${nordmark}?version=1`, body)).status).toBe(200);
    expect((await app.call('ben', 'PUT', `${CONFIG}/${nordmark}?version=1`, body)).body.error.status).toBe(
      'CHANGED_MEANWHILE',
    );
  });
});

describe('certificates of the provider', () => {
  const FIELD = 'identity_provider_config.certificates';
  const given = (text: string) => save('cleo', provided([{ certificate: text }]));
  const look = (body: object, person: Name = 'cleo') =>
    app.call(person, 'POST', `${CONFIG}/${nordmark}/certificate`, body);

  test('[A-159] the same certificate twice, PEM and DER, is refused', async () => {
    const both = [{ certificate: pem(second) }, { certificate: Buffer.from(second.der).toString('base64') }];
    expect(refusal(await save('cleo', provided(both)))).toEqual([400, 'CERTIFICATE_DUPLICATE', [FIELD]]);
    expect((await read()).body.id).toBeNull();
  });

  test.each([
    ['[A-160 S-430] a text', () => 'hello', 'INVALID_CERTIFICATE'],
    [
      '[S-430] a private key',
      () => '-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----',
      'CERTIFICATE_PRIVATE_KEY',
    ],
    ['[A-161] one that has ended', () => pem(ended), 'CERTIFICATE_EXPIRED'],
    ['several at once', () => pem(first) + pem(second), 'INVALID_CERTIFICATE'],
    ['one whose key is weak', () => pem(weak), 'CERTIFICATE_WEAK_KEY'],
  ])('%s is refused', async (_what, text, expected) => {
    expect(refusal(await given(text()))).toEqual([400, expected, [FIELD]]);
    expect(refusal(await look({ certificate: text() }))).toEqual([400, expected, ['certificate']]);
  });

  test('is read before it is saved, PEM and DER alike: whose it is, by whom, until when, its key', async () => {
    const inDer = Buffer.from(second.der).toString('base64');
    const { status, body } = await look({ certificate: inDer });
    expect([status, body]).toMatchObject([
      200,
      {
        certificate: pem(second),
        thumb_print: print(second),
        state: 'next',
        parsed: {
          subject: { distinguishedName: 'CN=Nordmark\\, from 2027' },
          issuer: { distinguishedName: 'CN=Nordmark\\, from 2027' },
          isSelfIssued: true,
          key: { algorithm: 'ec', size: 256, fault: null },
          validTo: body.expiration_date,
        },
      },
    ]);
    expect((await look({ certificate: pem(second) })).body).toEqual(body);
    expect((await read()).body.id).toBeNull();
    expect(refusal(await look({ certificate: 'x'.repeat(70_000) }))).toEqual([400, expect.anything(), ['certificate']]);
    for (const [person, refused] of [
      ['emil', 403],
      ['carl', 404],
    ] as const)
      expect((await look({ certificate: inDer }, person)).status).toBe(refused);
  });

  test('one of metadata whose key is weak is believed by nobody, and it is said', async () => {
    const both = entityDescriptor({ certificates: [weak, first] });
    const checked = await app.call('cleo', 'POST', `${CONFIG}/${nordmark}/metadata`, { metadata: both });
    expect(checked.body.certificates.map((one: SamlCertificate) => one.parsed.key.fault)).toEqual(['size', null]);
    expect(states(await save('cleo', {}, both))).toEqual([[print(first), 'current']]);
    const alone = entityDescriptor({ certificates: [weak] });
    await app.call('cleo', 'DELETE', `${CONFIG}/${nordmark}`);
    expect(refusal(await save('cleo', {}, alone))).toEqual([400, 'CERTIFICATE_WEAK_KEY', [FIELD]]);
  });

  test('one must be left by which answers are believed', async () => {
    const none = entityDescriptor();
    expect(refusal(await save('cleo', {}, none))).toEqual([400, 'CERTIFICATE_NEEDED', [FIELD]]);
    const retired = [{ certificate: pem(first), state: 'retired' }];
    expect(refusal(await save('cleo', provided(retired, none)))).toEqual([400, 'CERTIFICATE_NEEDED', [FIELD]]);
    const old = entityDescriptor({ certificates: [ended] });
    expect(refusal(await save('cleo', {}, old))).toEqual([400, 'CERTIFICATE_EXPIRED', [FIELD]]);
  });
});

describe('metadata', () => {
  const check = (body: object) => app.call('cleo', 'POST', `${CONFIG}/${nordmark}/metadata`, body);

  test('[A-157] that describes no provider is refused at the save, and nothing is kept', async () => {
    const service = entityDescriptor({ role: 'SPSSODescriptor' });
    expect(refusal(await save('cleo', {}, service))).toEqual([
      400,
      'METADATA_NO_PROVIDER',
      ['identity_provider_config.metadata.metadata'],
    ]);
    expect((await read()).body.id).toBeNull();
  });

  test('is read from its address before anything is saved', async () => {
    const { status, body } = await check({ metadata_url: address() });
    expect([status, body.entity_id, body.metadata, body.certificates.length]).toEqual([
      200,
      'https://idp.nordmark.example/saml',
      metadata,
      1,
    ]);
    expect(refusal(await check({ metadata_url: address().replace('metadata', 'utf16') }))).toEqual([
      400,
      'INVALID_XML',
      ['metadata_url'],
    ]);
    expect((await read()).body.id).toBeNull();
  });

  test('is read from an address with an IPv6 literal, and from one with an underline', async () => {
    const six = createServer((_, response) => response.end(metadata)).listen(0, '::1');
    await new Promise((resolve) => six.once('listening', resolve));
    const { port } = six.address() as AddressInfo;
    const read6 = await check({ metadata_url: `http://[::1]:${port}/metadata` });
    six.close();
    expect([read6.status, read6.body.entity_id]).toEqual([200, 'https://idp.nordmark.example/saml']);
    const underlined = 'https://idp_2.nordmark.invalid/metadata';
    expect(refusal(await check({ metadata_url: underlined }))[1]).toBe('METADATA_UNREACHABLE');
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    const own = await check({ metadata_url: `https://[::1]:${port}/metadata` });
    app.runtime.config.OWN_NETWORK_PROVIDERS = true;
    expect(refusal(own)[1]).toBe('METADATA_ADDRESS_FORBIDDEN');
  });

  test('is not looked for where the platform’s own network is, unless the operator says so', async () => {
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    const answer = await check({ metadata_url: address() });
    app.runtime.config.OWN_NETWORK_PROVIDERS = true;
    expect(refusal(answer)).toEqual([400, 'METADATA_ADDRESS_FORBIDDEN', ['metadata_url']]);
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://user:secret@idp.example/metadata'])(
    '%s is no address of it',
    async (metadata_url) => {
      expect(refusal(await check({ metadata_url }))).toEqual([400, 'INVALID_INPUT', ['metadata_url']]);
      const answer = await save('cleo', { identity_provider_config: { metadata: { metadata }, metadata_url } });
      expect(refusal(answer)).toEqual([400, 'INVALID_INPUT', ['identity_provider_config.metadata_url']]);
    },
  );
});

/** A job looks at another time than that at which people have signed in. */
async function at<T>(time: Date, look: () => Promise<T>): Promise<T> {
  app.clock.set(time.toISOString());
  const done = await look();
  app.clock.set(START);
  return done;
}
const SERVICE = '/imauth/api/v1/saml/';
const address = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/metadata`;
const changes = () =>
  sql<{ actor_via: string; before: object | null; after: Record<string, unknown> | null }>`
    select actor_via, before, after from audit_event where resource_type = 'SAML2_CONFIG' and action = 'UPDATE'
      and result = 'success'
    order by at, id`
    .execute(app.db)
    .then(({ rows }) => rows);

describe('keys of ours', () => {
  type Key = { id: string; state: string; certificate: string };
  const keys = async (): Promise<Key[]> => (await read()).body.own_keys;
  const named = async () =>
    (await app.request('GET', `${SERVICE}${nordmark}`)).body.split('<ds:X509Certificate>').length;
  const make = (person: Name = 'cleo') => app.call(person, 'POST', `${CONFIG}/${nordmark}/keys`);
  const switchTo = (id: string, person: Name = 'cleo') =>
    app.call(person, 'PUT', `${CONFIG}/${nordmark}/keys/${id}/current`);
  const forget = (id: string, person: Name = 'cleo') => app.call(person, 'DELETE', `${CONFIG}/${nordmark}/keys/${id}`);

  test('the next is named beside the current one, signs once it is switched to, and can be switched back', async () => {
    expect(refusal(await make())).toEqual([404, 'NOT_FOUND', []]);
    expect((await app.request('GET', `${SERVICE}${nordmark}`)).status).toBe(404);
    await save('cleo');
    const [own] = await keys();
    expect([own?.state, await named()]).toEqual(['current', 2]);
    const made = await make();
    expect([made.status, made.body.own_keys.map(({ state }: Key) => state)]).toEqual([201, ['next', 'current']]);
    expect(JSON.stringify(made.body)).not.toContain('PRIVATE');
    expect(await named()).toBe(3);
    expect(refusal(await make())).toEqual([409, 'SAML_KEY_EXISTS', []]);
    const id = made.body.own_keys[0].id;
    const switched = await switchTo(id);
    expect(switched.body.own_keys.map((one: Key) => [one.id, one.state])).toEqual([
      [id, 'current'],
      [own?.id, 'retired'],
    ]);
    expect(await named()).toBe(2);
    expect((await switchTo(id)).status).toBe(200);
    expect(refusal(await forget(id))).toEqual([409, 'SAML_KEY_CURRENT', []]);
    await switchTo(own?.id ?? '');
    expect((await forget(id)).status).toBe(204);
    expect((await keys()).map((one) => one.state)).toEqual(['current']);
    expect(await changes()).toHaveLength(4);
  });

  test('there are five at most, and those of another account are not found', async () => {
    await save('cleo');
    for (let more = 1; more < 5; more += 1) await switchTo((await make()).body.own_keys[0].id);
    expect(refusal(await make())).toEqual([409, 'SAML_KEYS_TOO_MANY', []]);
    const [one] = await keys();
    for (const act of [switchTo, forget]) {
      expect(refusal(await act(one?.id ?? '', 'carl'))).toEqual([404, 'NOT_FOUND', []]);
      expect(refusal(await act(nordmark))).toEqual([404, 'NOT_FOUND', []]);
    }
    expect(refusal(await make('carl'))).toEqual([404, 'NOT_FOUND', []]);
    expect(refusal(await make('emil'))).toEqual([403, 'FORBIDDEN', []]);
  });
});

describe('metadata at an address', () => {
  const fromAddress = (more: object = {}) => ({
    identity_provider_config: { metadata: { metadata }, metadata_url: address(), ...more },
  });
  let hour = 0;
  /** After so many hours the job looks. */
  const look = (hours = 7) => {
    hour += hours;
    return at(new Date(Date.parse(START) + hour * 3_600_000), () => refreshMetadata(app.runtime));
  };
  beforeEach(() => void (hour = 0));
  const standing = async () => (await read()).body.refresh;
  const stateOf = async () => Object.fromEntries(states(await read()));

  test('a new certificate is next, then current; what leaves is retired, and may come back', async () => {
    await save('cleo', fromAddress());
    expect(await look(5)).toEqual({ looked: 0, failed: 0 });
    expect(await look(2)).toEqual({ looked: 1, failed: 0 });
    expect(await changes()).toEqual([]);
    served = entityDescriptor({ certificates: [first, second] });
    await look();
    expect(states(await read())).toEqual([
      [print(second), 'next'],
      [print(first), 'current'],
    ]);
    expect(await look(1)).toEqual({ looked: 0, failed: 0 });
    served = entityDescriptor({ certificates: [second] });
    await look();
    expect(states(await read())).toEqual([
      [print(second), 'current'],
      [print(first), 'retired'],
    ]);
    served = entityDescriptor({ certificates: [first, second] });
    await look();
    expect(states(await read())).toEqual([
      [print(first), 'next'],
      [print(second), 'current'],
    ]);
    expect((await changes()).map(({ actor_via }) => actor_via)).toEqual(['system', 'system', 'system']);
  });

  test('[A-165] a form that was open while it was read again does not undo what that brought', async () => {
    const { version } = (await save('cleo', fromAddress())).body;
    await look();
    const put = (xml: string, seen: number) =>
      app.call('cleo', 'PUT', `${CONFIG}/${nordmark}?version=${seen}`, {
        ...samlSave(nordmark, xml),
        identity_provider_config: { metadata: { metadata: xml }, metadata_url: address(), certificates: [stale] },
      });
    const stale = { certificate: pem(first), state: 'current' };
    // Nothing new: nobody is told.
    const again = await put(metadata, version);
    expect(again.status).toBe(200);
    served = entityDescriptor({ certificates: [second] });
    await look();
    const late = await put(metadata, again.body.version);
    expect([refusal(late), late.body.error.params?.named]).toEqual([[409, 'CHANGED_MEANWHILE', []], 'no']);
    expect(await stateOf()).toEqual({ [print(first)]: 'retired', [print(second)]: 'current' });
    // The certificates are the same, but where people sign out is another one.
    const { version: seen } = (await read()).body;
    served = entityDescriptor({ certificates: [second], binding: 'HTTP-POST' });
    await look();
    expect(refusal(await put(metadata, seen))).toEqual([409, 'CHANGED_MEANWHILE', []]);
  });

  test('what somebody has retired by hand or added as a file stays', async () => {
    const certificates = [{ certificate: pem(first), state: 'retired' }, { certificate: pem(second) }];
    await save('cleo', fromAddress({ certificates }));
    await look();
    expect(await stateOf()).toEqual({ [print(first)]: 'retired', [print(second)]: 'current' });
    expect(await changes()).toEqual([]);
  });

  test('the same address for forms alone is taken over by itself, and told', async () => {
    await save('cleo', fromAddress());
    served = entityDescriptor({ certificates: [first], binding: 'HTTP-POST' });
    await look();
    const stored = app.db.selectFrom('saml_config').select(['sign_on_binding', 'offered_at']);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ sign_on_binding: 'post', offered_at: null });
    expect(await changes()).toEqual([
      expect.objectContaining({
        before: expect.objectContaining({ sign_on_binding: 'redirect' }),
        after: expect.objectContaining({ sign_on_binding: 'post' }),
      }),
    ]);
  });

  test('another address to sign in waits for a yes; the certificates with it don’t', async () => {
    await save('cleo', fromAddress());
    const moved = 'https://new.nordmark.example/sso';
    served = entityDescriptor({ certificates: [first, second], signOnAddress: moved });
    await look();
    const shown = { entity_id: 'https://idp.nordmark.example/saml', sign_on_address: moved };
    expect((await standing()).offered).toMatchObject({ ...shown, declined: false });
    expect((await read()).body.identity_provider_config.sign_on_address).toBe('https://idp.nordmark.example/sso');
    expect(states(await read())).toHaveLength(2);
    const answer = (accept: boolean, person: Name = 'cleo', seen: object = shown) =>
      app.call(person, 'PUT', `${CONFIG}/${nordmark}/offered-metadata`, { accept, ...seen });
    expect(refusal(await answer(true, 'carl'))).toEqual([404, 'NOT_FOUND', []]);
    expect(refusal(await answer(true, 'emil'))).toEqual([403, 'FORBIDDEN', []]);
    const other = { ...shown, sign_on_address: 'https://evil.example/sso' };
    expect(refusal(await answer(true, 'cleo', other))).toEqual([409, 'CHANGED_MEANWHILE', []]);
    expect((await answer(false)).body.refresh.offered.declined).toBe(true);
    await look();
    expect((await standing()).offered.declined).toBe(true);
    const { body } = await answer(true);
    expect([body.identity_provider_config.sign_on_address, body.refresh.offered]).toEqual([moved, null]);
    expect(refusal(await answer(true))).toEqual([404, 'NOT_FOUND', []]);
  });

  test('another provider brings nothing by itself, no certificate either', async () => {
    await save('cleo', fromAddress());
    served = entityDescriptor({ certificates: [second], entityId: 'https://evil.example/saml' });
    await look();
    expect(states(await read())).toEqual([[print(first), 'current']]);
    expect((await standing()).offered.entity_id).toBe('https://evil.example/saml');
  });

  test.each([
    ['that is none', '<html/>', 'METADATA_NO_PROVIDER'],
    ['without a certificate', entityDescriptor(), 'CERTIFICATE_NEEDED'],
    ['whose certificates have ended', entityDescriptor({ certificates: [ended] }), 'CERTIFICATE_EXPIRED'],
    ['that is huge', 'x'.repeat(1_100_000), 'METADATA_UNREACHABLE'],
  ])('metadata %s changes nothing; the looks become rarer, and it is said', async (_what, bad, fault) => {
    await save('cleo', fromAddress());
    served = bad;
    expect(await look()).toEqual({ looked: 1, failed: 1 });
    expect(await look(11)).toEqual({ looked: 0, failed: 0 });
    expect(await look(1)).toEqual({ looked: 1, failed: 1 });
    expect(states(await read())).toEqual([[print(first), 'current']]);
    expect((await standing()).fault).toBe(fault);
    await look(24);
    const { items } = (await app.call('cleo', 'GET', '/account/ui-api/v1/federation/notices')).body;
    expect(items).toMatchObject([{ kind: 'refresh', account_id: nordmark }]);
    served = null;
    await look(48);
    expect((await standing()).fault).toBe(null);
  });

  test('is not looked for in the platform’s own network, nor where the account is gone', async () => {
    await save('cleo', fromAddress());
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    await look();
    app.runtime.config.OWN_NETWORK_PROVIDERS = true;
    expect((await standing()).fault).toBe('METADATA_ADDRESS_FORBIDDEN');
    await app.db.updateTable('account').set({ deleted_at: app.clock.now() }).where('id', '=', nordmark).execute();
    expect(await look(48)).toEqual({ looked: 0, failed: 0 });
  });
});

describe('metadata that says until when it is good', () => {
  const HOUR = 3_600_000;
  const from = (hours: number): string => new Date(Date.parse(START) + hours * HOUR).toISOString();
  const good = (hours: number, more = ''): string =>
    metadata.replace('<md:EntityDescriptor ', `<md:EntityDescriptor validUntil="${from(hours)}" ${more} `);
  const notices = async (person: Name = 'cleo') =>
    (await app.call(person, 'GET', `/account/ui-api/v1/federation/notices?account_id=${nordmark}`)).body.items;
  const later = <T>(hours: number, act: () => Promise<T>) => at(new Date(from(hours)), act);

  test('is refused with its own words once it has ended; what is kept stays, and can be saved', async () => {
    const old = good(-1);
    expect(refusal(await save('cleo', {}, old))).toEqual([
      400,
      'METADATA_EXPIRED',
      ['identity_provider_config.metadata.metadata'],
    ]);
    const checked = await app.call('cleo', 'POST', `${CONFIG}/${nordmark}/metadata`, { metadata: old });
    expect(refusal(checked)).toEqual([400, 'METADATA_EXPIRED', ['metadata']]);
    const soon = good(0.01);
    expect((await save('cleo', {}, soon)).status).toBe(201);
    const again = await later(0.02, () => save('cleo', { edit: true, status: 'DISABLED' }, soon));
    expect([again.status, again.body.status]).toEqual([200, 'DISABLED']);
  });

  test('of a file it is told sixty days before; of an address only where nothing newer came', async () => {
    await save('cleo', {}, good(24 * 61));
    expect(await notices()).toEqual([]);
    await save('cleo', { edit: true }, good(24 * 59));
    expect(await notices()).toMatchObject([
      {
        kind: 'validity',
        ends: from(24 * 59)
          .slice(0, 19)
          .replace('T', ' '),
      },
    ]);
    expect((await app.call('carl', 'GET', '/account/ui-api/v1/federation/notices')).body.items).toEqual([]);
    const config = (xml: string) => ({
      edit: true,
      identity_provider_config: { metadata: { metadata: xml }, metadata_url: address() },
    });
    await save('cleo', config(good(49)));
    expect(await notices()).toEqual([]);
    served = good(47);
    await later(7, () => refreshMetadata(app.runtime));
    expect(await notices()).toMatchObject([{ kind: 'validity' }]);
    served = good(100);
    await later(14, () => refreshMetadata(app.runtime));
    expect(await notices()).toEqual([]);
    served = good(20);
    expect(await later(21, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 1 });
    expect((await read()).body.refresh.fault).toBe('METADATA_EXPIRED');
  });

  test('it is read again as soon as it asks, an hour being the least', async () => {
    const config = { metadata: { metadata }, metadata_url: address() };
    await save('cleo', { identity_provider_config: config });
    served = good(500, 'cacheDuration="PT1H30M"');
    await later(7, () => refreshMetadata(app.runtime));
    expect(await later(8, () => refreshMetadata(app.runtime))).toEqual({ looked: 0, failed: 0 });
    served = good(500, 'cacheDuration="PT1S"');
    expect(await later(8.6, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 0 });
    expect(await later(9.5, () => refreshMetadata(app.runtime))).toEqual({ looked: 0, failed: 0 });
    expect(await later(9.7, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 0 });
  });

  test.each(['validUntil="soon"', 'validUntil="2026-13-01T00:00:00Z"', 'cacheDuration="an hour"', 'cacheDuration="P"'])(
    '%s is no metadata',
    async (attribute) => {
      const xml = metadata.replace('<md:EntityDescriptor ', `<md:EntityDescriptor ${attribute} `);
      expect(refusal(await save('cleo', {}, xml))[1]).toBe('INVALID_XML');
    },
  );
});

describe('what ends soon', () => {
  const NOTICES = '/account/ui-api/v1/federation/notices';
  const kinds = async (person: Name, query = '') =>
    (await app.call(person, 'GET', `${NOTICES}${query}`)).body.items?.map(({ kind }: { kind: string }) => kind);
  const onDay = (day: string) => at(new Date(`${day}T08:00:00Z`), () => remindOfSaml(app.runtime));
  const endOn = (day: string, made: Made) =>
    app.db
      .updateTable('saml_certificate')
      .set({ valid_to: new Date(`${day}T12:00:00Z`) })
      .where('thumb_print', '=', print(made))
      .execute();
  const mails = () => app.db.selectFrom('mail').select(['recipient', 'kind', 'subject']).orderBy('recipient').execute();

  test('a provider’s certificate is told of 60, 30 and 7 days before, once each', async () => {
    await save('cleo');
    const told: [string, number][] = [];
    for (const day of [
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-30',
      '2027-02-10',
      '2027-02-22',
      '2027-02-28',
    ])
      told.push([day, await onDay(day)]);
    expect(told.filter(([, count]) => count > 0)).toEqual([
      ['2026-12-31', 1],
      ['2027-01-30', 1],
      ['2027-02-22', 1],
    ]);
    expect((await mails())[0]).toMatchObject({
      recipient: 'cleo@nordmark-lb.example',
      kind: 'saml-certificate-ending',
      subject: 'The certificate “Nordmark single sign-on” of your identity provider ends on 01-Mar-2027',
    });
    expect(await kinds('cleo')).toEqual([]);
    await endOn('2026-12-31', first);
    expect(await kinds('cleo')).toEqual(['certificate']);
    expect(await kinds('ada', `?account_id=${nordmark}`)).toEqual(['certificate']);
    expect(await kinds('ada')).toEqual([]);
    expect(await kinds('carl')).toEqual([]);
    expect((await app.call('carl', 'GET', `${NOTICES}?account_id=${nordmark}`)).status).toBe(404);
  });

  test('of the platform’s own provider it is said that it is the platform’s', async () => {
    const platform = app.accountIds.get('signet-platform') ?? '';
    await app.call('ada', 'POST', CONFIG, samlSave(platform, metadata));
    await save('cleo');
    await endOn('2026-12-31', first);
    const told = async (person: Name) => (await app.call(person, 'GET', NOTICES)).body.items;
    expect(await told('ada')).toMatchObject([{ account_id: platform, system_account: true, kind: 'certificate' }]);
    expect(await told('cleo')).toMatchObject([{ account_id: nordmark, system_account: false, kind: 'certificate' }]);
  });

  test('nobody is told of one that another outlives, nor where nobody signs in by it', async () => {
    await save('cleo', provided([{ certificate: pem(second), state: 'next' }]));
    expect(await onDay('2027-01-15')).toBe(0);
    await endOn('2026-12-31', first);
    expect(await kinds('cleo')).toEqual([]);
    await endOn('2027-03-01', first);
    await app.db.updateTable('saml_certificate').set({ state: 'retired' }).where('state', '=', 'next').execute();
    await app.db.updateTable('account').set({ saml_sign_in: false }).where('id', '=', nordmark).execute();
    expect(await onDay('2027-01-15')).toBe(0);
  });

  const lasting = entityDescriptor({ certificates: [second] });
  const until = (day: string): string =>
    lasting.replace('<md:EntityDescriptor ', `<md:EntityDescriptor validUntil="${day}T12:00:00Z" `);
  /** On which of these days somebody was told. */
  async function toldOn(...days: string[]): Promise<string[]> {
    const counts: [string, number][] = [];
    for (const day of days) counts.push([day, await onDay(day)]);
    return counts.filter(([, count]) => count > 0).map(([day]) => day);
  }

  async function saveOn(day: string, xml: string): Promise<void> {
    // Her session has ended long ago.
    const restore = app.keepSignIns();
    app.forget('cleo');
    const { status } = await at(new Date(`${day}T08:00:00Z`), () => save('cleo', { edit: true }, xml));
    restore();
    expect(status).toBe(200);
  }

  test('metadata of a file is told of 60, 30 and 7 days before its own end, and anew once it is another', async () => {
    await save('cleo', {}, until('2027-02-01'));
    expect(await toldOn('2026-12-02', '2026-12-03', '2026-12-31', '2027-01-02')).toEqual(['2026-12-03', '2027-01-02']);
    expect((await mails())[0]).toMatchObject({
      recipient: 'cleo@nordmark-lb.example',
      kind: 'saml-metadata-ending',
      subject: 'The metadata of your identity provider is good until 01-Feb-2027',
    });
    // Saved with other settings it is the same still; with a later end it is another.
    await saveOn('2027-01-25', until('2027-02-01'));
    expect(await toldOn('2027-01-11', '2027-01-25', '2027-02-02')).toEqual(['2027-01-25']);
    await saveOn('2027-01-26', until('2027-02-10'));
    expect(await toldOn('2027-01-27', '2027-02-03', '2027-02-04')).toEqual(['2027-02-03']);
    await app.db.updateTable('saml_config').set({ reminded_days: null }).execute();
    await app.db.updateTable('account').set({ saml_sign_in: false }).where('id', '=', nordmark).execute();
    expect(await onDay('2027-02-04')).toBe(0);
  });

  test('metadata of an address is told of two days before, where nothing newer came', async () => {
    const fromAddress = { metadata: { metadata: until('2026-12-10') }, metadata_url: address() };
    await save('cleo', { identity_provider_config: fromAddress });
    const look = (day: string) => at(new Date(`${day}T07:00:00Z`), () => refreshMetadata(app.runtime));
    served = until('2026-12-12');
    await look('2026-12-07');
    expect(await toldOn('2026-12-08', '2026-12-09')).toEqual([]);
    await look('2026-12-09');
    expect(await toldOn('2026-12-10', '2026-12-11')).toEqual(['2026-12-10']);
  });

  test('metadata that never is good for longer than a day is no news, while its address brings the next', async () => {
    const fromAddress = { metadata: { metadata: until('2026-11-22') }, metadata_url: address() };
    await save('cleo', { identity_provider_config: fromAddress });
    for (const day of [22, 23, 24, 25]) {
      served = until(`2026-11-${day + 1}`);
      await at(new Date(`2026-11-${day}T13:00:00Z`), () => refreshMetadata(app.runtime));
      expect(await toldOn(`2026-11-${day + 1}`)).toEqual([]);
    }
  });

  test('a key of ours is told of, also beside a next one', async () => {
    await save('cleo', provided([{ certificate: pem(second) }], entityDescriptor({ certificates: [second] })));
    await app.db
      .updateTable('saml_key')
      .set({ valid_to: new Date('2027-01-20T00:00:00Z') })
      .execute();
    await app.call('cleo', 'POST', `${CONFIG}/${nordmark}/keys`);
    expect(await onDay('2026-12-24')).toBe(1);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['saml-key-ending']);
    expect(await kinds('cleo')).toEqual(['key']);
  });
});
