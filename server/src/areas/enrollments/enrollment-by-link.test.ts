/** What an invited person does with the link of an enrollment: real keys and requests by OpenSSL, no session. */
import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { leftFor } from '../../license-ledger/counted.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { EC, V1, V2, enrolling, type Link } from '../../testing/enrolling.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';
import { pem } from '../../x509/testing/openssl.ts';

let app: TestApp;
const steps = enrolling((one) => void (app = one));
const {
  ssl,
  idOf,
  newTemplate,
  invited,
  mailedTo,
  newRequest,
  requestOf,
  open,
  generate,
  redeem,
  statusOf,
  certificatesOf,
} = steps;

const RSA = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];
const challenge = ({ id, code }: Link) =>
  app.request('POST', `${V2}/enrollment/${id}/challenge`, { enrollment_code: code });
const fields = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries<{ status: string }>(body.error.fields ?? {}).map(([name, { status }]) => [name, status]),
  );
const aYearOn = () => {
  const day = app.clock.now();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
};

describe('the page', () => {
  test('[S-034 S-097 S-102 S-114 S-158 S-339 S-344] is told whom it invites, and where the key shall be', async () => {
    for (const keystore_location of ['hardware_token', 'software', 'browser']) {
      const link = await invited({
        keystore_location,
        enrollment_method: 'DDC',
        asked: ['locality'],
        locality: 'Kiel',
      });
      const { status, body } = await open(link);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: link.id,
        enrollment_code: link.code,
        csr: null,
        keystore_location,
        enrollment_method: 'DDC',
        status: 'invited',
        first_name: '',
        last_name: '',
        account_name: 'Nordmark Landesbank',
        common_name: expect.stringMatching(/^Gate/),
        organization_name: 'Nordmark',
        organization_units: '',
        street_address: '',
        postal_code: '',
        locality: 'Kiel',
        state: '',
        country: '',
        dns_names: [],
        emails: [],
        user_principal_names: [],
        email: 'gates@nordmark-lb.example',
        validity: null,
        asked: ['locality'],
        end_date: aYearOn(),
        signs_in: false,
        profile: { key_types: ['rsa_2048', 'ec_p256'], purposes: ['client_auth'] },
      });
    }
  });

  test('changes nothing when it is opened, however often: mail scanners do', async () => {
    const link = await invited();
    const before = (await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body;
    for (let times = 0; times < 5; times += 1) expect((await open(link)).status).toBe(200);
    expect((await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body).toEqual(before);
  });

  test('[S-434] nothing opens by the id alone: a wrong code is answered as an id that nobody has', async () => {
    const link = await invited();
    const other = await invited();
    const nobody = { id: '0195f3a0-0000-7000-8000-000000000000', code: link.code };
    const csr = newRequest();
    for (const wrong of [
      { ...link, code: 'x'.repeat(43) },
      { ...link, code: other.code },
      { ...link, code: '' + 1 },
    ])
      for (const ask of [open, challenge, redeem, (one: Link) => generate(one, csr)]) {
        const [refused, unknown] = [await ask(wrong), await ask(nobody)];
        expectRefusal(refused, 404, 'NOT_FOUND');
        const plain = ({ body: { error } }: Answer) => ({ ...error, correlation_id: undefined });
        expect(plain(refused)).toEqual(plain(unknown));
      }
    expect(await statusOf(link)).toBe('invited');
    expect(await certificatesOf(link.seat)).toEqual([]);
  });

  test('[S-434] guesses end soon', async () => {
    const link = { ...(await invited()), code: 'y'.repeat(43) };
    const csr = newRequest();
    for (let times = 0; times < 30; times += 1) await generate(link, csr);
    expectRefusal(await generate(link, csr), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('the certificate', () => {
  test('[S-115 S-116 S-163 S-164 S-320 S-340] is made for the key of the request, of who is invited', async () => {
    const link = await invited({
      organization_units: 'Doors',
      country: 'DE',
      postal_code: '24103',
      street_address: 'Kai 3',
    });
    const csr = newRequest();
    expect(
      csr
        .trim()
        .split('\n')
        .slice(1, -2)
        .every((line) => line.length === 64),
    ).toBe(true);
    const made = await generate(link, csr, { name: 'North gate', end_date: aYearOn() });
    expect(made.status).toBe(201);
    const certificate = new X509Certificate(made.body.x509_cert);
    expect(certificate.subject.split('\n')).toEqual([
      'C=DE',
      'postalCode=24103',
      'street=Kai 3',
      'O=Nordmark',
      'OU=Doors',
      expect.stringMatching(/^CN=Gate/),
    ]);
    expect(certificate.validToDate.toISOString().slice(0, 10)).toBe(aYearOn());
    expect(made.body.end_date).toBe(aYearOn());
    // OpenSSL agrees: of this key, and below the platform's authorities.
    ssl.put('made.pem', made.body.x509_cert);
    expect(ssl.run('x509', '-in', 'made.pem', '-noout', '-pubkey')).toEqual(
      ssl.run('pkey', '-in', 'key.pem', '-pubout'),
    );
    ssl.put('chain.pem', made.body.chain.join(''));
    const at = String(Math.floor(app.clock.now().getTime() / 1000));
    const agreed = ssl.ask('verify', '-attime', at, '-CAfile', 'chain.pem', '-purpose', 'sslclient', 'made.pem');
    expect(agreed).toMatchObject({ agrees: true });
    expect(await certificatesOf(link.seat)).toMatchObject([
      { name: 'North gate', template_id: steps.template(), created_by: idOf('cleo'), state: 'issued' },
    ]);
    expect(await statusOf(link)).toBe('generated');
    expect((await redeem(link, { serial: made.body.serial })).status).toBe(204);
    expect(await statusOf(link)).toBe('redeemed');
  });

  test('[S-161 S-168] used once: then the link answers REDEEMED, and redeeming again is the same', async () => {
    const link = await invited();
    const csr = newRequest();
    expectRefusal(await redeem(link), 409, 'NOT_GENERATED');
    await generate(link, csr);
    expect((await open(link)).body.status).toBe('generated');
    expect((await redeem(link)).status).toBe(204);
    expect((await redeem(link)).status).toBe(204);
    expectRefusal(await open(link), 410, 'REDEEMED');
    expectRefusal(await generate(link, csr), 410, 'REDEEMED');
    app.clock.pass(601);
    expectRefusal(await redeem(link), 410, 'REDEEMED');
    expect(await certificatesOf(link.seat)).toHaveLength(1);
  });

  test('[S-161] a lost answer costs no second certificate: the same key gets the same one', async () => {
    const link = await invited();
    const csr = newRequest();
    const first = await generate(link, csr);
    // Another request for the same key, as a page makes that was loaded again.
    const again = await generate(link, requestOf('key.pem'));
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await certificatesOf(link.seat)).toHaveLength(1);
  });

  test('of a key whose certificate has ended while the link is open another one is made', async () => {
    const link = await invited({ validity: 1 });
    const first = await generate(link, newRequest());
    app.clock.pass(3 * 86_400);
    const again = await generate(link, requestOf('key.pem'));
    expect(again.status).toBe(201);
    expect(again.body.serial).not.toBe(first.body.serial);
    expect(new X509Certificate(again.body.x509_cert).validToDate > app.clock.now()).toBe(true);
  });

  test('a lost key gets another one: the former is revoked with it, its place in the license is free', async () => {
    const link = await invited();
    const left = await leftFor(app.db, 'certificate', app.accountIds.get('nordmark-lb') ?? '');
    const first = await generate(link, newRequest());
    const second = await generate(link, newRequest());
    expect(second.status).toBe(201);
    expect(second.body.serial).not.toBe(first.body.serial);
    expect((await certificatesOf(link.seat)).map(({ state, revocation_reason }) => [state, revocation_reason])).toEqual(
      expect.arrayContaining([
        ['revoked', 'superseded'],
        ['issued', null],
      ]),
    );
    const now = await leftFor(app.db, 'certificate', app.accountIds.get('nordmark-lb') ?? '');
    expect(now === null ? null : now + 1).toBe(left);
    expectRefusal(await redeem(link, { serial: first.body.serial }), 409, 'REPLACED');
    expect((await redeem(link, { serial: second.body.serial })).status).toBe(204);
  });

  test('is not made for one key after the other', async () => {
    const link = await invited();
    for (let keys = 0; keys < 5; keys += 1) expect((await generate(link, newRequest())).status).toBe(201);
    expectRefusal(await generate(link, newRequest()), 409, 'ENROLLMENT_KEYS_TOO_MANY');
  });

  test('ends sooner where the invitation, the profile or the page says so, and never later', async () => {
    const short = await invited({ validity: 30 });
    const end = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    expect((await open(short)).body).toMatchObject({ validity: 30, end_date: end(30) });
    for (const end_date of [end(31), end(-1)]) {
      const refused = await generate(short, newRequest(), { end_date });
      expect(fields(refused)).toEqual({ end_date: 'END_NOT_ALLOWED' });
    }
    expect((await generate(short, newRequest(), { end_date: end(3) })).body.end_date).toBe(end(3));
    const byProfile = await invited({ template_id: await newTemplate({}, 10) });
    const { end_date } = (await open(byProfile)).body;
    expect((await generate(byProfile, newRequest())).body.end_date).toBe(end_date);
    expect(end_date <= end(10)).toBe(true);
  });
});

test('[S-163] no day is promised that lies behind the end of the authority', async () => {
  const link = await invited();
  const { rows } = await sql<{ id: string; valid_to: Date }>`select id, valid_to from certificate_authority`.execute(
    app.db,
  );
  const soon = new Date(app.clock.now().getTime() + 20 * 86_400_000);
  await sql`update certificate_authority set valid_to = ${soon}`.execute(app.db);
  const { end_date } = (await open(link)).body;
  const later = await generate(link, newRequest(), { end_date: '2027-06-30' });
  for (const { id, valid_to } of rows)
    await sql`update certificate_authority set valid_to = ${valid_to} where id = ${id}`.execute(app.db);
  expect(end_date).toBe(soon.toISOString().slice(0, 10));
  expect(fields(later)).toEqual({ end_date: 'END_NOT_ALLOWED' });
});

describe('what the invited person fills in', () => {
  test('[S-194 S-195] all that is asked is needed, and what is not asked stays as it is', async () => {
    const link = await invited({ asked: ['organization_units', 'country', 'email'], country: 'DE' });
    const tried = async (more: object) => fields(await generate(link, newRequest(), more));
    expect(await tried({ organization_units: ' ' })).toEqual({ organization_units: 'REQUIRED' });
    expect(await tried({})).toEqual({ organization_units: 'REQUIRED' });
    expect(await tried({ organization_units: 'A', country: '' })).toEqual({ country: 'REQUIRED_CHOICE' });
    for (const country of ['KP', 'XX'])
      expect(await tried({ organization_units: 'A', country })).toEqual({ country: 'INVALID_INPUT' });
    expect(await tried({ organization_units: 'A', email: 'nobody' })).toEqual({ email: 'INVALID_EMAIL' });
    expect(await tried({ organization_units: 'x'.repeat(65) })).toEqual({ organization_units: 'MAX_LENGTH' });
    expect(await tried({ organization_units: 'A', common_name: 'The boss' })).toEqual({ common_name: 'NOT_ASKED' });
    expect(await tried({ organization_units: 'A', emails: ['boss@x.example'] })).toEqual({ emails: 'NOT_ASKED' });
    expect(await tried({ organization_units: 'A', locality: 'Kiel' })).toEqual({ locality: 'NOT_ASKED' });
    const shown = (await open(link)).body;
    const made = await generate(link, newRequest(), {
      organization_units: 'Night shift',
      email: 'night@nordmark-lb.example',
      common_name: shown.common_name,
      dns_names: [],
    });
    expect(made.status).toBe(201);
    expect(new X509Certificate(made.body.x509_cert).subject).toMatch(/OU=Night shift/);
    const record = (await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body;
    expect(record).toMatchObject({ organization_units: 'Night shift', email: 'night@nordmark-lb.example' });
  });

  test.each(['\u00ad', '\u200b', '\u200c', '\u200e'])(
    'what can’t be seen in it (%j) is refused under its field, as where administrators give it',
    async (hidden) => {
      const locality = `a${hidden}b`;
      const link = await invited({ asked: ['locality'] });
      expect(fields(await generate(link, newRequest(), { locality }))).toEqual({ locality: 'INVALID_INPUT' });
      const invitation = {
        seat_id: link.seat,
        template_id: steps.template(),
        email: 'gates@nordmark-lb.example',
        keystore_location: 'browser',
      };
      for (const field of ['organization_units', 'street_address', 'postal_code', 'locality', 'state']) {
        const given = await steps.post('cleo', `${V2}/enrollment`, { ...invitation, [field]: locality });
        expect(fields(given)).toEqual({ [field]: 'INVALID_INPUT' });
      }
      const { body } = await app.call('cleo', 'GET', `${V1}/template/${steps.template()}`);
      for (const field of ['organization', 'organizational_unit', 'locality', 'state']) {
        const { profile_id, seat_types } = body;
        const said = { name: 'Hidden', profile_id, seat_types, [field]: locality };
        expect(fields(await steps.post('cleo', `${V1}/template`, said))).toEqual({ [field]: 'INVALID_INPUT' });
      }
    },
  );

  test('the template that says a field meanwhile is what counts, with its profile of today', async () => {
    const own = await newTemplate();
    const link = await invited({ template_id: own, asked: ['locality'] });
    const { body } = await app.call('cleo', 'GET', `${V1}/template/${own}`);
    const saved = await app.call('cleo', 'PUT', `${V1}/template/${own}`, {
      name: body.name,
      profile_id: body.profile_id,
      seat_types: body.seat_types,
      locality: 'Husum',
    });
    expect(saved.status).toBe(200);
    expect((await open(link)).body).toMatchObject({ locality: 'Husum', asked: [] });
    expect(fields(await generate(link, newRequest(), { locality: 'Kiel' }))).toEqual({ locality: 'NOT_ASKED' });
    expect(new X509Certificate((await generate(link, newRequest())).body.x509_cert).subject).toMatch(/L=Husum/);
  });
});

describe('a request', () => {
  test('is refused where it proves nothing, or its key is not one that is taken, or is known', async () => {
    const link = await invited();
    const csr = newRequest();
    const der = Buffer.from(csr.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    const altered = Buffer.from(der);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(fields(await generate(link, pem('CERTIFICATE REQUEST', altered)))).toEqual({ csr: 'CSR_SIGNATURE' });
    expect(fields(await generate(link, 'hello'))).toEqual({ csr: 'CSR_FORMAT' });
    expect(fields(await generate(link, ''))).toEqual({ csr: 'REQUIRED' });
    expect(fields(await generate(link, csr + csr))).toEqual({ csr: 'CSR_SEVERAL' });
    const p384 = newRequest(['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384']);
    expect(fields(await generate(link, p384))).toEqual({ csr: 'KEY_NOT_ACCEPTED' });
    const token = { keystore_type: 'yubikey' };
    expect(fields(await generate(link, csr, token))).toEqual({ keystore_type: 'KEYSTORE_ELSEWHERE' });
    expect((await generate(link, csr)).status).toBe(201);
    // The same key for another seat.
    const other = await invited();
    expect(fields(await generate(other, csr))).toEqual({ csr: 'KEY_KNOWN' });
    expect(await certificatesOf(other.seat)).toEqual([]);
  });

  test('for a key that was revoked is refused, whoever asks', async () => {
    const link = await invited();
    const csr = newRequest();
    await generate(link, csr);
    await generate(link, newRequest(EC, 'other.pem'));
    expect(fields(await generate(link, csr))).toEqual({ csr: 'KEY_KNOWN' });
    const replaced = (await certificatesOf(link.seat)).find(({ state }) => state === 'revoked');
    expect((await events(app, 'UPDATE')).filter((event) => event.resource_id === replaced?.id)).toMatchObject([
      { resource_type: 'CERTIFICATE', after: { status: 'revoked', revocation_reason: 'superseded' } },
    ]);
  });

  test('[S-340] one that was revoked uses no invitation up: another key gets a good one', async () => {
    const link = await invited();
    const first = await generate(link, newRequest());
    const [made] = await certificatesOf(link.seat);
    const revoked = await app.call('cleo', 'PUT', `${V1}/certificate/${made?.id}/revoke`, { reason: 'keyCompromise' });
    expect(revoked.status).toBe(200);
    expectRefusal(await redeem(link, { serial: first.body.serial }), 409, 'NOT_GENERATED');
    expect(await statusOf(link)).toBe('generated');
    const second = await generate(link, newRequest());
    expect((await redeem(link, { serial: second.body.serial })).status).toBe(204);
    const reasons = (await certificatesOf(link.seat)).map(({ revocation_reason }) => revocation_reason);
    expect(new Set(reasons)).toEqual(new Set(['keyCompromise', null]));
  });

  test('[S-340] nor does one whose authority was revoked: another authority signs for another key', async () => {
    const own = { name: 'Gates CA', common_name: 'Gates CA', key_type: 'ec_p256' };
    const account_id = app.accountIds.get('nordmark-lb') ?? '';
    const { id } = (await steps.post('ada', '/certificate-authority/api/v1/ca', { ...own, account_id })).body;
    const link = await invited();
    const first = await generate(link, newRequest());
    expect(await certificatesOf(link.seat)).toMatchObject([{ authority_id: id }]);
    const revoked = await app.call('cleo', 'PUT', `${V1}/ca/${id}/revoke`, { reason: 'cACompromise' });
    expect(revoked.status).toBe(200);
    expectRefusal(await redeem(link, { serial: first.body.serial }), 409, 'NOT_GENERATED');
    expect(await statusOf(link)).toBe('generated');
    const second = await generate(link, newRequest());
    expect((await redeem(link, { serial: second.body.serial })).status).toBe(204);
  });

  test('[S-204] takes a key of RSA with 2048 bits, as hardware tokens make it', async () => {
    const link = await invited({ keystore_location: 'hardware_token' });
    const made = await generate(link, newRequest(RSA), { keystore_type: 'yubikey', enrollment_method: 'DDC' });
    expect(made.status).toBe(201);
    const record = (await app.call('cleo', 'GET', `${V2}/enrollment/${link.id}`)).body;
    expect(record).toMatchObject({ keystore_type: 'yubikey', enrollment_method: 'DDC' });
  });
});

describe('what opens no more', () => {
  test('[S-168] canceled, expired and sent again: each says what it is', async () => {
    const canceled = await invited();
    await app.call('cleo', 'PUT', `${V2}/enrollment/${canceled.id}/status`, { status: 'canceled' });
    expectRefusal(await open(canceled), 410, 'CANCELED');
    expectRefusal(await generate(canceled, newRequest()), 410, 'CANCELED');
    const late = await invited({ open_days: 1 });
    // Until the end of the day (UTC) that its mail names.
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    app.clock.set(`${tomorrow}T23:59:00Z`);
    expect((await open(late)).status).toBe(200);
    app.clock.pass(61);
    for (const person of ['cleo'] as const) app.forget(person);
    expectRefusal(await open(late), 410, 'EXPIRED');
    expectRefusal(await generate(late, newRequest()), 410, 'EXPIRED');
    expectRefusal(await redeem(late), 410, 'EXPIRED');
    expect((await app.call('cleo', 'POST', `${V2}/enrollment/${late.id}/resend`)).status).toBe(204);
    expectRefusal(await open(late), 404, 'NOT_FOUND');
    const newer = await mailedTo('gates@nordmark-lb.example');
    expect(newer.id).toBe(late.id);
    // For as many days as before, whatever the hour.
    const next = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    expect((await open(newer)).body).toMatchObject({ expires_at: `${next} 23:59:59` });
  });

  test('a certificate that nobody has redeemed goes with its invitation', async () => {
    const link = await invited();
    await generate(link, newRequest());
    await app.call('cleo', 'PUT', `${V2}/enrollment/${link.id}/status`, { status: 'canceled' });
    expect(await certificatesOf(link.seat)).toMatchObject([
      { state: 'revoked', revocation_reason: 'cessationOfOperation', revoked_by: idOf('cleo') },
    ]);
    expectRefusal(await redeem(link), 410, 'CANCELED');
    const [certificate] = await certificatesOf(link.seat);
    expect((await events(app, 'UPDATE')).filter((event) => event.resource_id === certificate?.id)).toMatchObject([
      {
        resource_type: 'CERTIFICATE',
        actor_id: idOf('cleo'),
        before: { status: 'issued' },
        after: { status: 'revoked', revocation_reason: 'cessationOfOperation' },
      },
    ]);
  });

  test('account or template that changed: the same refusal for each; one whose seat is gone is canceled', async () => {
    const own = await newTemplate();
    const link = await invited({ template_id: own });
    const account = (values: { active: boolean }) =>
      app.db.updateTable('account').set(values).where('friendly_identifier', '=', 'nordmark-lb').execute();
    const suspended = async () => {
      expectRefusal(await open(link), 409, 'SUSPENDED');
      expectRefusal(await generate(link, newRequest()), 409, 'SUSPENDED');
    };
    await account({ active: false });
    await suspended();
    await account({ active: true });
    await app.call('cleo', 'PUT', `${V1}/template/${own}/archived`, { archived: true });
    await suspended();
    await app.call('cleo', 'PUT', `${V1}/template/${own}/archived`, { archived: false });
    expect((await open(link)).status).toBe(200);
    expect((await app.call('cleo', 'DELETE', `${V2}/seat/${link.seat}`)).status).toBe(204);
    expectRefusal(await open(link), 410, 'CANCELED');
    expect(await statusOf(link)).toBe('canceled');
  });
});
