/** A list of permissions of which the first show. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { PermissionChecks } from './PermissionChecks.tsx';

const OF = ['view_account', 'manage_account', 'view_organization', 'view_user'];

test('the others are counted, and come at a click, where the keyboard goes on', async () => {
  await renderPart(<PermissionChecks of={OF} first={2} />);
  await expect.element(page.getByText('Manage accounts')).toBeVisible();
  await expect.element(page.getByText('View organizations')).not.toBeInTheDocument();
  page.getByRole('button', { name: 'and 2 more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('View users')).toBeVisible();
  await expect.element(page.getByText('View organizations')).toHaveFocus();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
