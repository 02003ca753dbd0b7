/** What is in a token and none of ours: it is listed, and keeps nothing else from being listed. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { loadModule, mechanism, readUlong, template, ulongs, type Attribute } from '@signet/pkcs11/cryptoki';
import { CURVES } from '@signet/pkcs11/public-numbers';
import { tokensOf } from '@signet/pkcs11/slots';
import { CKA, CKF, CKM, CKU } from '@signet/pkcs11/standard';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { kindOf, openSslAt, withTokens, type WithTokens } from '../../testing/tokens.ts';
import { openModule } from './module-session.ts';
import { joinObjects } from './token-objects.ts';

const ssl = openSslAt();
let one: WithTokens;
let place: { keystore: string; token: string };
beforeAll(async () => {
  one = await withTokens();
  place = { keystore: 'softhsm', token: one.hsm.token('Cleo').serial };
});
afterAll(() => one.close());
afterAll(() => ssl.remove());

test.each([
  ['brainpoolP256r1', 'b1'],
  ['secp256k1', 'b2'],
  ['secp521r1', 'b3'],
])('[S-375] a key on the curve %s is listed without a type, beside those of ours', async (curve, id) => {
  const { id: own } = await one.generate(place, { label: 'Own' });
  ssl.ask(...`genpkey -algorithm EC -pkeyopt ec_paramgen_curve:${curve} -out foreign.pem`.split(' '));
  const file = path.join(ssl.folder, 'foreign.pem');
  const args = ['--import', file, '--token', 'Cleo', '--label', curve, '--id', id, '--pin', PIN];
  execFileSync('softhsm2-util', args, { env: one.hsm.environment, stdio: 'ignore' });
  const listed = await one.entries();
  expect(listed).toContainEqual(expect.objectContaining({ id, label: curve, key_type: null, certificate: null }));
  expect(listed).toContainEqual(expect.objectContaining({ id: own, label: 'Own', key_type: 'ec_p256' }));
  expect(await one.page.call('sign', { ...place, id, data: 'AAAA' })).toMatchObject({
    error: { status: 'KEY_TYPE_NOT_SUPPORTED' },
  });
});

test('more certificates than fit into one answer of the module are all listed', { timeout: 180_000 }, async () => {
  const many = one.hsm.token('Many');
  ssl.certify((await one.generate(place, { label: 'Own' })).csr);
  ssl.ask(...'x509 -in cert.pem -outform DER -out cert.der'.split(' '));
  const [value, subject] = [ssl.read('cert.der'), Buffer.from('300f310d300b06035504030c04436c656f', 'hex')];
  vi.stubEnv('SOFTHSM2_CONF', one.hsm.environment.SOFTHSM2_CONF);
  const module = openModule(one.hsm.module, null);
  onTestFinished(() => {
    module.close();
    vi.unstubAllEnvs();
  });
  module.open({ call: 'open', serial: many.serial, label: 'Many', writes: true });
  module.logIn({ call: 'logIn', holder: 'user', pin: PIN });
  const names = { subject, issuer: subject, serialNumber: Buffer.from([2, 1, 1]) };
  for (let count = 0; count < 300; count += 1) {
    const id = count.toString(16).padStart(4, '0');
    module.keep({ call: 'keep', id, label: id, certificate: value, names });
  }
  const listed = (await one.entries()).filter(({ token }) => token === many.serial);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(300);
});

test('a key that wants the PIN for each signature gets it', async () => {
  const careful = one.hsm.token('Careful');
  vi.stubEnv('SOFTHSM2_CONF', one.hsm.environment.SOFTHSM2_CONF);
  const module = loadModule(one.hsm.module);
  try {
    const slot = tokensOf(module).find((token) => token.serial === careful.serial)?.slot ?? 0;
    const opened = ulongs();
    module.C_OpenSession(slot, CKF.SERIAL_SESSION | CKF.RW_SESSION, null, null, opened);
    const session = readUlong(opened);
    module.C_Login(session, CKU.USER, Buffer.from(PIN), PIN.length);
    const both: Attribute[] = [
      [CKA.TOKEN, true],
      [CKA.ID, Buffer.from('c1', 'hex')],
    ];
    const forPublic: Attribute[] = [...both, [CKA.VERIFY, true], [CKA.EC_PARAMS, CURVES.ec_p256.name]];
    const forPrivate: Attribute[] = [...both, [CKA.PRIVATE, true], [CKA.SIGN, true], [CKA.ALWAYS_AUTHENTICATE, true]];
    const pair = [template(forPublic), forPublic.length, template(forPrivate), forPrivate.length] as const;
    module.C_GenerateKeyPair(session, mechanism(CKM.EC_KEY_PAIR_GEN), ...pair, ulongs(), ulongs());
  } finally {
    module.C_Finalize(null);
    vi.unstubAllEnvs();
  }
  const where = { keystore: 'softhsm', token: careful.serial };
  for (let times = 0; times < 2; times += 1)
    expect(await one.typing(PIN, 'sign', { ...where, id: 'c1', data: 'AAAA' })).toHaveProperty('output');
});

test('a token that can’t be written to verifies its PIN and signs, and makes no key', async () => {
  const readOnly = new URL('../../../../pkcs11/src/testing/read-only-token.ts', import.meta.url).href;
  const environment = { ...one.hsm.environment, NODE_OPTIONS: `--import=${readOnly}` };
  const other = await withTokens({ kinds: [kindOf('softhsm', one.hsm.module)], environment });
  onTestFinished(() => other.close());
  const { id } = await one.generate(place, { label: 'Own' });
  expect(await other.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
  expect(await other.typing(PIN, 'sign', { ...place, id, data: 'AAAA' })).toHaveProperty('output');
  const asked = { ...place, subject: { common_name: 'Cleo' }, label: 'Never', key_type: 'ec_p256' };
  expect(await other.typing(PIN, 'generate', asked)).toMatchObject({ error: { status: 'CKR_TOKEN_WRITE_PROTECTED' } });
});

test('a certificate of a key that nobody can read is listed, and is no certificate to keep', async () => {
  const { id, csr } = await one.generate(place, { label: 'Own' });
  const base64 = ssl.certify(csr).replaceAll(/-----[^-]+-----|\s/g, '');
  const der = Buffer.from(base64, 'base64');
  // id-ecPublicKey, made to name no algorithm there is.
  const algorithm = Buffer.from('06072a8648ce3d0201', 'hex');
  der[der.indexOf(algorithm) + algorithm.length - 1] = 0x7f;
  expect(
    joinObjects({ keys: [{ id, label: 'Own', numbers: null }], certificates: [{ id, label: '', value: der }] }),
  ).toEqual([
    expect.objectContaining({
      id,
      label: 'Own',
      publicKey: null,
      type: null,
      certificate: expect.anything() as object,
    }),
  ]);
  expect(await one.page.call('importCert', { ...place, certificate: der.toString('base64') })).toMatchObject({
    error: { status: 'INVALID_CERTIFICATE' },
  });
});
