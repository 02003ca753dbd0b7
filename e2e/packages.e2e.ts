/** Packages: from the account's page to the comparison, enabled and upgraded, and what others see of it. */
import { enter, expectNotice, expectRow } from './steps.ts';
import { expect, test } from './test.ts';
import { accountOf } from './visits/accounts.ts';

test('[A-003 A-076 A-215 A-221 A-225 S-425] a partner enables a package for its customer', async ({
  page,
  platform,
}) => {
  const account = await accountOf(platform, 'city-ostermoor');
  await enter(page, 'ben', account);
  await page.getByRole('link', { name: 'Compare packages: CA Manager' }).click();
  await expect(page).toHaveURL(`${account}/package/ca_manager/ca_manager`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('City of Ostermoor');
  await page.getByRole('button', { name: 'Enable Advanced' }).click();
  const question = page.getByRole('dialog', { name: 'Enable Advanced for City of Ostermoor?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Enable Advanced' }).click();
  await expectNotice(page, 'The package is enabled.');
  await expectRow(page, 'This account', 'Part of Advanced', 'Current package', 'Enable Premium');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'CA Manager' }).getByText('Advanced')).toBeVisible();
});
