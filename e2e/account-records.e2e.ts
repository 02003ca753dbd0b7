import type { Page } from '@playwright/test';
import { enter, expectAccessible, expectNotice, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

const unique = (text: string): string => `${text} ${Date.now().toString(36)}`;
const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

async function create(page: Page, name: string, more: (page: Page) => Promise<void> = async () => {}): Promise<void> {
  await page.goto('/account/accounts/create-account');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await more(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function openMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('[S-013 A-036 A-037 A-039] system scope chooses the type; the identifier follows the name and is checked', async ({
  page,
}) => {
  const name = unique('Kontor Süd');
  await enter(page, 'ada', '/account/accounts');
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('link', { name: /Partner account/ })).toHaveAttribute(
    'href',
    '/account/accounts/create-partner-account',
  );
  await page.getByRole('link', { name: /Standard account/ }).click();
  await expect(page).toHaveURL(/\/create-account$/);
  // The page before it has a link of this name too, and stays until this one has come.
  await expect(page.getByLabel('Identifier')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/accounts\/create$/);
  await page.getByRole('link', { name: /Standard account/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('東京銀行');
  await expect(page.getByLabel('Identifier')).toHaveValue('');
  await expect(page.getByLabel('Identifier')).toHaveAccessibleDescription(/Choose one/);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const label of ['Name', 'Identifier', 'Organization name'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/Fill in this field/);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByLabel('Identifier')).toHaveValue(/^kontor-sud-/);
  await expect(page.getByLabel('Organization name')).toHaveValue(name);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByLabel('Identifier').fill('nordmark-lb');
  await expect(page.getByLabel('Identifier')).toHaveAccessibleDescription(/Another account has this identifier/);
  await page.getByLabel('Identifier').fill(`kontor-${Date.now().toString(36)}`);
  await page.getByLabel('End date').fill(inDays(-1));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription(/Choose today or a later day/);
  await page.getByLabel('End date').fill('2027-03-09');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('End date')).toHaveValue('09-Mar-2027');
  await page.getByLabel('End date').fill(inDays(1));
  await page.getByLabel('Invite an administrator now').check();
  await page.getByLabel('First name').fill('Ivo');
  await page.getByLabel('Last name').fill('Lund');
  await page.getByLabel('Email').fill(`ivo.${Date.now()}@kontor.example`);
  await page.getByRole('combobox', { name: 'Partner account' }).fill('calder');
  await page.getByRole('option', { name: 'Calder Identity' }).click();
  await page.getByLabel('Link it to the external identity service now').check();
  await page.getByLabel('Federated account ID').fill(`F-${Date.now()}`);
  await expect(page.getByLabel('Linked account name')).toHaveValue(name);
  await page.getByLabel('Address of the linked account').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Address of the linked account')).toHaveAccessibleDescription(/begins with https:\/\//);
  await page.getByLabel('Address of the linked account').fill('https://federation.example/accounts/9');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectNotice(page, 'The account is created.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goto(`/account/accounts?name=${encodeURIComponent(name)}`);
  await expectRow(page, name, 'Active', 'Standard', 'Calder Identity');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name: 'Linked account' })).toBeVisible();
});

