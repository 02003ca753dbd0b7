import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => keepsNothing(page));

test('[S-356 S-357] a system administrator makes an authority for an account and keeps its certificate', async ({
  page,
}) => {
  const name = `Aalto CA ${Date.now().toString(36)}`;
  await enter(page, 'ada', '/account/ca/authorities');
  await page.getByRole('link', { name: 'Create certificate authority' }).click();
  await page.getByRole('combobox', { name: 'Account' }).fill('aalto');
  await page
    .getByRole('option', { name: /^Aalto/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Common name').fill(`${name} Issuing`);
  await page.getByLabel('Key', { exact: true }).selectOption('ec_p256');
  await page.getByRole('button', { name: 'Create certificate authority' }).click();
  await expectNotice(page, 'The certificate authority is created.');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing needs you')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  const certificate = new X509Certificate(await readFile(await (await download).path()));
  expect(certificate.subject).toContain(`CN=${name} Issuing`);
  expect(certificate.ca).toBe(true);

  // Nothing of it stays in use.
  await page.getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  await dialog.getByLabel('Reason').selectOption('cessationOfOperation');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectNotice(page, 'The certificate authority is revoked.');
  await expect(page.getByRole('link', { name: 'Renew' })).toBeHidden();
});
