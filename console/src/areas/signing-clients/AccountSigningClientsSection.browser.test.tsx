/** The signing clients of an account: how one is enabled while somebody else edits it. */
import type { SigningClient } from '@signet/contract/areas/signing-clients';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { openNotices } from '../../shell/notices/notifications.ts';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountSigningClientsSection from './AccountSigningClientsSection.tsx';

const CLIENT: SigningClient = {
  id: '00000000-0000-4000-8000-000000000700',
  name: 'Seal desk',
  oauthClientId: '00000000-0000-4000-8000-000000000701',
  oauthClientAccountId: 'nm-1',
  status: 'DISABLED',
  provider_status: 'ENABLED',
  createdDate: '2026-11-01 10:00:00',
  account_id: CUSTOMER.id,
  account_name: 'Nordmark Landesbank',
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  version: 3,
  why_not_manage: null,
};

const SECTION = { id: 'signing', title: 'signingClients.title', Content: AccountSigningClientsSection } as const;

test('the service id that somebody else saved meanwhile is not written over: it is shown, and goes along', async () => {
  openNotices.set([]);
  let theirs = CLIENT;
  const params = { by: 'Bo', named: 'yes', at: '2026-11-21 12:00:00' };
  const calls = answerWith(({ method, query }) => {
    if (method === 'GET')
      return { items: [theirs], total: 1, providers: [], account_name: CLIENT.account_name, why_not_manage: null };
    if (query.get('version') === String(theirs.version)) return null;
    return Response.json({ error: { status: 'CHANGED_MEANWHILE', message: '', params } }, { status: 409 });
  });
  await renderPart(<DetailSections record={CUSTOMER} sections={[SECTION]} />, {
    as: { scope: 'account', permissions: ['view_account', 'manage_account'], accounts: ['Nordmark Landesbank'] },
  });
  const enable = async () => {
    await page.getByRole('button', { name: /^Actions for Seal desk/ }).click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
  };
  await expect.element(page.getByText('nm-1')).toBeVisible();
  theirs = { ...CLIENT, oauthClientAccountId: 'nm-2', version: 4 };
  await enable();
  await expect.element(page.getByText('nm-2')).toBeVisible();
  expect(openNotices.get().map(({ type }) => type)).toEqual(['error']);
  await enable();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body))
    .toEqual(['nm-1', 'nm-2'].map((service) => ({ oauth_client_account_id: service, enabled: true })));
});
