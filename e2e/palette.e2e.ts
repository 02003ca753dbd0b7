import type { Locator, Page } from '@playwright/test';
import { enter, expectAccessible, signIn, withoutErrors } from './steps.ts';
import { expect, test } from './test.ts';

const SEARCH = '**/account/ui-api/v1/search?*';
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go to' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const group = (page: Page, name: string): Locator => palette(page).getByRole('group', { name, exact: true });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });
const names = (of: Locator): Promise<string[]> => of.getByRole('option').locator('span:first-of-type').allInnerTexts();

/** Signed in and on a page that everybody has: the one where a person lands leads on by itself. */
async function settleIn(page: Page, person: string): Promise<void> {
  await enter(page, person, '/account/profile');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
}

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Ctrl K opens it from anywhere and closes it; the focus goes back to where it was', async ({ page }) => {
  await settleIn(page, 'ada');
  await page.getByRole('link', { name: 'Accounts' }).first().click();
  const filter = page.getByRole('textbox', { name: 'Filter by name' });
  await filter.focus();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(filter).toBeFocused();
  await open(page);
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await expect(filter).toBeFocused();
  await page.getByRole('button', { name: 'Search or go to…' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Search or go to…' })).toBeFocused();
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search or go to')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
});

test('it lists every screen that the person may open, and none of the others', async ({ browser }) => {
  const screensOf = async (person: string): Promise<string[]> => {
    const own = await (await browser.newContext()).newPage();
    await settleIn(own, person);
    await open(own);
    const screens = await names(group(own, 'Screens'));
    await own.context().close();
    return screens;
  };
  const [ada, cleo, emil] = [await screensOf('ada'), await screensOf('cleo'), await screensOf('emil')];
  expect(ada).toEqual(
    expect.arrayContaining([
      'Accounts',
      'Organizations',
      'Platform settings',
      'Outgoing mail',
      'Update license',
      'Create account',
      'Create organization',
      'Profile',
      'Sessions',
    ]),
  );
  expect(cleo).toEqual(expect.arrayContaining(['Accounts', 'Organizations', 'Create organization', 'Profile']));
  for (const screen of ['Platform settings', 'Outgoing mail', 'Update license', 'Create account'])
    expect(cleo).not.toContain(screen);
  expect(emil).toEqual(expect.arrayContaining(['Profile', 'Edit profile', 'Change password', 'Sessions']));
  for (const screen of ['Accounts', 'Organizations', 'Create organization']) expect(emil).not.toContain(screen);
  for (const titles of [ada, cleo, emil]) expect(new Set(titles).size).toBe(titles.length);
});

test('every screen that it lists opens', async ({ page }) => {
  await settleIn(page, 'ada');
  await open(page);
  const targets = await palette(page)
    .getByRole('option')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const target of targets) {
    await page.goto(target);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const refusal of ['Page not found', 'You have no access to this page.'])
      await expect(page.getByText(refusal), target).toHaveCount(0);
  }
});

test('the keyboard alone finds an account and opens it', async ({ page }) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('NORDMARK land');
  await expect(active(page)).toHaveAccessibleName(/^Nordmark Landesbank/);
  await expect(active(page).locator('mark')).toHaveText(['Nordmark', 'Land']);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/accounts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
});

test('Ctrl Enter opens in a new tab and leaves the page as it is', async ({ page, context }) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('platform set');
  await expect(active(page)).toHaveAccessibleName('Platform settings');
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(tab.getByRole('heading', { name: 'Platform settings', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/profile$/);
  await expect(palette(page)).toHaveCount(0);
});

test('the arrows go through all groups and around; a screen opens, recent choices come first', async ({ page }) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('org');
  await expect(group(page, 'Screens').getByRole('option')).toHaveCount(2);
  await expect(active(page)).toHaveAccessibleName('Organizations');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveAccessibleName(/Create organization/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).not.toHaveAccessibleName('Organizations');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
  await open(page);
  expect(await names(group(page, 'Recent'))).toEqual(['Organizations']);
  expect(await names(group(page, 'Screens'))).not.toContain('Organizations');
  await page.keyboard.press('Escape');
  // In memory alone.
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await open(page);
  await expect(group(page, 'Screens').getByRole('option').first()).toBeVisible();
  await expect(group(page, 'Recent')).toHaveCount(0);
});

test('[S-221] nobody finds what belongs to the other side', async ({ browser }) => {
  for (const [person, own, foreign] of [
    ['ben', 'Nordmark', 'orsini'],
    ['carl', 'Orsini', 'umbra'],
    ['emil', '', 'nordmark'],
  ] as const) {
    const page = await (await browser.newContext()).newPage();
    await settleIn(page, person);
    await open(page);
    await page.keyboard.type(foreign);
    await expect(palette(page).getByText(`Nothing found for “${foreign}”`)).toBeVisible();
    await expect(palette(page).getByRole('status')).toHaveText('No results');
    if (own !== '') {
      await field(page).fill(own);
      await expect(option(page, new RegExp(`^${own}`)).first()).toBeVisible();
    }
    await page.context().close();
  }
});

