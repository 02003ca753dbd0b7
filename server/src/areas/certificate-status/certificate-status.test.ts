/** What programs ask that check certificates of ours: OpenSSL, by the addresses that stand in them. */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import {
  CertID,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  Request as OcspQuestion,
  TBSRequest,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainOf } from '../../authority/authority-store.ts';
import { publishList } from '../../authority/list-store.ts';
import { releaseCertificate, revokeCertificate } from '../../authority/revocation-store.ts';
import { answerStatus, SIGNED_PER_MINUTE } from '../../authority/status-answer.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const ssl = openSsl();
let app: TestApp;
let authorityId: string;
let server: string;
let bad: string;
beforeAll(async () => {
  app = await startTestApp();
  // OpenSSL compares with the clock of the machine.
  app.clock.set(new Date().toISOString());
  authorityId = await withAuthorities(app);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  server = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const [issuing, root] = await chainOf(app.db, authorityId);
  ssl.put('issuing.pem', pem('CERTIFICATE', issuing ?? Buffer.alloc(0)));
  ssl.put('root.pem', pem('CERTIFICATE', root ?? Buffer.alloc(0)));
  ssl.put('good.pem', pem('CERTIFICATE', (await issueFor(app)).certificate));
  const second = await issueFor(app);
  bad = second.id;
  ssl.put('bad.pem', pem('CERTIFICATE', second.certificate));
});
afterAll(() => app.close());

/** What OpenSSL prints, without stopping the server in this process. */
const ask = (...args: string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile('openssl', args, { cwd: ssl.folder }, (_error, out, err) => resolve(`${out}${err}`)),
  );
const address = (of: string): string => `${server}/certificate-authority/${of}`;
const ASK = 'ocsp -issuer issuing.pem -CAfile root.pem'.split(' ');
const ocsp = (name: string, ...more: string[]): Promise<string> =>
  ask(...ASK, '-url', address(`ocsp/${authorityId}`), '-cert', `${name}.pem`, ...more);
const revoke = (reason: 'certificateHold' | 'keyCompromise'): Promise<boolean> =>
  app.db.transaction().execute((tx) => revokeCertificate(tx, bad, { reason, by: null }, app.clock.now()));

/** A request for one certificate as OpenSSL writes it. */
async function requestFor(name: string, ...more: string[]): Promise<Buffer> {
  await ask('ocsp', '-issuer', 'issuing.pem', '-cert', `${name}.pem`, '-reqout', 'request.der', ...more);
  return ssl.get('request.der');
}
const get = (der: Buffer, of = authorityId, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address(`ocsp/${of}/${encodeURIComponent(der.toString('base64'))}`), { headers });
const octets = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
/** The one question of a request, DER. */
const certIdOf = (der: Buffer): Buffer =>
  Buffer.from(AsnConvert.serialize(AsnConvert.parse(der, OCSPRequest).tbsRequest.requestList[0]?.reqCert));
/** The status of an answer without a signature: RFC 6960, 4.2.1. */
const refusal = async (answer: Response): Promise<number | undefined> => (await octets(answer))[4];

