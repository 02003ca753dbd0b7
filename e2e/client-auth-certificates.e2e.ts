import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { enter, expectNotice, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => keepsNothing(page));

test('[S-046 S-055 S-317] a certificate is generated here, opened by OpenSSL, listed and revoked', async ({ page }) => {
  await enter(page, 'ada', '/account/profile/client-certificates');
  await page.getByRole('link', { name: 'Generate certificate' }).click();
  await expect(page).toHaveURL(/\/access\/administrators\/[^/]+\/client-auth$/);
  const person = page.url().replace(/\/client-auth$/, '');
  const name = `Test key ${Date.now().toString(36)}`;
  await page.getByLabel('Name (optional)').fill(name);
  await page.getByLabel('Type of key').selectOption('ec_p256');
  await page.getByLabel('Passphrase', { exact: true }).fill('secret7');
  await page.getByLabel('Repeat passphrase').fill('secret7');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('certificate'));
  await page.getByRole('button', { name: 'Generate certificate' }).click();
  expect(Object.keys((await sent).postDataJSON() as object)).toEqual(['name', 'csr']);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  const file = await readFile(await (await coming).path());
  const opened = execFileSync('openssl', ['pkcs12', '-nodes', '-passin', 'pass:secret7'], { input: file }).toString();
  expect(opened.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
  expect(opened).toContain('BEGIN PRIVATE KEY');
  expect(opened).toMatch(/subject=.*CN ?= ?Ada/);

  await page.getByRole('link', { name: 'Show all certificates' }).click();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Another certificate has taken its place' }).check();
  await dialog.getByLabel('Type REVOKE to go on').fill('REVOKE');
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click();
  await expectNotice(page, 'The certificate is revoked.');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Revoked');

  // The same list on the administrator's own page; the key is offered nowhere any more.
  await page.goto(`${person}#client-certificates`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Revoked');
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0);
});
