import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import OrganizationCreatePage from './OrganizationCreatePage.tsx';

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