describe('the status of a certificate', () => {
  test('OpenSSL asks, and is told at once what is on hold, released or revoked', async () => {
    expect(await ocsp('good')).toMatch(/^good\.pem: good\n[^]*Response verify OK$/m);
    expect(await ocsp('bad')).toMatch(/bad\.pem: good/);
    await revoke('certificateHold');
    expect(await ocsp('bad')).toMatch(/bad\.pem: revoked\n[^]*Reason: certificateHold/);
    await app.db.transaction().execute((tx) => releaseCertificate(tx, bad, null, app.clock.now()));
    expect(await ocsp('bad', '-no_nonce')).toMatch(/bad\.pem: good/);
    await revoke('keyCompromise');
    expect(await ocsp('bad', '-no_nonce')).toMatch(/bad\.pem: revoked\n[^]*Reason: keyCompromise/);
    const told = await octets(await get(await requestFor('bad', '-no_nonce')));
    expect(told.toString('latin1')).toMatch(/\d{14}Z/);
    expect(told.toString('latin1')).not.toMatch(/\d{14}\.\d+Z/);
    expect(await ocsp('good', '-cert', 'bad.pem')).toMatch(
      /good\.pem: good\n[^]*bad\.pem: revoked\n[^]*Response verify OK/,
    );
  });

  test('of a serial that nobody issued is unknown, and never good', async () => {
    const said = await ocsp('good', '-serial', '0x0badc0de');
    expect(said).toMatch(/0x0badc0de: unknown/);
  });

  test('a GET is kept by caches, and answered the same until the status changes', async () => {
    const der = await requestFor('good', '-no_nonce');
    const first = await get(der);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/ocsp-response',
      'cache-control': 'max-age=600, public, no-transform, must-revalidate',
      'last-modified': app.clock.now().toUTCString(),
      expires: new Date(app.clock.now().getTime() + 3_600_000).toUTCString(),
    });
    const body = await octets(first);
    app.clock.pass(60);
    expect(await octets(await get(der))).toEqual(body);
    const again = await get(der, authorityId, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, (await octets(again)).length]).toEqual([304, 0]);
    app.clock.pass(600);
    expect(await octets(await get(der))).not.toEqual(body);
    app.clock.pass(-660);
    expect((await fetch(address(`ocsp/${authorityId}/AAAA`), { method: 'HEAD' })).status).toBe(200);
  });

  test('an answer repeats the question as it was put, and not as somebody else put it before', async () => {
    const der = await requestFor('bad', '-no_nonce');
    const withNull = certIdOf(der);
    const id = AsnConvert.parse(withNull, CertID);
    delete id.hashAlgorithm.parameters;
    const without = Buffer.from(AsnConvert.serialize(id));
    expect(without.length).toBe(withNull.length - 2);
    const request = new OCSPRequest({
      tbsRequest: new TBSRequest({ requestList: [new OcspQuestion({ reqCert: id })] }),
    });
    const other = Buffer.from(AsnConvert.serialize(request));
    const [first, second] = [await octets(await get(der)), await octets(await get(other))];
    expect([first.includes(withNull), first.includes(without)]).toEqual([true, false]);
    expect([second.includes(without), second.includes(withNull)]).toEqual([true, false]);
    id.hashAlgorithm.parameters = new Uint8Array([0x04, 0x01, 0x2a]).buffer;
    const odd = await get(Buffer.from(AsnConvert.serialize(request)));
    expect([odd.headers.get('cache-control'), (await octets(odd)).length > 100]).toEqual(['no-store', true]);
  });

  // It changes nothing: one that held a connection while it asks by another would wait for those of all the others.
  test('many ask at once by POST, more than there are connections', async () => {
    const [body, headers] = [await requestFor('bad', '-no_nonce'), { 'content-type': 'application/ocsp-request' }];
    const answers = Array.from({ length: 20 }, () =>
      fetch(address(`ocsp/${authorityId}`), { method: 'POST', body, headers }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('a nonce comes back, and is nobody else’s', async () => {
    const der = await requestFor('good');
    const answer = await get(der);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await ocsp('good')).toLowerCase()).not.toContain('nonce');
  });

  test('a nonce is of one octet at least and of 128 at most (RFC 9654, 2.1)', async () => {
    const request = AsnConvert.parse(await requestFor('good'), OCSPRequest);
    const answered = async (octetsOfNonce: number): Promise<[number | undefined, boolean]> => {
      const nonce = new OctetString(Buffer.alloc(octetsOfNonce, 7));
      const [extension] = request.tbsRequest.requestExtensions ?? [];
      if (extension) extension.extnValue = new OctetString(AsnConvert.serialize(nonce));
      const body = Buffer.from(AsnConvert.serialize(request));
      const headers = { 'content-type': 'application/ocsp-request' };
      const answer = await octets(await fetch(address(`ocsp/${authorityId}`), { method: 'POST', body, headers }));
      const status = AsnConvert.parse(answer, OCSPResponse).responseStatus;
      return [status, answer.includes(Buffer.alloc(octetsOfNonce, 7))];
    };
    for (const length of [1, 32, 64, 127, 128]) expect(await answered(length)).toEqual([0, true]);
    expect(await answered(129)).toEqual([OCSPResponseStatus.malformedRequest, false]);
    expect((await answered(0))[0]).toBe(OCSPResponseStatus.malformedRequest);
  });

  test('is not told for nonsense, other issuers, and authorities that there are not', async () => {
    const der = await requestFor('good', '-no_nonce');
    const [malformed, unauthorized] = [1, 6];
    for (const nonsense of [Buffer.from('hello'), der.subarray(0, 20), Buffer.concat([der, der])])
      expect(await refusal(await get(nonsense))).toBe(malformed);
    expect(await refusal(await fetch(address(`ocsp/${authorityId}/%20`)))).toBe(malformed);
    expect(await refusal(await fetch(address(`ocsp/${authorityId}`), { method: 'POST' }))).toBe(malformed);
    expect(await refusal(await get(der, newId()))).toBe(unauthorized);
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from certificate_authority where issuer_id is null',
    );
    expect(await refusal(await get(der, rows[0]?.id))).toBe(unauthorized);
  });

  test('a body of another kind or without end is refused', async () => {
    const sendTo = (type: string, body: string) =>
      fetch(address(`ocsp/${authorityId}`), { method: 'POST', body, headers: { 'content-type': type } });
    const post = async (type: string, body: string) => (await sendTo(type, body)).status;
    for (const other of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const refused = await sendTo(other, '{}');
      expect([refused.status, await refused.json()]).toMatchObject([
        415,
        { error: { message: 'The content of the request must be of the type application/ocsp-request.' } },
      ]);
    }
    expect(await post('application/ocsp-request', 'x'.repeat(9_000))).toBe(413);
    expect(await post('application/ocsp-request', 'x'.repeat(8_000))).toBe(200);
    const login = `${server}/account/ui-api/v1/auth/login`;
    const sent = { method: 'POST', body: 'x', headers: { 'content-type': 'application/ocsp-request' } };
    expect((await fetch(login, sent)).status).toBe(415);
  });

  test('whoever has too much signed is told to try later; what is kept is still answered', async () => {
    app.clock.pass(120);
    const kept = await requestFor('good', '-no_nonce');
    const body = await octets(await get(kept));
    const nonce = await requestFor('good');
    const asked = { der: nonce, address: '127.0.0.1', now: app.clock.now() };
    for (let n = 1; n < SIGNED_PER_MINUTE; n += 1) await answerStatus(app.runtime, authorityId, asked);
    expect(await refusal(await get(nonce))).toBe(3);
    expect(await octets(await get(kept))).toEqual(body);
    app.clock.pass(60);
    expect((await octets(await get(nonce))).length).toBeGreaterThan(100);
    app.clock.pass(-180);
  });
});

