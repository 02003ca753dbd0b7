/** People get certificates to sign in with, for themselves and for those whom they manage, and look after them. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { ExtendedKeyUsage, id_ce_extKeyUsage, Name as X509Name } from '@peculiar/asn1-x509';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statusesOf } from '../../authority/revocation-store.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { allowCertificates, forwarding } from '../../testing/certificate-sign-in.ts';
import { A_REQUEST, broughtBy, issuedTo } from '../../testing/client-auth-certificate.ts';
import { takeKeysAway } from '../../testing/keys-away.ts';
import { A_REQUEST as ANOTHER_REQUEST, anEnrollment } from '../../testing/sample.ts';
import { mails, newestEvent } from '../../testing/sign-in.ts';
import { undoable } from '../../testing/undo.ts';
import { makeName } from '../../x509/distinguished-name.ts';
import { basicConstraints, keyUsage } from '../../x509/extensions.ts';
import { ANY_PURPOSE } from '../../x509/path-rules.ts';
import { readCertificate } from '../../x509/read-certificate.ts';
import { extension, make, newKeys, type Made } from '../../x509/testing/any-certificate.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const ME = '/account/ui-api/v1/auth/me';
const ssl = openSsl();
const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open, config: { CLIENT_AUTH_URL: 'https://localhost' } });
  await withAuthorities(app);
  // Signed in before anything is taken back.
  for (const name of ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] as const) await app.call(name, 'GET', ME);
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
  app.clock.set('2026-11-21T12:00:00Z');
});
afterEach(() => takeBack());

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const of = (name: string, path = ''): string =>
  `/account/ui-api/v1/${name === 'dora' ? 'service-user' : 'user'}/${idOf(name)}/client-auth-certificate${path}`;
const add = (as: Name, name: string, body: object): Promise<Answer> => app.call(as, 'POST', of(name), body);
const refusal = ({ status, body }: Answer) => [status, body?.error?.status];
const fieldOf = ({ status, body }: Answer, field: string) => [status, body?.error?.fields?.[field]?.status];
const events = () =>
  app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', 'CLIENT_AUTH_CERT').orderBy('id').execute();

/** A certificate that OpenSSL makes, PEM; `more` are further arguments. */
function selfSigned(name: string, ...more: string[]): string {
  const key = more.includes('-newkey') ? [] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const subject = more.includes('-subj') ? [] : ['-subj', `/CN=${name}`];
  const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
  ssl.run('req', '-x509', ...key, '-nodes', ...subject, ...files, ...NO_AUTHORITY, ...more);
  return ssl.get(`${name}.pem`).toString();
}
const pemOfMade = ({ der }: Made): string => pem('CERTIFICATE', der);
const day = (days: number): Date => new Date(app.clock.now().getTime() + days * 86_400_000);
/** Else OpenSSL makes a certificate of an authority. */
const NO_AUTHORITY = ['-addext', 'basicConstraints=critical,CA:FALSE'];

