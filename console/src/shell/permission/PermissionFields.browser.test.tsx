/** The columns in which the permissions of a form stand. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { groupsToChoose, PermissionFields } from './PermissionFields.tsx';

const FIELD = {
  id: 'permissions',
  name: 'permissions',
  label: 'Permissions',
  description: null,
  error: null,
  'aria-invalid': undefined,
  onBlur: () => {},
};

test('what changes things stands in a column of its own, also where nothing is only seen', async () => {
  const groups = groupsToChoose(['view_user', 'manage_account_user', 'manage_partner_user', 'manage_permission']);
  await renderPart(<PermissionFields field={FIELD} groups={groups} chosen={[]} onChange={() => {}} />);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect.element(box('View users')).toBeVisible();
  const left = (name: string) => box(name).element().getBoundingClientRect().left;
  const manages = ['Manage account users', 'Manage partner users', 'Manage permissions'].map(left);
  expect(new Set(manages).size).toBe(1);
  expect(left('View users')).toBeLessThan(left('Manage permissions'));
});
