import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { requestsOf, settled } from './at-rest.ts';
import { enter, signIn } from './steps.ts';
import { expect, test } from './test.ts';

/** The requests of our own server that the page makes while `act` runs, as "METHOD /path". */
async function callsDuring(page: Page, act: () => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  const onRequest = (request: { url(): string; method(): string; resourceType(): string }): void => {
    if (request.resourceType() === 'fetch') seen.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  page.on('request', onRequest);
  await act();
  page.off('request', onRequest);
  return seen;
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('[S-009 S-018 S-190 S-146 S-147 S-267] empty and unknown names are told, another is verified', async ({
  page,
}) => {
  await page.goto('/account/login');
  const calls = await callsDuring(page, async () => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Enter a user name.')).toBeVisible();
  });
  expect(calls.filter((call) => call.includes('/login/verify'))).toEqual([]);

  await page.getByLabel('User name').fill('nobody-at-all');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/error=username_not_found/);
  await expect(page.getByText('This user name is not known here.')).toBeVisible();
  // To be corrected.
  await expect(page.getByLabel('User name')).toHaveValue('nobody-at-all');

  await page.getByLabel('User name').fill('ada');
  const verify = page.waitForRequest((request) => request.url().includes('/imauth/api/v1/login/verify'));
  await page.getByRole('button', { name: 'Next' }).click();
  const query = new URL((await verify).url()).searchParams;
  expect(query.get('username')).toBe('ada');
  expect(query.get('locale')).toBe('en_US');
  expect(query.get('key')).toBe('00000000-0000-0000-0000-000000000000');
  expect(query.get('state')).toMatch(/^[\w-]{22,}$/);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('on a slow network the mark stands until there is a page, in the scheme of the person', async ({ page }) => {
  let release = (): void => {};
  const come = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/**', async (route) => {
    await come;
    await route.continue();
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/account/login', { waitUntil: 'commit' });
  await expect(page.getByRole('img', { name: 'Signet' })).toBeVisible();
  // It is on the screen, not in the document alone.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBeGreaterThan(0);
  await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Signet' })).toHaveCount(0);
});

test('[S-023 S-139 S-420] the password opens the console; a wrong one is told and keeps the page', async ({ page }) => {
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('bea');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The password does not match this user name.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(main(page)).toBeAttached();
  for (const key of ['access_token', 'refresh_token', 'language']) expect(await stored(page, key), key).toBeTruthy();
});

test('[S-040 S-069 S-145] a secured page asks to sign in and opens afterwards; a foreign way back is ignored', async ({
  page,
  baseURL,
}) => {
  for (const path of ['accounts', 'accounts/create-account', 'accounts/some/edit', 'profile?x=1#2']) {
    await page.goto(`/account/${path}`);
    await expect(page).toHaveURL((url) => url.pathname === '/account/login');
    expect(new URL(page.url()).searchParams.get('returnPath')).toBe(`/account/${path}`);
  }
  await signIn(page, 'cleo');
  await expect(page).toHaveURL(/\/account\/profile\?x=1#2$/);
  // after-sign-in.test.ts has the other ways to write one.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/account/login?returnPath=${encodeURIComponent('//evil.example')}`);
  await signIn(page, 'cleo');
  expect(new URL(page.url()).origin).toBe(baseURL);
  await expect(main(page)).toBeAttached();
});

test('[S-040 S-043 S-044] access and its administrators ask to sign in, and lead to the list', async ({ page }) => {
  for (const path of ['/account/access', '/account/access/administrators']) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/account/login\\?returnPath=${encodeURIComponent(path)}$`));
    await signIn(page, 'cleo');
    await expect(page).toHaveURL(/\/account\/access\/administrators(\?|$)/);
    await expect(page.getByRole('heading', { level: 1, name: 'Administrators' })).toBeVisible();
    await expect(page.getByRole('table').getByRole('link', { name: 'Cleo Marchetti' })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
  }
});

test('an address that cannot be read is a page that does not exist, also as the way back of a sign-in', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`/account/login?returnPath=${encodeURIComponent('/account/%E0%A4%A')}`);
  await signIn(page, 'cleo');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // Loaded anew the page stands in the frame of the person too.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(main(page)).toBeAttached();
  await expect(page).toHaveTitle('Page not found – Signet');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('[S-135 S-140 S-142] without an access token the session is renewed, without a refresh token it is over', async ({
  page,
}) => {
  await enter(page, 'cleo');
  await page.evaluate(() => localStorage.removeItem('access_token'));
  await page.goto('/account/profile');
  await expect(main(page)).toBeAttached();
  expect(await stored(page, 'access_token')).toBeTruthy();
  await page.evaluate(() => localStorage.removeItem('refresh_token'));
  await page.goto('/account/profile');
  await expect(page).toHaveURL(/\/account\/login/);
  // Nothing of it stays behind.
  expect([await stored(page, 'access_token'), await stored(page, 'refresh_token')]).toEqual([null, null]);
});

test('the browser’s Back leads from the password to the name, and forward again', async ({ page }) => {
  await page.goto('/account/forgot-password');
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('cleo');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('User name')).toBeFocused();
  await page.goForward();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByText('cleo', { exact: true })).toBeVisible();
});

test('[S-136 S-139 S-271] a reload refreshes the tokens first, then loads profile and applications', async ({
  page,
}) => {
  await enter(page, 'cleo');
  const before = await stored(page, 'refresh_token');
  const calls = await callsDuring(page, async () => {
    const last = ['/user/me/applications', '/ui-api/v1/permission'].map((path) =>
      page.waitForResponse((response) => response.url().endsWith(path) && response.ok()),
    );
    await page.goto('/account/welcome');
    await Promise.all(last);
  });
  const at = (call: string): number => calls.indexOf(call);
  expect(at('POST /imauth/api/v1/refresh')).toBeGreaterThanOrEqual(0);
  for (const call of [
    'GET /account/api/v1/user/me',
    'GET /account/api/v1/user/me/applications',
    'GET /account/ui-api/v1/permission',
  ]) {
    expect(at(call), call).toBeGreaterThan(at('POST /imauth/api/v1/refresh'));
  }
  expect(await stored(page, 'refresh_token')).not.toBe(before);
});

test('[S-136] not even the code of the page is asked for before the tokens', async ({ page }) => {
  await enter(page, 'cleo');
  const asked: string[] = [];
  page.on('request', (request) => {
    // What the page before is still asking for is none of this one's.
    if (request.isNavigationRequest()) asked.length = 0;
    asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/account/accounts');
  await expect(page.getByRole('table')).toBeVisible();
  const code = asked.findIndex((path) => path.startsWith('/account/assets/AccountsPage-'));
  expect(code).toBeGreaterThan(asked.indexOf('/imauth/api/v1/refresh'));
});

test('[S-136] while another tab renews the tokens, the code of the page comes already', async ({ page, context }) => {
  await enter(page, 'cleo');
  const other = await context.newPage();
  await other.goto('/account/login');
  await other.evaluate(
    () =>
      new Promise<void>((held) => {
        const over = new Promise<void>((resolve) => addEventListener('renewed', () => resolve(), { once: true }));
        void navigator.locks.request('signet-refresh', () => {
          held();
          return over;
        });
      }),
  );
  let renewals = 0;
  page.on('request', (request) => (renewals += Number(request.url().endsWith('/imauth/api/v1/refresh'))));
  const code = page.waitForResponse((response) => response.url().includes('/account/assets/AccountsPage-'));
  await page.goto('/account/accounts', { waitUntil: 'commit' });
  await code;
  expect(renewals).toBe(0);
  await other.evaluate(() => dispatchEvent(new Event('renewed')));
  await expect(page.getByRole('table')).toBeVisible();
});

test('[S-137 S-270] on the callback address nothing is refreshed first; without a code it says what to do', async ({
  page,
}) => {
  await enter(page, 'cleo');
  const calls = await callsDuring(page, async () => {
    await page.goto('/account/callback/oauth?code=used-up-code&state=aaaaaaaaaaaaaaaaaaaaaaaa');
    await expect(page.getByText('The sign-in could not be completed').first()).toBeVisible();
    await expect(page).toHaveTitle('The sign-in could not be completed – Signet');
  });
  expect(calls).not.toContain('POST /imauth/api/v1/refresh');
  await page.goto('/account/callback/oauth');
  const refusal = 'The code of this sign-in has been used, has expired or is incomplete. Start again.';
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
});

test('[S-268 S-270] an automatic sign-in hands over a code that the callback page turns into a session', async ({
  page,
  request,
}) => {
  const answer = await request.post('/imauth/api/v1/auto-login', {
    data: { user_name: 'cleo', password: DEMO_PASSWORD },
  });
  const { return_url } = await answer.json();
  await page.goto(return_url);
  // This browser did not begin it.
  await expect(page).toHaveTitle('Go on as Cleo Marchetti? – Signet');
  expect(await stored(page, 'access_token')).toBeNull();
  await page.getByRole('button', { name: 'Go on as Cleo Marchetti' }).click();
  await expect(main(page)).toBeAttached();
  expect(await stored(page, 'access_token')).toBeTruthy();
});

test('[S-138] at the end of the access token the session is refreshed and goes on', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'cleo');
  const before = await stored(page, 'refresh_token');
  const refreshed = page.waitForResponse(
    (response) => response.url().endsWith('/imauth/api/v1/refresh') && response.ok(),
  );
  await page.clock.fastForward('06:00');
  await refreshed;
  await expect.poll(() => stored(page, 'refresh_token')).not.toBe(before);
  await expect(main(page)).toBeAttached();
});

test('a language that cannot be fetched is told, and the page goes on in the one it has', async ({ page, context }) => {
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('ada');
  await context.setOffline(true);
  await page.getByLabel('Language').selectOption('Français (France)');
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel('Language').selectOption('Français (France)');
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible();
  await expect(page.getByLabel(/utilisateur/)).toHaveValue('ada');
});

test('[S-141] a refresh that cannot be made, or is refused, ends at the sign-in', async ({
  page,
  context,
  request,
}) => {
  await page.clock.install();
  await signIn(page, 'cleo');
  await context.setOffline(true);
  await page.clock.fastForward('06:00');
  await expect(page).toHaveURL(/\/account\/login/);
  await context.setOffline(false);

  await page.goto('/account/login');
  await signIn(page, 'cleo');
  await request.post('/imauth/api/v1/logout', { data: { refresh_token: await stored(page, 'refresh_token') } });
  await page.goto('/account/profile');
  await expect(page).toHaveURL(/\/account\/login/);
});

test('[S-144 S-401] a session ended elsewhere leads to the sign-in at the next click, and back afterwards', async ({
  page,
  request,
}) => {
  const requests = requestsOf(page);
  await enter(page, 'ben');
  await page.goto('/account/accounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // A call that is still to come would hear of the end before the click.
  await settled(page, requests);
  await request.post('/imauth/api/v1/logout', { data: { refresh_token: await stored(page, 'refresh_token') } });
  await page.getByRole('navigation', { name: 'Pages' }).getByLabel('Next page').click();
  await expect(page).toHaveURL(/\/account\/login\?.*returnPath=/);
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await signIn(page, 'ben');
  await expect(page).toHaveURL(/\/account\/accounts.*#2$/);
});

test('[S-139] tabs that refresh together keep one session, and signing out in one ends the others', async ({
  page,
  context,
}) => {
  await signIn(page, 'carl');
  const tabs = await Promise.all(Array.from({ length: 3 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/account/welcome')));
  await Promise.all([page, ...tabs].map((tab) => tab.reload()));
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(tab.url()).pathname).toBe('/account/welcome');
  }
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of tabs) await expect(tab).toHaveURL(/\/account\/login/);
});

test('[S-119 S-143] after signing out nothing of the former person is left for the next', async ({ page }) => {
  await signIn(page, 'ben');
  await page.goto('/account/accounts');
  await expect(page.getByText('Umbra Trust Services').first()).toBeVisible();
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
  await signIn(page, 'bea');
  await page.goto('/account/accounts');
  await expect(page.getByText('Calder Identity').first()).toBeVisible();
  await expect(page.getByText('Umbra Trust Services')).toHaveCount(0);
});

test('[S-154 S-155 S-156] the expiry notice: for account scope only, once in a session', async ({ page }) => {
  await signIn(page, 'jonas');
  await expect(page.getByText(/^The service period of Halcyon Mutual ended on /)).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  await page.goto('/account/login');
  await signIn(page, 'ada');
  await expect(page.getByText(/Your account|The service period of/)).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());

  await page.goto('/account/login');
  await signIn(page, 'ines');
  // Five days after the platform was furnished, which may have been yesterday.
  const notice = page.getByText(/(?:in|endet in) [45] (?:days|Tagen)/);
  await expect(notice).toBeVisible();
  expect(await stored(page, 'account_expiry_notification')).toBeTruthy();
  await page.reload();
  await expect(main(page).or(page.getByRole('navigation').first())).toBeAttached();
  await expect(notice).toHaveCount(0);
});

test('[S-109 S-278] the redirect page sets the language of the profile and opens the own details', async ({ page }) => {
  await enter(page, 'ines');
  await page.evaluate(() => localStorage.setItem('language', 'en_US'));
  await page.goto('/account/redirect');
  await expect(page).toHaveURL(/\/account\/access\/administrators\/[0-9a-f-]{36}$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
});

test('[S-019 S-277] the language chosen at the sign-in is sent with the name and kept for the next visit', async ({
  page,
}) => {
  await page.goto('/account/login');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de_DE');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await page.getByRole('textbox').first().fill('ada');
  const verify = page.waitForRequest((request) => request.url().includes('/login/verify'));
  await page.getByRole('button', { name: 'Weiter' }).click();
  expect(new URL((await verify).url()).searchParams.get('locale')).toBe('de_DE');
  await page.goto('/account/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  expect(await stored(page, 'language')).toBe('de_DE');
});