describe('a certificate that is issued', () => {
  test('[S-317 S-055] for a request: in the person’s name, whatever it wishes, and OpenSSL agrees', async () => {
    const made = await add('cleo', 'cleo', { name: 'Laptop', csr: A_REQUEST });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Laptop',
      user_id: idOf('cleo'),
      common_name: 'Cleo Marchetti',
      source: 'issued',
      enrolled: false,
      status: 'issued',
      enabled: true,
      pkcs12: null,
      created_by_name: 'Cleo Marchetti',
      parsed: {
        subject: { commonName: 'Cleo Marchetti', organization: 'Nordmark Landesbank' },
        alternativeNames: [{ kind: 'email', value: 'cleo@nordmark-lb.example' }],
        purposes: ['client_auth'],
        isValid: true,
      },
    });
    expect(JSON.stringify(made.body)).not.toContain('Whatever it wishes');
    expect(made.body.chain).toHaveLength(2);
    ssl.put('leaf.pem', made.body.certificate);
    ssl.put('issuing.pem', made.body.chain[0]);
    ssl.put('root.pem', made.body.chain[1]);
    const at = Math.floor(app.clock.now().getTime() / 1000);
    const how = `verify -x509_strict -purpose sslclient -attime ${at} -CAfile root.pem -untrusted issuing.pem leaf.pem`;
    expect(ssl.ask(...how.split(' ')).says).toContain('leaf.pem: OK');
    expect(await events()).toMatchObject([
      { action: 'CREATE', resource_name: 'cleo/Laptop', actor_id: idOf('cleo'), resource_id: made.body.id },
    ]);
  });

  test('[S-317 S-063] with a key that is made here: handed over once, under its passphrase, kept nowhere', async () => {
    const made = await add('ben', 'dora', { passphrase: 'secret7', key_type: 'ec_p256' });
    expect(made.status).toBe(201);
    ssl.put('made.p12', Buffer.from(made.body.pkcs12, 'base64'));
    const opened = ssl.run('pkcs12', '-in', 'made.p12', '-nodes', '-passin', 'pass:secret7').toString();
    expect(opened.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
    const [key = ''] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(opened) ?? [];
    expect(new X509Certificate(made.body.certificate).publicKey.export({ format: 'pem', type: 'spki' })).toBe(
      ssl.run('pkey', '-pubout', '-in', ssl.put('made.key', key)).toString(),
    );
    const body = key.split('\n').slice(1, -1).join('');
    const rows = await app.db.selectFrom('certificate').selectAll().execute();
    const again = await app.call('ben', 'GET', of('dora', `/${made.body.id}`));
    expect(again.body.pkcs12).toBeUndefined();
    expect((await app.call('ben', 'GET', of('dora'))).body.items).toMatchObject([{ id: made.body.id }]);
    expect(await events()).toMatchObject([{ resource_name: 'Dora Service/Dora Service' }]);
    for (const kept of [rows, await events(), again.body]) {
      expect(JSON.stringify(kept)).not.toContain(body.slice(0, 60));
      expect(JSON.stringify(kept)).not.toContain('secret7');
    }
  });

  test('[S-208] RSA of 2048 bits with SHA-256, unless another key is asked for', async () => {
    const made = await add('cleo', 'cleo', { passphrase: 'secret7' });
    expect(made.body).toMatchObject({ key_type: 'rsa_2048', parsed: { key: { algorithm: 'rsa', size: 2048 } } });
  });

  test('ends after a year; a day of the person’s own can only be sooner', async () => {
    const end = async (end_date?: string) => (await add('cleo', 'cleo', { csr: A_REQUEST, end_date })).body.valid_to;
    expect(await end()).toBe('2027-11-21 23:59:59');
    expect(await end('2026-12-31')).toBe('2026-12-31 23:59:59');
    const late = await add('cleo', 'cleo', { csr: A_REQUEST, end_date: '2027-11-22' });
    expect(late.body.error.fields.end_date).toMatchObject({
      status: 'CERTIFICATE_TOO_LONG',
      params: { date: '2027-11-21' },
    });
    expect(fieldOf(await add('cleo', 'cleo', { csr: A_REQUEST, end_date: '2026-11-20' }), 'end_date')).toEqual([
      400,
      'END_IN_PAST',
    ]);
  });

  test.each([
    ['nothing', {}, 'csr', 'CERTIFICATE_ONE_WAY'],
    ['two ways', { csr: A_REQUEST, passphrase: 'secret7' }, 'passphrase', 'CERTIFICATE_ONE_WAY'],
    ['a key type beside a request', { csr: A_REQUEST, key_type: 'ec_p256' }, 'key_type', 'UNKNOWN_FIELD'],
    ['an end beside a file', { certificate: 'x', end_date: '2026-12-31' }, 'end_date', 'UNKNOWN_FIELD'],
    ['a passphrase that is too plain', { passphrase: 'secret' }, 'passphrase', 'INVALID_PASSPHRASE'],
    ['a request that is none', { csr: 'hello' }, 'csr', 'CSR_FORMAT'],
    ['an altered request', { csr: A_REQUEST.replace('V2hhdGV2ZXI', 'V2hhdGV2ZXJ') }, 'csr', 'CSR_SIGNATURE'],
    ['a name of two lines', { csr: A_REQUEST, name: 'a\nb' }, 'name', 'INVALID_INPUT'],
  ])('is refused for %s', async (_what, body, field, status) => {
    expect(fieldOf(await add('cleo', 'cleo', body), field)).toEqual([400, status]);
    expect((await app.call('cleo', 'GET', of('cleo'))).body.total).toBe(0);
  });

  test('names that no certificate can hold are cut and cleaned, not refused', async () => {
    const name = `Zoë\u202e ${'Łukasiewicz '.repeat(10)}`;
    await app.db
      .updateTable('app_user')
      .set({ first_name: name, last_name: 'X', email: 'zoë@bücher.example' })
      .where('id', '=', idOf('cleo'))
      .execute();
    const { body } = await add('ada', 'cleo', { csr: A_REQUEST });
    expect(body.parsed).toMatchObject({ subject: { isSuspect: false }, alternativeNames: [] });
    expect(body.common_name).toMatch(/^Zoë Łukasiewicz /);
    expect(Array.from(body.common_name as string).length).toBeLessThanOrEqual(64);
  });

  test('one more than anybody may have is refused, and one that is revoked makes room', async () => {
    const most = LIMITS.certificatesPerPersonMax;
    const id = await issuedTo(app, idOf('cleo'));
    const { rows } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names
      from information_schema.columns where table_name = 'certificate' and is_generated = 'NEVER'
        and column_name not in ('id', 'serial', 'fingerprint')`.execute(app.db);
    const names = sql.raw(rows[0]?.names ?? '');
    await sql`insert into certificate (id, serial, fingerprint, ${names})
      select gen_random_uuid(), decode(md5(n::text), 'hex'), 'more ' || n, ${names}
      from certificate, generate_series(1, ${most - 2}) n where id = ${id}`.execute(app.db);
    expect((await add('cleo', 'cleo', { csr: A_REQUEST })).status).toBe(201);
    const certificate = selfSigned('oneMore');
    for (const body of [{ csr: A_REQUEST }, { passphrase: 'secret7', key_type: 'ec_p256' }, { certificate }]) {
      const refused = await add('ben', 'cleo', body);
      expect(refusal(refused)).toEqual([409, 'CERTIFICATES_TOO_MANY']);
      expect(refused.body.error.params).toEqual({ max: most });
    }
    // Another person has room, and one that has ended needs none.
    expect((await add('carl', 'carl', { csr: A_REQUEST })).status).toBe(201);
    const ended = pemOfMade(make({ from: day(-20), to: day(-10) }));
    expect((await add('cleo', 'cleo', { certificate: ended })).status).toBe(201);
    await app.call('cleo', 'PUT', of('cleo', `/${id}/revoke`), { reason: 'superseded' });
    expect((await add('cleo', 'cleo', { certificate })).status).toBe(201);
  });

  test('of somebody is told to them by mail where another has made or uploaded it, and not else', async () => {
    await add('cleo', 'cleo', { csr: A_REQUEST });
    await add('ben', 'dora', { csr: A_REQUEST });
    const { serial } = (await add('ada', 'cleo', { csr: A_REQUEST })).body;
    await add('ada', 'cleo', { certificate: selfSigned('toldOf') });
    const written = await app.db
      .selectFrom('mail')
      .select(['recipient', 'kind', 'subject', 'user_id'])
      .where('kind', '=', 'certificate-made')
      .orderBy('id')
      .execute();
    const toCleo = { recipient: 'cleo@nordmark-lb.example', user_id: idOf('cleo') };
    expect(written).toMatchObject([
      { ...toCleo, subject: 'Ada Lindqvist made a certificate for you' },
      { ...toCleo, subject: 'Ada Lindqvist added a certificate for you' },
    ]);
    expect(serial).toMatch(/^[0-9a-f]+$/);
  });

  test('that ends at midnight is told with the day before as its last one', async () => {
    const certificate = pemOfMade(make({ from: day(-1), to: new Date('2027-03-01T00:00:00Z') }));
    expect((await add('ada', 'cleo', { certificate })).status).toBe(201);
    const [mail] = await mails(app, 'cleo@nordmark-lb.example', 'certificate-made');
    expect(mail?.text).toContain('28');
    expect(mail?.text).not.toMatch(/2027-03-01|0?1\. ?(0?3|März)/);
  });

  test('asked for again with its key, as after a lost answer, is the same one: no event, no other mail', async () => {
    const asked = { name: 'Laptop', csr: A_REQUEST };
    const first = await add('ada', 'cleo', asked);
    const second = await add('ada', 'cleo', asked);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await events()).toHaveLength(1);
    const written = await app.db.selectFrom('mail').select('id').where('kind', '=', 'certificate-made').execute();
    expect(written).toHaveLength(1);
    const { id } = first.body;
    // Another wish or another caller, a key of its own, some time later or after a revocation: another certificate.
    const others = [
      await add('ada', 'cleo', { ...asked, name: 'Phone' }),
      await add('ada', 'cleo', { ...asked, end_date: '2026-12-24' }),
      await add('ada', 'cleo', { ...asked, csr: ANOTHER_REQUEST }),
      await add('cleo', 'cleo', asked),
    ];
    await app.call('cleo', 'PUT', of('cleo', `/${id}/revoke`), { reason: 'superseded' });
    others.push(await add('ada', 'cleo', asked));
    app.clock.pass(LIMITS.certificateAgainMinutes * 60);
    others.push(await add('ada', 'cleo', asked));
    expect(new Set([id, ...others.map(({ body }) => body.id)]).size).toBe(7);
  });

  test('without an authority that could sign it is refused in a sentence', async () => {
    await app.db.updateTable('certificate_authority').set({ state: 'retired' }).execute();
    expect(refusal(await add('cleo', 'cleo', { csr: A_REQUEST }))).toEqual([503, 'CERTIFICATE_AUTHORITY_UNAVAILABLE']);
  });
});

test('where the authority’s key can’t be reached nobody gets one, as with seats', async () => {
  await takeKeysAway(app.db);
  for (const body of [{ csr: A_REQUEST }, { passphrase: 'secret7', key_type: 'ec_p256' }])
    expect(refusal(await add('cleo', 'cleo', body))).toEqual([503, 'CERTIFICATE_AUTHORITY_UNAVAILABLE']);
  expect((await app.call('cleo', 'GET', of('cleo'))).body.total).toBe(0);
});

describe('a certificate that is uploaded', () => {
  test('[S-056 S-318 S-125] is listed with what is read of it: PEM, DER, with its chain', async () => {
    const subject = '/C=DE/ST=Hamburg/L=Hamburg/O=Nordmark/OU=Treasury/CN=Cleo of the card/emailAddress=c@card.example';
    const certificate = selfSigned('card', '-subj', subject, '-days', '900');
    const { status, body } = await add('ada', 'cleo', { name: 'Card', certificate });
    expect(status).toBe(201);
    const name = {
      commonName: 'Cleo of the card',
      organizationalUnit: 'Treasury',
      organization: 'Nordmark',
      locality: 'Hamburg',
      state: 'Hamburg',
      country: 'DE',
      email: 'c@card.example',
    };
    expect(body).toMatchObject({
      source: 'uploaded',
      enrolled: false,
      common_name: 'Cleo of the card',
      chain: [],
      parsed: { subject: name, issuer: name, version: 3 },
    });
    expect((await app.call('cleo', 'GET', of('cleo'))).body).toMatchObject({
      total: 1,
      items: [{ name: 'Card', valid_to: body.valid_to, subject_text: body.parsed.subject.distinguishedName }],
    });
    const der = new X509Certificate(selfSigned('other')).raw;
    expect((await add('ada', 'cleo', { certificate: der.toString('base64') })).status).toBe(201);
    const bag = Buffer.from(`Bag Attributes\n  friendlyName: x\n${selfSigned('third')}`);
    expect((await add('ada', 'cleo', { certificate: bag.toString('base64') })).status).toBe(201);
  });

  test('[S-318] for any purpose signs its person in, as one that names none', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const forAny = extension(id_ce_extKeyUsage, AsnConvert.serialize(new ExtendedKeyUsage([ANY_PURPOSE])));
    const brought = make({ from: day(-1), to: day(30), extensions: [forAny] });
    expect((await add('cleo', 'cleo', { certificate: pemOfMade(brought) })).status).toBe(201);
    const shown = forwarding(brought.der);
    expect((await app.request('GET', '/imauth/api/v1/login/certificate', undefined, shown)).status).toBe(200);
    const account = `/account/ui-api/v1/account/${app.accountIds.get('nordmark-lb')}`;
    const shutOut = await app.call('cleo', 'GET', `${account}/sign-in-effects?method=standard&enabled=false`);
    expect(shutOut.body).toMatchObject({ yourself: false });
    const above = make({ subject: 'Card CA', extensions: [basicConstraints(0), keyUsage(['keyCertSign'])] });
    const withChain = pemOfMade(make({ by: above, extensions: [forAny] })) + pemOfMade(above);
    expect((await add('cleo', 'cleo', { certificate: withChain })).status).toBe(201);
  });

  test('[S-126] that has ended is listed as expired', async () => {
    const certificate = pemOfMade(make({ from: day(-30), to: day(-1) }));
    expect((await add('cleo', 'cleo', { certificate })).body).toMatchObject({
      status: 'expired',
      parsed: { isValid: false },
    });
  });

  test('with its chain in any order; what stands beside it must lead up from it', async () => {
    const authority = (): Made =>
      make({ subject: 'Card CA', extensions: [basicConstraints(0), keyUsage(['keyCertSign'])] });
    const [above, sameName] = [authority(), authority()];
    const leaf = (): string => pemOfMade(make({ by: above, extensions: [basicConstraints(null)] }));
    expect((await add('ada', 'cleo', { certificate: pemOfMade(above) + leaf() })).status).toBe(201);
    const apart = await add('ada', 'cleo', { certificate: leaf() + pemOfMade(sameName) });
    expect(fieldOf(apart, 'certificate')).toEqual([400, 'CERTIFICATE_CHAIN_APART']);
    const noAuthority = make({ subject: 'Card CA' });
    const below = pemOfMade(make({ by: noAuthority }));
    expect(fieldOf(await add('ada', 'cleo', { certificate: below + pemOfMade(noAuthority) }), 'certificate')).toEqual([
      400,
      'CERTIFICATE_SEVERAL',
    ]);
  });

  test('is somebody’s alone, also where that person is out of sight', async () => {
    const certificate = selfSigned('shared');
    expect((await add('emil', 'emil', { certificate })).status).toBe(201);
    expect(fieldOf(await add('cleo', 'cleo', { certificate }), 'certificate')).toEqual([409, 'CERTIFICATE_KNOWN']);
  });

  test('is free again once its person is deleted, and what was issued stays, revoked', async () => {
    const certificate = selfSigned('moved');
    const people = '/account/ui-api/v1/service-user';
    const made = async (name: string): Promise<string> => {
      const service = { name, description: '', email: 'it@nordmark-lb.example', locale: 'en_US' };
      return (await app.call('cleo', 'POST', people, { ...service, access_scope: 'account' })).body.id;
    };
    const bring = (id: string, body: object) =>
      app.call('cleo', 'POST', `${people}/${id}/client-auth-certificate`, body);
    const [first, second] = [await made('first-machine'), await made('second-machine')];
    expect((await bring(first, { certificate })).status).toBe(201);
    const issued = (await bring(first, { csr: A_REQUEST })).body.id;
    expect(fieldOf(await bring(second, { certificate }), 'certificate')).toEqual([409, 'CERTIFICATE_KNOWN']);
    expect((await app.call('cleo', 'DELETE', `${people}/${first}`)).status).toBe(204);
    expect(await newestEvent(app)).toMatchObject({
      action: 'DELETE',
      resource_type: 'SERVICE_USER',
      after: { certificates_revoked: 1 },
    });
    expect((await bring(second, { certificate })).status).toBe(201);
    const { rows } = await sql`select id, state from certificate where user_id = ${first}`.execute(app.db);
    expect(rows).toEqual([{ id: issued, state: 'revoked' }]);
  });

  const ca = (): string => {
    ssl.run(
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=CA -keyout ca.key -out ca.pem'.split(
        ' ',
      ),
    );
    return ssl.get('ca.pem').toString();
  };
  const withKey = (): string => selfSigned('keyed') + ssl.get('keyed.key').toString();
  test.each<[string, () => string, string]>([
    ['an authority’s', ca, 'CERTIFICATE_OF_AUTHORITY'],
    ['two at once', () => selfSigned('one') + selfSigned('two'), 'CERTIFICATE_SEVERAL'],
    ['with a private key', withKey, 'CERTIFICATE_PRIVATE_KEY'],
    ['for servers', () => selfSigned('web', '-addext', 'extendedKeyUsage=serverAuth'), 'CERTIFICATE_WRONG_USAGE'],
    ['that may not sign', () => selfSigned('enc', '-addext', 'keyUsage=keyEncipherment'), 'CERTIFICATE_WRONG_USAGE'],
    [
      'critical in what nobody knows',
      () => selfSigned('odd', '-addext', '1.2.3.4=critical,DER:0500'),
      'CERTIFICATE_UNKNOWN_CRITICAL',
    ],
    ['with a weak key', () => selfSigned('weak', '-newkey', 'rsa:1024'), 'KEY_SIZE'],
    ['signed with SHA-1', () => selfSigned('sha1', '-sha1'), 'CERTIFICATE_WEAK_SIGNATURE'],
    [
      'a request',
      () => `-----BEGIN CERTIFICATE REQUEST-----\n${A_REQUEST}\n-----END CERTIFICATE REQUEST-----`,
      'CERTIFICATE_FORMAT',
    ],
    [
      'with a serial number that no authority may give',
      () => pemOfMade(make({ serial: new Uint8Array(21).fill(0x11) })),
      'CERTIFICATE_SERIAL_TOO_LONG',
    ],
    ['a text', () => 'hello, certificate', 'CERTIFICATE_FORMAT'],
    ['cut short', () => selfSigned('cut').slice(0, 300), 'CERTIFICATE_BROKEN'],
    ['nothing', () => '', 'REQUIRED'],
  ])('is refused: %s', async (_what, file, status) => {
    const certificate = file();
    expect(fieldOf(await add('cleo', 'cleo', { certificate }), 'certificate')).toEqual([400, status]);
    expect(await events()).toEqual([]);
  });

  test.each([
    ['what no database keeps', 'A\0B', /^A\uFFFDB$/],
    ['more than a list shows', 'x'.repeat(4_096), /^x{255}$/],
    ['more than an index takes', randomBytes(3_000).toString('hex'), /^[0-9a-f]{255}$/],
    ['marks that turn the text around', '\u202Eevil', /^\u202Eevil$/],
  ])('whose name has %s is kept as it is, and listed by what can be kept', async (_what, common_name, listed) => {
    const { der } = make({ subject: makeName({ common_name, email: common_name }) });
    const kept = await add('cleo', 'cleo', { certificate: pem('CERTIFICATE', der) });
    expect(kept.status).toBe(201);
    expect(kept.body.common_name).toMatch(listed);
    expect(kept.body.certificate).toBe(pem('CERTIFICATE', der));
    expect((await app.call('cleo', 'GET', of('cleo'))).body.items.map((one: { id: string }) => one.id)).toContain(
      kept.body.id,
    );
  });

  test.each([
    ['certificate', `A${' '.repeat(4_000_000)}-`, 'CERTIFICATE_FORMAT'],
    ['csr', `${'A'.repeat(64)}${' '.repeat(65_000)}-`, 'CSR_FORMAT'],
  ])('of hardly anything but blanks is refused at once: %s', async (field, text, status) => {
    // In CPU time, of which other processes of the machine take none.
    const before = process.cpuUsage();
    expect(fieldOf(await add('emil', 'emil', { [field]: text }), field)).toEqual([400, status]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3_000);
  });

  test('[S-203] of more than 4 MB is refused by its size, of a little less for what it is', async () => {
    const file = (bytes: number) => ({ certificate: Buffer.alloc(bytes, '.').toString('base64') });
    const most = 4 * 1024 * 1024;
    expect(fieldOf(await add('cleo', 'cleo', file(most + 1)), 'certificate')).toEqual([
      400,
      'CERTIFICATE_FILE_TOO_LARGE',
    ]);
    expect(fieldOf(await add('cleo', 'cleo', file(most)), 'certificate')).toEqual([400, 'CERTIFICATE_FORMAT']);
  });

  test('whose end lies before its start, or whose serial number is negative, is refused', async () => {
    const turned = pemOfMade(make({ from: day(10), to: day(5) }));
    expect(fieldOf(await add('cleo', 'cleo', { certificate: turned }), 'certificate')).toEqual([
      400,
      'CERTIFICATE_ENDS_FIRST',
    ]);
    const negative = selfSigned('negative', '-set_serial', '-5');
    expect(fieldOf(await add('cleo', 'cleo', { certificate: negative }), 'certificate')).toEqual([
      400,
      'CERTIFICATE_SERIAL_NEGATIVE',
    ]);
    const positive = pemOfMade(make({ serial: Buffer.from([0xff, 0x01]) }));
    expect((await add('cleo', 'cleo', { certificate: positive })).body.serial).toBe('ff01');
  });

  test('that was issued here for something else, or only says that it was issued here, is refused', async () => {
    const { certificate } = await issueFor(app);
    const known = { certificate: certificate.toString('base64') };
    expect(fieldOf(await add('cleo', 'cleo', known), 'certificate')).toEqual([409, 'CERTIFICATE_KNOWN']);
    const read = readCertificate(certificate);
    if ('fault' in read) throw new Error(read.fault);
    const name = AsnConvert.parse(read.issuerName, X509Name);
    const forged = { certificate: pemOfMade(make({ by: { name, keys: newKeys() } })) };
    expect(fieldOf(await add('cleo', 'cleo', forged), 'certificate')).toEqual([400, 'CERTIFICATE_FALSE_ISSUER']);
  });
});

describe('what is done to one', () => {
  test('[S-319 S-321] disabled and enabled again, for people and service users', async () => {
    for (const name of ['cleo', 'dora']) {
      const id = await issuedTo(app, idOf(name));
      const enable = (enabled: boolean) => app.call('ben', 'PUT', of(name, `/${id}/enable`), { enabled });
      expect((await enable(false)).body).toMatchObject({ status: 'disabled', enabled: false, version: 2 });
      expect((await enable(true)).body).toMatchObject({ status: 'issued', enabled: true });
    }
    expect(await events()).toMatchObject([
      { action: 'UPDATE', before: { enabled: true }, after: { enabled: false } },
      { action: 'UPDATE', before: { enabled: false }, after: { enabled: true } },
      { action: 'UPDATE' },
      { action: 'UPDATE' },
    ]);
  });

  test('[S-123] revoked it stays so, and can neither be enabled nor revoked again', async () => {
    const id = await issuedTo(app, idOf('cleo'));
    const revoke = () => app.call('cleo', 'PUT', of('cleo', `/${id}/revoke`), { reason: 'keyCompromise' });
    expect((await revoke()).body).toMatchObject({ status: 'revoked', revocation_reason: 'keyCompromise' });
    expect(refusal(await revoke())).toEqual([409, 'CERTIFICATE_REVOKED']);
    expect(refusal(await app.call('cleo', 'PUT', of('cleo', `/${id}/enable`), { enabled: true }))).toEqual([
      409,
      'CERTIFICATE_REVOKED',
    ]);
    const stored = await app.db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ state: 'revoked', revoked_by: idOf('cleo') });
    expect(refusal(await app.call('cleo', 'PUT', of('cleo', `/${id}/revoke`), { reason: 'certificateHold' }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
  });

  test('whose key others have ends with the others of its key: none signs in, as their status says', async () => {
    await allowCertificates(app, 'nordmark-lb');
    const first = (await add('cleo', 'cleo', { name: 'First', csr: A_REQUEST })).body;
    // Asked for again later than an answer that was lost would be.
    const created_at = new Date(app.clock.now().getTime() - 16 * 60_000);
    await app.db.updateTable('certificate').set({ created_at }).where('id', '=', first.id).execute();
    const second = (await add('cleo', 'cleo', { name: 'Second', csr: A_REQUEST })).body;
    expect(second.id).not.toBe(first.id);
    const { raw } = new X509Certificate(second.certificate);
    const signIn = () => app.request('GET', '/imauth/api/v1/login/certificate', undefined, forwarding(raw));
    expect((await signIn()).status).toBe(200);
    const before = (await events()).length;
    const revoked = await app.call('cleo', 'PUT', of('cleo', `/${first.id}/revoke`), { reason: 'keyCompromise' });
    expect(revoked.status).toBe(200);
    expect(refusal(await signIn())).toEqual([401, 'CLIENT_CERTIFICATE_REVOKED']);
    const stored = await app.db.selectFrom('certificate').selectAll().where('id', '=', second.id).executeTakeFirst();
    const [status] = await statusesOf(app.db, stored?.authority_id ?? '', [stored?.serial ?? Buffer.alloc(0)]);
    expect(status).toEqual({ status: 'revoked', at: app.clock.now(), reason: 'keyCompromise' });
    expect((await events()).slice(before).filter(({ action }) => action === 'UPDATE')).toMatchObject([
      { resource_id: first.id },
      {
        action: 'UPDATE',
        resource_id: second.id,
        actor_id: idOf('cleo'),
        before: { status: 'issued' },
        after: { status: 'revoked', revocation_reason: 'keyCompromise' },
      },
    ]);
  });

  test('on hold, or of a key that others have: a certificate of its key can’t be uploaded', async () => {
    ssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'held.key');
    const subject = ['-key', 'held.key', '-subj', '/CN=Held'];
    ssl.run('req', '-new', ...subject, '-out', 'held.csr');
    ssl.run('req', '-x509', ...subject, ...NO_AUTHORITY, '-out', 'held.pem');
    const { id } = (await add('cleo', 'cleo', { csr: ssl.get('held.csr').toString() })).body;
    const upload = () => add('cleo', 'cleo', { certificate: ssl.get('held.pem').toString() });
    for (const [reason, refused] of [
      ['certificateHold', 'KEY_ON_HOLD'],
      ['keyCompromise', 'KEY_COMPROMISED'],
    ]) {
      const path = `/account/ui-api/v1/certificate/${id}/revoke`;
      expect((await app.call('cleo', 'PUT', path, { reason })).status).toBe(200);
      expect(fieldOf(await upload(), 'certificate')).toEqual([409, refused]);
    }
  });

  test('one that has ended is not revoked any more, as in the list of all certificates', async () => {
    const id = await issuedTo(app, idOf('cleo'));
    await app.db
      .updateTable('certificate')
      .set({ valid_to: day(-1) })
      .where('id', '=', id)
      .execute();
    const revoked = await app.call('cleo', 'PUT', of('cleo', `/${id}/revoke`), { reason: 'superseded' });
    expect(refusal(revoked)).toEqual([409, 'CERTIFICATE_ENDED']);
  });

  test('one issued here is revoked and not deleted; one that was brought is deleted and not revoked', async () => {
    const [ours, brought] = [await issuedTo(app, idOf('cleo')), await broughtBy(app, idOf('cleo'))];
    expect(refusal(await app.call('cleo', 'DELETE', of('cleo', `/${ours}`)))).toEqual([409, 'CERTIFICATE_ISSUED_HERE']);
    expect(refusal(await app.call('cleo', 'PUT', of('cleo', `/${brought}/revoke`), { reason: 'unspecified' }))).toEqual(
      [409, 'CERTIFICATE_UPLOADED'],
    );
    expect((await app.call('cleo', 'DELETE', of('cleo', `/${brought}`))).status).toBe(204);
    expect((await app.call('cleo', 'GET', of('cleo', `/${brought}`))).status).toBe(404);
  });

  test('one that came with its account is deleted, unless an enrollment names it, which is kept', async () => {
    const id = await issuedTo(app, idOf('cleo'));
    const came = app.db.updateTable('certificate').set({ authority_id: null, content: Buffer.from('content') });
    await came.where('id', '=', id).execute();
    const remove = async () => refusal(await app.call('cleo', 'DELETE', of('cleo', `/${id}`)));
    const enrollment = await anEnrollment(app, { certificate_id: id });
    const naming = (values: object) =>
      app.db.updateTable('enrollment').set(values).where('id', '=', enrollment.id).execute();
    await naming({ stage: 'redeemed' });
    expect(await remove()).toEqual([409, 'CERTIFICATE_ENROLLED']);
    const { body } = await app.call('cleo', 'GET', of('cleo', `/${id}`));
    expect(body).toMatchObject({ source: 'moved', enrolled: true });
    await naming({ stage: 'canceled', certificate_id: null, renews: id });
    expect(await remove()).toEqual([409, 'CERTIFICATE_ENROLLED']);
    await naming({ renews: null });
    expect(await remove()).toEqual([204, undefined]);
  });

  test('that end within weeks are told to whose they are, the soonest first, while they can be used', async () => {
    const ending = async (person: Name): Promise<string[]> =>
      (await app.call(person, 'GET', '/account/ui-api/v1/client-auth-certificate/ending')).body.items.map(
        ({ name }: { name: string }) => name,
      );
    const ends = async (whose: string, name: string, days: number, more: object = {}) => {
      const id = await issuedTo(app, idOf(whose));
      await app.db
        .updateTable('certificate')
        .set({ name, valid_to: day(days), ...more })
        .where('id', '=', id)
        .execute();
    };
    await ends('cleo', 'In a month', 30);
    await ends('cleo', 'Tomorrow', 1);
    await ends('cleo', 'Later', 31);
    await ends('cleo', 'Over', -1);
    await ends('cleo', 'Disabled', 2, { enabled: false });
    await ends('cleo', 'On hold', 2, { state: 'revoked', revoked_at: day(0), revocation_reason: 'certificateHold' });
    await ends('dora', 'Hers', 2);
    expect(await ending('cleo')).toEqual(['Tomorrow', 'In a month']);
    expect(await ending('ada')).toEqual([]);
    // As no mail does, nothing warns of one that has a newer one in its place.
    const before = { created_at: day(-300) };
    await ends('ada', 'Before', 5, before);
    await ends('ada', 'Replaced by one that is off', 7, before);
    await ends('ada', 'Off', 300, { enabled: false });
    expect(await ending('ada')).toEqual(['Before', 'Replaced by one that is off']);
    await ends('ada', 'Renewed', 300);
    expect(await ending('ada')).toEqual([]);
  });

  test('[S-316] a person has several, the latest end first; pages and sorts', async () => {
    await broughtBy(app, idOf('cleo'), { name: 'b', valid_to: new Date('2027-02-01') });
    await broughtBy(app, idOf('cleo'), { name: 'a', valid_to: new Date('2027-01-01') });
    await broughtBy(app, idOf('cleo'), { name: 'C', valid_to: new Date('2027-03-01') });
    const names = async (query: string) =>
      (await app.call('cleo', 'GET', `${of('cleo')}?${query}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['C', 'b', 'a']);
    expect(await names('sort=name:asc')).toEqual(['a', 'b', 'C']);
    expect(await names('limit=1&offset=1')).toEqual(['b']);
    expect(refusal(await app.call('cleo', 'GET', `${of('cleo')}?sort=serial:asc`))).toEqual([
      400,
      'UNKNOWN_SORT_COLUMN',
    ]);
  });
});

