/** An act on all accounts that match: planned, run while one looks, undone. */
import type { APIRequestContext } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { enter, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

const ACCOUNT = '/account/ui-api/v1/account';

/** Accounts whose names begin so. */
async function makeAccounts(request: APIRequestContext, name: string, count: number): Promise<void> {
  const { access_token: token } = (await (
    await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'ada', password: DEMO_PASSWORD } })
  ).json()) as { access_token: string };
  for (let n = 1; n <= count; n += 1) {
    const made = await request.post(ACCOUNT, {
      headers: { authorization: `Bearer ${token}` },
      data: {
        name: `${name} ${n}`,
        friendly_identifier: `${name.toLowerCase()}-${n}`,
        service_period: { from: '2026-01-01', to: '2099-12-31' },
        locale: 'en_US',
        organization: { name: `${name} ${n}`, country: 'DE' },
      },
    });
    expect(made.status()).toBe(201);
  }
}

test('all that match are deactivated by a run, and activated again by its undo', async ({ page, request }) => {
  const name = `Sammel${Date.now().toString(36)}`;
  await makeAccounts(request, name, 3);
  await keepsNothing(page);
  await enter(page, 'ada', `/account/accounts?name=${name}&active=any`);
  await page.getByRole('checkbox', { name: `Select ${name} 1` }).click();
  await page.getByRole('button', { name: 'Select all 3 that match' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();

  await expect(page.getByRole('heading', { name: 'Deactivate accounts' })).toBeVisible();
  await expectRow(page, `${name} 2`, 'Will be done');
  await page.getByRole('button', { name: 'Deactivate 3 accounts' }).click();
  await expect(page.getByRole('heading', { name: '3 of 3 done' })).toBeVisible();
  await expectRow(page, `${name} 2`, 'Done');

  await page.getByRole('button', { name: 'Undo 3 changes' }).click();
  await expect(page.getByRole('heading', { name: /^Undo: / })).toBeVisible();
  await page.getByRole('button', { name: 'Undo 3 changes' }).click();
  await expect(page.getByRole('heading', { name: '3 of 3 done' })).toBeVisible();
  await page.goto(`/account/accounts?name=${name}&active=any`);
  await expectRow(page, `${name} 2`, 'Active');
});
