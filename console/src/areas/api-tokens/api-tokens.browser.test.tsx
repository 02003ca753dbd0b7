/** People make API tokens and look after them; the text of one is shown once. */
import { payloadDate } from '@signet/contract/dates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { isAskedToStay } from '../../testing/leaving.ts';
import { renderPart } from '../../testing/render.tsx';
import OwnTokensPage from './OwnTokensPage.tsx';
import TokenCreatePage from './TokenCreatePage.tsx';
import TokenEditPage from './TokenEditPage.tsx';

const TOKENS = '/account/ui-api/v1/api-access-token';
const ID = '00000000-0000-4000-8000-000000000300';
const PERSON = '00000000-0000-4000-8000-000000000301';
const TEXT = 'signet_0123456789abcdefghijABCDEFGHIJ2G28rG';
const OWNER = {
  id: PERSON,
  name: 'Dora Service',
  user_name: 'dora',
  service_user: true,
  permissions: ['view_account', 'view_organization'],
  accounts_end_on: null,
  why_not_manage: null,
};
const TOKEN = {
  id: ID,
  user_id: PERSON,
  name: 'Deployment',
  last_four: '28rG',
  end_date: null,
  enabled: true,
  allowed_addresses: [],
  permissions: null,
  last_used_at: null,
  last_used_address: null,
  version: 1,
  created_at: '2026-11-01 10:00:00',
  created_by_name: null,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
};
const list = (change: object = {}, owner: object = {}) => ({
  items: [{ ...TOKEN, ...change }],
  total: 1,
  total_exact: true,
  offset: 0,
  limit: 20,
  owner: { ...OWNER, ...owner },
});

let sent: Asked[];
beforeEach(() => {
  sent = [];
  openNotices.set([]);
});
afterEach(() => vi.restoreAllMocks());

/** Answers calls of tokens, and keeps the changing ones. */
const answer = (listed: object): Asked[] =>
  answerWith((asked) => {
    if (!asked.path.startsWith(TOKENS)) return undefined;
    if (asked.method === 'GET') return listed;
    sent.push(asked);
    return { ...TOKEN, owner: OWNER, token: TEXT };
  });

const CREATE = '/account/access/administrators/$id/create-api-Token';
const createPage = () => renderPart(<TokenCreatePage />, { at: CREATE.replace('$id', PERSON), pages: [CREATE] });

const IN_TWO_MONTHS = payloadDate(new Date(Date.now() + 60 * 86_400_000));

test('[S-053 S-325] what is made is shown once, to copy, and not when the page is opened again', async () => {
  answer(list());
  const { go, address } = await createPage();
  await page.getByLabelText('Name').fill('Nightly report');
  await page.getByLabelText(/^End date/).fill(IN_TWO_MONTHS);
  await page.getByLabelText(/^Allowed addresses/).fill('192.0.2.7\n2001:db8::/32');
  await page.getByLabelText('Only these permissions').click();
  await page.getByLabelText('View accounts').click();
  await page.getByRole('button', { name: 'Create API token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Store the API token Deployment now' });
  await expect.element(dialog.getByText(TEXT)).toBeVisible();
  expect(sent).toMatchObject([
    {
      method: 'POST',
      path: TOKENS,
      body: {
        user_id: PERSON,
        name: 'Nightly report',
        end_date: IN_TWO_MONTHS,
        allowed_addresses: ['192.0.2.7', '2001:db8::/32'],
        permissions: ['view_account'],
      },
    },
  ]);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy token' }).click();
  expect(copied).toHaveBeenCalledWith(TEXT);
  expect(address()).toBe(`/account/access/service-user/${PERSON}#api-tokens`);
  for (const fact of ['Dora Service', 'All permissions of Dora Service', 'No end', 'From anywhere', 'signet_…28rG'])
    await expect.element(dialog.getByText(fact, { exact: true })).toBeVisible();
  // A slip of the hand does not put it away.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  expect(isAskedToStay()).toBe(true);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(isAskedToStay()).toBe(false);
  go('/account/list');
  const name = page.getByLabelText('Name');
  await expect.element(name).toHaveValue('');
  go(CREATE.replace('$id', PERSON));
  await expect.element(name).toHaveValue('');
  expect(page.getByText(TEXT).elements()).toEqual([]);
});

test('who could not store it takes it back and begins again', async () => {
  answer(list());
  const { address } = await createPage();
  await page.getByLabelText('Name').fill('Nightly report');
  await page.getByRole('button', { name: 'Create API token' }).click();
  await page.getByRole('button', { name: 'Not stored? Delete it and start again' }).click();
  await expect.element(page.getByText(TEXT)).not.toBeInTheDocument();
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${TOKENS}/${ID}/` });
  expect(address()).toBe(`/account/access/service-user/${PERSON}/create-api-Token`);
});

test.each([
  [true, `/account/access/service-user/${PERSON}#api-tokens`],
  [false, `/account/access/administrators/${PERSON}#api-tokens`],
])('[S-054] one that was edited is found again where its owner has it: a service user, %s', async (isOne, place) => {
  const owner = { ...OWNER, service_user: isOne };
  answerWith(({ path, method }) =>
    path.startsWith(TOKENS) ? { ...TOKEN, owner, version: method === 'GET' ? 1 : 2 } : undefined,
  );
  const at = '/account/access/administrators/$id/edit-api-Token/$tokenId';
  const { address } = await renderPart(<TokenEditPage />, {
    at: at.replace('$id', PERSON).replace('$tokenId', ID),
    pages: [at],
  });
  await page.getByLabelText('Name').fill('Deployment of the year');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(address).toBe(place);
});

