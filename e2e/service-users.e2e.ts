import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => keepsNothing(page));

test('[S-057 S-058 S-060 S-061 S-308 S-424] a program is made, given roles, stopped and deleted', async ({ page }) => {
  const name = `Build ${Date.now().toString(36)}`;
  await enter(page, 'cleo', '/account/access/service-user');
  await page.getByRole('link', { name: 'Create service user' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Contact email').fill('build@nordmark.example');
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^and \d+ more$/ }).click();
  await expect(page.getByText('View the audit log')).toBeVisible();
  await page.getByRole('button', { name: 'Create service user' }).click();
  await expectNotice(page, 'The service user is created.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Auditor')).toBeVisible();

  await page.getByRole('link', { name: 'Edit service user' }).click();
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await page.getByRole('option', { name: 'Support' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The service user is saved.');
  await expect(page.getByText('Support')).toBeVisible();
  await expect(page.getByText('Auditor')).toBeHidden();

  for (const [act, said, status] of [
    ['Disable service user', 'The service user is disabled.', 'Disabled'],
    ['Enable service user', 'The service user is enabled.', 'Enabled'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: act }).click();
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
    await expectNotice(page, said);
    await expect(page.getByRole('definition').filter({ hasText: status }).first()).toBeVisible();
  }

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete service user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete service user' }).click();
  await expectNotice(page, 'The service user is deleted.');
  await expect(page).toHaveURL(/\/account\/access\/service-user$/);
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
});
