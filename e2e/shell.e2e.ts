import type { Page } from '@playwright/test';
import { colourViolations, violations } from './inspect.ts';
import { enter, expectAccessible, expectNotice, signIn, withoutErrors } from './steps.ts';
import { expect, test } from './test.ts';
import { accountOf } from './visits/accounts.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entries = (page: Page) => main(page).getByRole('link').allInnerTexts();

test('[S-006 S-092 S-093 S-228 S-224] the navigation has what the person may open, in the house order', async ({
  page,
}) => {
  await enter(page, 'ada');
  const seen = (await entries(page)).filter((text) => !/Signet/.test(text));
  expect(seen).toEqual(
    [
      'Accounts',
      'Organizations',
      'Certificate authorities',
      'Certificates',
      'Seats',
      'Enrollments',
      'Templates',
      'Certificate profiles',
      'Administrators',
      'Service users',
      'User roles',
      'Logging',
      'Ends soon',
      'Client tools',
      'Platform settings',
      'Migration tool',
    ].filter((text) => seen.includes(text)),
  );
  expect(seen).toContain('Accounts');
  expect(seen).toContain('Platform settings');
});

test('[S-001] who may do everything reaches the working screen of each area', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await enter(page, 'ada');
  for (const entry of (await entries(page)).filter((text) => !/Signet/.test(text))) {
    const link = main(page).getByRole('link', { name: entry, exact: true });
    await link.click();
    const title = entry === 'Logging' ? 'Audit log' : entry;
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    expect(new URL(page.url()).pathname).toMatch(/^\/account\//);
  }
  // What is managed on the pages of those that have it.
  for (const [list, name, sections] of [
    ['accounts', 'Nordmark Landesbank', ['Licenses', /^Organizations/]],
    ['ca/organizations', 'Nordmark Leasing', ['Contacts']],
    ['access/service-user', 'Certificate inventory', [/^API tokens/, /^Client certificates/]],
  ] as const) {
    await page.goto(`/account/${list}?name=${name}`);
    await page.getByRole('table').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    for (const section of sections) await expect(page.getByRole('heading', { name: section }).first()).toBeVisible();
  }
  expect(refused).toEqual([]);
});

test('[S-004 S-090 S-231] an end user sees no management, and gets a view of its own instead of the accounts', async ({
  page,
}) => {
  await enter(page, 'emil', '/account/accounts');
  await expect(page.getByRole('heading', { name: 'You can’t see accounts' })).toBeVisible();
  for (const entry of ['Accounts', 'Organizations', 'Reporting', 'Logging', 'Platform settings'])
    await expect(main(page).getByRole('link', { name: entry })).toHaveCount(0);
  await page.goto('/account/reporting');
  await expect(page.getByRole('listitem').filter({ hasText: 'view_audit_log' }).getByText('Missing')).toBeVisible();
  await page.goto('/account/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Emil');
});

test('[S-089 S-219] a page whose permission is missing says which and whose, and leads back to the accounts', async ({
  page,
}) => {
  await enter(page, 'maren', '/account/settings/outgoing-mail');
  await expect(page.getByText('You have no access to this page.')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'manage_system_settings' }).getByText('Missing'),
  ).toBeVisible();
  // What is for another scope nobody of the own account can give.
  await expect(page.getByText('It is for System scope')).toBeVisible();
  await expect(page.getByText('Cleo Marchetti')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to accounts' }).click();
  await expect(page).toHaveURL(/\/account\/accounts/);
});

test('[S-089] a request for access names what is missing: the permission, or the scope alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asksFor = async (path: string, words: RegExp): Promise<void> => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Copy a request' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(words);
  };
  await enter(page, 'cleo');
  const both = /Missing: .*\(manage_system_settings\); System scope\.\nCleo Marchetti \(cleo\)$/;
  await asksFor('/account/settings/outgoing-mail', both);
  await asksFor('/account/settings', /Missing: System scope or Partner scope\.\nCleo/);
  await expect(page.getByText('It is for System scope or Partner scope; you have Account scope.')).toBeVisible();
  await expect(page.getByRole('listitem').getByText('Missing')).toHaveCount(0);
});

