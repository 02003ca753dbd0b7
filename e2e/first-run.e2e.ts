import type { Page } from '@playwright/test';
import { DEMO_PASSWORD as PASSWORD } from '../tools/running-server.ts';
import { expectNotice, signIn } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ baseURL: async ({ emptyPlatform }, use) => use(emptyPlatform.url) });
test.describe.configure({ mode: 'serial' });

/** Calls of this method and path that the page makes while `act` runs. */
async function callsOf(page: Page, part: string, act: () => Promise<void>): Promise<number> {
  let calls = 0;
  const count = (request: { url(): string; method(): string }): void =>
    void (request.method() === 'POST' && request.url().includes(part) && (calls += 1));
  page.on('request', count);
  await act();
  page.off('request', count);
  return calls;
}

test('[S-150 S-152] every way into a fresh platform leads to the license page', async ({ page }) => {
  for (const path of ['/', '/account', '/account/login', '/account/setup-user', '/account/accounts']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/account\/setup-license$/);
  }
});

test('the setup asks for the code of the printed address, and says where it stands when it is wrong', async ({
  page,
  emptyPlatform,
}) => {
  await page.goto('/account/setup-license');
  const code = page.getByRole('textbox', { name: 'Setup code' });
  await page.getByRole('textbox', { name: 'License text' }).fill(emptyPlatform.license());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill('not-the-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^This is not the setup code/).first()).toBeVisible();
  await expect(page).toHaveURL(/setup-license$/);

  await page.goto('about:blank');
  await page.goto(`/account/setup-license#code=${emptyPlatform.setupCode()}`);
  await expect(page).toHaveURL(/setup-license$/);
  await expect(page.getByRole('textbox', { name: 'License text' })).toBeVisible();
  await expect(code).toHaveCount(0);
});

test('[S-014 S-015] a refused license text stays in the field with what is wrong; an empty one is not sent', async ({
  page,
  emptyPlatform,
}) => {
  await page.goto(`/account/setup-license#code=${emptyPlatform.setupCode()}`);
  const field = page.getByRole('textbox', { name: 'License text' });
  await expect(field).toHaveJSProperty('tagName', 'TEXTAREA');
  const go = page.getByRole('button', { name: 'Continue' });
  expect(
    await callsOf(page, '/setup/license', async () => {
      await go.click();
      await expect(page.getByText('Paste the license text.').first()).toBeVisible();
    }),
  ).toBe(0);

  const good = emptyPlatform.license();
  const [head = '', body = '', signature = ''] = good.split('.');
  const flipped = `${body.slice(0, -6)}${body.at(-6) === 'A' ? 'B' : 'A'}${body.slice(-5)}`;
  const cases: [text: string, says: RegExp][] = [
    ['garbage', /not a license text/],
    [good.slice(0, good.length - 40), /not complete/],
    [`${head}.${flipped}.${signature}`, /was altered/],
  ];
  for (const [text, says] of cases) {
    await field.fill(text);
    await go.click();
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(field).toHaveValue(text);
    await expect(page).toHaveURL(/setup-license$/);
  }
});

test('[S-014 S-016 S-148 S-153 S-241 S-186 S-187 S-189] license, then six fields of an administrator', async ({
  page,
  emptyPlatform,
}) => {
  await page.goto(`/account/setup-license#code=${emptyPlatform.setupCode()}`);
  await page.getByRole('textbox', { name: 'License text' }).fill(emptyPlatform.license());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/account\/setup-user$/);
  await expect(page.locator('main input')).toHaveCount(6);

  const create = page.getByRole('button', { name: 'Create administrator' });
  const fields = { 'First name': 'Ada', 'Last name': 'Lindqvist', Email: 'ada@signet.example', 'User name': 'ada' };
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByLabel('Confirm password');

  expect(
    await callsOf(page, '/setup/user', async () => {
      await create.click();
      await expect(page.getByText('Enter a user name.').first()).toBeVisible();
      await expect(page.getByText('Fill in this field.').first()).toBeVisible();
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel('Email', { exact: true }).fill('ada@signet');
      const says: [typed: string, repeated: string, message: RegExp][] = [
        ['Sh0rt-one', 'Sh0rt-one', /at least 12 characters/],
        [`Aa1-${'x'.repeat(252)}`, 'x', /at most 255 characters/],
        ['lowercase-only-42', 'x', /an uppercase letter, a digit and a symbol/],
        [PASSWORD, 'Something-else-42', /two passwords differ/],
      ];
      for (const [typed, repeated, message] of says) {
        await password.fill(typed);
        await confirm.fill(repeated);
        await create.click();
        await expect(page.getByText(message).first()).toBeVisible();
      }
      await expect(page.getByText('Enter an address like name@example.org.').first()).toBeVisible();
    }),
  ).toBe(0);

  // A second tab that stands at the same step.
  const late = await page.context().newPage();
  await late.goto(`/account/setup-user#code=${emptyPlatform.setupCode()}`);
  for (const [label, value] of Object.entries({
    ...fields,
    'User name': 'late',
    Password: PASSWORD,
    'Confirm password': PASSWORD,
  }))
    await late.getByLabel(label, { exact: true }).fill(value);

  await page.getByLabel('Email', { exact: true }).fill(fields.Email);
  await password.fill(PASSWORD);
  await confirm.fill(PASSWORD);
  await create.click();
  await expect(page).toHaveURL(/\/account\/login/);

  await late.getByRole('button', { name: 'Create administrator' }).click();
  await expect(late).toHaveURL(/\/account\/login/);
  await expect(late.getByText('The platform is set up already. Sign in.').first()).toBeVisible();
});

