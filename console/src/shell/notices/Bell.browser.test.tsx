/** The bell shows one's own bulk acts until they have been looked at. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import type { EndingToken } from '@signet/contract/areas/api-tokens';
import type { EndingCertificate } from '@signet/contract/areas/client-auth-certificates';
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { payloadDate } from '@signet/contract/dates';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { endSession, keepTokens } from '../../session/state.ts';
import { answerWith } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import { ORGANIZATIONS, rowsOf, TestList } from '../../testing/TestList.tsx';
import { Bell } from './Bell.tsx';
import { endingSeen } from './ending-tokens.ts';
import { clearNotices, notify, pageOfNotices } from './notifications.ts';

const MANAGER: Person = { scope: 'system', permissions: ['manage_account'], accounts: [] };
const RUN: BulkPlanSummary = {
  id: 'plan-1',
  act: 'accounts.language',
  input: { locale: 'fr_FR' },
  undoes: null,
  status: 'running',
  made_at: '2026-11-21 09:00:00',
  made_by_name: 'Tove Lind',
  own: true,
  unseen: false,
  started_at: '2026-11-21 09:01:00',
  ended_at: null,
  total: 42,
  change: 40,
  settled: 12,
  done: 10,
  failed: 0,
};
const ENDED: BulkPlanSummary = {
  ...RUN,
  status: 'done',
  ended_at: '2026-11-21 09:02:00',
  settled: 40,
  done: 38,
  failed: 2,
  unseen: true,
};

type Now = {
  items: BulkPlanSummary[];
  ending?: EndingToken[];
  certificates?: EndingCertificate[];
  saml?: SamlNotice[];
};
const serve = (now: Now, organizations: ReturnType<typeof rowsOf> = []) =>
  answerWith(({ path }) => {
    if (path === ORGANIZATIONS)
      return { items: organizations, total: organizations.length, total_exact: true, offset: 0, limit: 20 };
    if (path.endsWith('/federation/notices')) return { items: now.saml ?? [], total: 0 };
    const ending = path.includes('/client-auth-certificate/') ? now.certificates : now.ending;
    const items = path.endsWith('/ending') ? (ending ?? []) : now.items;
    return { items, total: items.length, total_exact: true, offset: 0, limit: 20 };
  });
const bell = (name: string) => page.getByRole('button', { name, exact: true });
const runs = page.getByRole('list', { name: 'My bulk actions' });
/** Another tab has begun, stopped or looked at something. */
const otherTab = () => dispatchEvent(new StorageEvent('storage', { key: 'bulk_runs', newValue: 'now' }));

test('a run under way stands there with how far it is, one that has ended until its page is opened', async () => {
  const now = { items: [RUN] };
  const calls = serve(now);
  const { address } = await renderPart(<Bell />, { as: MANAGER });
  await bell('Notifications').click();
  await expect.element(runs.getByText('12 of 40')).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/bulk'))?.query.get('attention')).toBe('true');

  now.items = [ENDED];
  otherTab();
  await expect.element(runs.getByText('38 of 40 done')).toBeVisible();
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
  await runs.getByRole('link', { name: 'Set the language of accounts' }).click();
  await expect.poll(address).toBe('/account/accounts/bulk/plan-1');
  await expect.element(runs).not.toBeInTheDocument();
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
  now.items = [];
  otherTab();
  await expect.element(bell('Notifications')).toBeVisible();
});

test('a list that is looked at meanwhile is read again once a run has ended, and not before', async () => {
  const now = { items: [RUN] };
  const calls = serve(now, rowsOf(3));
  const listed = () => calls.filter(({ path }) => path === ORGANIZATIONS).length;
  const looked = () => calls.filter(({ path }) => path.endsWith('/bulk')).length;
  const Both = () => (
    <>
      <Bell />
      <TestList />
    </>
  );
  await renderPart(<Both />, { as: MANAGER });
  await expect.element(page.getByRole('cell', { name: /^Kalmar 01/ })).toBeVisible();
  await expect.poll(looked).toBe(1);
  now.items = [{ ...RUN, settled: 30 }];
  otherTab();
  await expect.poll(looked).toBe(2);
  expect(listed()).toBe(1);

  now.items = [ENDED];
  otherTab();
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
  await expect.poll(listed).toBe(2);
});

