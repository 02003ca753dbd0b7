/** Runs over many accounts that people of the demo have made, and one row that somebody else had saved meanwhile. */
import type { BulkActName } from '@signet/contract/bulk-names';
import { newId } from '../src/ids.ts';
import type { SeedAccount } from './accounts.ts';
import type { FurnishStep } from './demo.ts';
import { momentOf } from './demo-log.ts';

const MINUTE_MS = 60_000;

type DemoRun = {
  by: string;
  daysAgo: number;
  act: Extract<BulkActName, 'accounts.active' | 'accounts.language'>;
  input: object;
  /** What each was before. */
  before: object;
  /** Whose present state is what the run has made. */
  of: (account: SeedAccount) => boolean;
  /** How many at most. */
  most: number;
  /** The last is one that was saved by somebody else between plan and run. */
  last?: 'changed';
};

const RUNS: readonly DemoRun[] = [
  {
    by: 'ada',
    daysAgo: 64,
    act: 'accounts.active',
    input: { active: false },
    before: { active: true },
    of: ({ active, partner }) => active === false && partner === undefined,
    most: 9,
    last: 'changed',
  },
  {
    by: 'ben',
    daysAgo: 23,
    act: 'accounts.language',
    input: { locale: 'de_DE' },
    before: { locale: 'en_US' },
    of: ({ locale, partner }) => locale === 'de_DE' && partner === 'umbra-trust',
    most: 14,
  },
];

/** After the accounts and people, on whom they were run. */
export const furnishBulk: FurnishStep = async ({ db, now, accounts, accountIds, personIds }) => {
  for (const { by, daysAgo, act, input, before, of, most, last } of RUNS) {
    const id = newId();
    const made_at = momentOf(now, daysAgo, 610);
    const started_at = new Date(made_at.getTime() + MINUTE_MS);
    const ended_at = new Date(started_at.getTime() + MINUTE_MS / 2);
    const chosen = accounts
      .filter(of)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .slice(0, most);
    await db
      .insertInto('bulk_plan')
      .values({
        id,
        made_by: personIds.get(by) ?? '',
        act,
        input: JSON.stringify(input),
        filters: null,
        effects: '{}',
        typed: false,
        made_at,
        expires_at: new Date(made_at.getTime() + 30 * MINUTE_MS),
        started_at,
        ended_at,
        seen_at: ended_at,
        row_count: chosen.length,
        change_count: chosen.length,
        settled_count: chosen.length,
        done_count: chosen.length - (last === undefined ? 0 : 1),
        failed_count: last === undefined ? 0 : 1,
      })
      .execute();
    await db
      .insertInto('bulk_row')
      .values(
        chosen.map(({ name, identifier }, position) => {
          const done = last === undefined || position < chosen.length - 1;
          return {
            plan_id: id,
            position: position + 1,
            target_id: accountIds.get(identifier) ?? '',
            name,
            version: 1,
            verdict: 'change' as const,
            outcome: done ? ('done' as const) : ('changed' as const),
            undo_input: done ? JSON.stringify(before) : null,
            done_version: done ? 1 : null,
          };
        }),
      )
      .execute();
  }
  return {};
};
