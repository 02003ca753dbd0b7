/** What an invited person does with the link of an enrollment: real keys and requests by OpenSSL, no session. */
import { X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { settleIntentions } from '../../authority/intention-store.ts';
import { leftFor } from '../../license-ledger/counted.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { events, expectRefusal, mails } from '../../testing/sign-in.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const V1 = '/account/ui-api/v1';
const V2 = '/account/ui-api/v2';
const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const RSA = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];

const ssl = openSsl();
let app: TestApp;
let template: string;
let counter = 0;
beforeAll(async () => {
  app = await startTestApp();
  await withAuthorities(app);
  await allowCertificates(app, 'nordmark-lb');
  template = await newTemplate();
});
afterAll(async () => {
  rmSync(ssl.folder, { recursive: true });
  await app.close();
});
beforeEach(() => {
  // Guesses are counted by the minute.
  app.clock.pass(61);
  for (const person of ['cleo', 'carl', 'ada'] as const) app.forget(person);
});

const idOf = (person: Name): string => app.userIds.get(person) ?? '';
const post = (person: Name, path: string, body: object): Promise<Answer> => app.call(person, 'POST', path, body);

async function newTemplate(more: object = {}, days = 730): Promise<string> {
  counter += 1;
  const profile = await post('cleo', `${V1}/profile`, {
    name: `Badges ${counter}`,
    key_usage: ['digitalSignature'],
    purposes: ['client_auth'],
    key_types: ['ec_p256', 'rsa_2048'],
    days,
  });
  const made = await post('cleo', `${V1}/template`, {
    name: `Badge ${counter}`,
    profile_id: profile.body.id,
    seat_types: ['user', 'device'],
    organization: 'Nordmark',
    ...more,
  });
  return made.body.id;
}
async function newSeat(): Promise<string> {
  counter += 1;
  const seat = { type: 'device', name: `Gate ${counter}`, identifier: `SN-${counter}` };
  return (await post('cleo', `${V1}/seat`, seat)).body.id;
}

type Link = { id: string; code: string };
const linkOf = ({ body }: Answer): Link => ({ id: body.id, code: body.link.split('/').at(-1) });
/** An invitation for a new seat. */
async function invited(more: object = {}): Promise<Link & { seat: string }> {
  const seat = await newSeat();
  const made = await post('cleo', `${V2}/enrollment`, {
    seat_id: seat,
    template_id: template,
    email: 'gates@nordmark-lb.example',
    keystore_location: 'browser',
    ...more,
  });
  expect(made.status).toBe(201);
  return { ...linkOf(made), seat };
}
/** The code of the newest invitation that was mailed to an address. */
async function mailedTo(address: string): Promise<Link> {
  const text = (await mails(app, address, 'enrollment')).at(-1)?.text ?? '';
  const [, id = '', code = ''] = /\/account\/enrollment\/([\w-]+)\/([\w-]{43})/.exec(text) ?? [];
  return { id, code };
}

/** A new key and its request, by OpenSSL, in lines of 64. */
function newRequest(kind = EC, file = 'key.pem'): string {
  ssl.run('genpkey', ...kind, '-out', file);
  return requestOf(file);
}
function requestOf(file: string): string {
  ssl.run('req', '-new', '-key', file, '-subj', '/CN=evil.example/O=Wish', '-out', 'request.pem');
  return ssl.get('request.pem').toString();
}

const HOW = { enrollment_method: 'DTA', keystore_type: 'browser' };
const open = ({ id, code }: Link) => app.request('GET', `${V2}/enrollment/${id}/${code}`);
const generate = ({ id, code }: Link, csr: string, more: object = {}) =>
  app.request('POST', `${V1}/enrollment/${id}/client-auth-certificate`, {
    enrollment_code: code,
    csr,
    ...HOW,
    ...more,
  });
const challenge = ({ id, code }: Link) =>
  app.request('POST', `${V2}/enrollment/${id}/challenge`, { enrollment_code: code });
