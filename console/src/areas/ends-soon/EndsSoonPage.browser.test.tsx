import type { Ending } from '@signet/contract/areas/ends-soon';
import { daysAfter, mondayOf } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import EndsSoonPage from './EndsSoonPage.tsx';

const LIST = '/account/ui-api/v1/ends-soon';
const TODAY = payloadDate(new Date());
const ID = '00000000-0000-4000-8000-000000000300';
const ENDING: Ending = {
  key: `account:${ID}`,
  kind: 'account',
  name: 'Nordmark Landesbank',
  record_id: ID,
  account_id: ID,
  account_name: 'Nordmark Landesbank',
  app_code: null,
  owner_name: null,
  service_user: false,
  ends_at: `${daysAfter(TODAY, 21)} 00:00:00`,
  ends_on: daysAfter(TODAY, 20),
  last_used_at: null,
  people: 48,
  certificates: 2,
  snooze: null,
};
const FIRST = mondayOf(TODAY);
const WEEKS = { from: FIRST, kinds: [{ kind: 'account', weeks: [0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0] }] };

type Shown = { dateFormat?: string; weeks?: unknown };
async function open(rows: Ending[], filters = '', { dateFormat = 'YYYY/MM/DD', weeks = WEEKS }: Shown = {}) {
  const calls = answerWith(({ method, path }) => {
    if (method === 'PUT' && path.includes('/snooze')) return rows[0];
    if (path.startsWith(`${LIST}/weeks`)) return weeks;
    if (path.startsWith(LIST)) return { items: rows, total: rows.length, total_exact: true, offset: 0, limit: 20 };
    return undefined;
  });
  await renderPart(<EndsSoonPage />, {
    as: {
      scope: 'system',
      permissions: ['manage_account', 'view_audit_log'],
      accounts: ['Signet platform'],
      dateFormat,
    },
    at: `/account/reporting/ends-soon${filters}`,
    pages: ['/account/reporting/ends-soon'],
  });
  return calls;
}

test('says what will break, under the week of the end', async () => {
  await open([ENDING, { ...ENDING, key: 'account:other', name: 'Other', ends_on: daysAfter(TODAY, 90), people: 0 }]);
  const cell = (name: RegExp) => page.getByRole('cell', { name });
  await expect.element(cell(/^48 people can’t sign in 2 certificates can’t be renewed$/)).toBeVisible();
  await expect.element(page.getByText('20 days', { exact: true })).toBeVisible();
  await expect.element(cell(/^Nothing: nobody signs in/)).toBeVisible();
  await expect.poll(() => document.querySelectorAll('th[scope="colgroup"]').length).toBe(2);
});

test('a long name is cut, so that a row is as high as the others', async () => {
  const name = `${'Department of Registers and '.repeat(5)}Archives`;
  await open([
    { ...ENDING, key: 'account:other', name, account_name: name },
    ENDING,
    { ...ENDING, key: 'account:last', name: 'Other' },
  ]);
  const link = page.getByRole('link', { name });
  await expect.element(link).toHaveAttribute('title', name);
  const height = (one: Element) => one.closest('tr')?.getBoundingClientRect().height;
  expect(height(link.element())).toBe(height(page.getByRole('link', { name: 'Nordmark Landesbank' }).element()));
});

test('what was not counted further is told as at least as much', async () => {
  const weeks = { from: FIRST, kinds: [{ kind: 'account', weeks: [0, 2, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, 0] }] };
  await open([{ ...ENDING, people: 10_000, certificates: 10_000 }], '', { weeks });
  const words = /^At least 10,000 people can’t sign in At least 10,000 certificates can’t be renewed$/;
  await expect.element(page.getByRole('cell', { name: words })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Accounts, week of .*: 1,000\+$/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Accounts, week of .*: 2$/ })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Accounts 1,002+' })).toBeVisible();
});

