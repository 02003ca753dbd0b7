import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '../../api/failure.ts';
import { clientCertificate, clientChain } from '../../testing/certificates.ts';
import { renderPart } from '../../testing/render.tsx';
import { CertificateUpload } from './CertificateUpload.tsx';

const sent: File[] = [];
let answer: () => Promise<readonly ParsedCertificate[]>;
beforeEach(async () => {
  sent.length = 0;
  answer = () => Promise.resolve(clientChain());
  document.body.replaceChildren();
  await renderPart(
    <CertificateUpload
      submit={(file) => {
        sent.push(file);
        return answer();
      }}
    />,
  );
});

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
/** Chooses it in the field itself: over the protocol of the browser 4 MB take seconds. */
function choose(name: string, ...content: BlobPart[]): void {
  const input = document.querySelector('input');
  if (input?.type !== 'file') throw new Error('There is no field for a file.');
  const chosen = new DataTransfer();
  chosen.items.add(new File(content, name));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test.each(['cleo.crt', 'cleo.cer', 'CLEO.PEM', 'cleo.der'])(
  '[S-202] %s is sent, and what was read is shown',
  async (name) => {
    choose(name, PEM);
    await expect.element(page.getByText(/This certificate was read\./)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Subject' })).toBeVisible();
    expect(sent.map((file) => file.name)).toEqual([name]);
  },
);

/** PrivateKeyInfo begins with a number where a certificate begins with a sequence. */
const PKCS8 = Uint8Array.of(0x30, 0x82, 0x00, 0x04, 0x02, 0x01, 0x00, 0x30);

test.each<[string, string, BlobPart[], RegExp]>([
  ['S-202', 'cleo.txt', [PEM], /not a certificate file/],
  ['S-202', 'cleo.png', ['x'], /not a certificate file/],
  ['S-202', 'cleo.pem', [], /This file is empty/],
  ['S-203', 'cleo.pem', [new Uint8Array(4 * 1024 * 1024 + 1)], /larger than 4 MB/],
  ['a key', 'cleo.pem', [`${PEM}-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----`], /private key in it/],
  ['a key', 'cleo.pem', ['-----BEGIN ENCRYPTED PRIVATE KEY-----'], /private key in it/],
  ['a key', 'cleo.pem', ['-----BEGIN RSA PRIVATE KEY-----'], /private key in it/],
  ['a key', 'cleo.der', [PKCS8], /private key in it/],
  ['a key', 'cleo.p12', [PKCS8], /private key in it/],
])('[%s] %s is refused with the reason, and nothing is sent', async (_, name, content, reason) => {
  choose(name, ...content);
  await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible();
  await expect.element(page.getByRole('alert').getByText(name)).toBeVisible();
  expect(sent).toEqual([]);
});

test('[S-203] a file just under the limit is sent', async () => {
  choose('cleo.pem', new Uint8Array(4 * 1024 * 1024));
  await expect.poll(() => sent.length).toBe(1);
});

test('[S-126] one that is outside of its time is shown as not valid', async () => {
  answer = () => Promise.resolve([clientCertificate({ isValid: false, validTo: '2026-04-01 00:00:00' })]);
  choose('cleo.pem', PEM);
  await expect.element(page.getByText(/This certificate is not within its time\./)).toBeVisible();
  await expect.element(page.getByText(/^Ended /)).toBeVisible();
});

test('what the server refuses is said beside the file, which may be chosen again once it is mended', async () => {
  answer = () =>
    Promise.reject(
      new Failure('INVALID_INPUT', '', {
        httpStatus: 400,
        fields: { certificate: { status: 'CONFLICT', message: 'It is another one.' } },
      }),
    );
  choose('cleo.pem', PEM);
  await expect.element(page.getByRole('alert').getByText('cleo.pem')).toBeVisible();
  answer = () => Promise.resolve(clientChain());
  choose('cleo.pem', PEM);
  await expect.element(page.getByText(/This certificate was read\./)).toBeVisible();
  expect(sent).toHaveLength(2);
});
