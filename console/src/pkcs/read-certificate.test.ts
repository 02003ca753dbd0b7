/** Certificates that OpenSSL made, read here and by Node. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { certificatesIn } from './pem.ts';
import { readCertificate } from './read-certificate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'signet-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

function certificate(subject: string, ...more: string[]): string {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key'];
  const made = ['req', '-x509', ...key, '-utf8', '-subj', subject, ...more];
  return execFileSync('openssl', made, { cwd: folder, stdio: 'pipe' }).toString();
}
const read = async (pem: string) => readCertificate(certificatesIn(pem)[0] ?? new Uint8Array());

test('[S-101] serial number, names and time are those that stand in the certificate', async () => {
  const pem = certificate('/C=DE/O=Żółć Bank/CN=Maren Nordhoff/emailAddress=maren@nordmark.example', '-days', '365');
  const node = new X509Certificate(pem);
  const found = await read(pem);
  expect(found.serial.toUpperCase()).toBe(node.serialNumber);
  expect(found.fingerprint.toUpperCase()).toBe(node.fingerprint256.replaceAll(':', ''));
  expect(found.subject).toEqual({
    commonName: 'Maren Nordhoff',
    organization: 'Żółć Bank',
    email: 'maren@nordmark.example',
  });
  expect(found.issuer).toEqual(found.subject);
  expect(Date.parse(`${found.validFrom.replace(' ', 'T')}Z`)).toBe(Date.parse(node.validFrom));
  expect(Date.parse(`${found.validTo.replace(' ', 'T')}Z`)).toBe(Date.parse(node.validTo));
});

test('a time after 2049 is written otherwise, a name may be absent, a serial number may be small', async () => {
  const found = await read(certificate('/CN=Device 7', '-days', '20000', '-set_serial', '0x80'));
  expect(found).toMatchObject({ serial: '80', subject: { organization: null, email: null } });
  expect(Number(found.validTo.slice(0, 4))).toBeGreaterThan(2050);
});

test('one that is cut off is no certificate', async () => {
  const [der = new Uint8Array()] = certificatesIn(certificate('/CN=Device 7'));
  for (const length of [0, 1, 40, der.length - 1])
    await expect(readCertificate(der.slice(0, length))).rejects.toThrow(RangeError);
});