test('what is wrong is said under its field, before anything is sent', async () => {
  answer(list());
  await createPage();
  await page.getByLabelText(/^Allowed addresses/).fill('192.0.2.7/24');
  await page.getByLabelText('Only these permissions').click();
  await page.getByRole('button', { name: 'Create API token' }).click();
  await expect.element(page.getByRole('link', { name: /^Name: Fill in/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /For the whole range write 192.0.2.0\/24/ })).toBeVisible();
  const none = page.getByRole('link', { name: 'Permissions of the token: Choose at least one permission.' });
  await none.click();
  await expect.element(page.getByRole('group', { name: 'Permissions of the token' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test('the permissions of a token stand in groups, and what changes something brings what lets see it', async () => {
  answer(list({}, { permissions: ['manage_seat', 'view_seat', 'view_account'] }));
  await createPage();
  await page.getByLabelText('Name').fill('Seat import');
  await page.getByLabelText('Only these permissions').click();
  const all = page.getByRole('group', { name: 'Permissions of the token' });
  await expect.element(all.getByRole('group', { name: 'Seats' })).toBeVisible();
  const groups = all.getByRole('group').elements();
  expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual(['Accounts', 'Seats']);
  // The eye reads "View" beside "Seats"; whoever hears the box alone hears of what.
  const seats = all.getByRole('group', { name: 'Seats' });
  await expect.element(seats.getByText('View', { exact: true })).toBeVisible();
  const [legend, boxes] = [...seats.element().children].map((part) => part.getBoundingClientRect());
  expect(boxes?.left).toBeGreaterThan(legend?.right ?? Infinity);
  expect(boxes?.top).toBeCloseTo(legend?.top ?? 0, 0);
  await seats.getByRole('checkbox', { name: 'Manage seats' }).click();
  const view = seats.getByRole('checkbox', { name: 'View seats' });
  await expect.element(view).toBeChecked();
  await expect.element(view).toHaveAttribute('aria-disabled', 'true');
  await expect.element(view).toHaveAccessibleDescription('Comes with “Manage seats”.');
  await page.getByRole('button', { name: 'Create API token' }).click();
  await expect.poll(() => sent).toMatchObject([{ body: { permissions: ['view_seat', 'manage_seat'] } }]);
});

test('whoever may not make tokens of a person is told why, in place of the form', async () => {
  answer(list({}, { why_not_manage: { status: 'BELONGS_ELSEWHERE' } }));
  await createPage();
  await expect.element(page.getByText(/^This person also belongs to accounts/)).toBeVisible();
  expect(page.getByLabelText('Name').elements()).toEqual([]);
});

/** Menus open within the page's main part. */
const OWN = (
  <main id="main">
    <OwnTokensPage />
  </main>
);

const menu = async (entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions for Deployment' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('[S-327] a token is disabled and deleted after a question', async () => {
  answer(list());
  await renderPart(OWN);
  await menu('Disable');
  expect(sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ method: 'PUT', path: `${TOKENS}/${ID}/enable`, body: { enabled: false } }]);
  await menu('Delete API token');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete API token' }).click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${TOKENS}/${ID}/` });
});

test('[S-327] a token is enabled again without a question', async () => {
  answer(list({ enabled: false }));
  await renderPart(OWN);
  await menu('Enable');
  await expect.poll(() => sent).toMatchObject([{ method: 'PUT', body: { enabled: true } }]);
});

test.each([
  ['one that goes on', {}, ['No end', 'Never', 'Enabled']],
  ['one that ends soon', { end_date: '2026-11-26' }, ['5 days', 'Enabled']],
  ['one that has ended', { end_date: '2026-11-20' }, ['Ended']],
  ['one that is disabled', { enabled: false, end_date: '2026-11-26' }, ['Disabled']],
  ['one that is used', { last_used_at: '2026-11-20 10:00:00', last_used_address: '192.0.2.7' }, ['from 192.0.2.7']],
])('the list says how a token is: %s', async (_what, change, said) => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
  answer(list(change));
  await renderPart(OWN);
  for (const text of ['signet_…28rG', ...said])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  vi.useRealTimers();
});

test('where a token was last used from stands in the one line of its row', async () => {
  answer(list({ last_used_at: '2026-11-20 10:00:00', last_used_address: '2001:db8:1234:5678:9abc:def0:1234:5678' }));
  await renderPart(OWN);
  await expect.element(page.getByTitle(/ from 2001:db8:1234:5678:9abc:def0:1234:5678$/)).toBeVisible();
  const row = page.getByRole('row', { name: /signet_…28rG/ });
  expect(row.element().getBoundingClientRect().height).toBeLessThan(40);
});

test('who asks for the last ones by the keyboard goes on at the first that is new', async () => {
  const all = Array.from({ length: 22 }, (_, index) => ({ ...TOKEN, id: `${index}`, name: `Token ${index + 1}` }));
  answerWith(({ path, query }) =>
    path.startsWith(TOKENS)
      ? { ...list(), items: all.slice(0, Number(query.get('limit'))), total: all.length }
      : undefined,
  );
  await renderPart(OWN);
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'Token 21' })).toHaveFocus();
});

test('whoever may only see them is offered nothing to do', async () => {
  answer(list({}, { why_not_manage: { status: 'ABOVE_OWN_RIGHTS', params: { permission: 'view_account' } } }));
  await renderPart(OWN);
  await expect.element(page.getByText('Deployment')).toBeVisible();
  expect(page.getByRole('button', { name: 'Actions for Deployment' }).elements()).toEqual([]);
});
