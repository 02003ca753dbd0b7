import type { Page } from '@playwright/test';
import { enter, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

/** Carl asks for a new password, so that there is a mail; the tests' platform has no mail server. */
async function askForMail(page: Page): Promise<void> {
  const { status } = await page.evaluate(async () => {
    const answer = await fetch('/account/ui-api/v1/auth/forgot-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: 'carl', locale: 'en_US' }),
    });
    return { status: answer.status };
  });
  expect(status).toBe(204);
}

test.beforeEach(({ page }) => keepsNothing(page));

test('without a mail server mail is held: an administrator finds it, reads it and follows its link', async ({
  page,
}) => {
  await page.goto('/account/login');
  await askForMail(page);
  await enter(page, 'ada', '/account/settings/outgoing-mail');
  await expect(page.getByText('No mail server is set up.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter by recipient' }).fill('carl');
  await expectRow(page, 'carl@orsini-custody.example', 'Choose a new Signet password', 'New password', 'Held');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sent' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Status Sent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Held' }).click();
  await page.getByRole('link', { name: 'Choose a new Signet password' }).first().click();
  await expect(page.getByRole('heading', { name: 'Choose a new Signet password' })).toBeVisible();
  await expect(page.getByText('Hello Carl Vestergaard,')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleDescription(/^No mail server is set up\./);
  await page.getByRole('link', { name: /\/account\/reset-password\// }).click();
  await expect(page).toHaveURL(/\/account\/reset-password\//);
});
