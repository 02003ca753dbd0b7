import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import SecondFactorPage from './SecondFactorPage.tsx';

const ADDRESS = '/account/accounts/$id/editMfa';

async function open() {
  const at = `/account/ui-api/v1/account/${CUSTOMER.id}`;
  const calls = answerWith(({ path }) => (path.startsWith(at) ? CUSTOMER : undefined));
  await renderPart(<SecondFactorPage />, {
    as: { scope: 'system', permissions: ['view_account', 'manage_account'], accounts: ['Signet'] },
    at: ADDRESS.replace('$id', CUSTOMER.id),
    pages: [ADDRESS],
  });
  return { at, calls };
}

test('[A-140] what is chosen is named once, above the choice', async () => {
  await open();
  await expect.element(page.getByRole('radiogroup', { name: 'Second factor' })).toBeVisible();
  expect(page.getByText('Second factor', { exact: true }).elements()).toHaveLength(1);
});

test('[A-142] saving sends whether a second factor is asked for, and nothing else', async () => {
  const { at, calls } = await open();
  await expect.element(page.getByRole('radio', { name: 'Off' })).toBeChecked();
  await page.getByRole('radio', { name: 'On' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]))
    .toEqual([[`${at}/enable-mfa`, { enabled: true }]]);
});
