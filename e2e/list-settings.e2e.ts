/** How a person looks at a list: filters, order and columns, with a name or without, follow the person. */
import type { Page } from '@playwright/test';
import { enter, expectRow, signOut } from './steps.ts';
import { expect, test } from './test.ts';

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Chooses another status than the default by its chip. */
async function showInactive(page: Page): Promise<void> {
  await chip(page, 'Status Active').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Inactive' }).click();
  await expect(chip(page, 'Status Inactive')).toBeVisible();
}

// Nobody else's tests change the settings of Maren.
test.afterEach(({ platform }) =>
  platform.call('maren', 'PUT', '/account/ui-api/v1/list-setting/accounts', { filters: {}, hidden_columns: [] }),
);

test('[A-032] filters and columns follow the person to another browser, also when the first closes at once', async ({
  page,
  browser,
  platform,
}) => {
  const first = await (await browser.newContext()).newPage();
  await enter(first, 'maren');
  await expectRow(first, 'Nordmark Landesbank');
  await first.getByRole('button', { name: 'Columns' }).click();
  await first.getByRole('menuitemcheckbox', { name: 'Start date' }).click();
  await first.keyboard.press('Escape');
  await showInactive(first);
  await first.close({ runBeforeUnload: true });
  await expect
    .poll(() => platform.call('maren', 'GET', '/account/ui-api/v1/list-setting'))
    .toMatchObject({ accounts: { filters: { active: 'false' }, hidden_columns: ['start'] } });
  await enter(page, 'maren');
  await expect(chip(page, 'Status Inactive')).toBeVisible();
  await expect(page).toHaveURL(/active=false/);
  await expect(page.getByRole('button', { name: 'Columns (1 hidden)' })).toBeVisible();
  // Another person in the same browser gets the defaults; an address that names filters means those.
  await signOut(page);
  await enter(page, 'ben', '/account/accounts?name=landesbank');
  await expectRow(page, 'Nordmark Landesbank');
  await expect(chip(page, 'Status Active')).toBeVisible();
  await page.goto('/account/accounts');
  await expectRow(page, 'Banco Miralta');
});

test('[A-032] filters with a name are tabs with counts, follow the person, are renamed and deleted', async ({
  page,
  browser,
  platform,
}) => {
  await enter(page, 'maren');
  await expectRow(page, 'Nordmark Landesbank');
  const save = page.getByRole('button', { name: 'Save filter' });
  const tabs = page.getByRole('navigation', { name: 'Saved filters' });
  await expect(save).toHaveCount(0);
  await expect(tabs).toHaveCount(0);
  await page
    .getByRole('columnheader', { name: /^End date/ })
    .getByRole('button')
    .click();
  await showInactive(page);
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Save filter' });
  const field = dialog.getByLabel('Name of the filter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Give it a name.');
  await field.fill('Switched off');
  await page.keyboard.press('Enter');
  const tab = tabs.getByRole('button', { name: /^Switched off/ });
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(save).toHaveCount(0);
  await tabs.getByRole('button', { name: /^Active accounts/ }).click();
  await expectRow(page, 'Nordmark Landesbank');
  await expect(chip(page, 'Status Active')).toBeVisible();
  await expect(page).toHaveURL(/\/accounts$/);

  // The next time, in another browser, even when this one is closed at once.
  await page.close({ runBeforeUnload: true });
  await expect
    .poll(() => platform.call('maren', 'GET', '/account/ui-api/v1/list-setting'))
    .toMatchObject({ accounts: { saved: [{ name: 'Switched off' }] } });
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await enter(other, 'maren');
  await other
    .getByRole('navigation', { name: 'Saved filters' })
    .getByRole('button', { name: /^Switched off 0/ })
    .click();
  await expect(chip(other, 'Status Inactive')).toBeVisible();
  await expect(other).toHaveURL(/sort=service_period.to%3Aasc/);
  const more = other.getByRole('button', { name: 'Actions for Switched off' });
  await more.click();
  await other.getByRole('menuitem', { name: 'Rename filter' }).click();
  await other.getByLabel('Name of the filter').fill('Off');
  await other.keyboard.press('Enter');
  await expect(
    other.getByRole('navigation', { name: 'Saved filters' }).getByRole('button', { name: /^Off/ }),
  ).toBeVisible();
  await other.getByRole('button', { name: 'Actions for Off' }).click();
  await other.getByRole('menuitem', { name: 'Delete filter' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete filter' }).click();
  await expect(other.getByRole('navigation', { name: 'Saved filters' })).toHaveCount(0);
  await expect(chip(other, 'Status Inactive')).toBeVisible();
  await other.context().close();
});
