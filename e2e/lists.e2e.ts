/** What every list does, shown on those there are. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { enter, expectAccessible, expectNotice, expectRow, keepsNothing, signOut } from './steps.ts';
import { expect, test } from './test.ts';

const LIST = /\/account\/ui-api\/v1\/account\?/;
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.locator('tbody tr');

/** Chooses another status than the default by its chip. */
async function showInactive(page: Page): Promise<void> {
  await chip(page, 'Status Active').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Inactive' }).click();
  await expect(chip(page, 'Status Inactive')).toBeVisible();
}

test.describe('more rows than are counted', () => {
  const BOUND = 45;
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

  /** The server's answers as they would be if it stopped counting at 45 rows. */
  async function countWithin(page: Page): Promise<{ exact: number }> {
    const counts = { exact: 0 };
    await page.route(LIST, async (route) => {
      const response = await route.fetch();
      if (new URL(route.request().url()).searchParams.get('count') === 'exact') {
        counts.exact += 1;
        return route.fulfill({ response });
      }
      const body = (await response.json()) as { total: number };
      return route.fulfill({
        response,
        json: { ...body, total: Math.min(body.total, BOUND), total_exact: body.total <= BOUND },
      });
    });
    return counts;
  }

  test('the list says so, pages on without a last page, and counts them all once when asked', async ({ page }) => {
    await keepsNothing(page);
    const counts = await countWithin(page);
    await enter(page, 'ben');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(page.getByRole('search').getByText('More than 45 accounts')).toBeVisible();
    await expect(page.getByText('1–20 of more than 45')).toBeVisible();
    await expect(pages).toHaveText('123…');
    for (const number of [2, 3, 4]) {
      await pages.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL(new RegExp(`#${number}$`));
    }
    await expect(page.getByText('61–80 of more than 45')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    expect(counts.exact).toBe(0);

    await page.getByRole('button', { name: 'Count all' }).click();
    await expect(page.getByRole('search').getByText(/^\d+ accounts$/)).toBeVisible();
    await expect(page.getByText(/^61–80 of \d+$/)).toBeVisible();
    await pages.getByRole('link', { name: 'Previous page' }).click();
    await expect(page.getByText(/^41–60 of \d+$/)).toBeVisible();
    expect(counts.exact).toBe(1);

    await page.getByRole('textbox', { name: 'Filter by name' }).fill('a');
    await expect(page.getByRole('search').getByText('More than 45 accounts')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Count all' })).toBeVisible();
  });

  test('[S-011 S-012] a page beyond the end goes to the last one, whatever was counted', async ({ page }) => {
    await keepsNothing(page);
    await countWithin(page);
    await enter(page, 'ben');
    await expect(rows(page)).toHaveCount(20);
    await page.goto('/account/accounts#9999');
    await expect(page.getByText(/^(\d+)–(\d+) of \2$/)).toBeVisible();
    expect(Number(/#(\d+)$/.exec(page.url())?.[1])).toBeGreaterThan(2);
    for (const hash of ['0', '-1', 'abc']) {
      await page.goto('about:blank');
      await page.goto(`/account/accounts#${hash}`);
      await expect(page.getByText('1–20 of more than 45')).toBeVisible();
    }
  });
});

test.describe('[A-032] how a person looks at a list follows the person', () => {
  /** A caller of the API as Maren; nobody else's tests change her settings. */
  async function asMaren(request: APIRequestContext) {
    const { access_token: token } = (await (
      await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'maren', password: DEMO_PASSWORD } })
    ).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    return {
      stored: async () =>
        (await (await request.get('/account/ui-api/v1/list-setting', { headers })).json()) as Record<string, unknown>,
      save: async (data: object) =>
        (await request.put('/account/ui-api/v1/list-setting/accounts', { headers, data })).status(),
    };
  }
  test.afterEach(async ({ request }) => {
    expect(await (await asMaren(request)).save({ filters: {}, hidden_columns: [] })).toBe(204);
  });

  test('the filters come back after signing in again; another person in the same browser gets the defaults', async ({
    page,
  }) => {
    await enter(page, 'maren');
    await expectRow(page, 'Nordmark Landesbank');
    await showInactive(page);
    await signOut(page);
    await enter(page, 'ben');
    await expect(chip(page, 'Status Active')).toBeVisible();
    await signOut(page);
    await enter(page, 'maren');
    await expect(chip(page, 'Status Inactive')).toBeVisible();
    await expect(page).toHaveURL(/active=false/);
    await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  });

  test('another browser of the same person shows the same filters, even when the first was closed at once', async ({
    page,
    browser,
    request,
  }) => {
    const { stored } = await asMaren(request);
    const first = await (await browser.newContext()).newPage();
    await enter(first, 'maren');
    await expectRow(first, 'Nordmark Landesbank');
    await showInactive(first);
    await first.close({ runBeforeUnload: true });
    await expect.poll(stored).toMatchObject({ accounts: { filters: { active: 'false' } } });
    await enter(page, 'maren');
    await expect(chip(page, 'Status Inactive')).toBeVisible();
  });

  test('columns are hidden and brought back, by keyboard too; the name stays, a phone keeps its two lines', async ({
    page,
  }) => {
    const heads = page.getByRole('columnheader');
    await enter(page, 'maren');
    await expect(heads).toHaveText(['Name', 'Status', 'Identifier', 'Start date', 'End date']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Name' })).toBeDisabled();
    await page.getByRole('menuitemcheckbox', { name: 'Start date' }).click();
    await expect(heads).toHaveText(['Name', 'Status', 'Identifier', 'End date']);
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect(heads).toHaveText(['Name', 'Status', 'End date']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns (2 hidden)' })).toBeFocused();
    await signOut(page);

    await enter(page, 'maren');
    await expectRow(page, 'Nordmark Landesbank');
    await expect(heads).toHaveText(['Name', 'Status', 'End date']);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText('nordmark-lb')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.getByRole('button', { name: 'Columns (2 hidden)' }).click();
    await page.getByRole('menuitem', { name: 'Show all' }).click();
    await expect(page.getByRole('menuitem', { name: 'Show all' })).toBeDisabled();
    await expect(heads).toHaveText(['Name', 'Status', 'Identifier', 'Start date', 'End date']);
  });

  test('an address that names filters means those, and keeps nothing by itself', async ({ page }) => {
    await enter(page, 'maren', '/account/accounts?name=landesbank');
    await expectRow(page, 'Nordmark Landesbank');
    await page.goto('/account/accounts');
    await expectRow(page, 'Nordmark Landesbank');
    await expect(page).toHaveURL(/\/accounts$/);
  });

  test('a choice that can’t be kept is not lost while the console is open, and nobody is bothered', async ({
    page,
  }) => {
    await page.route(/\/list-setting\/accounts/, (route) => route.abort());
    await enter(page, 'maren');
    await expectRow(page, 'Nordmark Landesbank');
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/list-setting/')),
      showInactive(page),
    ]);
    await page.getByRole('link', { name: 'Signet' }).first().click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
    await expect(chip(page, 'Status Inactive')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
    await page.goto('about:blank');
  });
});

test.describe('many rows at once', () => {
  const ORGANIZATION = '/account/ui-api/v1/organization';
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const row = (page: Page, name: string) => page.getByRole('row').filter({ has: box(page, name) });
  const bar = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

  /** Organizations of Bea's account with a word in their name that no others have; answers their ids by name. */
  async function organizations(request: APIRequestContext, word: string, count: number) {
    const { access_token: token } = (await (
      await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'bea', password: DEMO_PASSWORD } })
    ).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const ids = new Map<string, string>();
    for (let n = 1; n <= count; n += 1) {
      const made = await request.post(ORGANIZATION, {
        headers,
        data: { name: `${word} ${String(n).padStart(2, '0')}`, country: 'SE' },
      });
      expect(made.status()).toBe(201);
      ids.set(`${word} ${String(n).padStart(2, '0')}`, ((await made.json()) as { id: string }).id);
    }
    return { ids, remove: (name: string) => request.delete(`${ORGANIZATION}/${ids.get(name)}`, { headers }) };
  }

  async function openList(page: Page, word: string): Promise<void> {
    await keepsNothing(page);
    await enter(page, 'bea', `/account/ca/organizations?name=${word}`);
    await expect(row(page, `${word} 01`)).toBeVisible();
  }

  async function confirmDelete(page: Page, act: string): Promise<void> {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
  }

  test('rows are selected singly, as a range, all, and by keyboard; the selection ends with its page', async ({
    page,
    request,
  }) => {
    await organizations(request, 'Ljungby', 12);
    await openList(page, 'Ljungby');
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
    await expect(rows(page)).toHaveCount(10);
    await box(page, 'Ljungby 02').click();
    await box(page, 'Ljungby 05').click({ modifiers: ['Shift'] });
    await expect(bar(page, '4 selected on this page')).toBeVisible();
    await expect(box(page, 'Ljungby 04')).toBeChecked();
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await expect(all).toHaveJSProperty('indeterminate', true);
    await all.click();
    await expect(bar(page, '10 selected on this page')).toBeVisible();
    await all.click();
    await expect(page.getByText('selected on this page')).toHaveCount(0);

    await page.locator('h1').click();
    for (const key of ['j', 'j', 'x', 'j', 'j', 'Shift+X', 'k', 'x']) await page.keyboard.press(key);
    for (const [number, on] of [
      ['01', false],
      ['02', true],
      ['03', false],
      ['04', true],
      ['05', false],
    ] as const)
      await expect(box(page, `Ljungby ${number}`)).toBeChecked({ checked: on });
    await page.keyboard.press(']');
    await expect(row(page, 'Ljungby 11')).toBeVisible();
    await expect(bar(page, 'The selection ended: it holds for one page.')).toBeVisible();
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20');
  });

  test('[S-336 S-397] a bulk deletion is asked once and settles row by row, with the reason where it failed', async ({
    page,
    request,
  }) => {
    const { ids, remove } = await organizations(request, 'Kalmar', 6);
    await openList(page, 'Kalmar');
    // One of them cannot be reached, another is deleted by somebody else meanwhile.
    await page.route(`**${ORGANIZATION}/${ids.get('Kalmar 03')}`, (route) => route.abort());
    expect((await remove('Kalmar 05')).status()).toBe(204);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Delete 6 organizations?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
    await confirmDelete(page, 'Delete 6 organizations');
    await expect(bar(page, '4 done, 2 failed')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, 'Kalmar 03')).toContainText('Signet could not be reached');
    await expect(box(page, 'Kalmar 03')).toBeChecked();
    await expect(page.getByRole('listitem').filter({ hasText: 'Kalmar 05: ' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeFocused();
    await expectAccessible(page);

    await page.unroute(`**${ORGANIZATION}/${ids.get('Kalmar 03')}`);
    await confirmDelete(page, 'Delete 1 organization');
    await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
    await expect(bar(page, '1 done')).toBeVisible();
  });

  test('what is under way says how far it is and can be stopped; what has not begun stays as it was', async ({
    page,
    request,
  }) => {
    await organizations(request, 'Visby', 12);
    await openList(page, 'Visby');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let seen = 0;
    await page.route(`**${ORGANIZATION}/*`, async (route) => {
      seen += 1;
      if (seen > 4) await released;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await confirmDelete(page, 'Delete 12 organizations');
    await expect(page.getByText('Delete: 4 of 12')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Delete' })).toHaveAttribute(
      'aria-valuetext',
      'Delete: 4 of 12',
    );
    await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Stopping' })).toBeVisible();
    release();
    await expect(bar(page, '8 done, 4 not started')).toBeVisible();
    await expect(rows(page)).toHaveCount(4);
  });

  test('a phone selects too, without scrolling sideways, and its rows are still a table', async ({ page, request }) => {
    await organizations(request, 'Ystad', 2);
    await page.setViewportSize({ width: 360, height: 740 });
    await openList(page, 'Ystad');
    await page.getByRole('button', { name: 'Select all' }).click();
    await expect(bar(page, '2 selected')).toBeVisible();
    await expect(page.getByRole('table')).toMatchAriaSnapshot(`
      - table "Organizations":
        - caption: Organizations
        - rowgroup:
          - row "Name Account City Actions":
            - columnheader "Name"
            - columnheader "Account"
            - columnheader "City"
            - columnheader "Actions"
        - rowgroup:
          - row:
            - cell "Select Ystad 01":
              - checkbox "Select Ystad 01" [checked]
            - cell "Ystad 01":
              - link "Ystad 01"
            - cell "Calder Identity"
            - cell "None"
            - cell "Actions for Ystad 01":
              - button "Actions for Ystad 01"
          - row
    `);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
});

test.describe('a list leaves as CSV', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Export CSV' });
  const notices = (page: Page) => page.getByRole('region', { name: 'Messages' });

  test('every row that matches, in the order and language in force, under the name the server gives', async ({
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
      button(page).click(),
    ]);
    const query = new URL(request.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({ name: 'er', sort: 'friendly_identifier:desc', locale: 'en_US' });
    expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFName,Status,Identifier,Start date,End date,Type,Partner account');
    expect(lines).toHaveLength(total);
    const identifiers = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[2] ?? '');
    expect(identifiers).toEqual(identifiers.toSorted((a, b) => (a < b ? 1 : -1)));
    await expectNotice(page, new RegExp(`accounts-.*\\.csv is saved, with ${total} rows\\.`));
  });

  test('only the rows that are selected, when they are', async ({ page }) => {
    await keepsNothing(page);
    await enter(page, 'bea', '/account/accounts?active=any&name=er');
    const boxes = page.getByRole('rowgroup').last().getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    const names = await page
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { checked: true }) })
      .getByRole('link')
      .allInnerTexts();
    expect(names).toHaveLength(2);
    expect(lines.map((line) => line.replaceAll('"', '').slice(0, names[lines.indexOf(line)]?.length))).toEqual(names);
    await expectNotice(page, /is saved, with 2 rows\./);
  });

  test('on its way it says how far it is, and can be cancelled: nothing is saved', async ({ page }) => {
    await keepsNothing(page);
    await enter(page, 'bea');
    await expect(rows(page)).toHaveCount(20);
    let saved = 0;
    page.on('download', () => (saved += 1));
    await page.route(/\/account\/export\?/, () => {});
    await button(page).click();
    await expect(page.getByText(/^0 of \d+ rows$/)).toBeVisible();
    await expectAccessible(page);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/export'));
    await page.getByRole('button', { name: 'Cancel export' }).press('Enter');
    await ended;
    await expect(button(page)).toBeFocused();
    await expect(notices(page).getByRole('alert')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([page.waitForEvent('download'), button(page).click()]);
    expect(saved).toBe(1);
  });

  test('an export that fails says why, with the number for support', async ({ page }) => {
    await keepsNothing(page);
    await enter(page, 'bea', '/account/ca/organizations');
    await expect(rows(page).first()).toBeVisible();
    await page.route(/\/organization\/export\?/, (route) =>
      route.continue({ url: `${route.request().url()}&color=red` }),
    );
    const [answer] = await Promise.all([page.waitForResponse(/\/export\?/), button(page).click()]);
    expect(answer.status()).toBe(400);
    await expect(notices(page).getByRole('alert')).toContainText(
      (await answer.headerValue('x-correlation-id')) ?? 'no number',
    );
  });

  test('a session that has ended meanwhile leads to the sign-in', async ({ page, request }) => {
    await keepsNothing(page);
    await enter(page, 'bea', '/account/ca/organizations');
    await expect(rows(page).first()).toBeVisible();
    await request.post('/imauth/api/v1/logout', {
      data: { refresh_token: await page.evaluate(() => localStorage.getItem('refresh_token')) },
    });
    await button(page).click();
    await expect(page).toHaveURL(/\/account\/login\?.*returnPath=/);
  });
});

test.describe('the table is read and worked without eyes or mouse', () => {
  test('heads say how the list is sorted, and a wait is said', async ({ page }) => {
    await keepsNothing(page);
    await enter(page, 'bea');
    await expect(rows(page)).toHaveCount(20);
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head('Status')).not.toHaveAttribute('aria-sort');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(LIST, async (route) => {
      await released;
      await route.continue();
    });
    await head('Identifier').getByRole('button').press('Enter');
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached();
    release();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('status').filter({ hasText: /\d+ accounts/ })).toBeAttached();
    await expect(head('Identifier')).toHaveAttribute('aria-sort', 'ascending');
    await head('Identifier').getByRole('button').press('Space');
    await expect(head('Identifier')).toHaveAttribute('aria-sort', 'descending');
    await expect(head('Name')).not.toHaveAttribute('aria-sort');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('on a phone the accounts are a table of two-line rows, sorted by a chip', async ({ page }) => {
    await keepsNothing(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await enter(page, 'cleo');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('table')).toMatchAriaSnapshot(`
      - table "Accounts":
        - caption: Accounts
        - rowgroup:
          - row "Name Status Identifier End date":
            - columnheader "Name"
            - columnheader "Status"
            - columnheader "Identifier"
            - columnheader "End date"
        - rowgroup:
          - row:
            - cell "Nordmark Landesbank"
            - cell "Active"
            - cell "nordmark-lb"
            - cell /\\d{2}-\\w{3}-\\d{4}/
    `);
    await page.getByRole('button', { name: /^Sorted by/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End date' }).click();
    await expect(page).toHaveURL(/sort=service_period\.to%3Aasc/);
  });
});

test('[S-248] the choice of an account offers all of them, and finds by a part of the name', async ({ page }) => {
  await enter(page, 'ada');
  const organization = '/account/ca/organizations/create';
  await page.goto(organization);
  const answered = page.waitForResponse(
    (response) => /\/customer\?/.test(response.url()) && new URL(response.url()).searchParams.get('limit') === '99999',
  );
  await page.getByRole('combobox', { name: 'Account' }).click();
  const { total } = (await (await answered).json()) as { total: number };
  expect(total).toBeGreaterThan(20);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(total);
  await page.getByRole('combobox', { name: 'Account' }).fill('landesbank');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: 'Nordmark Landesbank' }).click();
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Nordmark Landesbank');
});

test('identifiers and badges are whole at 1440 px, in the longest language too', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const cut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
  await page.route('**/account/api/v1/user/me?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), locale: 'fr_FR' } });
  });
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('ada');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('row').nth(10)).toBeVisible();
  await page.goto('/account/accounts?active=true&sort=service_period.to%3Aasc');
  await expect(page.getByText('Aujourd’hui').first()).toBeVisible();
  expect(await cut('tbody td:not([data-small=name]), tbody td:not([data-small=name]) span:not(.vh)')).toEqual([]);
  await page.goto('/account/accounts?name=chamber');
  await expect(page.getByText('larkhill-chamber-of-commerce')).toBeVisible();
  expect(await cut('tbody td[data-small=id], tbody td[data-small=id] span')).toEqual([]);
});

