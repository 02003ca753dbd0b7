import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OrganizationsPage from './OrganizationsPage.tsx';

const ROW = { name: 'Aalto Clearing House', city: 'Helsinki', country: 'FI', phone: '' };
const rows = ['Aalto Clearing House', 'Nordmark Landesbank'].map((account_name, index) => ({
  ...ROW,
  id: `${index}`,
  account_name,
}));

test('in two lines the account is named where it is called otherwise, else the country', async () => {
  answerWith(({ path }) => {
    if (path.endsWith('/nationalities')) return { items: [{ code: 'FI', name: 'Finland' }], total: 1 };
    return path.endsWith('/organization')
      ? { items: rows, total: rows.length, total_exact: true, offset: 0, limit: 20 }
      : undefined;
  });
  await renderPart(<OrganizationsPage />, {
    as: { scope: 'system', permissions: ['view_organization'], accounts: ['Signet'] },
    width: 390,
  });
  await expect.element(page.getByRole('cell', { name: 'Nordmark Landesbank' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Finland' })).toBeVisible();
  expect(page.getByRole('cell', { name: 'Aalto Clearing House' }).elements()).toHaveLength(2);
});