test('weeks that could not be read are not left out without a word', async () => {
  await open([ENDING], '', { weeks: problem('TOO_MANY_REQUESTS', 429) });
  await expect.element(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
});

const SECOND = daysAfter(FIRST, 7);
test.each([
  ['YYYY/MM/DD', SECOND.replaceAll('-', '/')],
  ['DD.MM.YYYY', SECOND.split('-').toReversed().join('.')],
])('[S-414] weeks begin in the person’s own format: %s', async (dateFormat, second) => {
  await open([ENDING], '', { dateFormat });
  const heads = page.getByRole('table').first().getByRole('columnheader');
  await expect.element(heads.nth(2)).toHaveTextContent(second);
  const inColumns = heads.elements().filter(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(inColumns).toHaveLength(13);
  // On a phone there is a list in place of the table.
  await page.viewport(390, 800);
  await expect
    .element(page.getByRole('list', { name: 'What ends in the next 12 weeks' }).getByText(second))
    .toBeVisible();
});

test('a number of a week opens its rows, and says that it is chosen; whose they are, it does not ask', async () => {
  const calls = await open([ENDING], `?owner=mine&name=Nord&account_id=${ID}`);
  const number = page.getByRole('button', { name: /^Accounts, week of .*: 3$/ });
  await userEvent.click(number);
  await expect.element(number).toHaveAttribute('aria-pressed', 'true');
  const from = daysAfter(FIRST, 14);
  const asked = () => calls.find(({ query }) => query.get('ends_from') === from)?.query;
  await expect.poll(() => asked()?.get('ends_to')).toBe(daysAfter(from, 6));
  expect(asked()?.get('kind')).toBe('account');
  for (const other of ['owner', 'name', 'account_id']) expect(asked()?.has(other), other).toBe(false);
});

test('two days that exclude each other are no list that fails: the last one counts as not there', async () => {
  const calls = await open([ENDING], '?ends_from=2026-12-31&ends_to=2026-12-01');
  await expect.element(page.getByRole('button', { name: /^Ends from/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Ends until/ })).not.toBeInTheDocument();
  const asked = calls.findLast(({ query }) => query.has('ends_from'))?.query;
  expect([asked?.get('ends_from'), asked?.has('ends_to')]).toEqual(['2026-12-31', false]);
});

test('a row is put off with a reason, three days before its end unless another day is chosen', async () => {
  const calls = await open([ENDING]);
  await userEvent.click(page.getByRole('button', { name: 'Snooze “Nordmark Landesbank”' }));
  const snooze = page.getByRole('dialog').getByRole('button', { name: 'Snooze', exact: true });
  await userEvent.fill(page.getByLabelText('Reason'), 'A new order');
  await userEvent.click(snooze);
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      until: daysAfter(ENDING.ends_on, -3),
      reason: 'A new order',
    });
});

test('a day that there is not is said so, and not sent', async () => {
  await open([{ ...ENDING, ends_on: daysAfter(TODAY, 800) }]);
  await userEvent.click(page.getByRole('button', { name: 'Snooze “Nordmark Landesbank”' }));
  await userEvent.click(page.getByText('Other', { exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Until' }), `${Number(TODAY.slice(0, 4)) + 1}-02-31`);
  await userEvent.fill(page.getByLabelText('Reason'), 'A new order');
  await expect.element(page.getByText(/^Enter a date, such as /)).toBeVisible();
  expect(page.getByText(/^It comes back on/).elements()).toEqual([]);
  const snooze = page.getByRole('dialog').getByRole('button', { name: 'Snooze', exact: true });
  await expect.element(snooze).toHaveAttribute('aria-disabled', 'true');
});

test('one that is put off says by whom, until when and why', async () => {
  const snoozed = {
    until: daysAfter(TODAY, 5),
    reason: 'They decide',
    by_name: 'Ada Lindqvist',
    at: '2026-11-21 12:00:00',
  };
  await open([{ ...ENDING, snooze: snoozed }]);
  await expect.element(page.getByText(/Ada Lindqvist: They decide/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Actions for Nordmark Landesbank' }));
  await expect.element(page.getByRole('menuitem', { name: 'End snooze' })).toBeVisible();
});

test('a long name takes two lines, and who points at it sees all of it', async () => {
  const [name, owner] = ['Nordmark '.repeat(28).trim(), 'Lindqvist '.repeat(40).trim()];
  await open([{ ...ENDING, name, owner_name: owner }]);
  for (const text of [name, owner]) {
    const shown = page.getByTitle(text, { exact: true });
    await expect.element(shown).toBeVisible();
    expect(shown.element().getBoundingClientRect().height).toBeLessThan(50);
  }
});

test('the question begins with what is stored, not with what was typed and given up', async () => {
  const until = (days: number) => ({ until: daysAfter(TODAY, days), by_name: 'Ada', at: '2026-11-21 12:00:00' });
  const rows = [{ ...ENDING, snooze: { ...until(5), reason: 'They decide' } }];
  await open(rows);
  const again = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Actions for Nordmark Landesbank' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Change snooze' }));
  };
  const dialog = page.getByRole('dialog');
  const reason = page.getByLabelText('Reason');
  await again();
  await reason.fill('Given up');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await again();
  await expect.element(reason).toHaveValue('They decide');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  rows[0] = { ...ENDING, snooze: { ...until(9), reason: 'Ordered' } };
  await queryClient.refetchQueries();
  await again();
  await expect.element(reason).toHaveValue('Ordered');
  await expect
    .element(page.getByRole('textbox', { name: 'Until' }))
    .toHaveValue(daysAfter(TODAY, 9).replaceAll('-', '/'));
});
