/** Certificates for keys of which a hardware token says that it made them: demanded, verified, and kept. */
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken, SAID } from '../../attestation/testing/token.ts';
import { startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { expectRefusal } from '../../testing/sign-in.ts';
import { openSsl, pem } from '../../x509/testing/openssl.ts';

const V1 = '/account/ui-api/v1';
const V2 = '/account/ui-api/v2';
const ssl = openSsl();
const token = makeToken();
const folder = mkdtempSync(path.join(tmpdir(), 'signet-makers-'));
let app: TestApp;
let template = '';
let templates = 0;
let seats = 0;
beforeAll(async () => {
  const file = path.join(folder, 'makers.pem');
  writeFileSync(file, token.authority);
  app = await startTestApp({ config: { KEY_ATTESTATION_AUTHORITIES: file } });
  await withAuthorities(app);
  template = await newTemplate(true);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  rmSync(ssl.folder, { recursive: true });
  await app.close();
});

const cleo = (method: 'POST' | 'GET', url: string, body?: object): Promise<Answer> =>
  app.call('cleo', method, url, body);

async function newTemplate(requires_attestation: boolean): Promise<string> {
  templates += 1;
  const profile = await cleo('POST', `${V1}/profile`, {
    name: `Tokens ${templates}`,
    key_usage: ['digitalSignature'],
    purposes: ['client_auth'],
    key_types: ['ec_p256'],
    days: 365,
  });
  const body = { name: `Token ${templates}`, profile_id: profile.body.id, seat_types: ['device'] };
  const made = await cleo('POST', `${V1}/template`, { ...body, requires_attestation });
  expect(made.body).toMatchObject({ requires_attestation });
  return made.body.id;
}

async function newSeat(): Promise<string> {
  seats += 1;
  return (await cleo('POST', `${V1}/seat`, { type: 'device', name: `Gate ${seats}`, identifier: `SN-${seats}` })).body
    .id;
}

const invite = async (template_id: string, keystore_location = 'hardware_token') =>
  cleo('POST', `${V2}/enrollment`, {
    seat_id: await newSeat(),
    template_id,
    email: 'gates@nordmark-lb.example',
    keystore_location,
  });

type Link = { id: string; code: string };
async function invited(template_id = template): Promise<Link> {
  const { body } = await invite(template_id);
  return { id: body.id, code: body.link.split('/').at(-1) };
}

/** A new key with its request, and its public half. */
function newKey(): { csr: string; publicKey: Uint8Array } {
  ssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'key.pem');
  ssl.run('req', '-new', '-key', 'key.pem', '-subj', '/CN=any', '-out', 'request.pem');
  const publicKey = createPublicKey(ssl.get('key.pem')).export({ type: 'spki', format: 'der' });
  return { csr: ssl.get('request.pem').toString(), publicKey };
}
function expectField(answer: Answer, status: number, name: string, field: string): void {
  expect([answer.status, answer.body.error.fields?.[field]?.status]).toEqual([status, name]);
}
const pemOf = ({ der }: { der: Uint8Array }): string => pem('CERTIFICATE', der);
const statements = (publicKey: Uint8Array): string[] => [token.attest(publicKey), token.device].map(pemOf);

const generate = ({ id, code }: Link, csr: string, attestation?: unknown): Promise<Answer> =>
  app.request('POST', `${V1}/enrollment/${id}/client-auth-certificate`, {
    enrollment_code: code,
    csr,
    enrollment_method: 'DTA',
    keystore_type: 'yubikey',
    ...(attestation === undefined ? {} : { attestation }),
  });