test.describe('many accounts at once', () => {
  const ACCOUNT = '/account/ui-api/v1/account';
  const bar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  /** Three accounts whose names begin so; answers their headers and ids. */
  async function accounts(request: APIRequestContext, name: string) {
    const { access_token: token } = (await (
      await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'ada', password: DEMO_PASSWORD } })
    ).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const ids = new Map<string, string>();
    for (const number of ['01', '02', '03']) {
      const made = await request.post(ACCOUNT, {
        headers,
        data: {
          name: `${name} ${number}`,
          friendly_identifier: `${name.toLowerCase()}-${number}`,
          service_period: { from: '2026-01-01', to: '2099-12-31' },
          locale: 'en_US',
          organization: { name: `${name} ${number}`, country: 'DE' },
        },
      });
      expect(made.status()).toBe(201);
      ids.set(`${name} ${number}`, ((await made.json()) as { id: string }).id);
    }
    return {
      ids,
      read: async (one: string) =>
        (await (await request.get(`${ACCOUNT}/${ids.get(one)}`, { headers })).json()) as Record<string, unknown>,
      remove: (one: string) => request.delete(`${ACCOUNT}/${ids.get(one)}`, { headers }),
    };
  }

  test('[S-336 S-397] language, end date, off and on: asked once, settled by account, with reasons', async ({
    page,
    request,
  }) => {
    const name = `Sammel${Date.now().toString(36)}`;
    const { read, remove } = await accounts(request, name);
    await keepsNothing(page);
    await enter(page, 'ada', `/account/accounts?name=${name}&active=any`);
    await expect(rows(page)).toHaveCount(3);
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    const dialog = page.getByRole('dialog');
    await all.click();
    await page.getByRole('button', { name: 'Set language' }).click();
    await dialog.getByLabel('Language').selectOption('fr_FR');
    await dialog.getByRole('button', { name: 'Set for 3 accounts' }).click();
    await expect(bar(page, '3 done')).toBeVisible();
    expect(await read(`${name} 02`)).toMatchObject({
      locale: 'fr_FR',
      name: `${name} 02`,
      service_period: { from: '2026-01-01', to: '2099-12-31' },
    });

    // One of them is deleted by somebody else meanwhile.
    expect((await remove(`${name} 03`)).status()).toBe(204);
    await all.click();
    await page.getByRole('button', { name: 'Set end date' }).click();
    await expect(dialog.getByLabel('End date')).toBeFocused();
    const confirm = dialog.getByRole('button', { name: /^Set for/ });
    await expect(confirm).toHaveAccessibleDescription('Choose a day first.');
    await dialog.getByLabel('End date').fill('2020-01-01');
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('End date').fill('2090-06-30');
    await confirm.click();
    await expect(bar(page, '2 done, 1 failed')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: `${name} 03: ` })).toBeVisible();
    expect(await read(`${name} 01`)).toMatchObject({
      locale: 'fr_FR',
      service_period: { from: '2026-01-01', to: '2090-06-30' },
    });

    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await all.click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByText('Nobody belongs to them.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate 2 accounts' }).click();
    await expect(bar(page, '2 done')).toBeVisible();
    await expectRow(page, `${name} 01`, 'Inactive');
    await all.click();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await dialog.getByRole('button', { name: 'Activate 2 accounts' }).click();
    await expect(bar(page, '2 done')).toBeVisible();
    await expectRow(page, `${name} 01`, 'Active');
    for (const one of ['01', '02']) await remove(`${name} ${one}`);
  });

  test('a partner leaves its own account out, with the reason; who may change nothing selects nothing', async ({
    page,
  }) => {
    await keepsNothing(page);
    await enter(page, 'ben', '/account/accounts?name=umbra%20trust');
    await page.getByRole('checkbox', { name: 'Select Umbra Trust Services' }).click();
    await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveAttribute('aria-disabled', 'true');
    await signOut(page);
    await enter(page, 'cleo', '/account/accounts');
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});

