/** The list of plans and runs. */
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import BulkRunsPage from './BulkRunsPage.tsx';

const AT = '/account/bulk';
const RUN: BulkPlanSummary = {
  id: 'plan-1',
  act: 'accounts.language',
  input: { locale: 'fr_FR' },
  undoes: null,
  status: 'done',
  made_at: '2026-11-21 09:00:00',
  made_by_name: 'Ada Lindqvist',
  own: true,
  unseen: false,
  started_at: '2026-11-21 09:01:00',
  ended_at: '2026-11-21 09:02:00',
  total: 42,
  change: 40,
  settled: 40,
  done: 37,
  failed: 2,
};

const serve = (now: { items: BulkPlanSummary[] }) =>
  answerWith(({ path }) =>
    path === '/account/ui-api/v1/bulk'
      ? { items: now.items, total: now.items.length, total_exact: true, offset: 0, limit: 20 }
      : {},
  );
const line = (name: string) => page.getByRole('row').filter({ hasText: name });

test('says what each is, how far it is, and leads to its page', async () => {
  const now = {
    items: [
      RUN,
      {
        ...RUN,
        id: 'plan-2',
        act: 'organizations.remove' as const,
        undoes: null,
        started_at: null,
        status: 'planned' as const,
      },
      {
        ...RUN,
        id: 'plan-3',
        undoes: 'plan-1',
        own: false,
        made_by_name: 'Bea Roth',
        status: 'running' as const,
        ended_at: null,
        settled: 30,
        done: 21,
      },
    ],
  };
  serve(now);
  await renderPart(<BulkRunsPage />, {
    at: AT,
    as: { scope: 'system', permissions: ['manage_account'], accounts: [] },
  });
  const done = page.getByRole('link', { name: 'Set the language of accounts', exact: true });
  await expect.element(done).toHaveAttribute('href', '/account/accounts/bulk/plan-1');
  // What was done, in the end: one was so already, two could not be. Under way, how far it is.
  await expect.element(line('Ada Lindqvist').filter({ hasText: '37 of 40' })).toBeVisible();
  await expect.element(line('Bea Roth').filter({ hasText: '30 of 40' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Delete organizations' }))
    .toHaveAttribute('href', '/account/ca/organizations/bulk/plan-2');
  await expect.element(line('Delete organizations').getByText('40 rows')).toBeVisible();
  await expect.element(line('Undo: Set the language of accounts').getByText('Bea Roth')).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect.element(page.getByText('Whose')).not.toBeInTheDocument();
});

test('who sees the runs of others chooses between them', async () => {
  serve({ items: [RUN] });
  const as = { scope: 'system', permissions: ['manage_account', 'view_audit_log'], accounts: [] } as const;
  await renderPart(<BulkRunsPage />, { at: AT, as });
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect.element(page.getByText('Whose')).toBeVisible();
});
