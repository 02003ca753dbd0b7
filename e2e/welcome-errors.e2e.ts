import { enter, signIn, withoutErrors } from './steps.ts';
import { expect, test } from './test.ts';

const PRODUCTS = [
  'CA Manager',
  'Managed PKI',
  'IoT Device Manager',
  'Signing Manager',
  'Document Signing Manager',
  'Trust Manager',
  'Device Trust Manager',
  'Account Manager',
];

test('[S-028 S-029 S-030 S-422] the welcome page names the person, and what it offers leads somewhere', async ({
  page,
}) => {
  await enter(page, 'cleo', '/account/welcome');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Cleo' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
  await expect(page.getByText(/You have no access to/)).toHaveCount(0);
  const offers = page.getByRole('region', { name: 'More products of this platform' });
  await expect(offers.getByRole('heading', { name: 'CA Manager' })).toBeVisible();
  await expect(offers.getByRole('heading', { name: 'Account Manager' })).toHaveCount(0);
  for (const link of await offers.getByRole('link').all())
    expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|\/)./);
  await page.goto('/account/welcome?app=ca_manager&message=x');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('You have no access to CA Manager.')).toBeVisible();
  // No product runs beside this console, and nobody has said whom to ask for one.
  await expect(page.getByRole('link', { name: /^(?:Open|About|Contact)/ })).toHaveCount(0);
  await offers.getByRole('link', { name: 'How to get it' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});

test('[S-028 S-029 S-030 S-429] without a session the page has headline, banner, products and the way in', async ({
  page,
}) => {
  await withoutErrors(page, async () => {
    await page.goto('/account/welcome');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome', exact: true })).toBeVisible();
    await expect(page.getByText(/You have no access to/)).toHaveCount(0);
    const offers = page.getByRole('region', { name: 'Products of this platform' });
    await expect(offers.getByRole('heading')).toHaveText(['Products of this platform', ...PRODUCTS]);
    for (const link of await offers.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|\/)./);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

    await page.goto('/account/welcome?app=ca_manager&message=%3Cb%3Ex%3C/b%3E');
    await expect(page.getByText('You have no access to CA Manager. <b>x</b>')).toBeVisible();
    await expect(offers.getByRole('heading', { name: 'CA Manager' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/account\/login$/);
  });
});

test('[S-028 S-144] the welcome page of a session that was ended elsewhere asks to sign in', async ({
  page,
  request,
}) => {
  await signIn(page, 'cleo');
  const refreshToken = await page.evaluate(() => localStorage.getItem('refresh_token'));
  // No page is open that could notice before the one that is opened here.
  await page.goto('about:blank');
  await request.post('/imauth/api/v1/logout', { data: { refresh_token: refreshToken } });
  await page.goto('/account/welcome');
  await expect(page).toHaveURL(/\/account\/login\?.*returnPath=%2Faccount%2Fwelcome/);
});

/** The pages that a sign-in which went wrong leads to; parts of their address come from elsewhere. */
const PAGES: [path: string, heading: string, also?: string][] = [
  ['samlVerificationError', 'Single sign-on did not work'],
  ['samlVerificationError/expired', 'Single sign-on did not work', 'came too late'],
  ['samlVerificationError/logout_expired', 'Sign-out did not work', 'logout_expired'],
  ['samlVerificationError/no_such_code', 'Single sign-on did not work', 'no_such_code'],
  ['clientAuthLoginVerificationError', 'Sign-in with a certificate did not work'],
  ['clientAuthLoginVerificationError/revoked', 'Sign-in with a certificate did not work', 'was revoked'],
  [
    `clientAuthLoginVerificationError/x/${encodeURIComponent('<img src=x onerror=alert(1)> **bold**')}`,
    'Sign-in with a certificate did not work',
    '<img src=x onerror=alert(1)> **bold**',
  ],
  ['updateLicenseError', 'The license was not replaced'],
  ['accountExpiredError', 'This account is not in service'],
];
test('[S-035 S-036 S-037 S-038 S-149] the pages of a failed sign-in open without a session, and show text', async ({
  page,
}) => {
  await withoutErrors(page, async () => {
    for (const [path, heading, also] of [...PAGES, ['licenseExpired', 'The platform license has ended']] as const) {
      await page.goto(`/account/${path}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible();
      if (also) await expect(page.getByText(also).first(), path).toBeVisible();
    }
  });
});
