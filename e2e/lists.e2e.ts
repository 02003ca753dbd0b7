/** What every list does, shown on those there are. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './platforms.ts';
import { expectAccessible, expectRow, keepsNothing, signIn, signOut } from './words.ts';

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
    const asked = { exact: 0 };
    await page.route(LIST, async (route) => {
      const response = await route.fetch();
      if (new URL(route.request().url()).searchParams.get('count') === 'exact') {
        asked.exact += 1;
        return route.fulfill({ response });
      }
      const body = (await response.json()) as { total: number };
      return route.fulfill({ response, json: { ...body, total: Math.min(body.total, BOUND), total_exact: body.total <= BOUND } });
    });
    return asked;
  }

  test('the list says so, pages on without a last page, and counts them all once when asked', async ({ page }) => {
    await keepsNothing(page);
    const asked = await countWithin(page);
    await signIn(page, 'ben');
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
    expect(asked.exact).toBe(0);

    await page.getByRole('button', { name: 'Count all' }).click();
    await expect(page.getByRole('search').getByText(/^\d+ accounts$/)).toBeVisible();
    await expect(page.getByText(/^61–80 of \d+$/)).toBeVisible();
    await pages.getByRole('link', { name: 'Previous page' }).click();
    await expect(page.getByText(/^41–60 of \d+$/)).toBeVisible();
    expect(asked.exact).toBe(1);

    await page.getByRole('textbox', { name: 'Filter by name' }).fill('a');
    await expect(page.getByRole('search').getByText('More than 45 accounts')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Count all' })).toBeVisible();
  });

  test('[S-011 S-012] a page beyond the end goes to the last one, whatever was counted', async ({ page }) => {
    await keepsNothing(page);
    await countWithin(page);
    await signIn(page, 'ben');
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
    const { access_token: token } = (await (await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'maren', password: DEMO_PASSWORD } })).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    return {
      kept: async () => (await (await request.get('/account/ui-api/v1/list-setting', { headers })).json()) as Record<string, unknown>,
      keep: async (data: object) => (await request.put('/account/ui-api/v1/list-setting/accounts', { headers, data })).status(),
    };
  }
  test.afterEach(async ({ request }) => {
    expect(await (await asMaren(request)).keep({ filters: {}, hidden_columns: [] })).toBe(204);
  });

  test('the filters come back after signing in again; another person in the same browser gets the defaults', async ({ page }) => {
    await signIn(page, 'maren');
    await expectRow(page, 'Nordmark Landesbank');
    await showInactive(page);
    await signOut(page);
    await signIn(page, 'ben');
    await expect(chip(page, 'Status Active')).toBeVisible();
    await signOut(page);
    await signIn(page, 'maren');
    await expect(chip(page, 'Status Inactive')).toBeVisible();
    await expect(page).toHaveURL(/active=false/);
    await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  });

  test('another browser of the same person shows the same filters, even when the first was closed at once', async ({ page, browser, request }) => {
    const { kept } = await asMaren(request);
    const first = await (await browser.newContext()).newPage();
    await signIn(first, 'maren');
    await expectRow(first, 'Nordmark Landesbank');
    await showInactive(first);
    await first.close({ runBeforeUnload: true });
    await expect.poll(kept).toMatchObject({ accounts: { filters: { active: 'false' } } });
    await signIn(page, 'maren');
    await expect(chip(page, 'Status Inactive')).toBeVisible();
  });

  test('columns are put away and brought back, by keyboard too; the name stays, and a phone keeps its two lines', async ({ page }) => {
    const heads = page.getByRole('columnheader');
    await signIn(page, 'maren');
    await expect(heads).toHaveText(['Name', 'Status', 'Identifier', 'Start date', 'End date']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Name' })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('menuitemcheckbox', { name: 'Start date' }).click();
    await expect(heads).toHaveText(['Name', 'Status', 'Identifier', 'End date']);
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expect(heads).toHaveText(['Name', 'Status', 'End date']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns (2 hidden)' })).toBeFocused();
    await signOut(page);

    await signIn(page, 'maren');
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
    await signIn(page, 'maren');
    await page.goto('/account/accounts?name=landesbank');
    await expectRow(page, 'Nordmark Landesbank');
    await page.goto('/account/accounts');
    await expectRow(page, 'Nordmark Landesbank');
    await expect(page).toHaveURL(/\/accounts$/);
  });

  test('a choice that can’t be kept is not lost while the console is open, and nobody is bothered', async ({ page }) => {
    await page.route(/\/list-setting\/accounts/, (route) => route.abort());
    await signIn(page, 'maren');
    await expectRow(page, 'Nordmark Landesbank');
    await Promise.all([page.waitForEvent('requestfailed', (request) => request.url().includes('/list-setting/')), showInactive(page)]);
    await page.getByRole('link', { name: 'Signet' }).first().click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
    await expect(chip(page, 'Status Inactive')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
    await page.goto('about:blank');
  });
});
