/** The page of an administrator: what may be done to whom, and why not. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADMINISTRATOR } from '../testing/administrator.ts';
import { answerWith, type Asked } from '../testing/answers.ts';
import type { Person } from '../testing/person.ts';
import { renderPart } from '../testing/render.tsx';
import sections from './administrator.ts';
import AdministratorPage from '../areas/administrators/AdministratorPage.tsx';

const ID = '00000000-0000-4000-8000-000000000500';
const PLACE = '/account/access/administrators';
const SESSION = {
  id: '00000000-0000-4000-8000-000000000700',
  created_at: '2026-11-20 08:00:00',
  last_used_at: '2026-11-21 12:00:00',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
};
const PERSON = { ...ADMINISTRATOR, id: ID, primary_account_name: 'Nordmark Landesbank', version: 3 };
const AS: Person = { scope: 'account', permissions: ['view_user', 'manage_account_user'], accounts: ['Nordmark'] };

async function open(person: object = {}, as = AS): Promise<Asked[]> {
  const calls = answerWith(({ method, path }) => {
    if (method !== 'GET') return null;
    if (path.endsWith('/session')) return { items: [SESSION], total: 1 };
    return path.endsWith(`/user/${ID}`) ? { ...PERSON, ...person } : undefined;
  });
  await renderPart(
    <main id="main">
      <AdministratorPage sections={sections} panels={[]} />
    </main>,
    {
      as,
      at: `${PLACE}/${ID}`,
      pages: ['account/access/administrators/$id'],
    },
  );
  return calls;
}
const menu = page.getByRole('button', { name: 'Actions for Ida Noor' });
const changes = (calls: readonly Asked[]) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/account/ui-api/v1', '')}`);

test('[S-311 S-313] the mails that fit are offered: a reset with a password, an unlock with a lock', async () => {
  const calls = await open({ locked_until: '2026-11-21 13:00:00' });
  await expect.element(page.getByText(/Too many wrong passwords/)).toBeVisible();
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Send invitation again' })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Send unlock link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send unlock link' }).click();
  await expect.poll(() => changes(calls)).toEqual([`DELETE /user/${ID}/lock`]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Send password reset link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send password reset link' }).click();
  await expect.poll(() => changes(calls)).toContain(`PUT /user/${ID}/reset-password`);
});

test('[S-313] of a lock in a browser of the person’s own alone the page says that it is there', async () => {
  await open({ locked_until: '2026-11-21 13:00:00', locked_where_known: true });
  await expect
    .element(page.getByText(/in which this person has signed in before: .* can’t sign in there/))
    .toBeVisible();
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Send unlock link' })).toBeVisible();
});

test('[S-310] who has not answered the invitation is sent it again, and never where disabled', async () => {
  const calls = await open({ verified: false, status: 'invited' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Send invitation again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation again' }).click();
  await expect.poll(() => changes(calls)).toEqual([`PUT /user/${ID}/email`]);
});

test('[S-315] what may not be done stays in the menu and says why', async () => {
  await open({
    active: false,
    status: 'disabled',
    why_not: { edit: null, govern: { status: 'YOURSELF' }, help: null },
  });
  await menu.click();
  const remove = page.getByRole('menuitem', { name: /Delete administrator/ });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  await expect.element(remove.getByText(/You can’t do this to yourself/)).toBeVisible();
  await expect
    .element(page.getByRole('menuitem', { name: /Send password reset link/ }))
    .toHaveAttribute('aria-disabled');
});

test('disabling says what follows, and sends the person as read with its version', async () => {
  const calls = await open();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Disable administrator' }).click();
  await expect.element(page.getByText(/Every session ends at its next click/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable administrator' }).click();
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ active: false });
  const put = calls.find(({ method }) => method === 'PUT');
  expect(put?.query.get('version')).toBe('3');
  expect(put?.body).not.toHaveProperty('role_ids');
});

test('[S-294] deleting asks for the name first', async () => {
  const calls = await open();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete administrator' }).click();
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox'), 'Ida Noor');
  await dialog.getByRole('button', { name: 'Delete administrator' }).click();
  await expect.poll(() => changes(calls)).toEqual([`DELETE /user/${ID}`]);
});

test('[S-300] the start page takes a path of this console alone', async () => {
  const calls = await open();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Set start page' }).click();
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Start page' }), 'https://evil.example/');
  await expect.element(dialog.getByRole('textbox', { name: 'Start page' })).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Start page' }), '/account/accounts');
  await dialog.getByRole('button', { name: 'Set start page' }).click();
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ appUrl: '/account/accounts' });
});

test('[S-046] the sessions stand there, and are ended by whoever manages the person alone', async () => {
  const calls = await open();
  await page.getByRole('button', { name: /^End session: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect.poll(() => changes(calls)).toEqual([`DELETE /user/${ID}/session/${SESSION.id}`]);
});

test('whoever may only look sees the sessions, and ends none', async () => {
  await open(
    {
      why_not: {
        edit: { status: 'SCOPE_NOT_MANAGEABLE' },
        govern: { status: 'SCOPE_NOT_MANAGEABLE' },
        help: { status: 'SCOPE_NOT_MANAGEABLE' },
      },
    },
    { ...AS, permissions: ['view_user'] },
  );
  await expect.element(page.getByText('192.0.2.7')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^End session/ })).not.toBeInTheDocument();
  await expect.element(menu).not.toBeInTheDocument();
});

test('whoever may look at nobody else sees the own details, and nobody else’s', async () => {
  const calls = await open({}, { ...AS, permissions: [] });
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('/user/'))).toEqual([]);
});
