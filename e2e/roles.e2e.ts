import { enter, expectNotice, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => keepsNothing(page));

test('[S-064 S-065 S-066 S-067 S-068 S-235] a role is made, cloned and changed, and says whom it touches', async ({
  page,
}) => {
  const name = `Desk ${Date.now().toString(36)}`;
  await enter(page, 'cleo', '/account/accounts');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'User roles' }).click();
  await expectRow(page, 'Branch issuer', 'CA Manager', 'Custom');

  await page.getByRole('link', { name: 'Create role' }).click();
  await page.getByLabel('Application').selectOption({ label: 'CA Manager' });
  await page.getByLabel('Name', { exact: true }).fill('branch ISSUER');
  await expect(page.getByText('already have a role of this name').first()).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('checkbox', { name: 'View certificates' }).check();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expectNotice(page, 'The role is created.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Nobody you may see has this role.')).toBeVisible();

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Clone role' }).click();
  await page.getByRole('button', { name: 'Clone role' }).click();
  await expectNotice(page, 'The role is cloned.');
  await expect(page.getByRole('heading', { name: `${name} copy`, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'User roles' }).click();
  await page.getByRole('link', { name: 'Branch issuer', exact: true }).click();
  await page.getByRole('link', { name: 'Edit role' }).click();
  await page.getByRole('checkbox', { name: 'Manage enrollments' }).uncheck();
  const panel = page.getByRole('region', { name: 'Who gains, who loses' });
  await expect(panel).toContainText('nobody gains, 1 loses');
  await expect(panel).toContainText('Maren Nordhoff');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The role is saved.');
  await expect(page.getByText('View enrollments', { exact: true })).toBeVisible();
  await expect(page.getByText('Manage enrollments', { exact: true })).toBeHidden();
});
