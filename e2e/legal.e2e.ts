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
    expect(
      await page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length),
    ).toBe(0);
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
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de_DE');
    await expect(heading(page, 'Kontakt')).toBeVisible();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en_US');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await expect(page).toHaveURL(/\/account\/login$/);
  });
});

test('somebody who is signed in goes back to the start page from there', async ({ page }) => {
  await signIn(page, 'cleo');
  await page.goto('/account/legal/support');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/account\/accounts$/);
});