/** The newest certificate, as an administrator sees it. */
async function certificate(): Promise<Answer['body']> {
  const { id } = await app.db
    .selectFrom('certificate')
    .select('id')
    .where('seat_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return (await cleo('GET', `${V1}/certificate/${id}`)).body;
}
const certificates = async (): Promise<number> =>
  (await app.db.selectFrom('certificate').select('id').where('seat_id', 'is not', null).execute()).length;

test('a template that demands it takes a key that a token attests, and shows what the token said', async () => {
  const link = await invited();
  const page = await app.request('GET', `${V2}/enrollment/${link.id}/${link.code}`);
  expect(page.body.profile).toMatchObject({ requires_attestation: true });
  const { csr, publicKey } = newKey();
  expectField(await generate(link, csr), 400, 'ATTESTATION_REQUIRED', 'attestation');
  expect((await generate(link, csr, statements(publicKey))).status).toBe(201);
  expect(await certificate()).toMatchObject({ key_attestation: SAID });
});

test('what is said of another key, by nobody who is believed, or not at all makes no certificate', async () => {
  const link = await invited();
  const before = await certificates();
  const { csr, publicKey } = newKey();
  const imposter = makeToken();
  const cases: [unknown, string][] = [
    [statements(newKey().publicKey), 'other_key'],
    // By another maker of the same name.
    [[imposter.attest(publicKey), imposter.device].map(pemOf), 'bad_signature'],
    [[token.attest(publicKey)].map(pemOf), 'unknown_authority'],
    [[token.device].map(pemOf), 'none'],
    [['-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----'], 'structure'],
    [['no certificate'], 'format'],
  ];
  for (const [attestation, rule] of cases) {
    const answer = await generate(link, csr, attestation);
    expectField(answer, 400, 'ATTESTATION_NOT_ACCEPTED', 'attestation');
    expect(answer.body.error.fields.attestation.params).toEqual({ rule });
  }
  expect((await generate(link, csr, [])).status).toBe(400);
  expect((await generate(link, csr, Array(6).fill(pemOf(token.device)))).status).toBe(400);
  expect(await certificates()).toBe(before);
});

test('where nobody demands it, it is verified all the same and kept; without one nothing is said', async () => {
  const free = await newTemplate(false);
  const { csr, publicKey } = newKey();
  const link = await invited(free);
  expectField(
    await generate(link, csr, statements(newKey().publicKey)),
    400,
    'ATTESTATION_NOT_ACCEPTED',
    'attestation',
  );
  expect((await generate(link, csr, statements(publicKey))).status).toBe(201);
  expect(await certificate()).toMatchObject({ key_attestation: SAID });
  expect((await generate(await invited(free), newKey().csr)).status).toBe(201);
  expect(await certificate()).toMatchObject({ key_attestation: null });
});

test('administrators can’t go around it: not by a file, and not by an invitation to another place', async () => {
  const { csr } = newKey();
  const body = { seat_id: await newSeat(), template_id: template, csr };
  expectField(await cleo('POST', `${V1}/certificate`, body), 400, 'ATTESTATION_REQUIRED', 'template_id');
  for (const location of ['browser', 'software'])
    expectField(await invite(template, location), 400, 'ATTESTATION_NEEDS_TOKEN', 'keystore_location');
});

test('a template that begins to demand it suspends invitations to another place; those to a token go on', async () => {
  const free = await newTemplate(false);
  const elsewhere = (await invite(free, 'browser')).body;
  const toToken = await invited(free);
  const link = { id: elsewhere.id, code: elsewhere.link.split('/').at(-1) };
  const opened = ({ id, code }: Link) => app.request('GET', `${V2}/enrollment/${id}/${code}`);
  expect((await opened(link)).status).toBe(200);
  const { body } = await cleo('GET', `${V1}/template/${free}`);
  const { name, profile_id, seat_types } = body;
  const demanding = { name, profile_id, seat_types, requires_attestation: true };
  expect((await app.call('cleo', 'PUT', `${V1}/template/${free}`, demanding)).status).toBe(200);
  expectRefusal(await opened(link), 409, 'SUSPENDED');
  expectRefusal(await generate(link, newKey().csr), 409, 'SUSPENDED');
  app.clock.pass(3_600);
  app.forget('cleo');
  expectRefusal(await cleo('POST', `${V2}/enrollment/${link.id}/resend`, {}), 409, 'SUSPENDED');
  expect((await opened(toToken)).body.profile).toMatchObject({ requires_attestation: true });
});
