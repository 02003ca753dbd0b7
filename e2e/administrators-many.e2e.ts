/** Many administrators by a file: read, mended in place, created by a run whose result is downloaded. */
import { readFile } from 'node:fs/promises';
import { enter, expectRow, keepsNothing } from './steps.ts';
import { expect, test } from './test.ts';

test('[S-051 S-052 S-296] a file of a German spreadsheet is checked, mended in place and created', async ({ page }) => {
  const mark = Date.now().toString(36);
  const line = (first: string, last: string, email = `${first}.${mark}@nordmark-lb.example`) =>
    `${first};${last};${first.toLowerCase()}.${mark};${email};de`;
  const text = ['First name;Last name;User name;Email;Language', line('Nora', 'Falk'), line('Olaf', 'Gran', 'nowhere')];
  await keepsNothing(page);
  await enter(page, 'cleo', '/account/access/administrators');
  await page.getByRole('link', { name: 'Create many administrators' }).click();
  await expect(page).toHaveURL(/role-bulk-user-create$/);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\r\n'), 'utf16le') });
  await expect(page.getByText('2 people were read from people.csv.')).toBeVisible();
  await page.getByRole('button', { name: 'Check the list' }).click();
  const first = page.getByRole('listitem', { name: /^Row \d/ }).first();
  await expect(first).toHaveAccessibleName('Row 2');
  await expect(page.getByLabel('Email, row 2')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email, row 2').fill(`olaf.${mark}@nordmark-lb.example`);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Create 2 administrators' }).click();

  await expect(page.getByRole('heading', { name: '2 of 2 done' })).toBeVisible();
  await expectRow(page, `Olaf Gran (olaf.${mark})`, 'Done');
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /CSV|Export/ })
    .first()
    .click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(`Nora Falk (nora.${mark})`);
  await page.getByRole('link', { name: `Olaf Gran (olaf.${mark})` }).click();
  await expect(page.getByRole('heading', { name: 'Olaf Gran' })).toBeVisible();
});
