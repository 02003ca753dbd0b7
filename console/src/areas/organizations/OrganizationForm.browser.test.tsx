import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OrganizationCreatePage from './OrganizationCreatePage.tsx';
import OrganizationsPage from './OrganizationsPage.tsx';

const field = page.getByRole('textbox', { name: 'Account' });
const picker = page.getByRole('combobox', { name: 'Account' });

test.each(['system', 'partner', 'account'] as const)(
  '%s: who may not look at accounts creates an organization in their own, which stands in the form',
  async (scope) => {
    await renderPart(<OrganizationCreatePage />, {
      as: { scope, permissions: ['manage_organization'], accounts: ['Nordmark Landesbank', 'Orsini Custody'] },
    });
    await expect.element(field).toHaveValue('Nordmark Landesbank');
    await expect.element(field).toHaveAttribute('readonly');
    await expect.element(picker).not.toBeInTheDocument();
  },
);

test('who may look at accounts chooses one', async () => {
  await renderPart(<OrganizationCreatePage />, {
    as: { scope: 'system', permissions: ['manage_organization', 'view_account'], accounts: ['Nordmark Landesbank'] },
  });
  await expect.element(picker).toHaveValue('');
});

describe('who may not look at accounts and has none', () => {
  const PERSON = { scope: 'system', permissions: ['manage_organization'], accounts: [] } as const;
  test('[S-071 S-230] is told what is missing, in place of a form that can’t be sent', async () => {
    await renderPart(<OrganizationCreatePage />, { as: PERSON });
    await expect.element(page.getByText(/View accounts/).first()).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  });

  test('[S-230] is not offered to create one', async () => {
    answerWith(({ path }) => (path.endsWith('/organization') ? { items: [], total: 0, offset: 0, limit: 20 } : {}));
    await renderPart(<OrganizationsPage />, { as: PERSON });
    await expect.element(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create organization' })).not.toBeInTheDocument();
  });
});
