import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { allowCertificates } from '../../testing/certificate-sign-in.ts';
import { entityDescriptor, samlSave, signingCertificate } from '../../testing/saml-metadata.ts';
import { daysOn } from '../../x509/testing/authority.ts';
import {
  CONFIG,
  ended,
  SERVICE,
  first,
  metadata,
  pem,
  print,
  provided,
  refusal,
  second,
  states,
  samlOfAccount,
} from '../../testing/saml-of-account.ts';

type Event = { action: string; before: { status: string } | null; after: { status: string } | null };

let app: TestApp;
let nordmark: string;
const { address, changes, read, save } = samlOfAccount((next, account) => {
  [app, nordmark] = [next, account];
});
const weak = signingCertificate({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) });

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
    const certificates = [{ certificate: pem(second), state: 'next' }, { certificate: pem(first) }];
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

  test('[A-165] saved as it is, it stays so and the log has nothing; switched, its form is out of date', async () => {
    const certificates = [{ certificate: pem(first) }, { certificate: pem(second), state: 'next' }];
    await save('cleo', provided(certificates));
    const before = (await read()).body;
    const put = (more: object = {}) =>
      app.call('cleo', 'PUT', `${CONFIG}/${nordmark}`, samlSave(nordmark, metadata, more));
    for (const again of [
      await put(),
      await put(provided(certificates.toReversed())),
      await put({ status: 'ENABLED', idp_initiated: false, attributes: { email: null } }),
      await save('cleo', { ...provided(certificates), edit: true, federation_id: before.id }),
    ])
      expect([again.status, again.body]).toEqual([200, before]);
    expect(await changes()).toEqual([]);
    const switched = await put({ status: 'DISABLED' });
    expect([switched.body.status, switched.body.version]).toEqual(['DISABLED', before.version + 1]);
    expect(await changes()).toHaveLength(1);
    expect((await put(provided([{ certificate: pem(first) }]))).body.version).toBe(before.version + 2);
    expect(await changes()).toHaveLength(2);
  });

  test('[A-162 A-164 A-165] takes its certificates as they are documented, and as they are answered', async () => {
    const documented = { certificate: pem(first), common_name: 'Any', expiration_date: 'some day', thumb_print: '00' };
    expect((await save('cleo', provided([documented]))).status).toBe(201);
    const more = Array.from({ length: LIMITS.samlCertificatesMax - 1 }, (_, n) => ({
      certificate: pem(signingCertificate({ subject: `Next ${n}` })),
      state: 'next',
    }));
    const { body: answered } = await save('cleo', { ...provided([documented, ...more]), edit: true });
    const { certificates } = answered.identity_provider_config;
    expect(certificates).toHaveLength(LIMITS.samlCertificatesMax);
    const put = await app.call('cleo', 'PUT', `${CONFIG}/${nordmark}`, {
      ...samlSave(nordmark, metadata),
      ...provided(certificates),
    });
    expect([put.status, put.body.identity_provider_config.certificates]).toEqual([200, certificates]);
  });

  test('[A-165] keeps what a save leaves out: whether it is on, and where its metadata is read again', async () => {
    const identity_provider_config = { metadata: { metadata }, metadata_url: address() };
    const kept = async () => {
      const { status, identity_provider_config: provider, refresh } = (await read()).body;
      return [status, provider.metadata_url, refresh !== null];
    };
    const put = (more: object = {}, xml = metadata) =>
      app.call('cleo', 'PUT', `${CONFIG}/${nordmark}`, samlSave(nordmark, xml, more));
    await save('cleo', { status: 'DISABLED', identity_provider_config });
    expect((await put({ idp_initiated: true })).status).toBe(200);
    expect(await kept()).toEqual(['DISABLED', address(), true]);
    await save('cleo', { edit: true, disable_standard_login: false });
    expect(await kept()).toEqual(['DISABLED', address(), true]);
    await put({ status: 'ENABLED' });
    await save('cleo', { edit: true, disable_standard_login: true });
    expect([await kept(), (await read()).body.standard_login]).toEqual([['ENABLED', address(), true], false]);
    await put({ identity_provider_config: { metadata: { metadata }, metadata_url: null } });
    expect(await kept()).toEqual(['ENABLED', null, false]);
    // Another file of which nobody says where it came from.
    await put({ identity_provider_config });
    await put({}, entityDescriptor({ certificates: [first, second] }));
    expect(await kept()).toEqual(['ENABLED', null, false]);
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
    expect(body).toContain('AuthnRequestsSigned="true"');
    expect(body).toContain('<md:KeyDescriptor>');
    expect(body).not.toContain('PRIVATE');
  });

  test('[A-149] is told of this platform before the first save too, without a key that is not made yet', async () => {
    const { body, status } = await app.call('cleo', 'GET', `${CONFIG}/${nordmark}/sp-metadata`);
    expect(status).toBe(200);
    expect(body).toContain(`entityID="http://localhost:8080/imauth/api/v1/saml/${nordmark}"`);
    expect(body).toContain(`Location="http://localhost:8080/imauth/api/v1/callback/saml/${nordmark}"`);
    expect(body).toContain('AuthnRequestsSigned="false"');
    expect(body).not.toContain('KeyDescriptor');
    expect((await read()).body).toMatchObject({ id: null, own_keys: [] });
    // Nothing more than an administrator of the account sees, and nothing at the address that anybody may read.
    expect((await app.call('emil', 'GET', `${CONFIG}/${nordmark}/sp-metadata`)).status).toBe(403);
    expect((await app.call('carl', 'GET', `${CONFIG}/${nordmark}/sp-metadata`)).status).toBe(404);
    expect((await app.request('GET', `/imauth/api/v1/saml/${nordmark}`)).status).toBe(404);
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

  test('[S-430] with words around it is read up to 4 MB; beyond, it is refused by its size', async () => {
    const most = 4 * 1024 * 1024;
    const wordy = (bytes: number) => `${'.'.repeat(bytes - pem(second).length)}${pem(second)}`;
    expect((await look({ certificate: wordy(100_000) })).body.thumb_print).toBe(print(second));
    expect((await look({ certificate: wordy(most) })).status).toBe(200);
    const larger = [400, 'CERTIFICATE_FILE_TOO_LARGE', ['certificate']];
    expect(refusal(await look({ certificate: wordy(most + 1) }))).toEqual(larger);
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

  test('what is stored can be saved again: retired ones make room for new ones, and none for more', async () => {
    const retired = Array.from({ length: LIMITS.samlCertificatesMax - 1 }, (_, n) => ({
      certificate: pem(signingCertificate({ subject: `Retired ${n}`, to: daysOn(30 + n) })),
      state: 'retired',
    }));
    const one = { certificate: pem(first) };
    expect((await save('cleo', provided([one, ...retired]))).status).toBe(201);
    const more = entityDescriptor({ certificates: [first, second] });
    const { body } = await save('cleo', { ...provided([one, ...retired], more), edit: true });
    const { certificates } = body.identity_provider_config;
    expect(certificates).toHaveLength(LIMITS.samlCertificatesMax);
    expect(certificates.map((kept: { common_name: string }) => kept.common_name)).not.toContain('Retired 0');
    const again = certificates.map(({ certificate, state }: Record<string, string>) => ({ certificate, state }));
    expect((await save('cleo', { ...provided(again, more), edit: true })).status).toBe(200);
    const living = retired.map(({ certificate }) => ({ certificate, state: 'next' }));
    const further = entityDescriptor({ certificates: [first, signingCertificate({ subject: 'Further' })] });
    const refused = await save('cleo', { ...provided([one, ...living], further), edit: true });
    expect(refusal(refused)).toEqual([400, 'INVALID_INPUT', [FIELD]]);
  });

  const both = entityDescriptor({ certificates: [first, second] });
  const again = (...certificates: object[]) => save('cleo', { ...provided(certificates, both), edit: true });
  const [one, other] = [{ certificate: pem(first) }, { certificate: pem(second) }];

  test('one that is taken off the list is believed no more, by that save or a later one', async () => {
    await save('cleo', {}, both);
    const taken = { [print(first)]: 'retired', [print(second)]: 'current' };
    for (const list of [[other], [other], [other, { ...one, state: 'retired' }], [other, one]])
      expect(Object.fromEntries(states(await again(...list)))).toEqual(taken);
    // Also one of which nothing is stored any more, with other settings or with a list.
    const forget = () => app.db.deleteFrom('saml_certificate').where('thumb_print', '=', print(first)).execute();
    await forget();
    expect(Object.fromEntries(states(await again(other)))).toEqual(taken);
    await forget();
    expect(Object.fromEntries(states(await save('cleo', { edit: true }, both)))).toEqual(taken);
    // Whoever says that it counts again is heard.
    const heard = await again(other, { ...one, state: 'current' });
    expect(Object.fromEntries(states(heard))).toEqual({ ...taken, [print(first)]: 'current' });
  });

  test('one that is taken off the list is believed no more where other metadata names it too', async () => {
    await save('cleo', {}, metadata);
    expect(states(await again(other))).toEqual([
      [print(second), 'current'],
      [print(first), 'retired'],
    ]);
    expect(refusal(await again())).toEqual([400, 'CERTIFICATE_NEEDED', [FIELD]]);
  });

  test('one whose name holds a NUL is kept under a name without', async () => {
    const named = signingCertificate({ subject: 'Nordmark\0sso' });
    expect((await save('cleo', {}, entityDescriptor({ certificates: [named] }))).status).toBe(201);
    const kept = await app.db.selectFrom('saml_certificate').select('common_name').executeTakeFirstOrThrow();
    expect(kept.common_name).toBe('Nordmark\uFFFDsso');
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
    const refused = await make();
    expect(refusal(refused)).toEqual([409, 'SAML_KEYS_TOO_MANY', []]);
    expect(refused.body.error.message).toContain('at most 5 keys');
    const [one] = await keys();
    for (const act of [switchTo, forget]) {
      expect(refusal(await act(one?.id ?? '', 'carl'))).toEqual([404, 'NOT_FOUND', []]);
      expect(refusal(await act(nordmark))).toEqual([404, 'NOT_FOUND', []]);
    }
    expect(refusal(await make('carl'))).toEqual([404, 'NOT_FOUND', []]);
    expect(refusal(await make('emil'))).toEqual([403, 'FORBIDDEN', []]);
  });
});
