/** What is judged stays as it was judged until it is written: somebody else changes it while a call is under way. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../db/open.ts';
import type { TestApp } from './app.ts';

/** How many wait for a lock of another one. */
export const whoWaits = async ({ db }: TestApp): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
};

/** What is done before the call, or while it waits: a statement, or another call. */
type Step = { execute: (tx: Db) => Promise<unknown> };

/**
 * Asks while changes are made and not committed; once the call waits for them, or has ended, they are, after what was
 * left for `then`. Answers what the call does.
 */
export async function meanwhile<T>(
  app: TestApp,
  changes: readonly Step[],
  ask: () => Promise<T>,
  then: readonly Step[] = [],
): Promise<T> {
  let answer: Promise<T> | undefined;
  await app.db.transaction().execute(async (tx) => {
    for (const change of changes) await change.execute(tx);
    let ended = false;
    answer = ask().finally(() => (ended = true));
    await expect.poll(async () => ended || (await whoWaits(app)) > 0, { interval: 20 }).toBe(true);
    for (const change of then) await change.execute(tx);
  });
  if (!answer) throw new Error('Nothing was asked.');
  return answer;
}
