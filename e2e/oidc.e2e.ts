/** Signing in by the account's provider: set up on its page, used at a real provider, whose key changes meanwhile. */
import type { Page } from '@playwright/test';
import { CLIENT, startOidcProvider } from './oidc-provider.ts';
import { enter } from './steps.ts';
import { expect, test, type Platform } from './test.ts';

/** What the platform knows of cleo and her account. */
const cleo = ({ call }: Platform) =>
  call<{ primary_account_id: string; email: string }>('cleo', 'GET', '/account/api/v1/user/me');

/** From the sign-in page to the provider and back. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('cleo');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toHaveValue('cleo');
  await page.getByPlaceholder('and password').fill('whatever');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('[A-129 A-169 A-170 A-283 S-147] people sign in by OpenID Connect, also with a new key of the provider', async ({
  browser,
  page,
  platform,
}) => {
  const { primary_account_id: account, email } = await cleo(platform);
  const provider = await startOidcProvider(() => email);
  const config = `/account/ui-api/v1/account/${account}/oidc-config`;
  try {
    const { redirect_uri } = await platform.call<{ redirect_uri: string }>('cleo', 'GET', config);
    provider.know(redirect_uri);
    await enter(page, 'cleo', `/account/accounts/${account}/updateOpenidConnectIntegration`);
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByRole('button', { name: 'Check the provider' }).click();
    await expect(page.getByText(`${provider.issuer}/auth`)).toBeVisible();
    await page.getByLabel('Client ID').fill(CLIENT.id);
    await page.getByLabel('Client secret', { exact: true }).fill(CLIENT.secret);
    await page.getByRole('radio', { name: 'On' }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('OpenID Connect was saved.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/account/accounts/${account}#sign-in$`));

    for (const begin of [() => undefined, () => provider.rollOver()]) {
      begin();
      const context = await browser.newContext({ baseURL: platform.url });
      const own = await context.newPage();
      await signInAtProvider(own);
      await expect(own.getByRole('button', { name: /^Cleo .*, profile and sign out$/ })).toBeVisible();
      expect(own.url().startsWith(platform.url)).toBe(true);
      await context.close();
    }
  } finally {
    provider.close();
    await platform.call('cleo', 'DELETE', config);
  }
});
