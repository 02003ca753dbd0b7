/** What callers are told of a certificate request that can't be taken. */
import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Problem } from '@signet/contract/problem';
import { afterAll, expect, test } from 'vitest';
import { openSsl } from '../x509/testing/openssl.ts';
import { requestFrom } from './request.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));

const P256 = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
function pemRequest(key: readonly string[] = P256, ...more: string[]): string {
  ssl.run('genpkey', ...key, '-out', 'key.pem');
  ssl.run('req', '-new', '-key', 'key.pem', '-subj', '/CN=Cleo', '-out', 'request.pem', ...more);
  return ssl.get('request.pem').toString();
}
const good = pemRequest();
const bare = good.replaceAll(/-----[A-Z ]+-----/g, '');

/** The status that is told under `csr`; null where the request is taken. */
function refusal(text: string): string | null {
  try {
    requestFrom(text);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.fields?.['csr']?.status ?? null;
  }
}

test('a request is taken as PEM, with words around it, and as base64 alone', () => {
  expect(requestFrom(good).subject.components).toMatchObject({ common_name: 'Cleo' });
  expect(refusal(`Made by hand:\n${good}\n`)).toBeNull();
  expect(refusal(bare)).toBeNull();
});

test.each([
  ['nothing', '', 'REQUIRED'],
  ['words', 'please', 'CSR_FORMAT'],
  ['a certificate', good.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'), 'CSR_FORMAT'],
  ['DER of something else', 'MAA='.padStart(68, 'A'), 'CSR_FORMAT'],
  ['base64 with a hole', good.replace('M', '!'), 'CSR_BROKEN'],
  ['half of it', good.slice(0, good.length / 2), 'CSR_BROKEN'],
  ['two of them', good + good, 'CSR_SEVERAL'],
  ['one by SHA-1', pemRequest(['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'], '-sha1'), 'CSR_ALGORITHM'],
  ['one of 1024 bits', pemRequest(['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024']), 'KEY_SIZE'],
  ['one of Ed25519', pemRequest(['-algorithm', 'ED25519']), 'KEY_KIND'],
])('%s is refused in words', (_name, text, status) => {
  expect(refusal(text)).toBe(status);
});

test('a signature by another key is no proof', () => {
  const altered = Buffer.from(bare, 'base64');
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect(refusal(altered.toString('base64'))).toBe('CSR_SIGNATURE');
});

test.each(['pkcs8', 'sec1'] as const)('a private key as %s is refused, beside a request too', (type) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = privateKey.export({ format: 'pem', type }).toString();
  expect(refusal(secret)).toBe('CSR_PRIVATE_KEY');
  expect(refusal(good + secret)).toBe('CSR_PRIVATE_KEY');
  expect(refusal(privateKey.export({ format: 'der', type }).toString('base64'))).toBe('CSR_PRIVATE_KEY');
});