describe('whose one may see and change', () => {
  const calls = (id: string, certId: string): ['GET' | 'PUT' | 'POST' | 'DELETE', string, object?][] =>
    [
      ['GET', ''],
      ['POST', '', { csr: A_REQUEST }],
      ['GET', `/${certId}`],
      ['PUT', `/${certId}/enable`, { enabled: false }],
      ['PUT', `/${certId}/revoke`, { reason: 'unspecified' }],
      ['DELETE', `/${certId}`],
    ].map(([method, path, body]) => [method, of(id, path as string), body] as never);

  test('nobody of another tenant sees any, nor does an end user of the same', async () => {
    for (const name of ['cleo', 'dora']) {
      const id = await issuedTo(app, idOf(name));
      for (const as of ['carl', 'bea', 'emil'] as const)
        for (const [method, path, body] of calls(name, id))
          expect([as, path, (await app.call(as, method, path, body)).status]).toEqual([as, path, 404]);
    }
    expect((await app.call('carl', 'GET', of('carl'))).body).toMatchObject({
      total: 0,
      owner: { why_not_manage: null },
    });
    const id = await issuedTo(app, idOf('ada'));
    expect((await app.call('ben', 'GET', of('ada'))).status).toBe(404);
    expect((await app.call('ada', 'GET', of('ada', `/${id}`))).status).toBe(200);
  });

  test('those who see a person and have fewer rights read theirs, and change nothing', async () => {
    const id = await issuedTo(app, idOf('cleo'));
    const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
    const role = { id: newId(), app_code: 'account_manager' as const, name: 'Only people', ...stamps };
    const permissions = ['view_user', 'manage_account_user'];
    await app.db
      .insertInto('role')
      .values({ ...role, permissions })
      .execute();
    await app.db.updateTable('user_role').set({ role_id: role.id }).where('user_id', '=', idOf('ben')).execute();
    for (const [method, path, body] of calls('cleo', id)) {
      const answer = await app.call('ben', method, path, body);
      const expected = method === 'GET' ? [200, undefined] : [403, 'ABOVE_OWN_RIGHTS'];
      expect([method, path, ...refusal(answer)]).toEqual([method, path, ...expected]);
    }
  });

  test('one is found below its own person alone, and a service user’s address names nobody else', async () => {
    const id = await issuedTo(app, idOf('cleo'));
    expect((await app.call('ada', 'GET', of('carl', `/${id}`))).status).toBe(404);
    const asService = `/account/ui-api/v1/service-user/${idOf('cleo')}/client-auth-certificate`;
    expect((await app.call('ada', 'GET', asService)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${asService}/${id}`)).status).toBe(404);
  });
});
