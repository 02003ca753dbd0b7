/** What is asked before it happens, by keyboard: where the focus begins, and where it goes afterwards. */
import type { Locator, Page } from '@playwright/test';
import { enter, expectAccessible, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';

const unique = (text: string): string => `${text} ${Date.now().toString(36)}`;
const focused = (page: Page) => page.locator(':focus');

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/account/accounts/create-account');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Goes down an open menu until an entry has the focus. Before the menu has it the keys would scroll the page. */
async function arrowTo(page: Page, entry: Locator): Promise<void> {
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await entry.and(focused(page)).count()).toBe(1);
  }).toPass();
}

/** Opens the menu of a record and an entry of it, by keyboard alone. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  await arrowTo(page, page.getByRole('menuitem', { name: entry, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('[S-336] a dialog from a menu gives the keyboard back to its button; a yes or no begins on the way back', async ({
  page,
}) => {
  const name = unique('Fokushaus');
  await enter(page, 'ada');
  await create(page, name);
  const dots = page.getByRole('button', { name: `Actions for ${name}` });
  for (const entry of ['Deactivate', 'Change partner', 'Link account', 'Delete account']) {
    await choose(page, name, entry);
    if (entry === 'Deactivate')
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    if (entry === 'Delete account') await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(dots).toBeFocused();
  }
  await choose(page, name, 'Deactivate');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'The account is deactivated.');
  await expect(dots).toBeFocused();

  await page.getByRole('link', { name: 'Edit account' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name} II`);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectAccessible(page);
});

test('when what had the focus is removed, the heading has it: after a contact, an organization, a banner', async ({
  page,
}) => {
  const name = unique('Wegwerfhaus');
  await enter(page, 'ada', '/account/accounts?name=nordmark%20landesbank&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create organization' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await page.getByLabel('First name').fill('Ingrid');
  await page.getByLabel('Last name').fill('Weg');
  await page.getByLabel('Email').fill('ingrid@weg.example');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await choose(page, 'Ingrid Weg', 'Delete contact');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'The contact is deleted.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();

  await page.goto(`/account/ca/organizations?name=${encodeURIComponent(name)}`);
  await choose(page, name, 'Delete organization');
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'The organization is deleted.');
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeFocused();

  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.includes('banner'))
      .forEach((key) => localStorage.removeItem(key)),
  );
  await page.goto('/account/accounts');
  await page.getByRole('button', { name: 'Dismiss: accounts that end within 30 days' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeFocused();
});

test('arrow keys stop on what can’t be done, and its reason is read out; nothing happens', async ({ page }) => {
  await enter(page, 'ada', '/account/accounts?name=umbra%20trust&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Umbra Trust Services' }).click();
  await expect(page.getByRole('heading', { name: 'Umbra Trust Services', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Umbra Trust Services' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: /^Change partner/ });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await arrowTo(page, entry);
  await expect(entry).toHaveAccessibleName(/A partner account has no partner itself/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('menu')).toBeVisible();
});

test('the choice of a partner says what follows of it, and nothing is sent before it is confirmed', async ({
  page,
}) => {
  const name = unique('Partnerlos');
  await enter(page, 'ada');
  await create(page, name);
  let requests = 0;
  page.on('request', (request) => void (request.url().endsWith('/partner') && (requests += 1)));
  await choose(page, name, 'Change partner');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No partner looks after this account; the platform does.')).toBeVisible();
  await expect(dialog.getByText(/no longer sees/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Give a partner' }).click();
  await expect(dialog.getByRole('combobox', { name: 'New partner' })).toHaveAccessibleDescription(
    'Choose another partner.',
  );
  await dialog.getByRole('combobox', { name: 'New partner' }).fill('calder');
  await page.getByRole('option', { name: 'Calder Identity' }).click();
  await expect(dialog.getByText(/The new partner sees and looks after this account/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Give a partner' }).click();
  await expectNotice(page, 'The partner is changed.');

  await choose(page, name, 'Change partner');
  await expect(dialog.getByText('Its partner is Calder Identity.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'No partner' }).check();
  await expect(
    dialog.getByText(/Calder Identity no longer sees this account.*only the platform looks after it/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(requests).toBe(1);
  await expect(page.getByRole('definition').filter({ hasText: 'Calder Identity' })).toBeVisible();
  await choose(page, name, 'Change partner');
  await dialog.getByRole('radio', { name: 'No partner' }).check();
  await dialog.getByRole('button', { name: 'Take away the partner' }).click();
  await expectNotice(page, 'The account has no partner any more.');
  await expect(page.getByRole('definition').filter({ hasText: 'Calder Identity' })).toHaveCount(0);
});

test('who switches a partner off reads what becomes of its customers', async ({ page }) => {
  await enter(page, 'ada', '/account/accounts?name=umbra%20trust&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Umbra Trust Services' }).click();
  await expect(page.getByRole('heading', { name: 'Umbra Trust Services', level: 1 })).toBeVisible();
  await choose(page, 'Umbra Trust Services', 'Deactivate');
  await expect(
    page.getByRole('dialog').getByText(/Its \d+ customers stay in service.*meanwhile the platform does/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[A-062] on a narrow page tabs lead to the sections; a long name without a space stays within it', async ({
  page,
}) => {
  const name = `${Date.now().toString(36)}${'Unzertrennlich'.repeat(14)}`;
  await enter(page, 'ada');
  await create(page, name);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
    const strip = page.getByRole('navigation', { name: 'Sections' });
    await strip.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'History' })).toBeFocused();
    await expect(
      page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'History' }),
    ).toBeInViewport();
  }
  await choose(page, name, 'Delete account');
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
});

test('contacts can be read whole at every width, and the page never scrolls sideways', async ({ page }) => {
  await enter(page, 'ada', '/account/accounts?name=nordmark%20landesbank&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create organization' }).click();
  const name = unique('Breitenhaus');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await page.getByLabel('First name').fill('Ingrid');
  await page.getByLabel('Last name').fill('Breit');
  await page.getByLabel('Email').fill('ingrid.breit@breitenhaus.example');
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dots = page.getByRole('button', { name: 'Actions for Ingrid Breit' });
  for (const width of [360, 660, 768, 860, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(dots).toBeInViewport({ ratio: 1 });
    // What does not fit can be scrolled to.
    if (width > 640)
      await expect(page.getByRole('table', { name: 'Contacts' }).locator('..')).toHaveCSS('overflow-x', 'auto');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
});

test('[A-001] a flag keeps the keyboard when it is switched; for an account one is chosen first', async ({ page }) => {
  await enter(page, 'ada', '/account/settings/feature-flags');
  const flag = page.getByRole('switch', { name: 'AM_enable_user_roles' });
  const card = page.getByRole('listitem').filter({ has: flag });
  const was = await flag.isChecked();
  await card.getByRole('button', { name: /for this account/ }).click();
  await expect(card.getByRole('combobox')).toHaveAccessibleDescription('Choose an account first.');
  await flag.focus();
  await page.keyboard.press('Space');
  await expect(flag).toBeChecked({ checked: !was });
  await expect(flag).toBeFocused();
  await expect(flag).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Space');
  await expect(flag).toBeChecked({ checked: was });
  await expect(flag).toBeFocused();
});
