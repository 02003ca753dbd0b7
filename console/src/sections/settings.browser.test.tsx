/** The sections of the platform's settings: who sees which. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import SettingsPage from '../areas/settings/SettingsPage.tsx';
import { CUSTOMER } from '../testing/account.ts';
import { answerWith } from '../testing/answers.ts';
import { renderPart } from '../testing/render.tsx';
import sections from './settings.ts';

const OWN = '00000000-0000-4000-8000-000000000100';
const open = async (scope: 'system' | 'partner') => {
  answerWith(({ path }) => {
    if (path.endsWith(`/account/${OWN}`)) return { ...CUSTOMER, id: OWN };
    return path.endsWith('/license/details') ? undefined : { items: [], total: 0 };
  });
  await renderPart(<SettingsPage sections={sections} panels={[]} />, {
    as: { scope, permissions: ['view_account', 'view_license'], accounts: ['Umbra'] },
  });
  await expect.element(page.getByRole('heading', { name: 'Platform settings' })).toBeVisible();
};
const signIn = page.getByRole('heading', { name: 'How people of the platform sign in' });

test('[A-279] people of the platform see how they sign in', async () => {
  await open('system');
  await expect.element(signIn).toBeVisible();
  await expect.element(page.getByText('Client certificate')).toBeVisible();
});

test('[A-279] to a partner its own account is not shown as the platform’s', async () => {
  await open('partner');
  await expect.element(page.getByText('Not found', { exact: true })).toBeVisible();
  await expect.element(signIn).not.toBeInTheDocument();
});
