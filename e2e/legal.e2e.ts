import type { Page } from '@playwright/test';
import { signIn, withoutErrors } from './steps.ts';
import { expect, test } from './test.ts';

const LINKS = ['Terms of use', 'Privacy', 'Legal repository', 'Audit (web trust)', 'Support', 'Contact'];
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('[S-020 S-022] each footer link opens a page of its name without a session, which leads to the others', async ({
  page,
}) => {
  await withoutErrors(page, async () => {
    await page.goto('/account/login');
    for (const name of LINKS) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(heading(page, name)).toBeVisible();
      await expect(page).toHaveTitle(`${name} – Signet`);
      await expect(
        page.getByText('The operator of this platform can put an address of its own in its place'),
      ).toBeVisible();
    }
    await page.reload();
    await expect(heading(page, LINKS.at(-1) ?? '')).toBeVisible();
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await expect(page).toHaveURL(/\/account\/login$/);
  });
});

test('[S-020] the terms are those that are accepted; support says what to send', async ({ page }) => {
  await page.goto('/account/legal/terms-of-use');
  await expect(page.getByRole('listitem').filter({ hasText: 'What you change is recorded' })).toBeVisible();
  await page.goto('/account/legal/support');
  await expect(page.getByText('opens again after 15 minutes')).toBeVisible();
  await expect(page.getByText('the number for support that the message shows')).toBeVisible();
});

test('[S-020] the pages speak the chosen language', async ({ page }) => {
  await page.goto('/account/legal/privacy-policy');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de_DE');
  await expect(heading(page, 'Datenschutz')).toBeVisible();
  await expect(page.getByText('Sie wird 30 Tage nach ihrem Ende gelöscht')).toBeVisible();
});

test('a document that there is not is a page not found, signed in or not', async ({ page }) => {
  await withoutErrors(page, async () => {
    for (const path of ['legal/imprint', 'legal/constructor', 'legal/support/more', 'legal']) {
      await page.goto(`/account/${path}`);
      await expect(heading(page, 'Page not found'), path).toBeVisible();
    }
    await page.goto('/account/legal/imprint');
  });
});

test('somebody who is signed in goes back to the start page from there', async ({ page }) => {
  await signIn(page, 'cleo');
  await page.goto('/account/legal/support');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/account\/accounts$/);
});
