import type { Page } from '@playwright/test';
import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';
import { accountOf } from './visits/accounts.ts';

test.beforeEach(({ page }) => keepsNothing(page));

const FEATURE = 'Issuing CA units';
const row = (page: Page) => page.getByRole('group', { name: 'CA Manager' }).getByRole('row', { name: FEATURE });
const quantity = (page: Page) => page.getByRole('textbox', { name: `Quantity for ${FEATURE}` });

/** Opens the form from the account's page and adds so many. */
async function add(page: Page, many: string): Promise<void> {
  await page.getByRole('link', { name: /^Edit licenses.*CA Manager$/ }).click();
  await page.getByRole('combobox', { name: `Change of ${FEATURE}` }).selectOption('Add');
  await quantity(page).fill(many);
}

test('[A-098 A-101] a license is edited and seen; whoever edits it meanwhile is told, and goes on from there', async ({
  page,
  browser,
  platform,
}) => {
  const account = await accountOf(platform, 'nordmark-lb');
  await enter(page, 'ada', account);
  const first = Number(await row(page).getByRole('cell').first().innerText());
  await add(page, '2');
  await expect(page.getByRole('row', { name: FEATURE })).toContainText('+2');

  // The partner's administrator gives one meanwhile.
  const context = await browser.newContext({ baseURL: platform.url, locale: 'en-US' });
  const other = await context.newPage();
  await enter(other, 'ben', account);
  await add(other, '1');
  await other.getByRole('button', { name: 'Save 1 change' }).click();
  await expectNotice(other, 'The license was updated.');
  await expect(row(other).getByRole('cell').first()).toHaveText(String(first + 1));
  await context.close();

  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText(`${FEATURE}: allocated was ${first}, now ${first + 1}.`)).toBeVisible();
  await expect(quantity(page)).toHaveValue('2');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expectNotice(page, 'The license was updated.');
  await expect(page).toHaveURL(/\/account\/accounts\/[^/]+#licenses$/);
  await expect(row(page).getByRole('cell').first()).toHaveText(String(first + 3));
});
