/** What is asked before it happens, by keyboard, and pages of records in windows of every width. */
import type { Locator, Page } from '@playwright/test';
import { sideways } from './inspect.ts';
import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';

const unique = (text: string): string => `${text} ${Date.now().toString(36)}`;
const focused = (page: Page) => page.locator(':focus');

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/account/accounts/create-account');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
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
  await dialog.getByRole('button', { name: 'Remove the partner' }).click();
  await expectNotice(page, 'The account has no partner any more.');
  await expect(page.getByRole('definition').filter({ hasText: 'Calder Identity' })).toHaveCount(0);
});

test('[A-062] on a narrow page tabs lead to the sections; a long name without a space stays within it', async ({
  page,
}) => {
  const name = `${Date.now().toString(36)}${'Unzertrennlich'.repeat(14)}`;
  await enter(page, 'ada');
  await create(page, name);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `at ${width} px`).toBe(0);
    const strip = page.getByRole('navigation', { name: 'Sections' });
    await strip.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'History' })).toBeFocused();
    await expect(
      page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'History' }),
    ).toBeInViewport();
  }
  await choose(page, name, 'Delete account');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect
    .poll(() => page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth))
    .toBe(0);
});

test('contacts can be read whole at every width, and the page never scrolls sideways', async ({ page }) => {
  await enter(page, 'cleo', '/account/ca/organizations?name=leasing');
  await page.getByRole('link', { name: 'Nordmark Leasing' }).click();
  const dots = page
    .getByRole('table', { name: 'Contacts' })
    .getByRole('button', { name: /^Actions for/ })
    .first();
  for (const width of [360, 660, 768, 860, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(dots).toBeInViewport({ ratio: 1 });
    // What does not fit can be scrolled to.
    if (width > 640)
      await expect(page.getByRole('table', { name: 'Contacts' }).locator('..')).toHaveCSS('overflow-x', 'auto');
    expect(await sideways(page), `at ${width} px`).toBe(0);
  }
});