test('[S-250] with Shift a second head joins the order, by mouse and keyboard, and the address says so', async ({
  page,
}) => {
  await keepsNothing(page);
  await enter(page, 'ada', '/account/accounts');
  await expect(rows(page).first()).toBeVisible();
  const head = (name: RegExp) => page.getByRole('columnheader', { name });
  await head(/^Type/).getByRole('button').click();
  await expect(head(/^Type/)).toHaveAttribute('aria-sort', 'ascending');
  await head(/^Name/)
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=type%3Aasc%2Cname%3Aasc/);
  const sorted = page.waitForRequest(
    (request) =>
      LIST.test(request.url()) && new URL(request.url()).searchParams.getAll('sort').join() === 'type:asc,name:desc',
  );
  await head(/^Name/).getByRole('button').press('Shift+Enter');
  await sorted;
  await expect(head(/^Name/)).toContainText('2');
  await expect(head(/^Name/)).toHaveAccessibleName(/2\. in the order, descending/);
  await expect(head(/^Name/)).not.toHaveAttribute('aria-sort');
  await head(/^Name/).getByRole('button').press('Shift+Enter');
  await expect(page).toHaveURL(/sort=type%3Aasc$/);
  await page.goto('/account/accounts?sort=type:desc&sort=name:desc');
  await expect(head(/^Type/)).toHaveAttribute('aria-sort', 'descending');
  await expect(head(/^Name/)).toContainText('2');
});

