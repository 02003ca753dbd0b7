/** What somebody did and what was done to them, on their page. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import PersonEventsSection from './PersonEventsSection.tsx';

const CLEO = { id: '00000000-0000-4000-8000-000000000701' };
const ADA = '00000000-0000-4000-8000-000000000702';
const ACTIVITY = { id: 'activity', title: 'audit.recent', Content: PersonEventsSection } as const;

const event = (n: number, more: Partial<AuditEventRow>): AuditEventRow => ({
  id: `00000000-0000-4000-8000-00000000080${n}`,
  at: `2026-11-2${n} 12:00:00`,
  action: 'UPDATE',
  resource_type: 'USER',
  resource_id: CLEO.id,
  resource_name: 'cleo',
  account_id: null,
  account_name: null,
  actor_id: CLEO.id,
  actor_name: 'Cleo Marchetti',
  actor_scope: 'account',
  actor_via: 'session',
  result: 'success',
  message: null,
  ...more,
});
const OWN = event(1, {});
const FAILED = event(2, { action: 'LOGIN_ERROR', resource_type: 'SESSION', resource_name: null, result: 'failure' });
const BY_ADA = event(3, { actor_id: ADA, actor_name: 'Ada Lindqvist', actor_scope: 'system' });

test('the newest of what a person did and of what was done to them stand together, each once', async () => {
  const asked: string[] = [];
  answerWith(({ path, query }) => {
    if (!path.endsWith('/audit-log')) return undefined;
    asked.push(`${query.get('actor_id') ?? ''} ${query.get('resource_id') ?? ''}`.trim());
    const items = query.has('actor_id') ? [FAILED, OWN] : [BY_ADA, OWN];
    return { items, total: 2, total_exact: true, looked_to: null };
  });
  await renderPart(<DetailSections record={CLEO} sections={[ACTIVITY]} />, {
    as: { scope: 'system', permissions: ['view_audit_log'], accounts: [] },
  });
  await expect.element(page.getByRole('listitem').nth(2)).toBeVisible();
  const lines = page
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/Ada Lindqvist.*2026-11-23/);
  expect(lines[1]).toMatch(/Sign-in failed.*Failure/);
  expect(lines[2]).not.toMatch(/Cleo Marchetti/);
  expect(asked.toSorted()).toEqual([CLEO.id, CLEO.id]);
  for (const [name, query] of [
    ['All actions', `actor_id=${CLEO.id}`],
    ['All changes', `resource_id=${CLEO.id}`],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(query));
});

test('somebody of whom nothing is recorded has no empty list', async () => {
  answerWith(({ path }) =>
    path.endsWith('/audit-log') ? { items: [], total: 0, total_exact: true, looked_to: null } : undefined,
  );
  await renderPart(<DetailSections record={CLEO} sections={[ACTIVITY]} />, {
    as: { scope: 'system', permissions: ['view_audit_log'], accounts: [] },
  });
  await expect.element(page.getByText('No events yet.')).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});
