/** A plan, its run and its result on one page. */
import type { BulkPlan, BulkRow } from '@signet/contract/bulk';
import { storedDateTime } from '@signet/contract/dates';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import BulkPage from './BulkPage.tsx';

const AT = '/account/accounts/bulk/plan-1';

const PLAN: BulkPlan = {
  id: 'plan-1',
  act: 'accounts.active',
  input: { active: false },
  filters: {},
  status: 'planned',
  made_at: '2026-11-21 09:00:00',
  made_by_name: 'Ada Lindqvist',
  own: true,
  unseen: false,
  expires_at: '2036-11-21 10:00:00',
  started_at: null,
  ended_at: null,
  total: 4,
  verdicts: { refused: 1, change: 2, same: 1 },
  outcomes: { done: 0, same: 0, refused: 0, changed: 0, gone: 0, waiting: 2 },
  refusals: [{ status: 'SYSTEM_ACCOUNT', count: 1 }],
  effects: { people: 7, sessions: 3, partners: 1, customers: 0 },
  typed: true,
  undoable: true,
  undo_until: null,
  undoes: null,
};

const row = (name: string, more: Partial<BulkRow>): BulkRow => ({
  id: `id-${name}`,
  name,
  verdict: 'change',
  reason: null,
  outcome: null,
  outcome_reason: null,
  ...more,
});
const ROWS = [
  row('Signet platform', { verdict: 'refused', reason: { status: 'SYSTEM_ACCOUNT' } }),
  row('Calder', {}),
  row('Nordmark', {}),
  row('Orsini', { verdict: 'same' }),
];

/** Answers with the plan as it is at the moment, and with its rows by verdict. */
function serve(now: { plan: BulkPlan; rows: BulkRow[] }, changing: (asked: Asked) => unknown = () => undefined) {
  return answerWith((asked) => {
    if (asked.method !== 'GET') return changing(asked);
    if (!asked.path.endsWith('/row')) return now.plan;
    const verdict = asked.query.get('verdict');
    const items = now.rows.filter((one) => verdict === null || one.verdict === verdict);
    return { items, total: items.length, total_exact: true, offset: 0, limit: 20 };
  });
}
const show = () => renderPart(<BulkPage />, { at: AT, pages: ['account/accounts/bulk/$plan'] });
const run = page.getByRole('button', { name: 'Deactivate 2 accounts' });
const line = (name: string) => page.getByRole('row').filter({ hasText: name });

