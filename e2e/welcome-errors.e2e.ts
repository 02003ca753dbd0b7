import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, withoutErrors } from './words.ts';

test('[S-028 S-029] the welcome page has a headline, and a banner only when it was sent here with a message', async ({ page }) => {
  await signIn(page, 'ada');
  await page.goto('/account/welcome');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/You have no access to/)).toHaveCount(0);
  await page.goto('/account/welcome?app=ca_manager&message=x');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('You have no access to CA Manager.')).toBeVisible();
  await expectAccessible(page);
});

test('[S-030 S-422] products the person cannot open are offered with links that lead somewhere, the others are not', async ({ page }) => {
  await signIn(page, 'cleo');
  await page.goto('/account/welcome');
  const offers = page.getByRole('region', { name: 'More products of this platform' });
  await expect(offers.getByRole('heading', { name: 'CA Manager' })).toBeVisible();
  await expect(offers.getByRole('heading', { name: 'Account Manager' })).toHaveCount(0);
  for (const link of await offers.getByRole('link').all()) expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|\/)./);
});

/** [S-035] [S-036] [S-037] [S-038] */
const pages: [row: string, path: string, heading: string, also?: string][] = [
  ['S-035', 'samlVerificationError', 'Single sign-on did not work'],
  ['S-035', 'samlVerificationError/expired', 'Single sign-on did not work', 'came too late'],
  ['S-035', 'samlVerificationError/no_such_code', 'Single sign-on did not work', 'no_such_code'],
  ['S-036', 'clientAuthLoginVerificationError', 'Sign-in with a certificate did not work'],
  ['S-036', 'clientAuthLoginVerificationError/revoked', 'Sign-in with a certificate did not work', 'was revoked'],
  ['S-036', `clientAuthLoginVerificationError/x/${encodeURIComponent('<img src=x onerror=alert(1)> **bold**')}`, 'Sign-in with a certificate did not work', '<img src=x onerror=alert(1)> **bold**'],
  ['S-037', 'updateLicenseError', 'The license was not replaced'],
  ['S-038', 'accountExpiredError', 'This account has ended'],
];
for (const [row, path, heading, also] of pages) {
  test(`[${row}] /account/${path.slice(0, 60)} opens without a session, as text`, async ({ page }) => {
    await withoutErrors(page, async () => {
      await page.goto(`/account/${path}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      if (also) await expect(page.getByText(also).first()).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('[S-149] the destination of an expired license opens without a session', async ({ page }) => {
  await page.goto('/account/licenseExpired');
  await expect(page.getByRole('heading', { name: 'The platform license has ended' })).toBeVisible();
  await expectAccessible(page);
});
