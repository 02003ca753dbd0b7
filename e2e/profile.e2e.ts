import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { enter, expectNotice, signIn } from './steps.ts';
import { expect, test } from './test.ts';
import { linkTo } from './visits/mail.ts';

const NEXT_PASSWORD = 'Brave-lantern-77-fields';
const SAVE = 'Save profile';

/** The own record as the API has it. */
async function me(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () =>
    (
      await fetch('/account/api/v1/user/me', {
        headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
      })
    ).json(),
  );
}

/** The first call of this method to a path, and what it carried. */
async function callOf(
  page: Page,
  method: string,
  path: RegExp,
  act: () => Promise<void>,
): Promise<{ body: unknown; authorization: string | undefined; status: number }> {
  const answer = page.waitForResponse((one) => one.request().method() === method && path.test(one.url()));
  await act();
  const response = await answer;
  return {
    body: response.request().postDataJSON(),
    authorization: (await response.request().allHeaders())['authorization'],
    status: response.status(),
  };
}

test.describe('Tove, from the terms to a forgotten password', () => {
  test.describe.configure({ mode: 'serial' });

  test('[S-031 S-032] accepts the terms once, before anything else opens, and goes on where she wanted', async ({
    page,
  }) => {
    await page.goto('/account/profile');
    await signInTo(page, 'tove');
    await expect(page).toHaveURL(/\/account\/agreement\/[\w-]+\?returnPath=/);
    await expect(page.getByRole('heading', { name: 'Terms of this platform' })).toBeVisible();
    await page.goto('/account/accounts');
    await expect(page).toHaveURL(/\/account\/agreement\//);
    await page.goto('/account/profile');
    const { body, status } = await callOf(page, 'PUT', /\/user\/[\w-]+\/agreement$/, () =>
      page.getByRole('button', { name: 'Accept and continue' }).click(),
    );
    expect(body).toEqual({ locale: 'en_US' });
    expect(status).toBe(204);
    await expect(page).toHaveURL(/\/account\/profile$/);
    await expect(page.getByRole('heading', { name: 'Tove Ahlgren' })).toBeVisible();
    await page.goto('/account/accounts');
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
  });

  test('[S-041 S-013 S-095] sees her record without aliases, and goes back from the pages below it', async ({
    page,
  }) => {
    await signIn(page, 'tove');
    await expect(page).not.toHaveURL(/agreement/);
    await page.goto('/account/profile');
    for (const text of [
      'Tove',
      'Ahlgren',
      'tove',
      'tove@orsini-custody.example',
      'English (United States)',
      'DD-MMM-YYYY',
      'Account scope',
    ]) {
      await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
    }
    await expect(page.getByText('Aliases')).toHaveCount(0);
    for (const [link, heading] of [
      ['Edit profile', 'Edit profile'],
      ['Change password', 'Change password'],
      ['Sessions', 'Sessions'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Back' }).click();
      await expect(page).toHaveURL(/\/account\/profile$/);
    }
  });

  test('[S-042 S-183 S-196 S-197 S-198 A-280] wrong values are told, not sent; right ones are saved', async ({
    page,
  }) => {
    await enter(page, 'tove', '/account/profile/edit');
    await expect(page.getByLabel('First name')).toBeFocused();
    const save = page.getByRole('button', { name: SAVE });
    await expect(save).toHaveAccessibleDescription('Nothing is changed yet.');
    let requests = 0;
    page.on('request', (request) => void (request.method() === 'PUT' && (requests += 1)));

    await page.getByLabel('First name').fill('');
    await page.getByLabel('Email').fill('tove@nowhere');
    await save.click();
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/Fill in this field/);
    await page.getByLabel('First name').fill('Tove');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an address like/);
    await page.getByLabel('Email').fill('tove@orsini-custody.example');
    await page.getByLabel('Phone').fill('not a number');
    await save.click();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Phone').fill('');

    const lookup = page.waitForRequest(/\/user\/Ada\/find/);
    await page.getByLabel('User name').fill('Ada');
    await lookup;
    await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/taken|in use|already/i);
    await save.click();
    await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('User name').fill('tove');
    await expect(page.getByLabel('User name')).not.toHaveAttribute('aria-invalid', 'true');
    expect(requests).toBe(0);

    await page.getByLabel('Phone').fill('+49 (30) 123-45');
    await page.getByLabel('Language').selectOption('de_DE');
    await save.click();
    await expect(page).toHaveURL(/\/account\/profile$/);
    await expect(page.getByRole('main').getByRole('link', { name: 'Profil bearbeiten' })).toBeVisible();
    expect(await me(page)).toMatchObject({ phone: '+493012345', locale: 'de_DE' });
    await page.goto('/account/profile/edit');
    await page.getByLabel('Sprache').selectOption('en_US');
    await page.getByRole('button', { name: 'Profil speichern' }).click();
    await expectNotice(page, 'Your profile is saved.');
  });

  test('ends a session elsewhere, then all of them; the password changes and ends the others too', async ({
    page,
    browser,
  }) => {
    const elsewhere = async (): Promise<Page> => {
      const other = await (await browser.newContext()).newPage();
      await signIn(other, 'tove');
      return other;
    };
    const expectOut = async (other: Page): Promise<void> => {
      await other.goto('/account/profile');
      await expect(other).toHaveURL(/\/account\/login/);
      await other.context().close();
    };
    await enter(page, 'tove', '/account/profile/sessions');
    // Those of the tests before, too.
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('This session')).toBeVisible();

    const first = await elsewhere();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'End session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await expectNotice(page, 'The session is ended.');
    await expectOut(first);

    const second = await elsewhere();
    await page.goto('/account/profile/password');
    const change = page.getByRole('button', { name: 'Change password' });
    await page.getByLabel('Current password').fill('Wrong-harbour-42-lights');
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Confirm password').fill(NEXT_PASSWORD);
    await change.click();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 12 characters/);
    await page.getByLabel('New password').fill(NEXT_PASSWORD);
    await change.click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Current password').fill(DEMO_PASSWORD);
    await change.click();
    await expectNotice(page, 'Your password is changed. You are signed out everywhere else.');
    await expectOut(second);
  });

  test('forgets the password: a link by mail, once, and every session ends', async ({ page, browser, platform }) => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, 'tove', NEXT_PASSWORD);

    await page.goto('/account/login');
    await page.getByLabel('User name').fill('tove');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('link', { name: /Forgot/ }).click();
    await expect(page).toHaveURL(/forgot-password/);
    await expect(page.getByLabel('User name')).toHaveValue('tove');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();

    const link = await linkTo(platform, 'tove');
    await page.goto(link);
    await page.getByLabel('New password').fill(DEMO_PASSWORD);
    await page.getByLabel('Confirm password').fill('Another-harbour-42');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/differ/);
    await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/\/account\/login/);
    await signInTo(page, 'tove');
    await expect(page).not.toHaveURL(/\/login/);

    await other.goto('/account/profile');
    await expect(other).toHaveURL(/\/account\/login/);
    await other.goto(link);
    // Said when it opens, not after a password has been thought of.
    await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(other).toHaveTitle('This link no longer works – Signet');
    await expect(other.getByLabel('New password')).toHaveCount(0);
    await other.context().close();
  });
});