test('[S-421 S-420] an error of a page and its number outlive a reload until somebody dismisses it', async ({
  page,
}) => {
  await enter(page, 'ada', '/account/profile/edit');
  // A gateway in front of the server has nothing to say.
  await page.route('**/account/ui-api/v1/user/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
  );
  await page.getByLabel('Phone').fill('+4930123456');
  await page.getByRole('button', { name: 'Save' }).click();
  const error = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(error).toContainText('Look whether it was done');
  expect(await page.evaluate(() => localStorage.getItem('page_error_notifications'))).toContain(
    'Look whether it was done',
  );
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(error).toContainText('Look whether it was done');
  await error.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(error).toHaveCount(0);
});

test('[S-256] the migration flag is asked for by its name and the own id when somebody signs in', async ({ page }) => {
  const flagRequest = page.waitForRequest(/\/feature-flag\/AM_enable_account_migration\?/);
  await signIn(page, 'cleo');
  const own = await page.evaluate(
    async () =>
      (
        (await (
          await fetch('/account/ui-api/v1/auth/me', {
            headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
          })
        ).json()) as { id: string }
      ).id,
  );
  expect(new URL((await flagRequest).url()).searchParams.get('key')).toBe(own);
  expect((await (await flagRequest).response())?.ok()).toBe(true);
});

test('single keys are switched off in the profile, and only for this person; Ctrl K goes on working', async ({
  page,
}) => {
  const opensHelp = async (): Promise<void> => {
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await enter(page, 'cleo', '/account/profile');
  await opensHelp();
  await page.getByRole('switch', { name: 'Single keys are shortcuts' }).click();
  await page.goto('/account/accounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.locator('h1').click();
  for (const key of ['?', 'j', '/', 'g', 'o']) await page.keyboard.press(key);
  await expect(page.locator('tr :focus, [data-list-filter]:focus')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/accounts$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search and go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'your profile' }).click();
  await page.getByRole('switch', { name: 'Single keys are shortcuts' }).click();
  await opensHelp();
});

test('[S-120] no refusal flashes up while permissions are on their way', async ({ page }) => {
  await enter(page, 'ada');
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes('no access to this page')) sessionStorage.setItem('refused', 'yes');
    }).observe(document, { subtree: true, childList: true });
  });
  for (const path of ['/account/settings', '/account/accounts', '/account/settings/outgoing-mail']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await page.evaluate(() => sessionStorage.getItem('refused'))).toBeNull();
});

test('[S-088] an address that is no screen says so, signed in and not', async ({ page }) => {
  await withoutErrors(page, async () => {
    await page.goto('/account/no-such-page');
    await expect(page.getByText('Page not found').first()).toBeVisible();
    await enter(page, 'ada');
    for (const path of ['no-such-page', 'business-units', 'ca/root', 'accounts/../nothing']) {
      await page.goto(`/account/${path}`);
      await expect(page.getByText('Page not found').first(), path).toBeVisible();
    }
  });
});

test('[S-007 S-039] paths of other applications leave the console for the server', async ({ page }) => {
  await enter(page, 'ada');
  for (const path of ['/certificate-authority', '/mpki/dashboard']) {
    await page.goto('/account/welcome');
    await page
      .evaluate((href) => {
        const link = document.createElement('a');
        link.href = href;
        document.querySelector('main')?.append(link);
        const hidden = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), { once: true }));
        link.click();
        return hidden.catch(() => undefined);
      }, path)
      .catch(() => undefined);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    // A page of the server, not a screen of the console.
    await expect(page.getByText('that product does not run here')).toBeVisible();
    await expect(page.locator('#root')).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the Signet console' }).click();
  await expect(main(page)).toBeAttached();
});

test('the reference of the API is readable, light and dark, and leads back to the console', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/account/api/reference');
    await expect(page.getByRole('heading', { level: 1, name: 'Signet API' })).toBeVisible();
    // Hundreds of calls and shapes are drawn by the same lines: an eighth of them is looked at.
    await page.evaluate(() => {
      for (const kind of ['section', 'details'])
        for (const [at, one] of document.querySelectorAll(kind).entries()) if (at % 8 !== 0) one.remove();
    });
    // What dark changes is the colours; all else is the same document.
    expect(await (colorScheme === 'dark' ? colourViolations : violations)(page)).toEqual([]);
  }
  // The person's own choice goes before the system's.
  await page.evaluate(() => localStorage.setItem('color_scheme', 'light'));
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.getByRole('link', { name: 'Go to the console' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
});

