/** Signing in with a certificate, by a browser that has one: at the address of the platform that asks for it. */
import { expect, test, type Platform } from './test.ts';

const LOGIN_URL = '/account/api/v1/clientAuthLoginUrl';
const PASSPHRASE = 'secret7';

/** Whether the people of Nordmark's account may come in by certificate. */
async function letIn({ call }: Platform, enabled: boolean): Promise<void> {
  const { primary_account_id: account } = await call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  await call('cleo', 'PUT', `/account/ui-api/v1/account/${account}/enable-cac`, { enabled });
}

test.beforeEach(({ platform }) => letIn(platform, true));
test.afterEach(({ platform }) => letIn(platform, false));

test('[S-322 S-323] a browser with a certificate signs in, and not any more once it is revoked', async ({
  browser,
  platform,
}) => {
  const { id } = await platform.call<{ id: string }>('cleo', 'GET', '/account/ui-api/v1/auth/me');
  const own = `/account/ui-api/v1/user/${id}/client-auth-certificate`;
  const made = await platform.call<{ id: string; pkcs12: string }>('cleo', 'POST', own, {
    passphrase: PASSPHRASE,
    key_type: 'ec_p256',
  });
  const { url } = await platform.call<{ url: string }>(null, 'GET', LOGIN_URL);
  const context = await browser.newContext({
    baseURL: platform.url,
    clientCertificates: [
      { origin: new URL(url).origin, pfx: Buffer.from(made.pkcs12, 'base64'), passphrase: PASSPHRASE },
    ],
    // The platform's own root, which no browser has yet.
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const itsPerson = page.getByRole('button', { name: /^Cleo .*, profile and sign out$/ });

  await page.goto('/account/login');
  await page.getByLabel('User name').fill('cleo');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Sign in with a certificate' }).click();
  await expect(itsPerson).toBeVisible();
  expect(page.url().startsWith(platform.url)).toBe(true);

  await platform.call('cleo', 'PUT', `${own}/${made.id}/revoke`, { reason: 'superseded' });
  // What began with it is over, and nothing begins.
  await page.reload();
  await expect(page).toHaveURL(/\/account\/login/);
  await page.goto(url);
  await expect(page).toHaveURL(/\/account\/clientAuthLoginVerificationError\/revoked$/);
  await expect(page.getByText('The certificate was revoked.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await page.goto('/account/profile');
  await expect(page).toHaveURL(/\/account\/login/);
  await context.close();
});
