import type { Page, Request } from '@playwright/test';
import { enter } from './steps.ts';
import { expect, test } from './test.ts';
import { VISITS } from './visits.ts';

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
  'administrator-edit',
  'service-user',
  'audit-event',
];

/** Records with all their sections, and one of them as a form, are made of more: they are not to grow. */
const HEAVIER: Readonly<Record<string, number>> = { administrator: 260_000, 'license-edit': 262_000 };

/** The bytes of all scripts that the page loads while `act` runs, and until nothing more comes. */
async function scriptBytes(page: Page, act: () => Promise<unknown>): Promise<number> {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await act();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

test('the sign-in loads little script', async ({ page }) => {
  const bytes = await scriptBytes(page, () => page.goto('/account/login'));
  // As the network has it: packed.
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(SIGN_IN_MOST);
});

for (const name of [...HEAVY, ...Object.keys(HEAVIER)])
  test(`the page of "${name}" loads no more script than it may`, async ({ page, platform }) => {
    const visit = VISITS.find((one) => one.name === name);
    const at = (await visit?.at?.(platform)) ?? visit?.route;
    const bytes = await scriptBytes(page, () => enter(page, visit?.as ?? '', at));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(HEAVIER[name] ?? SIGNED_IN_MOST);
  });
