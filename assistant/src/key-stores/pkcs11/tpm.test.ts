/** The TPM of a computer by tpm2-pkcs11, with a TPM of software. */
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outputOf } from '../../testing/page.ts';
import { softwareTpm } from '../../testing/software-tpm.ts';
import { openSslAt, withTokens, type WithTokens } from '../../testing/tokens.ts';
import { moduleKinds } from './modules.ts';

const ssl = openSslAt();
const refused = (status: string) => ({ error: { status } });
let tpm: Awaited<ReturnType<typeof softwareTpm>>;
let one: WithTokens;
let place: { keystore: 'tpm'; token: string };
beforeAll(async () => {
  const kinds = moduleKinds({ home: '/nowhere', platform: 'linux' }).filter(({ type }) => type === 'tpm');
  tpm = await softwareTpm(kinds[0]?.instances()[0]?.path ?? '');
  one = await withTokens({ kinds, environment: tpm.environment });
});
afterAll(async () => {
  await one.close();
  tpm.remove();
  ssl.remove();
});

test('the token of a TPM is listed, without the empty place for another beside it', async () => {
  const tokens = await one.tokens();
  expect(tokens).toMatchObject([{ keystore: 'tpm', label: 'laptop', pin_state: 'ok' }]);
  place = { keystore: 'tpm', token: tokens[0]?.serial ?? '' };
});

test('its PIN is verified', async () => {
  expect(await one.page.call('verifypin', { ...place, pin: 'Wrong-4711' })).toMatchObject(refused('CKR_PIN_INCORRECT'));
  expect(await one.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
});

test('[S-207] a key that it cannot make is refused before anybody is asked, and none is made', async () => {
  const [token] = await one.tokens();
  expect(token?.key_sizes.rsa?.max).toBeLessThan(4096);
  const before = one.person.screen();
  const input = { ...place, subject: {}, label: 'Large', key_type: 'rsa_4096' };
  expect(await one.page.call('generate', input)).toMatchObject(refused('KEY_SIZE_ABOVE_MAXIMUM'));
  expect([one.person.screen(), await one.entries()]).toEqual([before, []]);
});

test.each(['ec_p256', 'rsa_2048'])('a key %s is made in it, certified, signs, and is deleted', async (key_type) => {
  const { id, csr } = await one.generate(place, { key_type });
  const certificate = ssl.certify(csr);
  // It lets nobody write without the PIN, not even a certificate.
  expect(await one.typing(PIN, 'importCert', { ...place, certificate })).toEqual({ output: { id } });
  expect(await one.entries()).toMatchObject([{ ...place, id, key_type, certificate: { subject: 'CN=Cleo' } }]);
  const data = Buffer.from('signed').toString('base64');
  const { signature } = outputOf(await one.typing(PIN, 'sign', { ...place, id, data }));
  ssl.put('data', 'signed');
  ssl.put('public.pem', ssl.ask('x509', '-in', 'cert.pem', '-noout', '-pubkey'));
  ssl.put('signature', Buffer.from(String(signature), 'base64'));
  expect(ssl.ask('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'data')).toContain('OK');
  expect(await one.typing(PIN, 'deleteCert', { ...place, id })).toEqual({ output: {} });
  expect(await one.entries()).toEqual([]);
});
