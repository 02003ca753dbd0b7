/** What somebody may do, as their page shows it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { HeldPermissions } from './HeldPermissions.tsx';

const HELD = ['view_user_role', 'manage_account', 'view_certificate', 'view_account'];
const lines = () =>
  page
    .getByRole('term')
    .elements()
    .map((term) => [
      term.textContent,
      ...[...(term.nextElementSibling?.querySelectorAll('li > .vh') ?? [])].map(({ textContent }) => textContent),
    ]);

test('permissions stand in their groups, in the order of the navigation', async () => {
  await renderPart(<HeldPermissions of={HELD} />);
  await expect.poll(lines).toEqual([
    ['Accounts', 'View accounts', 'Manage accounts'],
    ['User roles', 'View user roles'],
    ['Certificates', 'View certificates'],
  ]);
});

test('beside its group a permission is seen by its verb, where that says enough', async () => {
  await renderPart(<HeldPermissions of={['view_account', 'manage_account', 'manage_account_user']} />);
  const seen = () => [...document.querySelectorAll('li > [aria-hidden]:not(svg)')].map((one) => one.textContent);
  await expect.poll(seen).toEqual(['View', 'Manage', 'Manage account users']);
  const [view, manage, alone] = page.getByRole('listitem').elements();
  const left = (one: Element | undefined) => one?.getBoundingClientRect().left ?? 0;
  expect(left(view)).toBeLessThan(left(manage));
  expect(left(alone)).toBe(left(manage));
});

test('those of an application’s roles stand as the form of such a role has them', async () => {
  await renderPart(<HeldPermissions of={HELD} app="ca_manager" />);
  await expect.poll(() => lines().map(([group]) => group)).toEqual(['Certificates', 'Accounts', 'User roles']);
});

test('who may do nothing reads so', async () => {
  await renderPart(<HeldPermissions of={[]} />);
  await expect.element(page.getByText('None')).toBeVisible();
});
