import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { profileQuery } from '../../session/profile.ts';
import { renderPart } from '../../testing/render.tsx';
import PasswordPage from './PasswordPage.tsx';
import ProfilePage from './ProfilePage.tsx';

function Without({ part }: { part: 'page' | 'profile' }) {
  queryClient.setQueryData(profileQuery.queryKey, (before) => before && { ...before, has_password: false });
  return part === 'page' ? <PasswordPage /> : <ProfilePage />;
}

const card = page.getByText('Change password');
const name = page.getByRole('heading', { level: 1, name: 'Tove Lind' });

test('who signs in with a password is offered to change it', async () => {
  await renderPart(<ProfilePage />);
  await expect.element(card).toBeVisible();
});

test('who signs in without a password is offered none to change', async () => {
  await renderPart(<Without part="profile" />);
  await expect.element(name).toBeVisible();
  expect(card.elements()).toEqual([]);
});

test('and who opens the page all the same reads why', async () => {
  await renderPart(<Without part="page" />);
  await expect.element(page.getByText(/You sign in without a password/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Change password' }).elements()).toEqual([]);
});
