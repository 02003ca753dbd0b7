import type { Locator, Page } from '@playwright/test';
import { enter, signIn } from './steps.ts';
import { expect, test } from './test.ts';
import { VISITS } from './visits.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go to' });
const field = (page: Page) => palette(page).getByRole('combobox');
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
  const code: string[] = [];
  page.on('request', (request) => void (/\/Palette.*\.js$/.test(request.url()) && code.push(request.url())));
  await settleIn(page, 'ada');
  await page.getByRole('link', { name: 'Accounts' }).first().click();
  const filter = page.getByRole('textbox', { name: 'Filter by name' });
  await filter.focus();
  // Nothing of it is loaded before it is wanted.
  expect(code).toEqual([]);
  await open(page);
  expect(code).toHaveLength(1);
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

test('it lists every screen and action that the person may open, and none of the others', async ({ browser }) => {
  const screensOf = async (person: string): Promise<string[]> => {
    const own = await (await browser.newContext()).newPage();
    await settleIn(own, person);
    await open(own);
    const screens = [...(await names(group(own, 'Screens'))), ...(await names(group(own, 'Actions')))];
    // Each is a page of the map.
    const places = await palette(own)
      .getByRole('option')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(VISITS.map((visit) => visit.route)).toEqual(expect.arrayContaining(places));
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
      'Replace license',
      'Create account',
      'Create organization',
      'Profile',
      'Sessions',
    ]),
  );
  expect(cleo).toEqual(expect.arrayContaining(['Accounts', 'Organizations', 'Create organization', 'Profile']));
  for (const screen of ['Platform settings', 'Outgoing mail', 'Replace license', 'Create account'])
    expect(cleo).not.toContain(screen);
  expect(emil).toEqual(expect.arrayContaining(['Profile', 'Edit profile', 'Change password', 'Sessions']));
  for (const screen of ['Accounts', 'Organizations', 'Create organization']) expect(emil).not.toContain(screen);
  for (const titles of [ada, cleo, emil]) expect(new Set(titles).size).toBe(titles.length);
});

test('the keyboard alone finds an account and opens it; with Ctrl in a new tab', async ({ page, context }) => {
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

  await open(page);
  await page.keyboard.type('platform set');
  await expect(active(page)).toHaveAccessibleName('Platform settings');
  const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(tab.getByRole('heading', { name: 'Platform settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});

test('the arrows go through all groups and around; a screen opens, recent choices come first', async ({ page }) => {
  await settleIn(page, 'ada');
  await open(page);
  await page.keyboard.type('org');
  await expect(group(page, 'Screens').getByRole('option')).toHaveCount(1);
  await expect(group(page, 'Actions').getByRole('option')).toHaveCount(1);
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

test('organization, own page and other people are found', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'Cleo Marchetti', level: 1 })).toBeVisible();
  await open(page);
  await page.keyboard.type('norden');
  await expect(
    palette(page)
      .getByRole('status')
      .filter({ hasText: /results/ }),
  ).toBeVisible();
  const found = group(page, 'Organizations').getByRole('option').first();
  const [name = 'none was found'] = await names(group(page, 'Organizations'));
  await found.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/ca\/organizations\/[0-9a-f-]{36}$/);
});

test('it opens, and keeps what is typed in it, while the start page leads on to a page of another frame', async ({
  page,
}) => {
  const held = ['EitherLayout', 'WelcomePage'] as const;
  const lead = new Map<string, () => void>();
  for (const name of held) {
    const released = new Promise<void>((resolve) => lead.set(name, resolve));
    await page.route(new RegExp(`assets/${name}-`), async (route) => {
      await released;
      await route.continue();
    });
  }
  await signIn(page, 'emil');
  // The other frame is waited for; the one that stood keeps its place, and listens.
  await expect(page.locator('[aria-busy="true"]:visible')).toContainText('Loading');
  await expect(page).toHaveURL(/\/account\/welcome$/);
  await expect(page.getByRole('button', { name: 'Search or go to…' })).toBeVisible();
  await open(page);
  await field(page).fill('sess');
  for (const name of held) lead.get(name)?.();
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