test('[S-026 S-027] somebody invited chooses user name and password by the link of the mail, and is signed in', async ({
  page,
  platform,
}) => {
  const link = await linkTo(platform, 'ravi');
  await page.goto(`${link.slice(0, -6)}wrong1`);
  const fill = async (login: string, password: string): Promise<void> => {
    await page.getByLabel('User name').fill(login);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
  };
  const finish = page.getByRole('button', { name: 'Finish and sign in' });
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  await page.goto(link);
  await fill('ravi.lund', 'weak');
  await finish.click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/at least 12 characters/);
  await fill('ada', NEXT_PASSWORD);
  await finish.click();
  await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('User name').fill('ravi.lund');
  const { body, authorization, status } = await callOf(page, 'POST', /\/verify$/, () => finish.click());
  expect(Object.keys(body as object).toSorted()).toEqual(['login', 'password', 'verification_code']);
  expect(authorization).toBeUndefined();
  expect([200, 201, 204]).toContain(status);
  await expect(page).toHaveURL(/\/account\/agreement\//);
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await expect(page.getByRole('button', { name: /Ravi Lund/ })).toBeVisible();
});

test('[S-233 S-226] an identity kept elsewhere: read-only here, and Access leads to its provider', async ({ page }) => {
  await signIn(page, 'sol');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Access' })).toHaveAttribute(
    'href',
    'https://id.orsini-custody.example/me',
  );
  await page.goto('/account/profile/edit');
  await expectLocked(page, ['First name', 'Last name', 'User name', 'Email'], ['Phone']);
  await page.getByLabel('Phone').fill('+44 20 7946 0000');
  await page.getByRole('button', { name: SAVE }).click();
  await expectNotice(page, 'Your profile is saved.');
  expect(await me(page)).toMatchObject({ phone: '+442079460000', first_name: 'Sol' });
});

test('[S-395] a day at the console calls nobody but the platform itself', async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => void (request.url().startsWith('http') && hosts.add(new URL(request.url()).origin)));
  await signIn(page, 'maren');
  for (const path of ['accounts', 'profile', 'profile/edit', 'profile/sessions', 'welcome']) {
    await page.goto(`/account/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect([...hosts]).toEqual([baseURL]);
});

/** Signs in on the sign-in page the browser stands at, wherever that leads. */
async function signInTo(page: Page, person: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('User name').fill(person);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/account\/login/);
}

async function expectLocked(page: Page, closed: string[], open: string[]): Promise<void> {
  for (const label of closed) await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly', '');
  for (const label of open) await expect(page.getByLabel(label)).toBeEditable();
}
