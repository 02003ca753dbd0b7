/** Accounts that may leave for another platform: letting one go, and what is said of each. */
import type { Departure } from '@signet/contract/areas/migration';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { Departures } from './Departures.tsx';

const TOOL = '/account/migrationTool';
const API = '/account/ui-api/v1/migration';
const ID = '00000000-0000-4000-8000-000000000400';
const ADDRESS = `https://other.example/account/ui-api/v1/migration/transfer/${ID}`;
const DEPARTURE: Departure = {
  id: ID,
  account: { id: ID, name: 'Harbor Insurance' },
  state: 'ready',
  made_at: '2026-11-21 12:00:00',
  made_by_name: 'Ada Lindqvist',
  expires_at: '2026-11-24 12:00:00',
  address: ADDRESS,
  bytes: 400_000,
  sha256: 'ab',
  rows: 12,
  left_behind: [{ kind: 'security_keys', count: 2, names: ['Key of Harriet'] }],
  fetched_at: null,
  moved_at: null,
  moved_to: null,
};

async function open(items: Departure[]): Promise<Asked[]> {
  const calls = answerWith(({ method, path }) => {
    if (method === 'POST') return Response.json({ departure: DEPARTURE, code: 'move_code' }, { status: 201 });
    if (path === '/account/ui-api/v1/customer') return { items: [DEPARTURE.account], total: 1 };
    return path === `${API}/departure` ? { items } : undefined;
  });
  await renderPart(
    <main>
      <Departures />
    </main>,
    {
      as: { scope: 'system', permissions: ['manage_account'], accounts: ['Signet platform'], migration: true },
      at: TOOL,
      pages: [TOOL],
    },
  );
  return calls;
}

test('an account that may leave shows its address and what stays behind, not its code', async () => {
  await open([DEPARTURE]);
  await expect.element(page.getByText(ADDRESS)).toBeVisible();
  await expect.element(page.getByText(/^Security keys: they answer/)).toBeVisible();
  await expect.element(page.getByText('Key of Harriet and 1 more')).toBeVisible();
  expect(page.getByText(/shown this once/).elements()).toEqual([]);
});

test('to let an account move one must be chosen, which is said', async () => {
  const calls = await open([]);
  await page.getByRole('button', { name: 'Let this account move' }).click();
  const account = page.getByRole('combobox', { name: 'Account' });
  await expect.element(account).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Fill in this field.')).toBeVisible();
  const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path]);
  expect(sent()).toEqual([]);
  await account.click();
  await page.getByRole('option', { name: 'Harbor Insurance' }).click();
  await expect.element(page.getByText('Fill in this field.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Let this account move' }).click();
  await expect.poll(sent).toEqual([['POST', `/account/ui-api/v1/account/${ID}/departure`]]);
  // It is ready for the next one.
  await expect.element(account).toHaveValue('');
});

test('until when it may leave is said of an account that still may', async () => {
  const STATES = ['making', 'ready', 'failed', 'expired', 'revoked'] as const;
  const items = STATES.map((state, n) => ({ ...DEPARTURE, id: `${ID.slice(0, -1)}${n}`, state }));
  await open(items);
  const line = (state: string) => page.getByRole('listitem').filter({ hasText: state });
  for (const state of ['Being prepared', 'Ready']) await expect.element(line(state).getByText(/^Until /)).toBeVisible();
  for (const state of ['Too large', 'Expired', 'Ended']) {
    await expect.element(line(state)).toBeVisible();
    expect(
      line(state)
        .getByText(/^Until /)
        .elements(),
      state,
    ).toEqual([]);
  }
});