test('organization, own page and other people are found; a person without a page leads to the account', async ({
  page,
}) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('lindqvist');
  await expect(group(page, 'People').getByRole('option')).toHaveCount(1);
  await group(page, 'People')
    .getByRole('option', { name: /^Ada Lindqvist/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Ada Lindqvist', level: 1 })).toBeVisible();
  await open(page);
  await page.keyboard.type('cleo');
  const cleo = group(page, 'People').getByRole('option', { name: /^Cleo/ });
  await expect(cleo).toContainText('cleo · Account scope · in Nordmark Landesbank');
  await cleo.click();
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  await open(page);
  await page.keyboard.type('norden');
  const found = group(page, 'Organizations').getByRole('option').first();
  const [name] = await names(group(page, 'Organizations'));
  await found.click();
  await expect(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/ca\/organizations\/[0-9a-f-]{36}$/);
});

test('results stay until the next answer, late answers are cancelled, Enter waits for the right one', async ({
  page,
}) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('norden');
  await expect(option(page, /^Norden/).first()).toBeVisible();
  let answer = () => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route(SEARCH, async (route) => {
    if (route.request().url().includes('text=orsini')) await released;
    await route.continue().catch(() => undefined);
  });
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('text=orsini')),
    field(page).fill('orsini'),
  ]);
  await expect(option(page, /^Norden/).first()).toBeVisible();
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  const cancelled = page.waitForEvent('requestfailed', (one) => one === request);
  await field(page).fill('calder');
  await cancelled;
  await expect(option(page, /^Calder Identity/).first()).toBeVisible();
  await Promise.all([page.waitForRequest((one) => one.url().includes('text=orsini')), field(page).fill('orsini')]);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/accounts\/[0-9a-f-]{36}/);
  answer();
  await expect(page.getByRole('heading', { name: 'Orsini Custody', level: 1 })).toBeVisible();
});

test('a failure is said, what the console knows itself stays, and another try works', async ({ page }) => {
  await settleIn(page, 'ada');
  await page.route(SEARCH, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: { status: 'INTERNAL', message: 'Broken.' } }),
    }),
  );
  await open(page);
  await page.keyboard.type('platform');
  await expect(palette(page).getByRole('alert')).toContainText('The search did not work');
  await expect(active(page)).toHaveAccessibleName('Platform settings');
  await expectAccessible(page);
  await page.unroute(SEARCH);
  await palette(page).getByRole('button', { name: 'Try again' }).click();
  await expect(option(page, /^Signet platform/).first()).toBeVisible();
  await expect(palette(page).getByRole('alert')).toHaveCount(0);
});

test('signs, script and very long text are only text', async ({ page }) => {
  await settleIn(page, 'ada');
  await withoutErrors(page, async () => {
    await open(page);
    for (const text of ['%', '<script>alert(1)</script>', '\\', '"><img src=x onerror=alert(1)>']) {
      await field(page).fill(text);
      await expect(palette(page).getByText(`Nothing found for “${text}”`)).toBeVisible();
    }
    await field(page).fill('x'.repeat(300));
    await expect(field(page)).toHaveValue('x'.repeat(100));
    await expect(palette(page).getByRole('status')).toHaveText('No results');
  });
});

test('on a phone it fills the screen, opens by its button and closes by its cross', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await settleIn(page, 'ada');
  await page.getByRole('button', { name: 'Search or go to…' }).click();
  await field(page).fill('grünwald');
  await expect(option(page, /Grünwald & Söhne Privatbank/).first()).toBeVisible();
  expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await expect(palette(page)).toHaveCount(0);
});

test('unsaved changes are asked about before another page is opened', async ({ page }) => {
  await settleIn(page, 'ada');
  await page.goto('/account/profile/edit');
  await page.getByLabel('Last name').fill('Changed');
  await open(page);
  await page.keyboard.type('accounts');
  await expect(active(page)).toHaveAccessibleName('Accounts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/profile\/edit$/);
});

test('neither sign-in nor a list loads its code', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
  await signIn(page, 'ada');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(loaded.filter((path) => path.includes('/Palette'))).toEqual([]);
  await open(page);
  expect(loaded.filter((path) => /\/Palette.*\.js$/.test(path))).toHaveLength(1);
});

test('it stays open, with what is typed in it, while the start page leads on to a page of another frame', async ({
  page,
}) => {
  let lead = (): void => {};
  const released = new Promise<void>((resolve) => (lead = resolve));
  await page.route(/assets\/WelcomePage-/, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, 'emil');
  await open(page);
  await field(page).fill('sess');
  lead();
  await expect(page).toHaveURL(/\/account\/welcome$/);
  await expect(page.getByRole('heading', { level: 1, includeHidden: true, name: 'Welcome, Emil' })).toBeVisible();
  await expect(field(page)).toHaveValue('sess');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/profile\/sessions$/);
});

test('what is typed after Ctrl K arrives in the palette, never in the form underneath, however long it loads', async ({
  page,
}) => {
  await settleIn(page, 'ada');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/Palette.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/account/accounts/create-account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Zzz');
  let requests = 0;
  page.on(
    'request',
    (request) => void (request.method() === 'POST' && request.url().endsWith('/v1/account') && (requests += 1)),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('organizationz');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Zzz');
  release();
  await expect(field(page)).toHaveValue('organizations');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Zzz');
  expect(requests).toBe(0);
});