test('a plan names who is left out and why, what it touches, and changes nothing', async () => {
  const calls = serve({ plan: PLAN, rows: ROWS });
  await show();
  await expect.element(page.getByRole('heading', { name: 'Deactivate accounts' })).toBeVisible();
  await expect.element(line('Signet platform').getByText('This is the platform’s own account.')).toBeVisible();
  const aside = page.getByRole('complementary', { name: 'What it touches' });
  await expect.element(aside.getByText('Open sessions')).toBeVisible();
  await expect.element(aside.getByText('Their customers')).not.toBeInTheDocument();
  await expect.element(aside.getByText('2 stay as they are: 1 is so already, 1 refused.')).toBeVisible();
  await expect.element(aside.getByText('Ended sessions don’t come back.')).toBeVisible();
  await page.getByRole('button', { name: 'Refused 1' }).click();
  await expect.element(line('Nordmark')).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('what every row gets is named', async () => {
  serve({ plan: { ...PLAN, act: 'accounts.language', input: { locale: 'en_US' } }, rows: ROWS });
  await show();
  await expect.element(page.getByText(/New language: English \(United States\)/)).toBeVisible();
});

test('a deletion says how many certificates are revoked', async () => {
  serve({ plan: { ...PLAN, act: 'accounts.remove', effects: { certificates: 12 } }, rows: ROWS });
  await show();
  const aside = page.getByRole('complementary', { name: 'What it touches' });
  await expect.element(aside.getByText('Certificates that are revoked')).toBeVisible();
});

test('with a partner among them the word is typed first; then it runs and shows how far it is', async () => {
  const now = { plan: PLAN, rows: ROWS };
  const calls = serve(now, () => {
    const outcomes = { ...PLAN.outcomes, done: 1, waiting: 1 };
    now.plan = { ...PLAN, status: 'running', started_at: '2026-11-21 09:01:00', outcomes };
    return now.plan;
  });
  await show();
  await expect.element(run).toHaveAttribute('aria-disabled', 'true');
  await run.click({ force: true });
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  await page.getByLabelText('Type DEACTIVATE to go on').fill('DEACTIVATE');
  await run.click();
  const progress = page.getByRole('progressbar', { name: 'Progress' });
  await expect.element(progress).toHaveAttribute('aria-valuetext', '1 of 2');
  await expect.element(page.getByRole('heading', { name: '1 of 2' })).toHaveFocus();
  expect(calls.find(({ method }) => method === 'PUT')?.path).toBe('/account/ui-api/v1/bulk/plan-1/run');

  now.plan = { ...now.plan, status: 'done', ended_at: '2026-11-21 09:02:00', undo_until: '2026-11-28 09:02:00' };
  now.plan.outcomes = { ...PLAN.outcomes, done: 1, changed: 1, waiting: 0 };
  now.rows = [row('Nordmark', { outcome: 'changed', outcome_reason: { status: 'CHANGED_SINCE' } })];
  await expect.element(page.getByRole('heading', { name: '1 of 2 done' })).toBeVisible();
  await expect.element(line('Nordmark').getByText('Somebody saved it since. It stays as it is.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo 1 change' })).toBeVisible();
});

test('a run that ends while the page reads it again is shown with its last outcomes', async () => {
  const done = ROWS.map((one): BulkRow => (one.verdict === 'change' ? { ...one, outcome: 'done' } : one));
  // The rows are read once more before the run ends, the plan after it.
  const reads = [ROWS, ROWS];
  const now = {
    plan: { ...PLAN, typed: false },
    get rows() {
      return reads.shift() ?? done;
    },
  };
  serve(now, ({ path }) => {
    if (!path.endsWith('/run')) return undefined;
    const ended = { status: 'done', started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:01:01' } as const;
    now.plan = { ...now.plan, ...ended, outcomes: { ...PLAN.outcomes, done: 2, waiting: 0 } };
    return { ...now.plan, status: 'running' };
  });
  await show();
  await expect.element(line('Nordmark')).toBeVisible();
  await run.click();
  await expect.element(page.getByRole('heading', { name: '2 of 2 done' })).toBeVisible();
  await expect.element(line('Nordmark').getByText('Done')).toBeVisible();
  expect(reads).toEqual([]);
});

test('what was so already is not counted as done, nowhere on the page', async () => {
  const ended = { status: 'done', started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:02:00' } as const;
  serve({ plan: { ...PLAN, ...ended, outcomes: { ...PLAN.outcomes, same: 2, waiting: 0 } }, rows: ROWS });
  await show();
  await expect.element(page.getByRole('heading', { name: '0 of 2 done' })).toBeVisible();
  const tally = page.getByRole('region', { name: '0 of 2 done' });
  await expect.element(tally.getByText('Was so already')).toBeVisible();
  const counts = [...tally.element().querySelectorAll('dl > div')].map((one) => one.textContent);
  expect(counts).toEqual(['Was so already2', 'Nothing to do1', 'Refused1']);
});

test('a run is undone by a plan of its own, at the same place', async () => {
  const ended = { status: 'done', ended_at: '2026-11-21 09:02:00', undo_until: '2026-11-28 09:02:00' } as const;
  const outcomes = { ...PLAN.outcomes, done: 2, waiting: 0 };
  const plan = { ...PLAN, ...ended, started_at: '2026-11-21 09:01:00', outcomes };
  serve({ plan, rows: ROWS }, () => ({ ...PLAN, id: 'plan-2', undoes: 'plan-1' }));
  const { address } = await show();
  await page.getByRole('button', { name: 'Undo 2 changes' }).click();
  await expect.poll(address).toBe('/account/accounts/bulk/plan-2');
});

test('a plan is checked again, and what a run has not done is tried again: each is a plan of its own', async () => {
  const now: { plan: BulkPlan; rows: BulkRow[] } = { plan: { ...PLAN, status: 'expired' }, rows: ROWS };
  const calls = serve(now, () => ({ ...PLAN, id: 'plan-2' }));
  const { address, go } = await show();
  await expect.element(page.getByText('This plan is older than an hour. Make a new one.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(address).toBe('/account/accounts/bulk/plan-2');

  const outcomes = { ...PLAN.outcomes, done: 1, refused: 1, changed: 1, waiting: 1 };
  const ended = { started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:02:00' };
  now.plan = {
    ...PLAN,
    ...ended,
    id: 'plan-3',
    status: 'stopped',
    verdicts: { refused: 0, change: 4, same: 0 },
    outcomes,
  };
  go('/account/accounts/bulk/plan-3');
  await page.getByRole('button', { name: 'Try the 3 not done again' }).click();
  await expect.poll(address).toBe('/account/accounts/bulk/plan-2');
  expect(calls.flatMap(({ method, path }) => (method === 'POST' ? [path] : []))).toEqual([
    '/account/ui-api/v1/bulk/plan-1/again',
    '/account/ui-api/v1/bulk/plan-3/again',
  ]);
});

test('what came of a run is looked at by opening its page; what is looked at already is not said again', async () => {
  const ended = { started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:02:00' };
  const now = { plan: { ...PLAN, ...ended, status: 'done' as const, unseen: true }, rows: ROWS };
  const calls = serve(now, () => null);
  const { go } = await show();
  const said = () => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  await expect.poll(said).toEqual(['/account/ui-api/v1/bulk/plan-1/seen']);
  now.plan = { ...now.plan, id: 'plan-2', unseen: false };
  go('/account/accounts/bulk/plan-2');
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/plan-2/row'))).toBe(true);
  expect(said()).toHaveLength(1);
});

test('the run of somebody else says whose it is, and leaves stopping and undoing to them', async () => {
  const plan: BulkPlan = { ...PLAN, own: false, status: 'running', started_at: '2026-11-21 09:01:00' };
  serve({ plan, rows: ROWS });
  await show();
  await expect.element(page.getByText(/Ada Lindqvist made it. Only they can stop or undo it./)).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop after this row' })).not.toBeInTheDocument();
});

test('what does not come back by an undo is told in sentences apart', async () => {
  const ended = { status: 'done', started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:02:00' } as const;
  const outcomes = { ...PLAN.outcomes, done: 2, waiting: 0 };
  const effects = { sessions: 3, people_leaving: 1 };
  serve({ plan: { ...PLAN, ...ended, outcomes, effects, undo_until: '2036-11-28 09:02:00' }, rows: ROWS });
  await show();
  const words = /\. Ended sessions don’t come back\. People who left an account don’t come back into it\.$/;
  await expect.element(page.getByText(words)).toBeVisible();
});

test('certificates put on hold are not revoked: no word is typed, and each is released at its page', async () => {
  const hold: BulkPlan = {
    ...PLAN,
    act: 'certificates.revoke',
    input: { reason: 'certificateHold' },
    effects: {},
    typed: false,
    undoable: false,
  };
  const now = { plan: hold, rows: ROWS };
  serve(now);
  const { go } = await show();
  await expect.element(page.getByRole('heading', { name: 'Put certificates on hold' })).toBeVisible();
  await expect.element(page.getByText('On hold for now: it can be released')).toBeVisible();
  await expect.element(page.getByText(/each certificate is released on its own page/)).toBeVisible();
  await expect.element(page.getByText('It can’t be undone.', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Put 2 certificates on hold' })).toBeVisible();

  const ended = { status: 'done', started_at: '2026-11-21 09:01:00', ended_at: '2026-11-21 09:02:00' } as const;
  now.plan = { ...hold, ...ended, id: 'plan-2', outcomes: { ...PLAN.outcomes, done: 2, waiting: 0 } };
  now.rows = [row('Gate-7', { outcome: 'done' })];
  go('/account/accounts/bulk/plan-2');
  await expect.element(page.getByText(/each certificate is released on its own page/)).toBeVisible();
  const gate = page.getByRole('link', { name: 'Gate-7' });
  await expect.element(gate).toHaveAttribute('href', '/account/ca/certificates/id-Gate-7');
});

test('revoked for good: the reason stands in the plan, and the word is typed', async () => {
  const revoked = { act: 'certificates.revoke', input: { reason: 'superseded' }, undoable: false } as const;
  serve({ plan: { ...PLAN, ...revoked }, rows: ROWS });
  await show();
  await expect.element(page.getByRole('heading', { name: 'Revoke certificates' })).toBeVisible();
  await expect.element(page.getByText('Another certificate has taken its place')).toBeVisible();
  await expect.element(page.getByText('It can’t be undone.', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('Type REVOKE to go on')).toBeVisible();
});

test('where nothing would change, and where the hour is over, the button says so', async () => {
  const now = { plan: { ...PLAN, verdicts: { refused: 3, change: 0, same: 1 } }, rows: ROWS };
  serve(now);
  await show();
  await expect.element(page.getByText('Nothing would change: there is nothing to run.')).toBeVisible();
});

test('a plan of somebody else is not there', async () => {
  answerWith(() => undefined);
  await show();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
});

test('a plan whose time is over says so by itself; asked for again once it was swept, it is not there', async () => {
  const soon = storedDateTime(new Date(Date.now() + 2000));
  const over: BulkPlan = { ...PLAN, typed: false, expires_at: soon };
  const answers: (BulkPlan | undefined)[] = [over, { ...over, status: 'expired' }];
  answerWith(({ method, path }) => {
    if (method === 'POST') {
      answers[0] = undefined;
      return undefined;
    }
    if (path.endsWith('/row')) return { items: ROWS, total: 4, total_exact: true, offset: 0, limit: 20 };
    return answers.length > 1 ? answers.shift() : answers[0];
  });
  await show();
  await expect.element(page.getByText('This plan is older than an hour. Make a new one.')).toBeVisible();
  await expect.element(run).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
});

test.each(['RUN_UNDER_WAY', 'PLAN_EXPIRED'])('refused with %s, the page shows what there is by now', async (status) => {
  const now: { plan: BulkPlan; rows: BulkRow[] } = { plan: { ...PLAN, typed: false }, rows: ROWS };
  serve(now, () => {
    now.plan = { ...now.plan, status: 'expired' };
    return problem(status, 409);
  });
  await show();
  await run.click();
  await expect.element(run).toHaveAttribute('aria-disabled', 'true');
});