const redeem = ({ id, code }: Link, body: object = {}) => app.request('PUT', `${V2}/enrollment/${id}/${code}`, body);
const statusOf = async ({ id }: Link) => (await app.call('cleo', 'GET', `${V2}/enrollment/${id}/status`)).body.status;
const certificatesOf = (seat: string) =>
  app.db.selectFrom('certificate').selectAll().where('seat_id', '=', seat).orderBy('created_at').execute();
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
      { name: 'North gate', template_id: template, created_by: idOf('cleo'), state: 'issued' },
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
    expect(await tried({ organization_units: 'A', country: 'KP' })).toEqual({ country: 'INVALID_INPUT' });
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
    app.clock.pass(86_400);
    for (const person of ['cleo'] as const) app.forget(person);
    expectRefusal(await open(late), 410, 'EXPIRED');
    expectRefusal(await generate(late, newRequest()), 410, 'EXPIRED');
    expectRefusal(await redeem(late), 410, 'EXPIRED');
    expect((await app.call('cleo', 'POST', `${V2}/enrollment/${late.id}/resend`)).status).toBe(204);
    expectRefusal(await open(late), 404, 'NOT_FOUND');
    const newer = await mailedTo('gates@nordmark-lb.example');
    expect(newer.id).toBe(late.id);
    expect((await open(newer)).status).toBe(200);
  });

  test('a certificate that nobody has redeemed goes with its invitation', async () => {
    const link = await invited();
    await generate(link, newRequest());
    await app.call('cleo', 'PUT', `${V2}/enrollment/${link.id}/status`, { status: 'canceled' });
    expect(await certificatesOf(link.seat)).toMatchObject([
      { state: 'revoked', revocation_reason: 'cessationOfOperation', revoked_by: idOf('cleo') },
    ]);
    expectRefusal(await redeem(link), 410, 'CANCELED');
  });

  test('account, template, seat or license that are not what they were: the same refusal for each', async () => {
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

describe('at once', () => {
  const all = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)));

  test('two who send one key get one certificate', async () => {
    const link = await invited();
    const csr = newRequest();
    const answers = await all(4, () => generate(link, csr));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.serial)).size).toBe(1);
    expect(await certificatesOf(link.seat)).toHaveLength(1);
  });

  test('two with two keys leave one good certificate, and the one that is redeemed is that one', async () => {
    const link = await invited();
    const requests = [newRequest(EC, 'a.pem'), newRequest(EC, 'b.pem')];
    const answers = await all(2, (index) => generate(link, requests[index] ?? ''));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const stored = await certificatesOf(link.seat);
    expect(stored.map(({ state }) => state).toSorted()).toEqual(['issued', 'revoked']);
    const good = stored.find(({ state }) => state === 'issued')?.serial.toString('hex');
    const redeemed = await all(2, (index) => redeem(link, { serial: answers[index]?.body.serial }));
    const [winner, loser] = answers[0]?.body.serial === good ? redeemed : redeemed.toReversed();
    expect([winner?.status, loser?.body.error.status]).toEqual([204, 'REPLACED']);
  });

  test('redeeming and making: nobody gets a certificate after it was redeemed', async () => {
    const link = await invited();
    await generate(link, newRequest());
    const csr = newRequest();
    const [made, used] = await Promise.all([generate(link, csr), redeem(link)]);
    expect(used.status).toBe(204);
    const good = (await certificatesOf(link.seat)).filter(({ state }) => state === 'issued');
    expect(good).toHaveLength(1);
    const told = made.status === 201 ? made.body.serial : made.body.error.status;
    expect([good[0]?.serial.toString('hex'), 'REDEEMED']).toContain(told);
    expectRefusal(await generate(link, newRequest()), 410, 'REDEEMED');
  });

  test('canceling while a certificate is made leaves none that is good', async () => {
    for (let times = 0; times < 3; times += 1) {
      const link = await invited();
      const csr = newRequest();
      const [made, canceled] = await Promise.all([
        generate(link, csr),
        app.call('cleo', 'PUT', `${V2}/enrollment/${link.id}/status`, { status: 'canceled' }),
      ]);
      expect(canceled.status).toBe(200);
      expect([201, 410]).toContain(made.status);
      expect((await certificatesOf(link.seat)).filter(({ state }) => state === 'issued')).toEqual([]);
    }
  });

  test('one key for two seats is certified for one', async () => {
    const links = [await invited(), await invited()];
    const csr = newRequest();
    const answers = await Promise.all(links.map((link) => generate(link, csr)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
  });
});