describe('what stands in a certificate leads', () => {
  test('to the list of its authority, which OpenSSL accepts', async () => {
    const number = await publishList(app.runtime, authorityId, app.clock.now());
    const answer = await fetch(address(`crl/${authorityId}.crl`));
    expect(answer.headers.get('content-type')).toBe('application/pkix-crl');
    expect(answer.headers.get('cache-control')).toBe('max-age=3600, public, no-transform, must-revalidate');
    ssl.put('list.der', await octets(answer));
    const said = await ask('crl', '-inform', 'DER', '-in', 'list.der', '-CAfile', 'issuing.pem', '-text', '-noout');
    expect(said).toMatch(/verify OK/);
    expect(said).toContain(`CRL Number: \n                ${number}\n`);
    expect(said).toContain('Key Compromise');
    const tag = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await fetch(address(`crl/${authorityId}.crl`), { headers: tag })).status).toBe(304);
  });

  test('to the certificate of its authority', async () => {
    const answer = await fetch(address(`ca/${authorityId}.cer`));
    expect(answer.headers.get('content-type')).toBe('application/pkix-cert');
    const own = (await chainOf(app.db, authorityId))[0] ?? Buffer.alloc(0);
    const digest = (of: Buffer): string => createHash('sha256').update(of).digest('hex');
    expect(digest(await octets(answer))).toBe(digest(own));
  });

  test('nowhere for other ids', async () => {
    for (const of of ['crl/0.crl', 'ca/0.cer']) expect((await fetch(address(of))).status).toBe(400);
    for (const of of [`crl/${newId()}.crl`, `ca/${newId()}.cer`]) expect((await fetch(address(of))).status).toBe(404);
  });
});
