/** Signing in by the account's SAML provider: set up on its page, used at a real provider, whose key changes. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PASSWORD, samlKeys, startSamlProvider } from './saml-provider.ts';
import { enter, signOut } from './steps.ts';
import { expect, test } from './test.ts';

const PROFILE = /^Cleo .*, profile and sign out$/;

async function leaveForProvider(page: Page): Promise<void> {
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('cleo');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
}

/** Says at the provider who it is. */
async function giveName(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('cleo');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** From the sign-in page to the provider and back. Answers what the provider has sent. */
async function comeBack(page: Page): Promise<string> {
  await leaveForProvider(page);
  const sent = page.waitForRequest(/\/callback\/saml\//);
  await giveName(page);
  const form = new URLSearchParams((await sent).postData() ?? '');
  return Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
}

test('[A-126 A-149 A-158 S-147 S-269] people sign in by SAML while the provider’s certificate is rolled over', async ({
  browser,
  page,
  platform,
}) => {
  const { primary_account_id: account } = await platform.call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  const provider = await startSamlProvider('cleo');
  const second = samlKeys('The provider, second key');
  const editing = `/account/accounts/${account}/createAccountSignIn`;
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(new RegExp(`/account/accounts/${account}#sign-in$`));
  };
  const stateOf = (key: string) => page.getByLabel(`State of The provider, ${key} key`);
  const signsIn = async (): Promise<void> => {
    const context = await browser.newContext({ baseURL: platform.url });
    const own = await context.newPage();
    expect(await comeBack(own)).toContain('<saml:EncryptedAssertion');
    await expect(own.getByRole('button', { name: PROFILE })).toBeVisible();
    await context.close();
  };
  try {
    await enter(page, 'cleo', editing);
    await page.getByLabel('Or its address').fill(provider.metadataUrl);
    await page.getByRole('button', { name: 'Read from the address' }).click();
    await expect(stateOf('first')).toHaveValue('current');
    await save();
    await page.goto(editing);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download metadata for the provider' }).click();
    provider.know(await readFile(await (await saved).path(), 'utf8'));
    await signsIn();

    // Tried in a window of its own, with what is not saved: it stands there afterwards as it did before.
    const typed = page.getByLabel('Attribute with the first name');
    await typed.fill('vorname');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await giveName(await opened);
    await expect(page.getByText(/Signs in as Cleo/)).toBeVisible();
    await expect(typed).toHaveValue('vorname');
    await typed.clear();

    provider.sign({ current: provider.first, next: second });
    await page.getByRole('button', { name: 'Read from the address' }).click();
    await stateOf('second').selectOption('Next');
    await save();
    await signsIn();
    provider.sign({ current: second });
    await signsIn();
    await page.goto(editing);
    await stateOf('second').selectOption('Current');
    await stateOf('first').selectOption('Retired');
    await page.getByLabel('Accept sign-ins that begin at the provider').check();
    await save();

    // The old key opens nothing now; the person is known at the provider, and comes in by the new one.
    provider.sign({ current: provider.first });
    const context = await browser.newContext({ baseURL: platform.url });
    const own = await context.newPage();
    await comeBack(own);
    await expect(own).toHaveURL(/\/account\/samlVerificationError\//);
    provider.sign({ current: second });
    await leaveForProvider(own);
    await expect(own.getByRole('button', { name: PROFILE })).toBeVisible();

    // From the provider's own list of apps: nobody here has asked for it, so the person is.
    await own.goto(provider.sendsUrl(`${platform.url}/imauth/api/v1/saml/${account}`));
    await expect(own).toHaveURL(/\/account\/callback\/oauth\?ticket=/);
    await own.getByRole('button', { name: /^Go on as Cleo/ }).click();
    await expect(own.getByRole('button', { name: PROFILE })).toBeVisible();
    await signOut(own);
    await context.close();
    await platform.call('cleo', 'DELETE', `/account/ui-api/v1/federation/config/${account}`);
  } finally {
    await provider.close();
  }
});