test.describe('[A-032] filters with a name', () => {
  test.afterEach(async ({ request }) => {
    const { access_token: token } = (await (
      await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'maren', password: DEMO_PASSWORD } })
    ).json()) as { access_token: string };
    for (const list of ['accounts', 'organizations'])
      await request.put(`/account/ui-api/v1/list-setting/${list}`, {
        headers: { authorization: `Bearer ${token}` },
        data: { filters: {}, hidden_columns: [] },
      });
  });

  test('are saved, shown as tabs with their counts, follow the person, are renamed and deleted', async ({
    page,
    browser,
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
    await expectAccessible(page);
    await tabs.getByRole('button', { name: /^Active accounts/ }).click();
    await expectRow(page, 'Nordmark Landesbank');
    await expect(chip(page, 'Status Active')).toBeVisible();
    await expect(page).toHaveURL(/\/accounts$/);

    // The next time, in another browser, even when this one is closed at once.
    await page.close({ runBeforeUnload: true });
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
    await expect(other.getByRole('navigation', { name: 'Saved filters' })).toHaveCount(0);
    await expect(chip(other, 'Status Inactive')).toBeVisible();
    await other.context().close();
  });

  test('organizations have them too', async ({ page }) => {
    await enter(page, 'maren', '/account/ca/organizations?name=nord');
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByLabel('Name of the filter').fill('Nord');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('navigation', { name: 'Saved filters' }).getByRole('button', { name: /^Nord \d/ }),
    ).toHaveAttribute('aria-current', 'true');
    await expect(
      page.getByRole('navigation', { name: 'Saved filters' }).getByRole('button', { name: /^All organizations \d/ }),
    ).toBeVisible();
  });
});

test('the fixed foot covers no target of the rows under it, and a row’s menu stays in view at its end', async ({
  page,
}) => {
  await keepsNothing(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'ada');
  for (const path of ['/account/accounts', '/account/ca/organizations']) {
    await page.goto(path);
    await expect(rows(page).first()).toBeVisible();
    for (const down of [0, 9, 18, 27]) {
      await page.evaluate((y) => window.scrollTo(0, y), down);
      // WCAG 2.5.8; axe leaves it out unless it is asked for.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(['target-size']).analyze();
      expect(violations.flatMap((one) => one.nodes.map((node) => node.target.join(' ')))).toEqual([]);
    }
  }
  for (const width of [720, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/account/accounts');
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeInViewport({ ratio: 1 });
  }
});
