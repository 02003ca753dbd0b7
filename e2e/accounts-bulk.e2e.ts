/** Actions over many accounts at once. */
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../tools/running-server.ts';
import { enter, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

const ACCOUNT = '/account/ui-api/v1/account';
const rows = (page: Page) => page.locator('tbody tr');
const bar = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Three accounts whose names begin so; answers their headers and ids. */
async function accounts(request: APIRequestContext, name: string) {
  const { access_token: token } = (await (
    await request.post('/account/ui-api/v1/auth/login', { data: { user_name: 'ada', password: DEMO_PASSWORD } })
  ).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const ids = new Map<string, string>();
  for (const number of ['01', '02', '03']) {
    const made = await request.post(ACCOUNT, {
      headers,
      data: {
        name: `${name} ${number}`,
        friendly_identifier: `${name.toLowerCase()}-${number}`,
        service_period: { from: '2026-01-01', to: '2099-12-31' },
        locale: 'en_US',
        organization: { name: `${name} ${number}`, country: 'DE' },
      },
    });
    expect(made.status()).toBe(201);
    ids.set(`${name} ${number}`, ((await made.json()) as { id: string }).id);
  }
  return {
    ids,
    read: async (one: string) =>
      (await (await request.get(`${ACCOUNT}/${ids.get(one)}`, { headers })).json()) as Record<string, unknown>,
    remove: (one: string) => request.delete(`${ACCOUNT}/${ids.get(one)}`, { headers }),
  };
}

test('[S-336 S-397] language, end date, off and on: asked once, settled by account, with reasons', async ({
  page,
  request,
}) => {
  const name = `Sammel${Date.now().toString(36)}`;
  const { read, remove } = await accounts(request, name);
  await keepsNothing(page);
  await enter(page, 'ada', `/account/accounts?name=${name}&active=any`);
  await expect(rows(page)).toHaveCount(3);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  const dialog = page.getByRole('dialog');
  await all.click();
  await page.getByRole('button', { name: 'Set language' }).click();
  await dialog.getByLabel('Language').selectOption('fr_FR');
  await dialog.getByRole('button', { name: 'Set for 3 accounts' }).click();
  await expect(bar(page, '3 done')).toBeVisible();
  expect(await read(`${name} 02`)).toMatchObject({
    locale: 'fr_FR',
    name: `${name} 02`,
    service_period: { from: '2026-01-01', to: '2099-12-31' },
  });

  // One of them is deleted by somebody else meanwhile.
  expect((await remove(`${name} 03`)).status()).toBe(204);
  await all.click();
  await page.getByRole('button', { name: 'Set end date' }).click();
  await expect(dialog.getByLabel('End date')).toBeFocused();
  const confirm = dialog.getByRole('button', { name: /^Set for/ });
  await expect(confirm).toHaveAccessibleDescription('Choose a day first.');
  await dialog.getByLabel('End date').fill('2020-01-01');
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('End date').fill('2090-06-30');
  await confirm.click();
  await expect(bar(page, '2 done, 1 failed')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: `${name} 03: ` })).toBeVisible();
  expect(await read(`${name} 01`)).toMatchObject({
    locale: 'fr_FR',
    service_period: { from: '2026-01-01', to: '2090-06-30' },
  });

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await all.click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Nobody belongs to them.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate 2 accounts' }).click();
  await expect(bar(page, '2 done')).toBeVisible();
  await expectRow(page, `${name} 01`, 'Inactive');
  await all.click();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await dialog.getByRole('button', { name: 'Activate 2 accounts' }).click();
  await expect(bar(page, '2 done')).toBeVisible();
  await expectRow(page, `${name} 01`, 'Active');
  for (const one of ['01', '02']) await remove(`${name} ${one}`);
});
