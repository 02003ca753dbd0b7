/** A certificate of an enrollment is renewed before its end: its key is in a file, or in the trust assistant. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startAssistant } from '../tools/running-assistant.ts';
import { callerOf, type Caller } from '../tools/running-server.ts';
import { emilOf } from './nordmark.ts';
import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';
import { linkTo } from './visits/mail.ts';
import { askForRenewal, BRIEF } from './visits/renewals.ts';

const V2 = '/account/ui-api/v2/enrollment';
const PASSPHRASE = 'secret7';
/** Of the software key store, chosen in the story. */
const OWN_PIN = 'abcde1';

type Calls = Pick<Caller, 'call'>;

/** The certificate that came by an enrollment, which is redeemed. */
async function recordOf({ call }: Calls, id: string): Promise<{ pem: string; status: string }> {
  const one = await call<{ status: string; certificate_id: string }>('cleo', 'GET', `${V2}/${id}`);
  expect(one.status).toBe('redeemed');
  return call('cleo', 'GET', `/account/ui-api/v1/certificate/${one.certificate_id}`);
}

const certificateOf = async (calls: Calls, id: string): Promise<string> => (await recordOf(calls, id)).pem;

/** OpenSSL reads both: one name, two keys, two numbers. */
function expectRenewed(before: string, after: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-renewal-'));
  const says = (pem: string, ...asked: string[]): string => {
    writeFileSync(path.join(folder, 'one.pem'), pem);
    return execFileSync('openssl', ['x509', '-in', 'one.pem', '-noout', ...asked], { cwd: folder }).toString();
  };
  try {
    expect(says(after, '-subject', '-issuer')).toBe(says(before, '-subject', '-issuer'));
    expect(says(after, '-serial')).not.toBe(says(before, '-serial'));
    expect(says(after, '-pubkey')).not.toBe(says(before, '-pubkey'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ready = (page: Page) => page.getByRole('heading', { name: 'Your certificate is ready' });
const goesOn = (page: Page) => page.getByText('Your former certificate goes on working until');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const idIn = (link: string): string => link.split('/').at(-2) ?? '';

/** From the invitation or the old key to the file, which is answered. */
async function fileFrom(page: Page, passphrase: string): Promise<Buffer> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Repeat passphrase').fill(passphrase);
  await press(page, 'Generate certificate');
  // A key is made and a file is encrypted at many rounds: on a busy machine that takes its time.
  await expect(ready(page)).toBeVisible({ timeout: 90_000 });
  const coming = page.waitForEvent('download');
  await press(page, 'Download file');
  return readFile(await (await coming).path());
}

async function showOld(page: Page, file: Buffer, passphrase: string): Promise<void> {
  const one = { name: 'present.p12', mimeType: 'application/x-pkcs12', buffer: file };
  await page.locator('input[type=file]').setInputFiles(one);
  await page.getByLabel('Passphrase of the file').fill(passphrase);
  await press(page, 'Continue');
}

test('[S-433] whoever has the file of a certificate renews it: the old key signs in the page', async ({
  browser,
  platform,
}) => {
  test.slow();
  const emil = await emilOf(platform);
  const values = { user_id: emil.id, keystore_location: 'browser', validity: BRIEF };
  const { id } = await platform.call<{ id: string }>('cleo', 'POST', V2, values);
  const context = await browser.newContext({ baseURL: platform.url });
  const page = await context.newPage();
  await page.goto(await linkTo(platform, 'emil'));
  await press(page, 'Continue');
  const old = await fileFrom(page, PASSPHRASE);
  const before = await certificateOf(platform, id);

  const link = await askForRenewal(platform, before, 'emil');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Renew your certificate from Nordmark Landesbank' })).toBeVisible();
  await press(page, 'Continue');
  await showOld(page, old, 'secret8');
  await expect(page.getByText('This is not the passphrase of the file.').first()).toBeVisible();
  // Somebody who reads the mail, with a key of their own: the platform knows the old one.
  const stranger = execFileSync('bash', ['-c', STRANGER], { stdio: ['ignore', 'pipe', 'ignore'] });
  await showOld(page, stranger, PASSPHRASE);
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  await press(page, 'Generate certificate');
  await expect(page.getByText('The key of the present certificate did not prove itself').first()).toBeVisible();

  await page.goto(link);
  await press(page, 'Continue');
  await showOld(page, old, PASSPHRASE);
  const renewed = await fileFrom(page, 'another8');
  await expect(goesOn(page)).toBeVisible();
  expectRenewed(before, await certificateOf(platform, idIn(link)));
  execFileSync('openssl', ['pkcs12', '-nodes', '-passin', 'pass:another8'], { input: renewed });
  expect(sent.filter((body) => body.includes('PRIVATE') || body.includes(PASSPHRASE))).toEqual([]);
  // The old one is good until its end.
  for (const one of [id, idIn(link)]) expect((await recordOf(platform, one)).status).toBe('issued');
  await page.goto(link);
  await expect(page).toHaveURL(/\/clientAuthLoginVerificationError\/redeemed#enrollment$/);
  await context.close();
});
/** A key and a certificate that somebody has made themselves. */
const STRANGER =
  'cd "$(mktemp -d)" && openssl req -x509 -newkey rsa:2048 -nodes -keyout k -out c -subj /CN=Emil -days 9 && ' +
  `openssl pkcs12 -export -inkey k -in c -passout pass:${PASSPHRASE}`;

test('whoever has the key in the trust assistant asks there for the renewal, and the old key signs', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  const assistant = await startAssistant();
  const server = await demoPlace.start({ ASSISTANT_PORT: String(assistant.port) });
  try {
    const platform = { ...server, ...callerOf(server.url) };
    await platform.call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', { enabled: true, linux: true });
    const emil = await emilOf(platform);
    const values = { user_id: emil.id, keystore_location: 'software', validity: BRIEF };
    const { id } = await platform.call<{ id: string }>('cleo', 'POST', V2, values);
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto(await linkTo(platform, 'emil'));
    await press(page, 'Continue');
    const number = (await page.getByLabel('Number for Trust Assistant').textContent()) ?? '';
    await assistant.answers('asks to use the keys', number.replaceAll(/\D/g, ''));
    await press(page, 'Initialize key store');
    for (const pin of [OWN_PIN, 'zyxwv9']) {
      await assistant.answers('Choose the PIN', pin);
      await assistant.answers('Once more', pin);
    }
    await press(page, 'Create certificate');
    await assistant.answers('asks to make the key', OWN_PIN);
    await expect(ready(page)).toBeVisible({ timeout: 60_000 });
    const before = await certificateOf(platform, id);

    // The page of one's keys knows what ends soon.
    await enter(page, 'emil', '/account/profile/keys');
    await expect(page.getByText('Ends soon')).toBeVisible();
    await press(page, 'Actions for Emil Haugen');
    await page.getByRole('menuitem', { name: 'Renew certificate' }).click();
    await expectNotice(page, 'If this platform can renew the certificate, an email with the link is on its way.');
    const link = await linkTo(platform, 'emil');
    expect(idIn(link)).not.toBe(id);
    await page.goto(link);
    await press(page, 'Continue');
    await press(page, 'Create certificate');
    await assistant.answers('asks to make the key', OWN_PIN);
    await assistant.answers('asks to sign with the key', OWN_PIN);
    await expect(ready(page)).toBeVisible({ timeout: 60_000 });
    await expect(goesOn(page)).toBeVisible();
    expectRenewed(before, await certificateOf(platform, idIn(link)));
    await page.goto('/account/profile/keys');
    await expect(page.getByRole('region', { name: 'Software keys' }).getByText('Emil Haugen')).toHaveCount(4);
    await context.close();
  } finally {
    await server.stop();
    await assistant.stop();
    assistant.removeFolder();
  }
});