test('[S-041 S-042 S-198 S-199 S-200] the administrator completes the own profile: phone, dates, an alias', async ({
  page,
}) => {
  await signIn(page, 'ada', PASSWORD);
  await page.goto('/account/profile');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByLabel('Phone').fill('+49 (30) 123-45');
  await page.getByLabel('Date format').selectOption('YYYY-MM-DD');
  await page.getByRole('button', { name: 'Add alias' }).click();
  const save = page.getByRole('button', { name: 'Save profile' });
  await expect(save).toHaveAccessibleDescription('An alias is not complete yet.');
  await page.getByLabel('Identifier').fill('desk');
  await page.getByLabel('Value').fill('A-17');
  await save.click();
  await expectNotice(page, 'Your profile is saved.');
  for (const text of ['+493012345', 'YYYY-MM-DD', 'desk A-17'])
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible();
});

test('[A-001 A-002 A-037 A-038] feature flags are switched in the settings: columns and types follow', async ({
  page,
}) => {
  await signIn(page, 'ada', PASSWORD);
  const heads = async (): Promise<string[]> => {
    await page.goto('/account/accounts');
    await expect(page.getByRole('table').getByText('Signet platform')).toBeVisible();
    return (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  };
  const flip = async (name: string): Promise<void> => {
    await page.goto('/account/settings');
    await page.getByRole('link', { name: /Feature flags/ }).click();
    // By the keyboard: a click at a place may meet another switch while the page is still being laid out.
    const flag = page.getByRole('switch', { name });
    await flag.press('Space');
    await expectNotice(page, 'The flag is switched.');
    await expect(flag).toBeFocused();
    await expect(flag).toHaveAttribute('aria-busy', 'false');
  };
  expect(await heads()).toEqual(expect.arrayContaining(['Type', 'Partner account']));
  await flip('Partner accounts');
  const without = await heads();
  await page.getByRole('button', { name: 'Add filter' }).click();
  const filters = page.getByRole('dialog').getByRole('button');
  await expect(filters.filter({ hasText: 'Identifier' })).toBeVisible();
  await expect(filters.filter({ hasText: /^(Type|Partner account)$/ })).toHaveCount(0);
  for (const head of ['Type', 'Partner account']) expect(without).not.toContain(head);
  await page.goto('/account/accounts/create');
  await expect(page).toHaveURL(/\/create-account$/);
  await expect(page.getByRole('combobox', { name: 'Partner account' })).toHaveCount(0);
  await page.getByLabel('Name', { exact: true }).fill('Ohne Partner');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Ohne Partner', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Ohne Partner' }).click();
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /partner/i })).toHaveCount(0);
  await expect(page.getByRole('definition').filter({ hasText: 'Standard' })).toHaveCount(0);
  await page.goto('/account/accounts/create-partner-account');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/can’t open/);
  await flip('Partner accounts');
  expect(without).not.toContain('Federation status');
  await flip('Federation columns');
  expect(await heads()).toEqual(expect.arrayContaining(['Federation status', 'Federated account ID', 'Type']));
  await flip('Federation columns');
});

test('[S-017 S-040 S-093 S-143 S-142] sign in, see the accounts, sign out', async ({ page }) => {
  await page.goto('/account/settings');
  await expect(page).toHaveURL(/\/account\/login\?.*returnPath=/);
  await signIn(page, 'ada', PASSWORD);
  await expect(page).toHaveURL(/\/account\/settings$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  await expect(page.getByText('Signet platform').first()).toBeVisible();

  await page.getByRole('button', { name: /profile and sign out/ }).click();
  const leaving = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith('/imauth/api/v1/logout'),
  );
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await leaving;
  await expect(page).toHaveURL(/\/account\/login/);
  const left = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ['access_token', 'refresh_token', 'section', 'account']) expect(left).not.toContain(key);
});
