/** A passkey in a real browser, with the authenticator that Chromium has for tests. */
import { enter } from './steps.ts';
import { expect, test } from './test.ts';

test('[A-143] somebody adds a passkey, signs in with it alone, and removes it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enter(page, 'emil', '/account/profile/security');
  await page.getByRole('button', { name: 'Add a key or passkey' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  const factors = page.getByRole('list', { name: 'Sign-in security' });
  await expect(factors.getByText('Passkey', { exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/account/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Emil .*, profile and sign out$/ })).toBeVisible();

  await page.goto('/account/profile/security');
  await factors.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'You have no second factor' })).toBeVisible();
});
