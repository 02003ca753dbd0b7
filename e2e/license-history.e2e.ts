import { readFile } from 'node:fs/promises';
import { enter } from './steps.ts';
import { expect, test, type Platform } from './test.ts';
import { accountOf } from './visits/accounts.ts';

type Usage = { features: { name: string; generation: string; attributes: { limit: number } }[] };

/** Gives an account more seats of Managed PKI; `address` is that of its page. */
async function giveSeats(platform: Platform, address: string, quantity: number): Promise<void> {
  const account = address.replace('/account/accounts/', '/account/ui-api/v1/account/');
  const path = `${account}/license/usage/enterprise_manager`;
  const { features } = await platform.call<Usage>('ada', 'GET', path);
  const present = features.find(({ name, generation }) => name === 'seats' && generation === 'v1');
  const old_limit = present?.attributes.limit ?? 0;
  await platform.call('ada', 'PUT', path, {
    license_feature_version: 'v1',
    features: [{ name: 'seats', attributes: { limit: old_limit + quantity }, old_limit }],
  });
}

test('[A-084 A-086 A-122 A-123] who looks after an account reads its license history and takes it along', async ({
  page,
  platform,
}) => {
  const address = await accountOf(platform, 'eastmere-payments');
  for (let times = 0; times < 12; times += 1) await giveSeats(platform, address, 7);
  await enter(page, 'ada', address);
  const opener = page.getByRole('button', { name: 'License history' });
  await opener.click();
  const panel = page.getByRole('region', { name: 'License history' });
  const applications = panel.getByRole('combobox', { name: 'Application' });
  await applications.selectOption('enterprise_manager');
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  await expect(panel.getByText('+7').first()).toBeVisible();
  await panel.getByRole('button', { name: /^Show \d+ older$/ }).click();
  await expect.poll(() => panel.getByRole('listitem').count()).toBeGreaterThan(11);

  await panel.getByRole('button', { expanded: false }).first().click();
  await expect(panel.getByText('Calder Identity')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download all events as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain(',By,');
  expect(lines[1]).toContain('Ada Lindqvist');

  // The address has it: read again it is still open, until it is closed.
  await page.reload();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(opener).toBeFocused();
});