describe('a server that breaks in the middle', () => {
  test('after it has signed: nothing was made, and the next try makes one certificate', async () => {
    const link = await invited();
    const csr = newRequest();
    await sql`create function breaks() returns trigger language plpgsql as
      $$ begin raise exception 'broken' using errcode = 'XX000'; end $$`.execute(app.db);
    await sql`create trigger breaks before update on enrollment for each row execute function breaks()`.execute(app.db);
    try {
      expect((await generate(link, csr)).status).toBe(500);
    } finally {
      await sql`drop trigger breaks on enrollment; drop function breaks()`.execute(app.db);
    }
    expect(await certificatesOf(link.seat)).toEqual([]);
    expect(await statusOf(link)).toBe('invited');
    const made = await generate(link, csr);
    expect(made.status).toBe(201);
    expect(await certificatesOf(link.seat)).toMatchObject([{ state: 'issued' }]);
    // What was signed and never handed out is revoked by the job.
    app.clock.pass(16 * 60);
    await settleIntentions(app.db, app.clock.now());
    const { rows } = await sql<{ state: string }>`select state from certificate
      where key_sha256 = (select key_sha256 from certificate where seat_id = ${link.seat}) order by state`.execute(
      app.db,
    );
    expect(rows).toEqual([{ state: 'issued' }, { state: 'revoked' }]);
    expect((await generate(link, csr)).body).toEqual(made.body);
  });
});

