/** Ways that people go through the whole product, from one person to the next: docs/journeys.md tells them. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { callerOf } from '../tools/running-server.ts';
import { enter, expectNotice, expectRow, keepsNothing } from './steps.ts';
import { expect, test, type Platform } from './test.ts';
import { linkTo } from './visits/mail.ts';

const PASSWORD = 'Clear-morning-17-bridges';
const PASSPHRASE = 'secret7';
const CUSTOMER = 'Havenport Credit Union';

test.beforeEach(({ page }) => keepsNothing(page));

test('a partner takes on a customer, whose first administrator soon signs in with a certificate', async ({
  page,
  browser,
  platform,
}) => {
  test.setTimeout(180_000);
  await enter(page, 'ben', '/account/accounts');
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Name', { exact: true }).first().fill(CUSTOMER);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByLabel('Invite an administrator now').check();
  await page.getByLabel('First name').fill('Wenke');
  await page.getByLabel('Last name').fill('Sahl');
  await page.getByLabel('Email').fill('wenke@havenport.example');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: CUSTOMER, level: 1 })).toBeVisible();
  await equip(page);

  const guest = await (await browser.newContext({ baseURL: platform.url, locale: 'en-US' })).newPage();
  await guest.goto(await linkTo(platform, 'wenke'));
  await guest.getByLabel('User name').fill('wenke.sahl');
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Confirm password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Finish and sign in' }).click();
  await guest.getByRole('button', { name: 'Accept and continue' }).click();
  // The account of her own is all that she sees.
  await expect(guest.getByText('1–1 of 1')).toBeVisible();
  await guest.getByRole('row').getByRole('link', { name: CUSTOMER }).click();
  await expect(guest.getByRole('group', { name: 'CA Manager' })).toContainText('Issuing CA units');
  await guest.getByRole('link', { name: 'Edit sign-in with a certificate' }).click();
  await guest.getByRole('radio', { name: 'On' }).check();
  await guest.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(guest, 'Sign-in with a certificate was saved.');
  await comesByCertificate(browser, platform, await certificateOf(guest));
  await guest.context().close();
});

test('an administrator leaves: what she had ends at once, and the log tells who ended it', async ({
  browser,
  demoPlace,
}) => {
  test.setTimeout(150_000);
  const server = await demoPlace.start();
  try {
    const { call } = callerOf(server.url);
    const tokens = '/account/ui-api/v1/api-access-token';
    const { token } = await call<{ token: string }>('maren', 'POST', tokens, { name: 'Weekly list' });
    const asToken = () => fetch(`${server.url}/account/ui-api/v1/auth/me`, { headers: { 'x-api-key': token } });
    expect((await asToken()).status).toBe(200);
    const hers = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage();
    await enter(hers, 'maren', '/account/reporting/logging');

    const office = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage();
    await keepsNothing(office);
    await enter(office, 'cleo', '/account/access/administrators?name=maren');
    await office.getByRole('link', { name: 'Maren Nordhoff' }).click();
    // Her row has a menu of the same name.
    await expect(office.getByRole('heading', { name: 'Maren Nordhoff', level: 1 })).toBeVisible();
    await office.getByRole('button', { name: 'Actions for Maren Nordhoff' }).click();
    await office.getByRole('menuitem', { name: 'Disable administrator' }).click();
    const question = office.getByRole('dialog', { name: 'Disable Maren Nordhoff?' });
    await expect(question).toContainText('Every session ends at its next click');
    await question.getByRole('button', { name: 'Disable' }).click();
    await expectNotice(office, 'The administrator is disabled.');

    await hers.reload();
    await expect(hers).toHaveURL(/\/account\/login/);
    expect((await asToken()).status).toBe(401);
    await office.goto('/account/reporting/logging?action=UPDATE&resource_type=USER');
    await expectRow(office, 'maren', 'Cleo Marchetti');
    await hers.context().close();
    await office.context().close();
  } finally {
    await server.stop();
  }
});

test('an auditor looks at what one administrator changed, and takes the proof home', async ({ page }) => {
  await enter(page, 'maren', '/account/reporting/logging?action=UPDATE&resource_type=ORGANIZATION');
  await expectRow(page, 'Cleo Marchetti');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export with proofs' }).click();
  const file = await (await coming).path();
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Verified.')).toBeVisible();

  // At home, without the platform: proved as it is, and not once a letter of it is another.
  const verify = fileURLToPath(new URL('../server/src/audit/verify-command.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [verify, file]);
  await writeFile(file, (await readFile(file, 'utf8')).replace('+494066969', '+494066960'));
  await expect(promisify(execFile)(process.execPath, [verify, file])).rejects.toMatchObject({ code: 1 });
});

/** A license, a feature and a package, each from the page of the account. */
async function equip(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Edit licenses.*CA Manager$/ }).click();
  // Ben has units of the second version alone, so that one shows.
  await page.getByRole('combobox', { name: 'Change of Issuing CA units' }).selectOption('Add');
  await page.getByRole('textbox', { name: 'Quantity for Issuing CA units' }).fill('1');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expectNotice(page, 'The license was updated.');

  await page.getByRole('button', { name: 'Edit features of CA Manager' }).click();
  await page.getByRole('switch', { name: 'Public issuance' }).press('Space');
  await expect(page.getByRole('switch', { name: 'Public issuance' })).toBeChecked();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, /Public issuance is switched on/);

  await page.getByRole('link', { name: 'Compare packages: CA Manager' }).click();
  await page.getByRole('button', { name: 'Enable Advanced' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable Advanced' }).click();
  await expectNotice(page, 'The package is enabled.');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'CA Manager' }).getByText('Advanced')).toBeVisible();
}

/** Makes a certificate in the browser of whoever is signed in there; answers the path of its file. */
async function certificateOf(page: Page): Promise<string> {
  await page.goto('/account/profile/client-certificates');
  await page.getByRole('link', { name: 'Generate certificate' }).click();
  await page.getByLabel('Name (optional)').fill('Laptop');
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Generate certificate' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  return (await coming).path();
}

async function comesByCertificate(browser: Browser, platform: Platform, file: string): Promise<void> {
  const { url } = await platform.call<{ url: string }>(null, 'GET', '/account/api/v1/clientAuthLoginUrl');
  const context = await browser.newContext({
    baseURL: platform.url,
    locale: 'en-US',
    clientCertificates: [{ origin: new URL(url).origin, pfxPath: file, passphrase: PASSPHRASE }],
    // The platform's own root, which no browser has yet.
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('wenke.sahl');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Sign in with a certificate' }).click();
  await expect(page.getByRole('button', { name: /^Wenke Sahl.*profile and sign out$/ })).toBeVisible();
  await context.close();
}