test('[A-038 A-060] a partner creates a standard account without a choice, and edits it; it is its customer', async ({
  page,
}) => {
  const name = unique('Kundenhaus');
  await enter(page, 'bea', '/account/accounts/create');
  await expect(page).toHaveURL(/\/create-account$/);
  await page.goto('/account/accounts/create-partner-account');
  await expect(page.getByText('You have no access to this page.')).toBeVisible();
  await create(page, name);
  await expect(page.getByRole('definition').filter({ hasText: 'Calder Identity' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Edit account' }).click();
  const identifier = page.getByLabel('Identifier');
  await expect(identifier).toHaveAttribute('readonly', '');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveAccessibleDescription(
    'Nothing is changed yet.',
  );
  await page.getByLabel('Name', { exact: true }).fill('<script>');
  await page.getByLabel('End date').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/punctuation of names/);
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription(/Fill in this field/);
  await page.getByLabel('Name', { exact: true }).fill('x'.repeat(256));
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/greatest length of 256/);
  await page.getByLabel('Name', { exact: true }).fill(`${name} AG`);
  await page.getByLabel('End date').fill(inDays(500));
  await page.getByLabel('Language').selectOption('fr_FR');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const body = (await saved).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(body).toSorted()).toEqual(['locale', 'name', 'service_period']);
  expect(body['service_period']).toEqual({ from: inDays(0), to: inDays(500) });
  await expectNotice(page, 'The account is saved.');
  await expect(page.getByRole('heading', { name: `${name} AG`, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'History', exact: true }).first().click();
  await expect(page.getByText('Account changed')).toBeVisible();
  const became = (label: string, text: string | RegExp) =>
    expect(
      page.getByRole('region', { name: 'History' }).getByRole('definition').filter({ hasText: text }).locator('..'),
    ).toContainText(label);
  await became('Name', `${name} became ${name} AG`);
  // In words, as everywhere else: no field names of the wire, no codes.
  await became('Language', 'English (United States) became français (France)');
  await became('End date', /^\d\d-[A-Z][a-z]{2}-\d{4} became \d\d-[A-Z][a-z]{2}-\d{4}$/);
  await expectAccessible(page);
});

test('[A-033 A-035 A-048] a row leads to edit where the rule allows it, also under the second address', async ({
  page,
}) => {
  await enter(page, 'ben', '/account/accounts?name=umbra&active=any');
  await expect(page.getByRole('table').getByRole('link', { name: 'Umbra Trust Services' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for Umbra Trust Services' })).toHaveCount(0);
  await page.goto('/account/accounts?name=nordmark&active=any');
  await openMenu(page, 'Nordmark Landesbank', 'Edit account');
  await expect(page).toHaveURL(/\/account\/accounts\/[\w-]+\/edit$/);
  await expect(page.getByLabel('Identifier')).toHaveValue('nordmark-lb');
  await page.goto(new URL(page.url()).pathname.replace('/accounts/', '/ca/accounts/'));
  await expect(page.getByLabel('Identifier')).toHaveValue('nordmark-lb');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    /Umbra/,
    'Accounts',
    'Nordmark Landesbank',
    'Edit account',
  ]);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit account' }).click();
  await page.getByLabel('Language').selectOption('de_DE');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The account is saved.');
  await page.getByRole('main').getByRole('link', { name: 'Edit account' }).click();
  await page.getByLabel('Language').selectOption('en_US');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The notice of the time before may still be there.
  await expect(page.getByRole('definition').filter({ hasText: 'English (United States)' })).toBeVisible();
});

test('[A-051 A-054 A-055 A-056 A-057 A-062 A-064 A-065 A-067 A-069 A-070 A-073 A-077 A-128 S-073] its page', async ({
  page,
}) => {
  await enter(page, 'ada', '/account/accounts?name=nordmark%20landesbank&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const text of [
    'Active',
    id,
    '01-Jan-2025',
    'English (United States)',
    'Umbra Trust Services',
    'Standard',
    'nordmark-lb',
  ])
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('button')).toHaveText([
    /Organizations/,
    /Administrators/,
    'Licenses',
    'Features',
    'Packages',
    /Templates/,
    /Certificate profiles/,
    'Account sign-in',
    'Email domains',
    /Self-service/,
    /Integrations/,
    /Document signing clients/,
    'Ends soon',
    'History',
    'Help',
  ]);
  await expect(page.getByRole('link', { name: 'Nordmark Leasing', exact: true })).toBeVisible();
  const head = page.getByRole('heading', { name: /^Organizations/ }).getByRole('button');
  await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('link', { name: 'Nordmark Leasing', exact: true })).toHaveCount(0);
  await sections.getByRole('button', { name: /Organizations/ }).click();
  await expect(head).toBeFocused();
  await expect(page.getByRole('link', { name: 'Nordmark Leasing', exact: true })).toBeVisible();
  await sections.getByRole('button', { name: 'Help' }).click();
  for (const link of await page.getByRole('region', { name: 'Help' }).getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    expect(await link.getAttribute('href')).toBeTruthy();
  }
  await page.getByRole('link', { name: 'Edit sign-in with a certificate' }).click();
  await expect(page).toHaveURL(new RegExp(`/accounts/${id}/updateClientAuthCertLogin$`));
  await expect(page.getByRole('heading', { name: 'Edit sign-in with a certificate', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'All organizations' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
  await expect(page.getByRole('table').getByRole('link', { name: 'Nordmark Leasing', exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Edit Nordmark Leasing' }).click();
  await expect(page).toHaveURL(/\/account\/ca\/organizations\/[\w-]{36}\/edit$/);
  await expect(page.getByRole('heading', { name: 'Edit organization', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Create organization' }).click();
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Nordmark Landesbank');
});

test('[A-016 A-021 A-046 A-060 A-061] an account sees itself, and may not edit itself', async ({ page }) => {
  await enter(page, 'cleo', '/account/accounts');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Status', 'Identifier', 'Start date', 'End date']);
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Actions for/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  await expect(page.getByRole('heading', { name: 'Nordmark Landesbank', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit account' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Nordmark Landesbank' })).toHaveCount(0);
  await page.goto(`${page.url()}/edit`);
  await expect(page.getByText('You have no access to this page.')).toBeVisible();
});

test('[A-052 A-053] an account that is not there, or of somebody else; the platform’s own looks different', async ({
  page,
}) => {
  await enter(page, 'ada', '/account/accounts?name=orsini%20custody');
  const foreign = await page.getByRole('link', { name: 'Orsini Custody' }).getAttribute('href');
  await page.goto('/account/accounts?name=signet%20platform');
  await page.getByRole('table').getByRole('link', { name: 'Signet platform', exact: true }).click();
  await expect(page.getByText('This is the account of the platform itself.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Platform settings' })).toHaveAttribute(
    'href',
    '/account/settings',
  );
  for (const section of ['Licenses', 'Organizations', 'Administrators', 'Help'])
    await expect(page.getByRole('heading', { name: section })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'their list' }).click();
  await expect(page.getByRole('button', { name: 'Account Signet platform' })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await enter(page, 'maren');
  for (const address of [`${foreign}`, '/account/accounts/0195f000-0000-7000-8000-000000000000']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText('There is no such account, or you may not see it.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Licenses' })).toHaveCount(0);
  }
});

test('[A-034 A-047 A-063 A-244 A-245 A-246 A-247] a linked account: edited elsewhere, unlinked by a word', async ({
  page,
}) => {
  const name = unique('Verbundhaus');
  await enter(page, 'ada');
  await create(page, name);
  await openMenu(page, name, 'Link account');
  const link = page.getByRole('dialog');
  await link.getByLabel('Federated account ID').fill('F-901');
  await link.getByLabel('Address of the linked account').fill('javascript:alert(1)');
  await link.getByRole('button', { name: 'Link account' }).click();
  await expect(link.getByLabel('Address of the linked account')).toHaveAttribute('aria-invalid', 'true');
  await link.getByLabel('Address of the linked account').fill('https://federation.example/accounts/F-901');
  await link.getByRole('button', { name: 'Link account' }).click();
  await expectNotice(page, 'The account is linked.');
  await expect(page.getByRole('heading', { name: 'Linked account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account sign-in' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open at the identity service' })).toHaveAttribute(
    'href',
    'https://federation.example/accounts/F-901',
  );
  await page.getByRole('main').getByRole('link', { name: 'Edit account' }).click();
  await expect(page.getByRole('link', { name: 'Open it there' })).toHaveAttribute('target', '_blank');
  await page.goto(`/account/accounts?name=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit account' })).toHaveAttribute(
    'href',
    'https://federation.example/accounts/F-901',
  );
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name }).click();
  let unlinks = 0;
  page.on('request', (request) => void (request.url().endsWith('/unlink') && (unlinks += 1)));
  await page.getByRole('main').getByRole('button', { name: 'Unlink account' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Unlink account' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(unlinks).toBe(0);
  await page.getByRole('main').getByRole('button', { name: 'Unlink account' }).click();
  await dialog.getByRole('textbox').fill('UNLINK');
  await confirm.click();
  await expect(page.getByText(`${name} is no longer linked to the external identity service.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Linked account' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Account sign-in' })).toBeVisible();
  expect(unlinks).toBe(1);
});

test('[A-050] deactivate, give to a partner, delete: each says what follows before it happens', async ({ page }) => {
  const name = unique('Endhaus');
  await enter(page, 'ada', '/account/accounts?name=umbra%20trust&active=any');
  await page.getByRole('table').getByRole('link', { name: 'Umbra Trust Services' }).click();
  // Its row in the list has a menu of the same name.
  await expect(page.getByRole('heading', { name: 'Umbra Trust Services', level: 1 })).toBeVisible();
  await openMenu(page, 'Umbra Trust Services', 'Deactivate');
  await expect(
    page.getByRole('dialog').getByText(/Its \d+ customers stay in service.*meanwhile the platform does/),
  ).toBeVisible();
  await create(page, name);
  await openMenu(page, name, 'Deactivate');
  await expect(page.getByRole('dialog').getByText('Nobody belongs to it.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expectNotice(page, 'The account is deactivated.');
  await expect(page.getByRole('definition').filter({ hasText: 'Inactive' })).toBeVisible();
  await openMenu(page, name, 'Activate');
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('definition').filter({ hasText: /^Active$/ })).toBeVisible();

  await openMenu(page, name, 'Change partner');
  await page.getByRole('combobox', { name: 'New partner' }).fill('calder');
  await page.getByRole('option', { name: 'Calder Identity' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give a partner' }).click();
  await expectNotice(page, 'The partner is changed.');
  await expect(page.getByRole('definition').filter({ hasText: 'Calder Identity' })).toBeVisible();

  await openMenu(page, name, 'Delete account');
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
  // It has nobody, and the one organization with which it began.
  const follows = dialog.getByRole('list').first().getByRole('listitem');
  const stays = ['The audit log keeps its trail.', 'Its identifier stays taken.'];
  await expect(follows).toHaveText(['1 organization goes with it.', 'This can’t be undone.', ...stays]);
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expectNotice(page, 'The account is deleted.');
  await expect(page).toHaveURL(/\/account\/accounts/);
  await page.goto(`/account/accounts?name=${encodeURIComponent(name)}&active=any`);
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
});

test('somebody of several accounts switches in the header: lists and breadcrumbs follow until sign-out', async ({
  page,
}) => {
  await keepsNothing(page);
  await enter(page, 'nils', '/account/ca/organizations');
  const header = page.getByRole('banner');
  const chip = (account: string) => page.getByRole('button', { name: `Account ${account}`, exact: true });
  await expect(chip('Nordmark Landesbank')).toBeVisible();
  await expectRow(page, 'Nordmark Leasing');
  await expect(page.getByRole('cell', { name: 'Orsini', exact: false })).toHaveCount(0);
  await header.getByRole('button', { name: /Nordmark Landesbank.*switch account/ }).click();
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1');
  await page.getByRole('menuitem', { name: 'Orsini Custody' }).click();
  await expect(header.getByRole('button', { name: /Orsini Custody.*switch account/ })).toBeVisible();
  await expect(chip('Orsini Custody')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nordmark Leasing', exact: true })).toHaveCount(0);
  await page.reload();
  await expect(chip('Orsini Custody')).toBeVisible();
  await expect(header.getByRole('button', { name: /Orsini Custody.*switch account/ })).toBeVisible();

  await page.getByRole('button', { name: 'Remove filter Account' }).click();
  await expectRow(page, 'Nordmark Leasing', 'Nordmark Landesbank');
  await page.getByRole('link', { name: 'Nordmark Leasing', exact: true }).click();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  await expect(crumbs.first()).toHaveText('Nordmark Landesbank');
  await expect(page.getByRole('definition').filter({ hasText: 'Nordmark Landesbank' })).toBeVisible();
  await page.goto('/account/accounts');
  await expect(crumbs.first()).toHaveText('Orsini Custody');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  await expect(crumbs.first()).toHaveText('Nordmark Landesbank');

  await page.goto('/account/ca/organizations/create');
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Orsini Custody');
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await enter(page, 'nils');
  await expect(header.getByRole('button', { name: /Nordmark Landesbank.*switch account/ })).toBeVisible();
});
