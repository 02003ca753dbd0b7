/** An invitation to a certificate, from the mail to the sign-in, by somebody without a session. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { emilOf } from './nordmark.ts';
import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';
import { linkTo } from './visits/mail.ts';

const PASSPHRASE = 'secret7';
test('[S-034 S-097 S-101 S-433] an invited person makes a key in the browser, and signs in with its file', async ({
  page,
  browser,
  platform,
}) => {
  const emil = await emilOf(platform);
  await enter(page, 'cleo', `/account/access/administrators/${emil.id}#enrollments`);
  await page
    .getByRole('region', { name: /Enrollments/ })
    .getByRole('link', { name: 'Invite' })
    .click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  // This platform has no mail server.
  await expectNotice(page, /^The email is held, because no mail server is set up/);
  await expect(page.getByText('Invited', { exact: true }).first()).toBeVisible();
  const enrollment = page.url();
  const link = await linkTo(platform, 'emil');

  // Somebody without a session, in a browser of their own.
  const stranger = await browser.newContext({ baseURL: platform.url });
  const invited = await stranger.newPage();
  await invited.goto(link);
  await expect(invited.getByRole('heading', { name: 'Your certificate for Nordmark Landesbank' })).toBeVisible();
  expect(invited.url()).toContain('/account/enrollment/');
  await invited.getByRole('button', { name: 'Continue' }).click();
  await invited.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await invited.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  await invited.getByRole('button', { name: 'Generate certificate' }).click();
  // The key, and a file that is locked by very many rounds, take a busy processor long.
  await expect(invited.getByRole('heading', { name: 'Your certificate is ready' })).toBeVisible({ timeout: 90_000 });
  const coming = invited.waitForEvent('download');
  await invited.getByRole('button', { name: 'Download file' }).click();
  const file = await readFile(await (await coming).path());
  await expect(invited.getByRole('link', { name: 'Sign in with a certificate' })).toBeVisible();
  const opened = execFileSync('openssl', ['pkcs12', '-nodes', '-passin', `pass:${PASSPHRASE}`], { input: file });
  expect(opened.toString()).toMatch(/subject=.*CN ?= ?Emil/);
  const shown = execFileSync('openssl', ['x509', '-noout', '-serial'], { input: opened }).toString();
  const serial = (/serial=(\w+)/.exec(shown)?.[1] ?? '').toLowerCase();
  await expect(invited.getByText(serial.replace(/^0+/, ''))).toBeVisible();

  // The link is used up, for whoever finds it.
  await invited.goto(link);
  await expect(invited).toHaveURL(/\/account\/clientAuthLoginVerificationError\/redeemed#enrollment$/);
  await expect(invited.getByText('This invitation has been used already.')).toBeVisible();
  await stranger.close();
  await page.goto(enrollment);
  await expect(page.getByText('Redeemed', { exact: true }).first()).toBeVisible();

  const { url } = await platform.call<{ url: string }>(null, 'GET', '/account/api/v1/clientAuthLoginUrl');
  const withFile = await browser.newContext({
    baseURL: platform.url,
    clientCertificates: [{ origin: new URL(url).origin, pfx: file, passphrase: PASSPHRASE }],
    // The platform's own root, which no browser has yet.
    ignoreHTTPSErrors: true,
  });
  const own = await withFile.newPage();
  await own.goto('/account/login');
  await own.getByLabel('User name').fill('emil');
  await own.getByRole('button', { name: 'Next' }).click();
  await own.getByRole('link', { name: 'Sign in with a certificate' }).click();
  await expect(own.getByRole('button', { name: /^Emil .*, profile and sign out$/ })).toBeVisible();
  await withFile.close();
});
