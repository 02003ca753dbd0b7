import type { Page, Request } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
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

test('[A-014 A-030 A-031 A-021] after sign-in: active accounts by name, with the columns of system scope', async ({
  page,
}) => {
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
});

test('[A-018 A-019 A-020] a row shows what the API says, dates in the person’s format', async ({ page }) => {
  type Row = { name: string; friendly_identifier: string; service_period: { from: string; to: string } };
  const displayDay = (day: string): string =>
    `${day.slice(8)}-${new Date(day).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })}-${day.slice(0, 4)}`;
  await enter(page, 'ada');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(LIST) && response.url().includes('name=nordmark')),
    page.goto('/account/accounts?active=any&name=nordmark'),
  ]);
  const [row] = ((await answer.json()) as { items: Row[] }).items;
  expect(row?.service_period.from).toBe('2025-01-01');
  await expectRow(
    page,
    'Nordmark Landesbank',
    'nordmark-lb',
    '01-Jan-2025',
    displayDay(row?.service_period.to ?? ''),
    'Standard',
    'Umbra Trust Services',
  );
});

test('[A-021] account scope sees neither type nor partner; the second partner sees its own customers only', async ({
  page,
  browser,
}) => {
  await enter(page, 'cleo');
  await expect(heads(page)).toHaveText(['Name', 'Status', 'Identifier', 'Start date', 'End date']);
  await expect.poll(() => names(page)).toEqual(['Nordmark Landesbank']);
  const other = await (await browser.newContext()).newPage();
  await keepsNothing(other);
  await enter(other, 'bea');
  await other.getByRole('textbox', { name: 'Filter by name' }).fill('orsini');
  await expectRow(other, 'Orsini Custody', 'Calder Identity');
  await other.getByRole('textbox', { name: 'Filter by name' }).fill('nordmark');
  await expect(other.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await other.context().close();
});

test('[A-022 A-002] federation columns show where the flag is on for the viewer’s account, and with it alone', async ({
  page,
  request,
}) => {
  const token = async (person: string): Promise<string> =>
    (
      (await (
        await request.post('/account/ui-api/v1/auth/login', { data: { user_name: person, password: DEMO_PASSWORD } })
      ).json()) as { access_token: string }
    ).access_token;
  const headers = { authorization: `Bearer ${await token('ada')}` };
  const found = await request.get('/account/ui-api/v1/customer?name=orsini', { headers });
  const [orsini] = ((await found.json()) as { items: { id: string }[] }).items;
  const flip = async (enabled: boolean | null): Promise<void> => {
    expect(
      (
        await request.put('/account/ui-api/v1/feature-flag/AM_show_federated_info_columns', {
          headers,
          data: { enabled, account_id: orsini?.id },
        })
      ).ok(),
    ).toBe(true);
  };
  const plain = ['Name', 'Status', 'Identifier', 'Start date', 'End date'];
  await enter(page, 'carl');
  await expect(heads(page)).toHaveText(plain);
  await flip(true);
  await page.reload();
  await expect(heads(page)).toHaveText([...plain, 'Federation status', 'Federated account ID']);
  await expectRow(page, 'Orsini Custody', 'None');
  await flip(null);
  await page.reload();
  await expectRow(page, 'Orsini Custody');
  await expect(heads(page)).toHaveText(plain);
});

test('[A-017 A-023 A-024 A-025 A-028 A-029] filters narrow the list; chips say so and can be changed', async ({
  page,
}) => {
  await enter(page, 'ada');
  await expectRow(page, 'Aalto Clearing House');
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('telecom');
  await expect.poll(() => names(page)).not.toContain('Aalto Clearing House');
  for (const name of await names(page)) expect(name).toContain('Telecom');

  await page.getByRole('button', { name: 'Status Active' }).click();
  expect(
    (await listQuery(page, () => page.getByRole('dialog').getByRole('button', { name: 'Inactive' }).click())).get(
      'active',
    ),
  ).toBe('false');
  await expect(page.locator('tbody').getByText('Inactive').first()).toBeVisible();
  await expect(page.locator('tbody').getByText('Active', { exact: true })).toHaveCount(0);

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

test('[A-026 A-027] accounts that end within some days, or between two days', async ({ page }) => {
  await enter(page, 'ada');
  await addFilter(page, 'Ends');
  await page.getByLabel('Days from today').fill('30');
  const within = await listQuery(page, () => page.getByRole('button', { name: 'Apply' }).click());
  expect([within.get('end_date_from'), within.get('end_date_to')]).toEqual([inDays(0), inDays(30)]);
  await expectRow(page, 'Municipality of Veldrecht');

  await page.getByRole('button', { name: 'Ends within 30 days' }).click();
  await page.getByText('Between dates').click();
  const day = inDays(9);
  await page.getByLabel('First day').fill(day);
  await page.getByLabel('Last day').fill(day);
  const between = await listQuery(page, () => page.getByRole('button', { name: 'Apply' }).click());
  expect([between.get('end_date_from'), between.get('end_date_to')]).toEqual([day, day]);
  await expectRow(page, 'Municipality of Veldrecht', '9 days');
  await expect(page.getByRole('button', { name: /^Ends \d{2}-\w{3}-\d{4} to \d{2}-\w{3}-\d{4}$/ })).toBeVisible();
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
  await soon.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(later).toBeVisible();
  await expect(soon).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await enter(other, 'ben');
  await expectRow(other, 'Banco Miralta');
  await expect(other.getByText('Show these accounts')).toHaveCount(0);
  await other.context().close();
});

test('[A-044 S-010 S-011 S-012] the page is in the hash, whatever the hash says', async ({ page }) => {
  await enter(page, 'ada');
  await expectRow(page, 'Aalto Clearing House');
  expect((await listQuery(page, () => page.getByRole('link', { name: 'Page 2' }).click())).get('offset')).toBe('20');
  await expect(page).toHaveURL(/#2$/);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  for (const hash of ['0', '-1', 'abc']) {
    await page.goto('about:blank');
    expect((await listQuery(page, () => page.goto(`/account/accounts#${hash}`))).get('offset')).toBe('0');
    await expectRow(page, 'Aalto Clearing House');
  }
  await page.goto('about:blank');
  await page.goto('/account/accounts#9999');
  await expectRow(page, 'Zürich Treuhand');
  await expect(page).toHaveURL(/#\d{1,2}$/);
  expect(
    (await listQuery(page, () => page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10'))).get(
      'limit',
    ),
  ).toBe('10');
  await page.reload();
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
});

test('[A-044] nothing matches: the list says so, and clears the filters', async ({ page }) => {
  await enter(page, 'ada', '/account/accounts?name=there-is-no-such-account');
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
  await expectRow(page, 'Aalto Clearing House');
});

test('a list that can’t be loaded says so, and Try again brings it', async ({ page, context }) => {
  await enter(page, 'ada');
  await expectRow(page, 'Aalto Clearing House');
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('Nordmark');
  await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectRow(page, 'Nordmark Landesbank');
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
