import type { Page } from '@playwright/test';
import { enter, expectNotice, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

const LIST = '/account/ca/organizations';
test.beforeEach(({ page }) => keepsNothing(page));

/** A name that no other test and no earlier run has. */
const unique = (text: string): string => `${text} ${Date.now().toString(36)}`;

async function act(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function fillOrganization(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByLabel('City').fill('Kiel');
}

test('[S-070 S-071 S-072 S-333 A-007 A-008] an administrator creates an organization and finds it', async ({
  page,
}) => {
  const name = unique('Hafen & Söhne');
  await enter(page, 'carl');
  // The start page leads on to the accounts first.
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click();
  await expect(page).toHaveURL(/\/account\/ca\/organizations/);
  await page.getByRole('link', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();

  let requests = 0;
  page.on(
    'request',
    (request) => void (request.method() === 'POST' && request.url().endsWith('/organization') && (requests += 1)),
  );
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Fill in this field/);
  await expect(page.getByLabel('Country', { exact: true })).toHaveAccessibleDescription(/Choose from the list/);
  expect(requests).toBe(0);
  const offered = await page
    .getByLabel('Country')
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(offered).toContain('DE');
  for (const code of ['CU', 'IR', 'SY', 'KP']) expect(offered).not.toContain(code);

  await fillOrganization(page, name);
  await page.getByLabel('Phone').fill('ring me');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Phone').fill('+49 (431) 55-10');
  await page.getByLabel('Address', { exact: false }).first().fill('Hafenstraße 7');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expectNotice(page, 'The organization is created.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  for (const text of ['Germany', 'Kiel', '+494315510', 'Hafenstraße 7'])
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Back' }).click();
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('hafen & sohne');
  await expectRow(page, name, 'Kiel', 'Germany');
});

test('[S-073 S-335 S-336] edits an organization from the list, then deletes it after its name is typed', async ({
  page,
}) => {
  const name = unique('Kaikontor');
  await enter(page, 'carl', `${LIST}/create`);
  await fillOrganization(page, name);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expectNotice(page, 'The organization is created.');
  await page.goto(`${LIST}?name=${encodeURIComponent(name)}`);
  await act(page, name, 'Edit organization');
  await expect(page).toHaveURL(/\/edit$/);
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toHaveAccessibleDescription('Nothing is changed yet.');
  await page.getByLabel('City').fill('Lübeck');
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
  await expect(leave.getByRole('button', { name: 'Stay on page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(leave).toHaveCount(0);
  // By the palette too.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('accounts');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveAccessibleName('Accounts');
  await page.keyboard.press('Enter');
  await expect(leave).toBeVisible();
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await save.click();
  await expectNotice(page, 'The organization is saved.');
  await expect(page.getByRole('definition').filter({ hasText: 'Lübeck' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(dialog.getByRole('button', { name: 'Delete organization' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  await expectNotice(page, 'The organization is deleted.');
  await expect(page).toHaveURL(/\/ca\/organizations$/);
  await page.goto(`${LIST}?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
});

test('[S-074 S-075 S-122 S-337 S-338] contacts of an organization: added, edited at their address, deleted', async ({
  page,
}) => {
  const [one, other] = [unique('Erste'), unique('Zweite')];
  await enter(page, 'bea');
  for (const name of [one, other]) {
    await page.goto(`${LIST}/create`);
    const account = page.getByRole('combobox', { name: 'Account' });
    await expect(account).toHaveValue('Calder Identity');
    await account.fill('orsini');
    await page.getByRole('option', { name: 'Orsini Custody' }).click();
    await fillOrganization(page, name);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await page.goto(`${LIST}?name=${encodeURIComponent(one)}`);
  await page.getByRole('link', { name: one }).click();
  await expect(page.getByText('No contacts yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await expect(page).toHaveURL(/\/create-contact$/);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByRole('button', { name: 'Add contact' }).click();
  for (const label of ['First name', 'Last name', 'Email'])
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Fill in this field/);
  await page.getByLabel('First name').fill('Ingrid');
  await page.getByLabel('Last name').fill("O'Malley-Åström");
  await page.getByLabel('Email').fill('ingrid@erste.example');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expectNotice(page, 'The contact is added.');
  await expectRow(page, "Ingrid O'Malley-Åström", 'ingrid@erste.example');

  await page.getByRole('link', { name: "Ingrid O'Malley-Åström" }).click();
  await expect(page).toHaveURL(/\/ca\/organizations\/[\w-]{36}\/[\w-]{36}$/);
  await expect(page.getByLabel('Email')).toHaveValue('ingrid@erste.example');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: one })).toBeVisible();
  await page.getByLabel('Phone').fill('+47 22 00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The contact is saved.');
  await expectRow(page, "Ingrid O'Malley-Åström", '+472200');
  // Not at the top of the page: where the person was, and on the very row by the browser's own Back.
  const contacts = page.getByRole('button', { name: /^Contacts/ });
  await expect(contacts).toBeFocused();
  await page.getByRole('link', { name: "Ingrid O'Malley-Åström" }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/#contacts$/);
  await expect(contacts).toBeFocused();
  await page.getByRole('link', { name: "Ingrid O'Malley-Åström" }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ingrid@erste.example');
  await page.goBack();
  await expect(page.getByRole('link', { name: "Ingrid O'Malley-Åström" })).toBeFocused();

  await page.goto(`${LIST}?name=${encodeURIComponent(other)}`);
  await page.getByRole('link', { name: other }).click();
  await expect(page.getByText('No contacts yet.')).toBeVisible();
  await page.goBack();
  await page.goto(`${LIST}?name=${encodeURIComponent(one)}`);
  await page.getByRole('link', { name: one }).click();
  await act(page, "Ingrid O'Malley-Åström", 'Delete contact');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete contact' }).click();
  await expectNotice(page, 'The contact is deleted.');
  await expect(page.getByText('No contacts yet.')).toBeVisible();
  // What had the focus is no longer there: its section has it.
  await expect(contacts).toBeFocused();

  await page.goto(`${LIST}?name=${encodeURIComponent(other)}`);
  await act(page, other, 'Delete organization');
  await page.getByRole('dialog').getByRole('textbox').fill(other);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'The organization is deleted.');
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeFocused();
});

test('of two who save one organization, the second is told what changed and by whom; nothing is overwritten', async ({
  page,
  browser,
}) => {
  const name = unique('Zwei Hände');
  await enter(page, 'carl', `${LIST}/create`);
  await fillOrganization(page, name);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit organization' }).click();
  await page.getByLabel('City').fill('Lübeck');
  await page.getByLabel('State or province').fill('SH');

  const bea = await (await browser.newContext()).newPage();
  await enter(bea, 'bea', page.url());
  await bea.getByLabel('City').fill('Bremen');
  await bea.getByLabel('Country').selectOption({ label: 'Denmark' });
  await bea.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(bea, 'The organization is saved.');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/Bea Castellan saved this at .* while you were editing/)).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'City: Kiel became Bremen. Yours, Lübeck, is in the form' }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Country: Germany became Denmark.' })).toBeVisible();
  await expect(page.getByLabel('Country')).toHaveValue('DK');
  await expect(page.getByLabel('City')).toHaveValue('Lübeck');
  await bea.reload();
  await expect(bea.getByRole('definition').filter({ hasText: 'Bremen' })).toBeVisible();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The organization is saved.');
  for (const text of ['Lübeck', 'Denmark', 'SH'])
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
  await bea.context().close();
});

test('[S-332] the list is narrowed to a country by its name, widened again, and narrowed to an account', async ({
  page,
}) => {
  await enter(page, 'ada', `${LIST}?name=e`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Country', exact: true }).click();
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await dialog.getByLabel('Country').selectOption({ label: 'Sweden' });
  await apply.click();
  await expect(page).toHaveURL(/country=SE/);
  await expect(page.getByRole('button', { name: 'Country Sweden' })).toBeVisible();
  const rows = page.locator('tbody tr').filter({ has: page.getByRole('link') });
  await expect(rows.first()).toContainText('Sweden');
  await expect(rows.filter({ hasNotText: 'Sweden' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Country' }).click();
  await expect(page).not.toHaveURL(/country=/);
  await expect(rows.filter({ hasNotText: 'Sweden' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('combobox', { name: 'Account' }).fill('nordmark landes');
  await page.getByRole('option', { name: 'Nordmark Landesbank' }).click();
  await apply.click();
  await expect(page.getByRole('button', { name: 'Account Nordmark Landesbank' })).toBeVisible();
  await expectRow(page, 'Nordmark Leasing', 'Nordmark Landesbank');
  await expect(page.getByRole('cell', { name: 'Orsini Custody' })).toHaveCount(0);
  // The filter is not taken for the account of a new one.
  await page.goto(`${LIST}/create`);
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('');
});

test('[S-089 S-229 S-230] somebody who may only view finds nothing to change, and the create page refuses', async ({
  page,
}) => {
  await enter(page, 'maren', LIST);
  await page.getByRole('link', { name: 'Nordmark Leasing' }).click();
  await expect(page.getByRole('heading', { name: 'Nordmark Leasing', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Contacts/ })).toBeVisible();
  for (const text of ['Edit organization', 'Delete organization', 'Add contact', 'Create organization'])
    await expect(page.getByRole('main').getByText(text)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Actions for/ })).toHaveCount(0);
  await page.goto(`${LIST}/create`);
  await expect(page.getByText('You have no access to this page.')).toBeVisible();
  // Who may give it to her.
  await expect(page.getByText('Cleo Marchetti')).toBeVisible();
});