test('[S-094] the breadcrumb names the parents as links', async ({ page }) => {
  await enter(page, 'ada', '/account/settings/outgoing-mail');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByText('Outgoing mail')).toHaveAttribute('aria-current', 'page');
  await crumbs.getByRole('link', { name: 'Platform settings' }).click();
  await expect(page).toHaveURL(/\/account\/settings$/);
});

test('a form is that of its address, whichever record’s form was shown before it', async ({ page, platform }) => {
  const [first = '', second = ''] = await Promise.all(
    ['nordmark-lb', 'city-ostermoor'].map((one) => accountOf(platform, one)),
  );
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await enter(page, 'ada', `${first}/edit`);
  await expect(name).toHaveValue('Nordmark Landesbank');
  await page.evaluate((to) => history.pushState(null, '', to), `${second}/edit`);
  await expect(name).toHaveValue('City of Ostermoor');
  await page.goBack();
  await expect(name).toHaveValue('Nordmark Landesbank');
});

test('a crumb that this person may not open is named and no link; Back leads to the last that is open', async ({
  page,
}) => {
  await enter(page, 'emil', '/account/profile/client-certificates');
  await page.getByRole('link', { name: 'Generate certificate' }).click();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toContainText(['Administrators', 'Emil Haugen', 'Generate certificate']);
  await expect(crumbs.getByRole('link', { name: 'Administrators' })).toHaveCount(0);
  await crumbs.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Emil Haugen' })).toBeVisible();
  await expect(crumbs.getByRole('link', { name: 'Back' })).toHaveCount(0);
});

test('a page that cannot be fetched without a network says so in its frame, and comes once it is tried again', async ({
  page,
  context,
}) => {
  await enter(page, 'ada', '/account/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  // What opens over the page takes nothing of it away.
  await page.getByRole('button', { name: 'Help and shortcuts' }).click();
  await expectNotice(page, 'Signet could not be reached.');
  await page.keyboard.press('Control+k');
  await expectNotice(page, 'This part of the page could not be loaded.');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lindqvist' })).toBeVisible();
  await page.getByRole('link', { name: 'Organizations', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Signet could not be reached.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Accounts', exact: true })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
});

test('where the files of the page do not come it says so in the reader’s language', async ({ browser, platform }) => {
  const context = await browser.newContext({ baseURL: platform.url, locale: 'de-DE' });
  const page = await context.newPage();
  for (const files of [/\/assets\/frame-/, /\/assets\/texts-/, /\.(?:js|css)$/]) {
    await page.route(files, (route) => route.abort());
    await page.goto('/account/login#kept');
    await expect(page.getByRole('alert')).toContainText('Nicht alle Dateien der Seite sind angekommen.');
    await expect(page.getByRole('heading', { name: 'Diese Seite konnte nicht geladen werden' })).toBeVisible();
    await page.unroute(files);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByLabel('Benutzername')).toBeVisible();
    // Behind it may stand the code of a link that works once.
    expect(new URL(page.url()).hash).toBe('#kept');
    await page.goto('about:blank');
  }
  await context.close();
});

test('a page whose code is gone, as after an update, is loaded anew', async ({ page }) => {
  await enter(page, 'ada', '/account/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(/\/OrganizationsPage-/, (route) =>
    loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Organizations', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  expect(loads).toBe(1);
});

test('the pages of how people of the platform sign in are called what they do', async ({ page }) => {
  await enter(page, 'ada', '/account/settings/editStandardSignIn');
  await expect(page).toHaveTitle('Edit standard sign-in – Signet');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toContainText([
    'Platform settings',
    'Edit standard sign-in',
  ]);
});

test('[S-415] going to another page scrolls to the top', async ({ page }) => {
  await enter(page, 'ada');
  await page.setViewportSize({ width: 900, height: 500 });
  await page.goto('/account/accounts');
  await expect(page.getByRole('row').nth(10)).toBeAttached();
  // The entries at the side are many enough to scroll by themselves.
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await main(page).getByRole('link', { name: 'Platform settings' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the keyboard alone opens the menu of the person, the help and the content', async ({ page }) => {
  await enter(page, 'ada', '/account/accounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /profile and sign out/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  // The keys are the menu's once it has the focus.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0);
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('[S-092] on a phone the navigation is a drawer, and the menu of the person says the scope', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, 'cleo', '/account/accounts');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await main(page).getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  await expect(page.getByText('Account scope, Nordmark Landesbank')).toBeVisible();
  await expectAccessible(page);
});
