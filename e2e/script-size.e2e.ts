import type { Browser, Page, Request } from '@playwright/test';
import { requestsOf, settled } from './at-rest.ts';
import { enter } from './steps.ts';
import { expect, test } from './test.ts';
import { VISITS } from './visits.ts';
import { addressOf } from './visits/visit.ts';

/** The bytes of scripts that a page may load, its texts among them, as they come over the network. */
const SIGN_IN_MOST = 170_000;
const SIGNED_IN_MOST = 250_000;

/** Visits by their names: what most people open, and the pages that are made of most. */
const HEAVY = [
  'organizations',
  'organization-edit',
  'accounts',
  'account',
  'administrators',
  'administrators-many',
  'administrator',
  'administrator-edit',
  'service-user',
  'audit-event',
  'license-edit',
];

/** The bytes of all scripts that the page loads while `act` runs, and until nothing more comes. */
async function scriptBytes(page: Page, act: () => Promise<unknown>): Promise<number> {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  const requests = requestsOf(page);
  await act();
  await settled(page, requests);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

/** On a busy machine a call may fail, which brings the piece that says so: a page needs the least of these loads. */
const LOADS = 3;

/** The bytes of what `act` loads in a browser that has nothing yet, loaded again while it is not below `most`. */
async function leastBytes(browser: Browser, url: string, most: number, act: (page: Page) => Promise<unknown>) {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < LOADS && least >= most; n += 1) {
    const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
    const page = await context.newPage();
    least = Math.min(least, await scriptBytes(page, () => act(page)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.close();
  }
  return least;
}

test('the sign-in loads little script', async ({ browser, platform }) => {
  const bytes = await leastBytes(browser, platform.url, SIGN_IN_MOST, (page) => page.goto('/account/login'));
  // As the network has it: packed.
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(SIGN_IN_MOST);
});

for (const name of HEAVY)
  test(`the page of "${name}" loads no more script than it may`, async ({ browser, platform }) => {
    const visit = VISITS.find((one) => one.name === name);
    const at = visit && (await addressOf(visit, platform));
    const open = (page: Page): Promise<void> => enter(page, visit?.as ?? '', at);
    const bytes = await leastBytes(browser, platform.url, SIGNED_IN_MOST, open);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(SIGNED_IN_MOST);
  });

test('a pointer that is moved over a link fetches the code of its page', async ({ page }) => {
  await enter(page, 'ada', VISITS.find(({ name }) => name === 'accounts')?.route);
  const code = page.waitForRequest(/\/OrganizationsPage-/);
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).hover();
  await code;
});
