import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { signIn } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ baseURL: async ({ demoPlace }, use) => use(demoPlace.url) });

const DAY = 86_400_000;
const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** `npm run license:issue`. */
async function issue(...args: string[]): Promise<string> {
  const command = fileURLToPath(new URL('../server/src/license/issue-command.ts', import.meta.url));
  return (await promisify(execFile)(process.execPath, [command, ...args])).stdout.trim();
}

async function replaceLicense(request: APIRequestContext, text: string): Promise<void> {
  const { access_token } = await (
    await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'ada', password: DEMO_PASSWORD } })
  ).json();
  const answer = await request.post('/account/ui-api/v1/license', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { body: text },
  });
  expect(answer.status()).toBe(204);
}

test('[S-149] the day after the license has ended the console leads to its destination until a new one', async ({
  page,
  browser,
  request,
  demoPlace,
}) => {
  test.setTimeout(120_000);
  // Not the day of the run, which the demo already had a part of.
  const last = Date.now() + DAY;
  const folder = mkdtempSync(join(tmpdir(), 'signet-e2e-issuer-'));
  const [key, issuers] = [join(folder, 'private.jwk'), join(folder, 'issuers.json')];
  writeFileSync(issuers, await issue('--new-key', key));
  const license = (until: number): Promise<string> =>
    issue('--key', key, '--holder', 'Umbra Trust Services', '--edition', 'Enterprise', '--until', day(until));
  const settings = { LICENSE_ISSUERS: issuers, REFRESH_TOKEN_HOURS: '48' };

  let platform = await demoPlace.start({ CLOCK_START: `${day(last)}T12:00:00Z`, ...settings });
  try {
    await replaceLicense(request, await license(last));
    await page.clock.install();
    await signIn(page, 'cleo');
    await page.goto('/account/profile');
    // Unlike the heading, it is read after the renewal that a reload begins with.
    await expect(page.getByText('cleo', { exact: true }).first()).toBeVisible();
    await platform.stop();
    platform = await demoPlace.start({ CLOCK_START: `${day(last + DAY)}T00:30:00Z`, ...settings });

    expect(await (await request.get('/account/ui-api/v1/license/status')).json()).toMatchObject({
      status: 'expired',
      redirect_url: '/account/licenseExpired',
    });
    // Nothing is clicked: the token is renewed by itself, and is refused.
    const refused = page.waitForResponse((response) => response.url().endsWith('/imauth/api/v1/refresh'));
    await page.clock.fastForward('06:00');
    expect((await (await refused).json()).error.status).toBe('PLATFORM_LICENSE_EXPIRED');
    await expect(page).toHaveURL(/\/account\/licenseExpired$/);
    await expect(page.getByRole('heading', { name: 'The platform license has ended' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();

    // Who was at the password when the license ended is led there too.
    await page.goto('/account/login');
    await page.getByLabel('User name').fill('cleo');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/account\/licenseExpired$/);

    const administrator = await (await browser.newContext()).newPage();
    await administrator.goto('/account/accounts');
    await expect(administrator).toHaveURL(/\/account\/licenseExpired$/);
    await administrator.getByRole('link', { name: 'Sign in to install a license' }).click();
    await signIn(administrator, 'ada');
    await expect(administrator).toHaveURL(/\/account\/settings\/update-license$/);
    await replaceLicense(request, await license(last + 30 * DAY));
    await administrator.context().close();

    await page.goto('/account/login');
    await signIn(page, 'cleo');
    await page.goto('/account/profile');
    await expect(page).toHaveURL(/\/account\/profile$/);
  } finally {
    await platform.stop();
    rmSync(folder, { recursive: true });
  }
});

test('[S-038] whose account ends at work is led to the page that says so, in every tab', async ({
  page,
  context,
  platform: { call },
  demoPlace,
}) => {
  test.setTimeout(120_000);
  // Vesper Leasing ends five days after the demo began.
  const { items } = await call<{ items: { service_period: { to: string } }[] }>(
    'ada',
    'GET',
    '/account/ui-api/v1/account?name=Vesper+Leasing',
  );
  const last = new Date(items[0]?.service_period.to ?? '').getTime();
  let platform = await demoPlace.start({ CLOCK_START: `${day(last)}T23:58:00Z` });
  try {
    await page.clock.install();
    await signIn(page, 'ines');
    await page.goto('/account/accounts');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const waiting = await context.newPage();
    await waiting.goto('/account/profile');
    // Not the empty frame: what it still asks would find no platform.
    await expect(waiting.getByRole('button', { name: /Profil und Abmelden/ })).toBeVisible();

    // Midnight passes: the account has ended, the access token has not.
    await platform.stop();
    platform = await demoPlace.start({ CLOCK_START: `${day(last + DAY)}T00:00:05Z` });
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(page).toHaveURL(/\/account\/accountExpiredError$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dieses Konto ist nicht in Betrieb' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Meldungen' }).getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
    await expect(waiting).toHaveURL(/\/account\/accountExpiredError$/);
  } finally {
    await platform.stop();
  }
});