describe('a person', () => {
  test('[S-005] gets the certificate at their own address, and signs in with it', async () => {
    const made = await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ link: null, person: { name: 'Emil Haugen' }, seat: null });
    const link = await mailedTo('emil@nordmark-lb.example');
    expect((await open(link)).body).toMatchObject({
      first_name: 'Emil',
      last_name: 'Haugen',
      common_name: 'Emil Haugen',
      organization_name: 'Nordmark Landesbank',
      emails: ['emil@nordmark-lb.example'],
      signs_in: true,
      asked: [],
    });
    const answer = await generate(link, newRequest(), { keystore_type: 'software' });
    expect(answer.status).toBe(201);
    const certificate = new X509Certificate(answer.body.x509_cert);
    expect((await redeem(link)).status).toBe(204);
    const entered = await app.request(
      'GET',
      '/imauth/api/v1/login/certificate',
      undefined,
      forwarding(certificate.raw),
    );
    expect(entered.status).toBe(200);
    expect((await mails(app, 'emil@nordmark-lb.example', 'certificate-made')).length).toBeGreaterThan(0);
    const told = await events(app, 'CREATE');
    expect(told.at(-1)).toMatchObject({
      resource_type: 'CLIENT_AUTH_CERT',
      actor_id: null,
      message: 'By the enrollment of Emil Haugen.',
    });
  });

  test('[S-107] who has not answered the invitation to the platform does so by the certificate', async () => {
    const emil = () =>
      app.db.selectFrom('app_user').select('verified_at').where('id', '=', idOf('emil')).executeTakeFirstOrThrow();
    const nordmark = (certificate_sign_in: boolean) =>
      app.db
        .updateTable('account')
        .set({ certificate_sign_in })
        .where('friendly_identifier', '=', 'nordmark-lb')
        .execute();
    await app.db.updateTable('app_user').set({ verified_at: null }).where('id', '=', idOf('emil')).execute();
    const body = { user_id: idOf('emil'), keystore_location: 'software' };
    expect((await post('cleo', `${V2}/enrollment`, body)).status).toBe(201);
    const link = await mailedTo('emil@nordmark-lb.example');
    // Where nobody signs in so any more it would lead nowhere, and leave no other way to answer.
    await nordmark(false);
    expectRefusal(await open(link), 409, 'SUSPENDED');
    await nordmark(true);
    expect((await open(link)).body).toMatchObject({ signs_in: true });
    expect((await emil()).verified_at).toBeNull();
    const made = await generate(link, newRequest(), { keystore_type: 'software' });
    expect(made.status).toBe(201);
    expect((await emil()).verified_at).not.toBeNull();
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'USER',
      resource_id: idOf('emil'),
    });
    const { raw } = new X509Certificate(made.body.x509_cert);
    const entered = await app.request('GET', '/imauth/api/v1/login/certificate', undefined, forwarding(raw));
    expect(entered.status).toBe(200);
  });

  test('[S-102] reads what the certificate will say: the names of today, as far as it can hold them', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const emil = (values: { first_name?: string; last_name?: string; email?: string }) =>
      app.db.updateTable('app_user').set(values).where('id', '=', idOf('emil')).execute();
    const nordmark = (name: string) =>
      app.db.updateTable('account').set({ name }).where('friendly_identifier', '=', 'nordmark-lb').execute();
    await emil({ first_name: 'E'.repeat(60), last_name: 'H'.repeat(60), email: 'émil@nordmark-lb.example' });
    await nordmark('N'.repeat(100));
    const { body } = await open(link);
    const names = { common_name: `${'E'.repeat(60)} HHH`, organization_name: 'N'.repeat(64) };
    expect(body).toMatchObject({ ...names, emails: [] });
    const made = await generate(link, newRequest(), { keystore_type: 'software', ...names });
    expect(made.status).toBe(201);
    const { subject, subjectAltName } = new X509Certificate(made.body.x509_cert);
    expect(subject.split('\n')).toEqual([`O=${names.organization_name}`, `CN=${names.common_name}`]);
    expect(subjectAltName).toBeUndefined();
    await emil({ first_name: 'Emil', last_name: 'Haugen', email: 'emil@nordmark-lb.example' });
    await nordmark('Nordmark Landesbank');
  });

  test('[S-107] is led to no sign-in that the account does not have any more', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const nordmark = app.accountIds.get('nordmark-lb') ?? '';
    await app.db.updateTable('account').set({ certificate_sign_in: false }).where('id', '=', nordmark).execute();
    expect((await open(link)).body).toMatchObject({ signs_in: false });
    await allowCertificates(app, 'nordmark-lb');
    expect((await open(link)).body).toMatchObject({ signs_in: true });
  });

  test.each<[string, Name]>([
    ['somebody gives them', 'cleo'],
    ['they give themselves', 'emil'],
  ])('who has another address, which %s, is not to be had by a link at the one before', async (_, by) => {
    const user = `${V1}/user/${idOf('emil')}`;
    const { body: one } = await app.call('cleo', 'GET', user);
    const { first_name, last_name, user_name, email, phone, locale } = one;
    const move = async (to: string) => {
      const body = { first_name, last_name, user_name, phone, locale, email: to };
      expect((await app.call(by, 'PUT', user, body)).status).toBe(200);
    };
    const invite = async () => {
      app.clock.pass(1);
      await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    };
    await invite();
    const [link, csr] = [await mailedTo(email), newRequest()];
    expect((await generate(link, csr, { keystore_type: 'software' })).status).toBe(201);
    await invite();
    const another = await mailedTo(email);
    await move('emil.haugen@elsewhere.example');
    for (const left of [link, another]) {
      expectRefusal(await open(left), 410, 'CANCELED');
      expectRefusal(await generate(left, csr, { keystore_type: 'software' }), 410, 'CANCELED');
      expect((await events(app, 'UPDATE')).filter((event) => event.resource_id === left.id).at(-1)).toMatchObject({
        resource_type: 'ENROLLMENT',
        actor_id: idOf(by),
        after: { stage: 'canceled' },
      });
    }
    const made = await app.db
      .selectFrom('enrollment')
      .innerJoin('certificate', 'certificate.id', 'enrollment.certificate_id')
      .select('certificate.state')
      .where('enrollment.id', '=', link.id)
      .executeTakeFirstOrThrow();
    expect(made.state).toBe('revoked');
    expect((await mails(app, email, 'enrollment-canceled')).length).toBeGreaterThanOrEqual(2);
    // The next one goes to where they are.
    await invite();
    const next = await mailedTo('emil.haugen@elsewhere.example');
    await move('Emil.Haugen@elsewhere.example');
    expect((await open(next)).status).toBe(200);
    await move(email);
  });

  test('who is switched off meanwhile gets none', async () => {
    await post('cleo', `${V2}/enrollment`, { user_id: idOf('emil'), keystore_location: 'software' });
    const link = await mailedTo('emil@nordmark-lb.example');
    const active = (on: boolean) =>
      app.db.updateTable('app_user').set({ active: on }).where('id', '=', idOf('emil')).execute();
    await active(false);
    expectRefusal(await open(link), 409, 'SUSPENDED');
    expectRefusal(await generate(link, newRequest(), { keystore_type: 'software' }), 409, 'SUSPENDED');
    await active(true);
    expect((await open(link)).status).toBe(200);
  });
});
