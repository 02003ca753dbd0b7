/** What only the whole of a list page shows. What every list does: console/src/shell/list/*.browser.test.tsx. */
import { readFile } from 'node:fs/promises';
import { violationsOf } from './inspect.ts';
import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test('a list leaves as CSV: every row that matches in the order in force, or those that are selected', async ({
  page,
}) => {
  await keepsNothing(page);
  await enter(page, 'bea', '/account/accounts?active=any&name=er&sort=friendly_identifier%3Adesc');
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  const total = Number(/of (\d+)$/.exec(await page.getByText(/^1–\d+ of \d+$/).innerText())?.[1]);
  expect(total).toBeGreaterThan(3);
  const [request, download] = await Promise.all([
    page.waitForRequest(/\/account\/export\?/),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await expectNotice(page, new RegExp(`accounts-.*\\.csv is saved, with ${total} rows\\.`));
  const query = new URL(request.url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ name: 'er', sort: 'friendly_identifier:desc', locale: 'en_US' });
  expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFName,Status,Identifier,Start date,End date,Type,Partner account');
  expect(lines).toHaveLength(total);
  const identifiers = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[2] ?? '');
  expect(identifiers).toEqual(identifiers.toSorted((a, b) => (a < b ? 1 : -1)));

  const boxes = page.getByRole('rowgroup').last().getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  await page.getByRole('button', { name: 'More actions' }).click();
  const [chosen] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ]);
  const [, first, second, ...others] = (await readFile(await chosen.path(), 'utf8')).trimEnd().split('\r\n');
  expect([first, second, others]).toEqual([lines[0], lines[2], []]);
});

test('identifiers and badges are whole at 1440 px, in the longest language too', async ({ page, platform }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const cut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
  const { id } = await platform.call<{ id: string }>('ada', 'GET', '/account/api/v1/user/me');
  const speak = (locale: string) => platform.call('ada', 'PUT', `/account/ui-api/v1/user/${id}/locale/${locale}`);
  await enter(page, 'ada', '/account/profile');
  await speak('fr_FR');
  try {
    await page.goto('/account/accounts?active=true&sort=service_period.to%3Aasc');
    await expect(page.getByRole('row').nth(1).getByText(/jour/).first()).toBeVisible();
    expect(await cut('tbody td:not([data-small=name]), tbody td:not([data-small=name]) span:not(.vh)')).toEqual([]);
    await page.goto('/account/accounts?name=chamber');
    await expect(page.getByText('larkhill-chamber-of-commerce')).toBeVisible();
    expect(await cut('tbody td[data-small=id], tbody td[data-small=id] span')).toEqual([]);
  } finally {
    await speak('en_US');
  }
});

test('the fixed foot covers no target of the rows under it, and a row’s menu stays in view at its end', async ({
  page,
}) => {
  await keepsNothing(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'ada', '/account/accounts');
  await expect(page.locator('tbody tr').nth(19)).toBeVisible();
  // A row's height in steps, so that some row's menu always lies under the foot's edge.
  for (const down of [0, 9, 18, 27]) {
    await page.evaluate((y) => window.scrollTo(0, y), down);
    // WCAG 2.5.8; axe leaves it out unless it is asked for.
    expect(await violationsOf(page, { runOnly: ['target-size'] })).toEqual([]);
  }
  for (const width of [720, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeInViewport({ ratio: 1 });
  }
});

test('a filter of accounts follows ben to no other page, and Back leads him to the row he came from', async ({
  page,
}) => {
  await keepsNothing(page);
  await enter(page, 'ben', '/account/accounts');
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('alder');
  await expect(page).toHaveURL(/\/account\/accounts\?name=alder$/);
  const row = page.getByRole('row').getByRole('link', { name: /alder/i }).first();
  const name = await row.innerText();
  // By the keyboard alone, to the row and on.
  await page.keyboard.press('Tab');
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(row).toBeFocused();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.goBack();
  await expect(page).toHaveURL(/\/account\/accounts\?name=alder$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/account\/accounts$/);
  await expect(page.getByRole('textbox', { name: 'Filter by name' })).toHaveValue('');
});
