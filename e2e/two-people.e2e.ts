import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { requestsOf, settled } from './at-rest.ts';
import { enter, signIn, signOut } from './steps.ts';
import { expect, test } from './test.ts';

/** The menu of the person whose page it is. */
const pageOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} .*, profile and sign out$`) });

/** The status that the server answers for a session. */
async function statusOf(request: APIRequestContext, refreshToken: string | null): Promise<number> {
  const answer = await request.post('/imauth/api/v1/refresh', { data: { refresh_token: refreshToken } });
  return answer.status();
}

/** Another program's sign-in of this person, which leads the browser to a callback. */
async function callbackOf(request: APIRequestContext, person: string): Promise<string> {
  const answer = await request.post('/imauth/api/v1/auto-login', {
    data: { user_name: person, password: DEMO_PASSWORD },
  });
  const { return_url } = await answer.json();
  return return_url;
}

test('a link that signs somebody else in asks first; then all tabs are theirs, and the former session is over', async ({
  page,
  context,
  request,
}) => {
  const requests = requestsOf(page);
  await enter(page, 'ada', '/account/profile');
  const before = await page.evaluate(() => localStorage.getItem('refresh_token'));
  await settled(page, requests);
  /** What the first tab sends from here on, by the person it is sent for. */
  const sentFor = new Set<string>();
  page.on('request', (call) => {
    const payload = call.headers()['authorization']?.split('.')[1];
    if (payload) sentFor.add(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
  });

  const other = await context.newPage();
  await other.goto(await callbackOf(request, 'carl'));
  await expect(other.getByText('Somebody is signed in in this browser.')).toBeVisible();
  await other.getByRole('link', { name: 'Don’t go on' }).click();
  await expect(pageOf(other, 'Ada')).toBeVisible();

  await other.goto(await callbackOf(request, 'carl'));
  await other.getByRole('button', { name: /^Go on as Carl/ }).click();
  await expect(pageOf(other, 'Carl')).toBeVisible();
  // The first tab has not been touched.
  await expect(page.getByText(/^You are now signed in as Carl/)).toBeVisible();
  await expect(page).toHaveURL(/\/account\/profile$/);
  expect(sentFor.size).toBe(1);
  expect(await statusOf(request, before)).toBe(401);
});

test('whoever signs out in one tab and in as somebody else takes the other tabs along', async ({ page, context }) => {
  await enter(page, 'ben', '/account/accounts');
  const other = await context.newPage();
  await other.goto('/account/profile');
  await signOut(other);
  await expect(page).toHaveURL(/\/account\/login/);
  await signIn(other, 'bea');
  await expect(pageOf(page, 'Bea')).toBeVisible();
});

test('a half-filled form outlives somebody else’s sign-in, unseen by them, and comes back to who wrote it', async ({
  page,
  context,
  request,
}) => {
  await enter(page, 'ben', '/account/profile/edit');
  const phone = page.getByLabel('Phone');
  await phone.fill('+31 20 555 01 99');
  const other = await context.newPage();
  await other.goto(await callbackOf(request, 'carl'));
  await other.getByRole('button', { name: /^Go on as Carl/ }).click();

  await expect(page.getByText(/comes back when Ben Okafor signs in again in this tab/)).toBeVisible();
  await expect(phone).not.toHaveValue('+31 20 555 01 99');
  await signOut(page);
  await signIn(page, 'ben');
  await page.goto('/account/profile/edit');
  await expect(phone).toHaveValue('+31 20 555 01 99');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(phone).not.toHaveValue('+31 20 555 01 99');
});