test('API tokens that end within days are told of until the bell is opened, and stay in its list', async () => {
  endingSeen.set(false);
  const token = {
    id: 'token-1',
    user_id: 'person-1',
    service_user: false,
    name: 'Deployment',
    owner_name: 'Dora Service',
  };
  serve({ items: [], ending: [{ ...token, end_date: payloadDate(new Date()) }] });
  const { address } = await renderPart(<Bell />);
  await bell('Notifications, 1 unread').click();
  const list = page.getByRole('list', { name: 'API tokens that end soon' });
  await expect.element(list.getByText('ends today')).toBeVisible();
  await expect.element(list.getByText('Dora Service')).toBeVisible();
  await list.getByRole('link', { name: 'API token “Deployment” ends soon' }).click();
  await expect.poll(address).toBe('/account/access/administrators/person-1/edit-api-Token/token-1');
  await expect.element(bell('Notifications')).toBeVisible();
});

test('what ends soon is unread again for who signs in next in the same tab', async () => {
  endingSeen.set(true);
  keepTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 60_000) });
  endSession('signed-out');
  const certificate = { id: 'certificate-1', common_name: 'Ben Aldous', valid_to: '2026-11-30 23:59:59', name: '' };
  serve({ items: [], certificates: [certificate] });
  await renderPart(<Bell />);
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
});

test('own client certificates that end within weeks are told of in the same way', async () => {
  endingSeen.set(false);
  const certificate = {
    id: 'certificate-1',
    common_name: 'Tove Lind',
    valid_to: `${payloadDate(new Date())} 23:59:59`,
  };
  serve({ items: [], certificates: [{ ...certificate, name: '' }] });
  const { address } = await renderPart(<Bell />);
  await bell('Notifications, 1 unread').click();
  const list = page.getByRole('list', { name: 'Client certificates that end soon' });
  await expect.element(list.getByText('ends today')).toBeVisible();
  await list.getByRole('link', { name: 'Client certificate “Tove Lind” ends soon' }).click();
  await expect.poll(address).toBe('/account/profile/client-certificates');
  await expect.element(bell('Notifications')).toBeVisible();
});

test('leads to all of them; Escape closes it', async () => {
  serve({ items: [] });
  const { address } = await renderPart(<Bell />, { as: MANAGER });
  await bell('Notifications').click();
  await expect.element(page.getByText('Nothing happened in this session yet.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bell('Notifications')).toHaveFocus();
  await bell('Notifications').click();
  await page.getByRole('link', { name: 'All bulk actions' }).click();
  await expect.poll(address).toBe('/account/bulk');
});

test('who can do no bulk act is asked nothing about, and sees no way there', async () => {
  const calls = serve({ items: [ENDED] });
  await renderPart(<Bell />, { as: { ...MANAGER, permissions: ['view_account'] } });
  await bell('Notifications').click();
  await expect.element(page.getByText('Nothing happened in this session yet.')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  await queryClient.refetchQueries();
  expect(calls.filter(({ path }) => path.endsWith('/bulk'))).toEqual([]);
});

test('what is to be done about SAML providers stands there, and leads to its page', async () => {
  const account_id = '00000000-0000-4000-8000-000000000100';
  const one = {
    account_id,
    account_name: 'Nordmark',
    system_account: false,
    kind: 'metadata' as const,
    name: 'https://idp.example',
    ends: null,
  };
  const platform = { ...one, account_name: 'Signet', system_account: true };
  serve({ items: [], saml: [one, platform] });
  await renderPart(<Bell />, { as: MANAGER });
  endingSeen.set(false);
  await bell('Notifications, 2 unread').click();
  const link = page.getByRole('link', { name: 'Nordmark: the identity provider has changed its addresses' });
  await expect.element(link).toHaveAttribute('href', `/account/accounts/${account_id}/createAccountSignIn`);
  // The platform’s own is among its settings, to which saving and cancelling lead back.
  const own = page.getByRole('link', { name: 'Signet: the identity provider has changed its addresses' });
  await expect.element(own).toHaveAttribute('href', '/account/settings/createAccountSignIn');
});

test.each(['Set up the mail server', 'Create account'])(
  'the list closes where its link “%s” is followed',
  async (name) => {
    endingSeen.set(true);
    clearNotices();
    onTestFinished(clearNotices);
    pageOfNotices.set({ to: '/account/accounts/create', text: 'Create account' });
    const link = { to: '/account/settings/mail', text: 'Set up the mail server' };
    notify({ type: 'warning', message: 'The email is held.', link });
    pageOfNotices.set({ to: '/account/seats', text: 'Seats' });
    serve({ items: [] });
    const { address } = await renderPart(<Bell />);
    await bell('Notifications, 1 unread').click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await list.getByRole('link', { name }).click();
    await expect.poll(address).toContain(name === 'Create account' ? '/accounts/create' : '/settings/mail');
    await expect.element(list).not.toBeInTheDocument();
  },
);
