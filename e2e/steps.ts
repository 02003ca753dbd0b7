/** What browser tests do and look at again and again. */
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { violations } from './inspect.ts';
import { expect } from './test.ts';

/** Signs in through the sign-in page, as a person does. */
export async function signIn(page: Page, person: string, password = DEMO_PASSWORD): Promise<void> {
  if (!page.url().includes('/account/login')) await page.goto('/account/login');
  await page.getByLabel('User name').fill(person);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /profile and sign out|Profil und Abmelden/ })).toBeAttached();
}

/** Begins a session without the sign-in page, and opens `path`: for tests of what comes after it, in half the time. */
export async function enter(page: Page, person: string, path = '/account/'): Promise<void> {
  const answer = await page.request.post('/account/ui-api/v1/auth/login', {
    data: { user_name: person, password: DEMO_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const { access_token, refresh_token, expires_at } = await answer.json();
  const session = { access_token, refresh_token, expires_at: `${expires_at.replace(' ', 'T')}Z` };
  // Before the first script of the next page, and once: what the console makes of it later stays.
  await page.addInitScript(
    ({ origin, values, mark }) => {
      if (location.origin !== origin || sessionStorage.getItem(mark) !== null) return;
      sessionStorage.setItem(mark, 'entered');
      Object.assign(localStorage, values);
    },
    { origin: new URL(answer.url()).origin, values: session, mark: `entered ${refresh_token}` },
  );
  await page.goto(path);
  await expect(page.getByRole('button', { name: /profile and sign out|Profil und Abmelden/ })).toBeAttached();
}

/**
 * What this page changes in the person's list settings does not reach the server: tests beside it sign in as the same
 * person and find the defaults.
 */
export async function keepsNothing(page: Page): Promise<void> {
  // In the page, not on its way: a closing page sends what it has not kept yet past every route of the test.
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = (input, init) =>
      init?.method === 'PUT' && typeof input === 'string' && input.includes('/list-setting/')
        ? Promise.resolve(new Response(null, { status: 204 }))
        : ask(input, init);
  });
}

/** Signs out through the menu of the person. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

/** A row of the table shows all of these texts. */
export async function expectRow(page: Page, ...texts: string[]): Promise<void> {
  let row = page.getByRole('row');
  for (const text of texts) row = row.filter({ hasText: text });
  await expect(row.first()).toBeVisible();
}

/** A notice with this text is shown. */
export async function expectNotice(page: Page, text: string | RegExp, options?: { timeout: number }): Promise<void> {
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(text).first()).toBeVisible(options);
}

/** Nothing went wrong in the page while `act` ran: no uncaught error, no console error. */
export async function withoutErrors(page: Page, act: () => Promise<void>): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  await act();
  expect(errors).toEqual([]);
}
