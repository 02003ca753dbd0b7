/** Certificates that came by an enrollment and are renewed by another one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { invite } from './enrollments.ts';
import { linkTo } from './mail.ts';
import { nextNumber, type Platform, type Visit } from './visit.ts';

/** So few days that it can be renewed from its first one. */
export const BRIEF = 20;
const DAY = 86_400_000;
const V2 = '/account/ui-api/v2/enrollment';

/** A request by a new key of OpenSSL's. */
function newRequest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-request-'));
  try {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key'];
    execFileSync('openssl', ['req', '-new', ...key, '-subj', '/CN=Gate', '-out', 'csr'], {
      cwd: folder,
      stdio: 'pipe',
    });
    return readFileSync(path.join(folder, 'csr'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks for the renewal of a certificate, and answers where the link leads that is mailed to this address. */
export async function askForRenewal(platform: Platform, certificate: string, address: string): Promise<string> {
  await platform.call(null, 'POST', `${V2}/renewal`, { certificate });
  return linkTo(platform, address);
}

/** Where a renewal begins, of a certificate of a seat that ends soon. */
async function renewalLink(platform: Platform, keystore: 'browser' | 'software'): Promise<string> {
  const email = `gates.site${nextNumber('site', 3)}@nordmark.example`;
  const { link } = await invite(platform, { email, keystore_location: keystore });
  const [id, code] = new URL(link).pathname.split('/').slice(-2);
  const { x509_cert: certificate } = await platform.call<{ x509_cert: string }>(
    null,
    'POST',
    `/account/ui-api/v1/enrollment/${id}/client-auth-certificate`,
    {
      enrollment_code: code,
      csr: newRequest(),
      enrollment_method: 'DTA',
      keystore_type: keystore,
      end_date: new Date(Date.now() + BRIEF * DAY).toISOString().slice(0, 10),
    },
  );
  await platform.call(null, 'PUT', `${V2}/${id}/${code}`, {});
  return askForRenewal(platform, certificate, email);
}

const route = '/account/enrollment/$enrollmentId/$enrollmentCode';

export const visits: readonly Visit[] = [
  { route, name: 'renewal', as: null, at: (platform) => renewalLink(platform, 'browser') },
  { route, name: 'renewal-assistant', as: null, at: (platform) => renewalLink(platform, 'software') },
  {
    route,
    name: 'renewal-file',
    as: null,
    at: (platform) => renewalLink(platform, 'browser'),
    async act(page) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Passphrase of the file').waitFor();
    },
  },
  {
    route,
    name: 'renewal-file-wrong',
    as: null,
    at: (platform) => renewalLink(platform, 'browser'),
    async act(page) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from('no key at all') });
      await page.getByLabel('Passphrase of the file').fill('secret7');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    route: '/account/ca/enrollments/$id',
    name: 'renewal-detail',
    as: 'cleo',
    at: async (platform) => `/account/ca/enrollments/${(await renewalLink(platform, 'browser')).split('/').at(-2)}`,
  },
  {
    route: '/account/clientAuthLoginVerificationError/{-$errorCode}/{-$errorMessage}',
    name: 'renewal-over',
    as: null,
    at: () => '/account/clientAuthLoginVerificationError/renewal_over#enrollment',
  },
];
