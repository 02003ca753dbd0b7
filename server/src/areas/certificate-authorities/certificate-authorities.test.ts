/** The authorities of platform and accounts: who sees them, makes them, and ends them. */
import { X509Certificate } from 'node:crypto';
import { BasicOCSPResponse, OCSPResponse, OCSPResponseStatus } from '@peculiar/asn1-ocsp';
import { AsnConvert } from '@peculiar/asn1-schema';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { authorityFor, chainOf } from '../../authority/authority-store.ts';
import { renewDueResponders } from '../../authority/responder-store.ts';
import { statusesOf } from '../../authority/revocation-store.ts';
import { answerStatus } from '../../authority/status-answer.ts';
import { tendAuthorities } from '../../authority/tending.ts';
import { newId } from '../../ids.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { takeKeysAway } from '../../testing/keys-away.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { A_REQUEST, aProfile, aSeat, aTemplate } from '../../testing/sample.ts';
import { readCertificate } from '../../x509/read-certificate.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const LIST = '/certificate-authority/api/v1/ca';
const CA = '/account/ui-api/v1/ca';
let app: TestApp;
const { alone } = onePlatform((platform) => (app = platform), { signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl'] });

let issuingId: string;
let rootId: string;
let nordmark: string;
beforeEach(setUp);
async function setUp(): Promise<void> {
  issuingId = await withAuthorities(app);
  const { rows } = await sql<{ issuer_id: string }>`select issuer_id from certificate_authority
    where id = ${issuingId}`.execute(app.db);
  rootId = rows[0]?.issuer_id ?? '';
  nordmark = app.accountIds.get('nordmark-lb') ?? '';
}

const wanted = () => ({
  account_id: nordmark,
  name: 'Nordmark CA',
  common_name: 'Nordmark Issuing CA',
  organization: 'Nordmark LB',
  country: 'DE',
  key_type: 'ec_p256',
});
const create = (more: object = {}, by: Name = 'ada'): Promise<Answer> =>
  app.call(by, 'POST', LIST, { ...wanted(), ...more });
async function created(): Promise<Answer['body']> {
  const { status, body } = await create();
  expect(status).toBe(201);
  return body;
}
const renewal = { name: 'Nordmark CA 2', common_name: 'Nordmark Issuing CA 2', key_type: 'ec_p384' };
const names = async (person: Name, query = ''): Promise<string[]> =>
  (await app.call(person, 'GET', `${LIST}${query}`)).body.items.map(({ name }: { name: string }) => name);
const errorOf = ({ status, body }: Answer) => [status, body.error?.status, ...Object.keys(body.error?.fields ?? {})];
const used = async (): Promise<number> => {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from license_use
    where subject_kind = 'certificate_authority' and released_at is null`.execute(app.db);
  return rows[0]?.used ?? 0;
};

/** The names of the two authorities that every platform has, which those of their certificates are too. */
const PLATFORMS = ['Signet Issuing CA', 'Signet Root CA'];

describe('the list', () => {
  test('[S-358] [S-427] has the platform’s for all who may see authorities, an account’s for who sees it', async () => {
    await created();
    expect(await names('ada')).toEqual(['Nordmark CA', ...PLATFORMS]);
    expect(await names('ben')).toEqual(['Nordmark CA', ...PLATFORMS]);
    expect(await names('cleo')).toEqual(['Nordmark CA', ...PLATFORMS]);
    for (const stranger of ['bea', 'carl'] as const) expect(await names(stranger)).toEqual(PLATFORMS);
    expect(errorOf(await app.call('emil', 'GET', LIST))).toEqual([403, 'FORBIDDEN']);
    expect((await app.call(null, 'GET', LIST)).status).toBe(401);
  });

  test('is filtered and sorted, and refuses what it does not know', async () => {
    const { id } = await created();
    expect(await names('ada', '?name=NORD')).toEqual(['Nordmark CA']);
    expect(await names('ada', '?kind=root')).toEqual(['Signet Root CA']);
    expect(await names('ada', `?account_id=${nordmark}`)).toEqual(['Nordmark CA']);
    await app.call('ada', 'PUT', `${CA}/${id}/retire`);
    expect(await names('ada', '?state=retired')).toEqual(['Nordmark CA']);
    expect(await names('ada', '?sort=valid_to:desc&limit=1')).toEqual(['Signet Root CA']);
    expect((await app.call('ada', 'GET', `${LIST}?state=broken`)).status).toBe(400);
    expect(errorOf(await app.call('ada', 'GET', `${LIST}?sort=key:asc`))).toContain('UNKNOWN_SORT_COLUMN');
  });
});

describe('one authority', () => {
  test('[S-356] is told with certificate, chain, addresses, list and health', async () => {
    await issueFor(app);
    const { status, body } = await app.call('ada', 'GET', `${CA}/${issuingId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Signet Issuing CA',
      kind: 'issuing',
      state: 'active',
      account_id: null,
      issuer_name: 'Signet Root CA',
      key_location: 'sealed',
      certificate: { subject: { commonName: 'Signet Issuing CA' }, authority: { pathLength: 0 } },
      addresses: { crl: `http://localhost:8080/certificate-authority/crl/${issuingId}.crl` },
      list: { number: 1, next_update: '2026-11-28 12:00:00', entries: 0 },
      certificates: { valid: 1, exact: true },
      why_not: { renew: null, retire: { status: 'AUTHORITY_NEEDED' }, revoke: { status: 'AUTHORITY_NEEDED' } },
    });
    expect(body.chain).toHaveLength(2);
    expect(new Set(body.health.map(({ verdict }: { verdict: string }) => verdict))).toEqual(new Set(['well']));
    const seen = await app.call('cleo', 'GET', `${CA}/${issuingId}`);
    expect(seen.body).toMatchObject({ certificates: null, why_not: { renew: { status: 'AUTHORITY_OF_PLATFORM' } } });
  });

  test('its list has as many entries as are told, also of what has ended since the list before', async () => {
    const { id } = await created();
    const entries = async (): Promise<number> =>
      (await app.call('cleo', 'PUT', `${CA}/${id}/publish`)).body.list.entries;
    const certificates = [
      await issueFor(app, { belongsTo: { accountId: nordmark } }),
      await issueFor(app, { belongsTo: { accountId: nordmark } }),
    ];
    for (const one of certificates)
      await app.call('cleo', 'PUT', `/account/ui-api/v1/certificate/${one.id}/revoke`, { reason: 'superseded' });
    app.clock.pass(60);
    expect(await entries()).toBe(2);
    const valid_to = new Date(app.clock.now().getTime() + 60_000);
    await app.db
      .updateTable('certificate')
      .set({ valid_to })
      .where('id', '=', certificates[0]?.id ?? '')
      .execute();
    app.clock.pass(120);
    expect([await entries(), await entries()]).toEqual([2, 1]);
  });

  test('[S-356] of a stranger, of nobody, and one that was never carried out is not there', async () => {
    const { id } = await created();
    for (const way of ['', '/blob'])
      for (const person of ['bea', 'carl'] as const)
        expect((await app.call(person, 'GET', `${CA}/${id}${way}`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${CA}/${newId()}`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${CA}/none`)).status).toBe(400);
    await sql`update certificate_authority set state = 'intended' where id = ${id}`.execute(app.db);
    expect((await app.call('ada', 'GET', `${CA}/${id}`)).status).toBe(404);
  });

  test('[S-357] is downloaded as DER, as PEM, or with those above it', async () => {
    const { id, certificate } = await created();
    const get = (format: string) =>
      app.app.inject({
        url: `${CA}/${id}/blob${format}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const token = (await app.signIn('cleo')).access_token;
    const der = await get('');
    expect(der.headers).toMatchObject({
      'content-type': 'application/pkix-cert',
      'content-disposition': 'attachment; filename="Nordmark-CA.cer"',
      'cache-control': 'no-store',
    });
    expect(new X509Certificate(der.rawPayload).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      certificate.fingerprints.sha256,
    );
    const one = await get('?format=pem');
    expect(new X509Certificate(one.body).subject).toContain('CN=Nordmark Issuing CA');
    const chain = await get('?format=chain');
    expect(chain.headers['content-disposition']).toContain('Nordmark-CA-chain.pem');
    expect(chain.body.split('-----BEGIN CERTIFICATE-----')).toHaveLength(3);
    const ssl = openSsl();
    ssl.put('root.pem', chain.body.slice(chain.body.lastIndexOf('-----BEGIN')));
    ssl.put('own.pem', one.body);
    const at = String(Math.floor(app.clock.now().getTime() / 1000));
    expect(ssl.ask('verify', '-x509_strict', '-attime', at, '-CAfile', 'root.pem', 'own.pem')).toMatchObject({
      agrees: true,
    });
    expect((await get('?format=p7b')).statusCode).toBe(400);
  });
});

describe('a new authority', () => {
  test('is made by system scope for an account, signs for it, and counts against its license', async () => {
    const { id, issuer_id } = await created();
    expect(issuer_id).toBe(rootId);
    expect(await authorityFor(app.db, nordmark, app.clock.now())).toBe(id);
    expect(await used()).toBe(1);
    const { certificate } = await issueFor(app, { belongsTo: { accountId: nordmark } });
    const read = readCertificate(certificate);
    expect('fault' in read || read.issuer.components.common_name).toBe('Nordmark Issuing CA');
  });

  test('is nobody else’s to make, and names an account that is there', async () => {
    for (const person of ['ben', 'cleo', 'emil'] as const)
      expect(errorOf(await create({}, person))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await create({ account_id: newId() }))).toEqual([404, 'NOT_FOUND', 'account_id']);
    expect(errorOf(await create({ account_id: app.accountIds.get('signet-platform') }))).toContain('NOT_FOUND');
  });

  const WRONG: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ common_name: ' ' }, 'common_name'],
    [{ common_name: 'a\u202eb' }, 'common_name'],
    [{ common_name: 'a\nb' }, 'common_name'],
    [{ organization: 'x'.repeat(65) }, 'organization'],
    [{ organization: 'Nord\u200bmark' }, 'organization'],
    [{ country: 'Germany' }, 'country'],
    [{ key_type: 'rsa_1024' }, 'key_type'],
    [{ account_id: 'nordmark' }, 'account_id'],
    [{ days: 9 }, 'days'],
  ];
  test('is refused under the field that is wrong, and not made, nor is a key for it', async () => {
    const all = () => app.db.selectFrom('certificate_authority').select('id').orderBy('id').execute();
    const before = await all();
    for (const [more, field] of WRONG) {
      const answer = await create(more);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    }
    expect(await names('ada')).toHaveLength(2);
    expect(await all()).toEqual(before);
  });

  test('has a name that no other one of the account has, and a root above it', async () => {
    await created();
    expect(errorOf(await create({ name: 'NORDMARK CA' }))).toEqual([409, 'AUTHORITY_NAME_EXISTS', 'name']);
    await sql`update certificate_authority set state = 'retired' where id = ${rootId}`.execute(app.db);
    expect(errorOf(await create({ name: 'Other' }))).toEqual([409, 'NO_ROOT_AUTHORITY']);
  });

  test('is not made where the key of the root can’t be reached', async () => {
    await takeKeysAway(app.db);
    expect(errorOf(await create()).slice(0, 2)).toEqual([503, 'CERTIFICATE_AUTHORITY_UNAVAILABLE']);
    expect(await names('ada')).toHaveLength(2);
  });

  test('is not made beyond the license', async () => {
    await giveLicense(app, 'umbra-trust', 'ca_manager', { certificate_authorities: 1 });
    await created();
    expect(errorOf(await create({ name: 'Another' }))).toEqual([409, 'LICENSE_USED_UP']);
    expect(await names('ada')).toHaveLength(3);
  });
});

describe('the life of an authority', () => {
  test('renewed with overlap: the new one signs, the old one only answers, and the license counts one', async () => {
    const old = await created();
    const before = await issueFor(app, { belongsTo: { accountId: nordmark } });
    app.clock.pass(1);
    const { status, body } = await app.call('cleo', 'POST', `${CA}/${old.id}/renew?version=${old.version}`, renewal);
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'active', replaces: { id: old.id }, key_type: 'ec_p384' });
    expect(body.certificate.subject).toMatchObject({
      commonName: 'Nordmark Issuing CA 2',
      organization: 'Nordmark LB',
    });
    expect((await app.call('cleo', 'GET', `${CA}/${old.id}`)).body).toMatchObject({
      state: 'retired',
      replaced_by: { id: body.id, name: 'Nordmark CA 2' },
      certificates: { valid: 1 },
    });
    const events = app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', 'CERTIFICATE_AUTHORITY');
    expect(await events.where('resource_id', '=', old.id).where('action', '=', 'UPDATE').execute()).toMatchObject([
      { result: 'success', before: { state: 'active' }, after: { state: 'retired' } },
    ]);
    expect(await events.where('resource_id', '=', body.id).execute()).toMatchObject([
      { action: 'CREATE', after: { state: 'active', replaces: 'Nordmark CA' } },
    ]);
    expect(await authorityFor(app.db, nordmark, app.clock.now())).toBe(body.id);
    const read = readCertificate(before.certificate);
    if ('fault' in read) throw new Error(read.fault);
    expect(await statusesOf(app.db, old.id, [Buffer.from(read.serial, 'hex')])).toEqual([{ status: 'good' }]);
    expect(await used()).toBe(1);
    expect(errorOf(await app.call('ada', 'POST', `${CA}/${old.id}/renew`, renewal))).toEqual([
      409,
      'AUTHORITY_NOT_ACTIVE',
    ]);
  });

  // What is about to be signed is committed by another connection, which waits for nothing that this one holds.
  test(
    'renewed as the server does it, over several connections',
    alone(async () => {
      await setUp();
      const { id } = await created();
      for (const [old, common_name] of [
        [id, 'Nordmark Issuing CA 2'],
        [issuingId, 'Signet Issuing CA 2'],
        [rootId, 'Signet Root CA 2'],
      ]) {
        const next = { name: common_name, common_name, key_type: 'ec_p256' };
        expect((await app.call('ada', 'POST', `${CA}/${old}/renew`, next)).status).toBe(201);
      }
      // Whoever deletes the account holds that first, and then what it has.
      const { id: other } = (await create({ name: 'Second', common_name: 'Second CA' })).body;
      const held = sql`select from account where id = ${nordmark} for update`;
      const ended = sql`update certificate_authority set state = 'retired' where id = ${other}`;
      const renew = () => app.call('ada', 'POST', `${CA}/${other}/renew`, { ...renewal, name: 'Third' });
      expect(errorOf(await meanwhile(app, [held], renew, [ended]))).toEqual([409, 'AUTHORITY_NOT_ACTIVE']);
    }),
  );

  test('renewed where more exist than the license has by now: as many count as before', async () => {
    const old = await created();
    expect((await create({ name: 'Another', common_name: 'Another CA' })).status).toBe(201);
    // The first license of its own takes over what it has.
    await giveLicense(app, 'umbra-trust', 'ca_manager', { certificate_authorities: 1 });
    await giveLicense(app, 'nordmark-lb', 'ca_manager', { certificate_authorities: 1 });
    expect(await used()).toBe(2);
    expect((await app.call('cleo', 'POST', `${CA}/${old.id}/renew`, renewal)).status).toBe(201);
    expect(await used()).toBe(2);
    await requireBalance(app.db);
    expect(errorOf(await create({ name: 'Third', common_name: 'Third CA' }))).toEqual([409, 'LICENSE_USED_UP']);
  });

  test('not renewed where the root has ended that would sign the new one', async () => {
    const { id } = await created();
    await sql`update certificate_authority set valid_to = ${app.clock.now()} where id = ${rootId}`.execute(app.db);
    expect(errorOf(await app.call('ada', 'POST', `${CA}/${id}/renew`, renewal))).toEqual([409, 'NO_ROOT_AUTHORITY']);
  });

  test('the platform’s own is renewed by system scope, its root too, and never merely ended', async () => {
    const next = { name: 'Signet Issuing CA 2', common_name: 'Signet Issuing CA 2', key_type: 'ec_p256' };
    expect(errorOf(await app.call('ben', 'POST', `${CA}/${issuingId}/renew`, next))).toEqual([
      403,
      'AUTHORITY_OF_PLATFORM',
    ]);
    expect(errorOf(await app.call('ada', 'PUT', `${CA}/${issuingId}/retire`))).toEqual([409, 'AUTHORITY_NEEDED']);
    const revoke = (id: string) => app.call('ada', 'PUT', `${CA}/${id}/revoke`, { reason: 'cACompromise' });
    expect(errorOf(await revoke(issuingId))).toEqual([409, 'AUTHORITY_NEEDED']);
    expect(errorOf(await revoke(rootId))).toEqual([409, 'AUTHORITY_IS_ROOT']);
    app.clock.pass(1);
    const root = await app.call('ada', 'POST', `${CA}/${rootId}/renew`, { ...next, name: 'Signet Root CA 2' });
    expect(root.body).toMatchObject({ kind: 'root', replaces: { id: rootId } });
    app.clock.pass(1);
    const second = await app.call('ada', 'POST', `${CA}/${issuingId}/renew`, next);
    expect(second.body).toMatchObject({ issuer_id: root.body.id, state: 'active' });
    expect((await revoke(issuingId)).body).toMatchObject({ state: 'revoked' });
    expect(await authorityFor(app.db, null, app.clock.now())).toBe(second.body.id);
  });

  test('retired: the platform’s signs for the account, and the license has one back', async () => {
    const { id } = await created();
    expect((await app.call('cleo', 'PUT', `${CA}/${id}/retire`)).body).toMatchObject({ state: 'retired' });
    expect(await authorityFor(app.db, nordmark, app.clock.now())).toBe(issuingId);
    expect(await used()).toBe(0);
  });

  test('named by a template: what has taken its place signs by it, then another of the account', async () => {
    const old = await created();
    const [seat_id, template_id] = [await aSeat(app), await aTemplate(app)];
    const by = app.db.updateTable('certificate_template').set({ authority_id: old.id });
    await by.where('id', '=', template_id).execute();
    const signer = async (): Promise<string | null> => {
      // Long enough for another certificate of the same key.
      app.clock.pass(3600);
      app.forget('cleo');
      const asked = { seat_id, template_id, csr: A_REQUEST };
      const { status, body } = await app.call('cleo', 'POST', '/account/ui-api/v1/certificate', asked);
      expect(status, JSON.stringify(body)).toBe(201);
      const made = app.db.selectFrom('certificate').select('authority_id').where('id', '=', body.id);
      return (await made.executeTakeFirstOrThrow()).authority_id;
    };
    expect(await signer()).toBe(old.id);
    const next = await app.call('cleo', 'POST', `${CA}/${old.id}/renew`, renewal);
    app.clock.pass(1);
    // The youngest one of the account, which signs where none is named.
    app.forget('ada');
    const other = await create({ name: 'Devices', common_name: 'Nordmark Devices CA' });
    expect(other.status, JSON.stringify(other.body)).toBe(201);
    expect(await signer()).toBe(next.body.id);
    expect((await app.call('cleo', 'PUT', `${CA}/${next.body.id}/retire`)).status).toBe(200);
    expect(await signer()).toBe(other.body.id);
  });

  test('[S-352] named by a template, and retired: the template gets another profile or signer of its own', async () => {
    const old = await created();
    const id = await aTemplate(app);
    const named = { authority_id: old.id };
    await app.db.updateTable('certificate_template').set(named).where('id', '=', id).execute();
    expect((await app.call('cleo', 'PUT', `${CA}/${old.id}/retire`)).status).toBe(200);
    const save = (values: object) =>
      app.call('cleo', 'PUT', `/account/ui-api/v1/template/${id}`, {
        name: 'Gates',
        seat_types: ['device'],
        ...values,
      });
    const [profile_id, archived] = [await aProfile(app), await aProfile(app)];
    const saved = await save({ profile_id, ...named });
    expect(saved.body, JSON.stringify(saved.body)).toMatchObject({ profile_id, ...named });
    // What is named anew is in use.
    await app.db
      .updateTable('certificate_profile')
      .set({ archived_at: app.clock.now() })
      .where('id', 'in', [profile_id, archived])
      .execute();
    expect((await save({ profile_id: archived, ...named })).body.error.fields).toMatchObject({
      profile_id: { status: 'NOT_FOUND' },
    });
    const [other, retired] = [
      await create({ name: 'B', common_name: 'B' }),
      await create({ name: 'C', common_name: 'C' }),
    ];
    expect((await app.call('cleo', 'PUT', `${CA}/${retired.body.id}/retire`)).status).toBe(200);
    const foreign = await create({ account_id: app.accountIds.get('orsini-custody'), name: 'O', common_name: 'O' });
    expect(foreign.status).toBe(201);
    for (const [whose, authority_id] of [
      ['retired', retired.body.id],
      ['another account’s', foreign.body.id],
      ['the root', rootId],
    ])
      expect([whose, (await save({ profile_id, authority_id })).body.error?.fields]).toMatchObject([
        whose,
        { authority_id: { status: 'NOT_FOUND' } },
      ]);
    expect((await save({ profile_id, authority_id: other.body.id })).body).toMatchObject({
      profile_id,
      authority_id: other.body.id,
    });
  });

  test('revoked: nothing that it signed is good, at once', async () => {
    const { id } = await created();
    const { certificate } = await issueFor(app, { belongsTo: { accountId: nordmark } });
    const read = readCertificate(certificate);
    if ('fault' in read) throw new Error(read.fault);
    const statuses = () => statusesOf(app.db, id, [Buffer.from(read.serial, 'hex'), Buffer.from('0bad', 'hex')]);
    expect(await statuses()).toEqual([{ status: 'good' }, { status: 'unknown' }]);
    expect((await app.call('ada', 'PUT', `${CA}/${id}/revoke`, { reason: 'keyCompromise' })).status).toBe(400);
    const answer = await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'cACompromise' });
    expect(answer.body).toMatchObject({ state: 'revoked', why_not: { revoke: { status: 'AUTHORITY_NOT_ACTIVE' } } });
    expect(await statuses()).toEqual([
      { status: 'revoked', at: app.clock.now(), reason: 'cACompromise' },
      { status: 'unknown' },
    ]);
    expect(await authorityFor(app.db, nordmark, app.clock.now())).toBe(issuingId);
  });

  test('revoked: programs are told so of what it signed until its end, and not for weeks alone', async () => {
    const { id } = await created();
    const { certificate } = await issueFor(app, { belongsTo: { accountId: nordmark } });
    expect((await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'cACompromise' })).status).toBe(200);
    const at = app.clock.now();
    const ssl = openSsl();
    ssl.put('issuing.pem', pem('CERTIFICATE', (await chainOf(app.db, id))[0] ?? Buffer.alloc(0)));
    ssl.put('leaf.pem', pem('CERTIFICATE', certificate));
    const ask = 'ocsp -issuer issuing.pem -cert leaf.pem -no_nonce -reqout request.der';
    ssl.run(...ask.split(' '));
    for (let days = 0; days < 62; days += 31) {
      app.clock.pass(31 * 86_400);
      await tendAuthorities(app.runtime);
      const asked = { der: ssl.get('request.der'), address: '127.0.0.1', now: app.clock.now() };
      const { octets } = await answerStatus(app.runtime, id, asked);
      const { responseStatus, responseBytes } = AsnConvert.parse(octets, OCSPResponse);
      expect(responseStatus).toBe(OCSPResponseStatus.successful);
      const said = AsnConvert.parse(responseBytes?.response.buffer ?? new ArrayBuffer(0), BasicOCSPResponse);
      const [one] = said.tbsResponseData.responses;
      expect(one?.certStatus.revoked?.revocationTime).toEqual(at);
    }
    // Its key may be gone, which was the reason: nobody is called for that.
    await takeKeysAway(app.db);
    await sql`update certificate_authority set valid_to = ${at} where id <> ${id}`.execute(app.db);
    app.clock.pass(31 * 86_400);
    expect(await renewDueResponders(app.runtime, app.clock.now())).toBe(1);
  });

  test('revoked: what it signed is shown so wherever it is listed, and what another one signed is not', async () => {
    const { id } = await created();
    const V1 = '/account/ui-api/v1';
    const [userId, orsini] = [app.userIds.get('cleo') ?? '', app.accountIds.get('orsini-custody') ?? ''];
    const issued = async (common_name: string, belongsTo: object) =>
      (await issueFor(app, { common_name, belongsTo })).id;
    const fell = await issued('Fell', { accountId: nordmark, userId });
    const held = await issued('Fell, on hold', { accountId: nordmark });
    const stands = await issued('Stands', { accountId: orsini });
    await app.call('cleo', 'PUT', `${V1}/certificate/${held}/revoke`, { reason: 'certificateHold' });
    app.clock.pass(60);
    expect((await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'superseded' })).status).toBe(200);

    const listed = async (status: string) => {
      const { body } = await app.call('ada', 'GET', `${V1}/certificate?status=${status}&sort=common_name:asc`);
      const ids: string[] = body.items.map((one: { id: string }) => one.id);
      return ids.filter((one) => [fell, held, stands].includes(one));
    };
    expect(await listed('issued')).toEqual([stands]);
    expect(await listed('on_hold')).toEqual([]);
    expect(await listed('revoked')).toEqual([fell, held]);
    const revoked = { status: 'revoked', revoked_at: '2026-11-21 12:01:00', revocation_reason: 'cACompromise' };
    const whyNot = { revoke: { status: 'REVOKED_ALREADY' }, release: { status: 'NOT_ON_HOLD' } };
    for (const one of [fell, held])
      expect((await app.call('cleo', 'GET', `${V1}/certificate/${one}`)).body).toMatchObject({
        ...revoked,
        why_not: whyNot,
      });
    const file = String((await app.call('cleo', 'GET', `${V1}/certificate/export?locale=en_US&status=revoked`)).body);
    expect(file.split('\r\n').filter((line) => line.includes('The key of the authority became known'))).toHaveLength(2);
    const own = `${V1}/user/${userId}/client-auth-certificate`;
    expect((await app.call('cleo', 'GET', own)).body.items).toMatchObject([revoked]);
    expect((await app.call('cleo', 'PUT', `${own}/${fell}/revoke`, { reason: 'superseded' })).body.error.status).toBe(
      'CERTIFICATE_REVOKED',
    );
    expect((await app.call('ada', 'GET', `${CA}/${id}`)).body.certificates).toEqual({ valid: 0, exact: true });
  });

  test('revoked: who comes with the same key at once gets another certificate, not the one that fell', async () => {
    const { id } = await created();
    const asked = { seat_id: await aSeat(app), template_id: await aTemplate(app), csr: A_REQUEST };
    const issued = async () => (await app.call('cleo', 'POST', '/account/ui-api/v1/certificate', asked)).body;
    const first = await issued();
    expect((await issued()).id).toBe(first.id);
    await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'cACompromise' });
    const next = await issued();
    expect([next.status, next.id === first.id]).toEqual(['issued', false]);
  });

  test('revoked: a hold that nobody can release any more stops no key', async () => {
    const { id } = await created();
    const asked = { seat_id: await aSeat(app), template_id: await aTemplate(app), csr: A_REQUEST };
    const issued = () => app.call('cleo', 'POST', '/account/ui-api/v1/certificate', asked);
    const first = (await issued()).body.id;
    await app.call('cleo', 'PUT', `/account/ui-api/v1/certificate/${first}/revoke`, { reason: 'certificateHold' });
    expect((await issued()).body.error.fields).toMatchObject({ csr: { status: 'KEY_ON_HOLD' } });
    await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'superseded' });
    const { status, body } = await issued();
    expect([status, body.authority_id]).toEqual([201, issuingId]);
    // As one that came with an account: whoever put it on hold releases it elsewhere.
    await sql`update certificate set authority_id = null, state = 'revoked', revoked_at = created_at,
      revocation_reason = 'certificateHold' where id = ${body.id}`.execute(app.db);
    expect((await issued()).status).toBe(201);
  });

  test('publishes a new list at once, where whoever asks may change it', async () => {
    const { id } = await created();
    const publish = (person: Name, of = id) => app.call(person, 'PUT', `${CA}/${of}/publish`);
    const { number } = (await app.call('cleo', 'GET', `${CA}/${id}`)).body.list;
    app.clock.pass(60);
    const { status, body } = await publish('cleo');
    expect(status).toBe(200);
    expect(body.list).toMatchObject({ number: number + 1, this_update: '2026-11-21 12:01:00' });
    const event = await app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_id', 'before', 'after'])
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(event).toMatchObject({
      action: 'UPDATE',
      resource_id: id,
      before: { revocation_list_number: number },
      after: { revocation_list_number: number + 1 },
    });
    for (const stranger of ['carl', 'bea'] as const) expect((await publish(stranger)).status).toBe(404);
    expect(errorOf(await publish('ben', issuingId))).toEqual([403, 'AUTHORITY_OF_PLATFORM']);
    expect((await publish('ada', issuingId)).status).toBe(200);
    await app.call('cleo', 'PUT', `${CA}/${id}/revoke`, { reason: 'superseded' });
    expect(errorOf(await publish('cleo'))).toEqual([409, 'AUTHORITY_NOT_ACTIVE']);
    await takeKeysAway(app.db);
    expect(errorOf(await publish('ada', issuingId)).slice(0, 2)).toEqual([503, 'CERTIFICATE_AUTHORITY_UNAVAILABLE']);
  });

  test('tells how many certificates it issued, month by month for a year', async () => {
    const { id } = await created();
    for (let made = 0; made < 2; made += 1) await issueFor(app, { belongsTo: { accountId: nordmark } });
    const issued = async (person: Name, of = id) => (await app.call(person, 'GET', `${CA}/${of}`)).body.issued;
    const months = await issued('cleo');
    expect(months).toHaveLength(12);
    expect([months[0], months[11]]).toEqual([
      { month: '2025-12', count: 0, exact: true },
      { month: '2026-11', count: 2, exact: true },
    ]);
    await sql`update certificate set created_at = created_at - interval '13 months' where id in (
      select id from certificate where authority_id = ${id} and not purposes = '{ocsp_signing}' limit 1)`.execute(
      app.db,
    );
    expect((await issued('cleo'))[11].count).toBe(1);
    expect((await issued('cleo')).slice(0, 11).every(({ count }: { count: number }) => count === 0)).toBe(true);
    expect(await issued('cleo', issuingId)).toBeNull();
  });

  test('is changed by nobody who does not see it, and by nobody who has read another state', async () => {
    const { id, version } = await created();
    expect((await app.call('carl', 'PUT', `${CA}/${id}/retire`)).status).toBe(404);
    expect((await app.call('carl', 'PUT', `${CA}/${id}/revoke`, { reason: 'superseded' })).status).toBe(404);
    expect((await app.call('bea', 'POST', `${CA}/${id}/renew`, renewal)).status).toBe(404);
    const late = await app.call('ada', 'PUT', `${CA}/${id}/retire?version=${version + 1}`);
    expect(errorOf(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  });
});
