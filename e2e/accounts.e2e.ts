import type { Page, Request } from '@playwright/test';
import { enter, expectRow, keepsNothing, signIn } from './steps.ts';
import { expect, test } from './test.ts';

const LIST = '/account/ui-api/v1/account?';

/** The query of the next request for the list (not the one that only counts all accounts) that `act` causes. */
async function listQuery(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const isList = (request: Request): boolean =>
    request.url().includes(LIST) && new URL(request.url()).searchParams.get('limit') !== '1';
  const [request] = await Promise.all([page.waitForRequest(isList), act()]);
  return new URL(request.url()).searchParams;
}

const names = (page: Page): Promise<string[]> => page.locator('tbody td[data-small=name]').allInnerTexts();
const heads = (page: Page) => page.getByRole('columnheader');
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test.beforeEach(({ page }) => keepsNothing(page));

test('[A-014 A-018 A-019 A-020 A-021 A-030 A-031] after sign-in: active accounts by name', async ({ page }) => {
  const query = await listQuery(page, () => signIn(page, 'ada'));
  expect(query.getAll('sort')).toEqual(['name:asc']);
  expect(query.get('active')).toBe('true');
  await expect(page).toHaveURL(/\/account\/accounts$/);
  await expectRow(page, 'Aalto Clearing House', 'Active');
  const visibleNames = await names(page);
  expect(visibleNames).toHaveLength(20);
  expect(visibleNames).toEqual(visibleNames.toSorted(new Intl.Collator('en').compare));
  await expect(page.getByText('Inactive')).toHaveCount(0);
  await expect(heads(page)).toHaveText([
    '',
    'Name',
    'Status',
    'Identifier',
    'Start date',
    'End date',
    'Type',
    'Partner account',
    'Actions',
  ]);
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('nordmark landesbank');
  await expectRow(page, 'Nordmark Landesbank', 'nordmark-lb', '01-Jan-2025', 'Standard', 'Umbra Trust Services');
});

test('[A-017 A-023 A-024 A-025 A-028 A-029] filters narrow the list; chips say so and can be changed', async ({
  page,
}) => {
  await enter(page, 'ada');
  await expectRow(page, 'Aalto Clearing House');
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('telecom');
  await expect.poll(() => names(page)).not.toContain('Aalto Clearing House');
  const narrowed = await names(page);
  expect(narrowed).not.toEqual([]);
  for (const name of narrowed) expect(name).toContain('Telecom');

  await page.getByRole('button', { name: 'Status Active' }).click();
  expect(
    (await listQuery(page, () => page.getByRole('dialog').getByRole('button', { name: 'Inactive' }).click())).get(
      'active',
    ),
  ).toBe('false');
  await expect(page.locator('tbody').getByText('Inactive').first()).toBeVisible();
  await expect(page.locator('tbody').getByText('Active', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Status Inactive' }).click();
  const ofAll = await listQuery(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click(),
  );
  expect([ofAll.get('active'), ofAll.get('name')]).toEqual([null, 'telecom']);
  await expect(page.locator('tbody').getByText('Active', { exact: true }).first()).toBeVisible();
  await expect(page.locator('tbody').getByText('Inactive').first()).toBeVisible();

  const cleared = await listQuery(page, () => page.getByRole('button', { name: 'Clear all' }).click());
  expect([cleared.get('active'), cleared.get('name')]).toEqual([null, null]);
  await addFilter(page, 'Identifier');
  await page.getByRole('textbox', { name: 'Identifier' }).fill('nordmark-lb');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Nordmark Landesbank']);
  await page.getByRole('button', { name: 'Remove filter Identifier' }).click();

  await addFilter(page, 'Type');
  await page.getByRole('button', { name: 'Partner', exact: true }).click();
  await expect.poll(() => names(page)).toContain('Umbra Trust Services');
  await expect.poll(() => names(page)).not.toContain('Nordmark Landesbank');
  await page.getByRole('button', { name: 'Remove filter Type' }).click();
  await addFilter(page, 'Partner account');
  await page.getByRole('textbox', { name: 'Partner account' }).fill('Calder');
  await page.keyboard.press('Enter');
  await expect(page.locator('tbody tr td:nth-last-child(2)').first()).toHaveText('Calder Identity');
  expect(new Set(await page.locator('tbody tr td:nth-last-child(2)').allInnerTexts())).toEqual(
    new Set(['Calder Identity']),
  );
});

test('[A-040 A-041 A-042 A-043] banners for system scope: each counts, filters, and stays away once dismissed', async ({
  page,
  browser,
}) => {
  await enter(page, 'ada');
  const soon = page.getByRole('alert').filter({ hasText: 'within 30 days' });
  const later = page.getByRole('status').filter({ hasText: 'within 60 days' });
  const count = Number(/^\d+/.exec(await later.innerText())?.[0]);
  const filtered = await listQuery(page, () => later.getByRole('link').click());
  expect([filtered.get('active'), filtered.get('end_date_from'), filtered.get('end_date_to')]).toEqual([
    'true',
    inDays(0),
    inDays(60),
  ]);
  await expect(page.getByRole('button', { name: 'Ends within 60 days' })).toBeVisible();
  await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible();

  // Both are told apart by those who hear them.
  const namesOf = (role: 'link' | 'button') =>
    Promise.all([soon, later].map(async (banner) => (await banner.getByRole(role).getAttribute('aria-label')) ?? ''));
  expect(await namesOf('link')).toEqual([
    'Show these accounts, which end within 30 days',
    'Show these accounts, which end within 60 days',
  ]);
  expect(new Set(await namesOf('button')).size).toBe(2);
  await soon.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeFocused();
  await page.reload();
  await expect(later).toBeVisible();
  await expect(soon).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await enter(other, 'ben');
  await expectRow(other, 'Banco Miralta');
  await expect(other.getByText('Show these accounts')).toHaveCount(0);
  await other.context().close();
});

test('the list by keyboard alone: to the filter, to a chip and its choices, through the pages', async ({ page }) => {
  await enter(page, 'ada');
  await expectRow(page, 'Aalto Clearing House');
  expect((await listQuery(page, () => page.keyboard.press(']'))).get('offset')).toBe('20');
  await page.keyboard.press('[');
  await expectRow(page, 'Aalto Clearing House');
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Filter by name' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Active', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Status Active' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ends' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Within days' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  expect((await listQuery(page, () => page.keyboard.press('Enter'))).get('end_date_from')).toBe(inDays(0));
});
