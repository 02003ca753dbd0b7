/** The rows of a run, as the job takes them. */
import type { BulkActName, BulkOutcome } from '@signet/contract/bulk-names';
import type { Reason } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { RunBy } from './progress-store.ts';

/** A plan under way. */
export type Run = { id: string; act: BulkActName; made_by: string; input: unknown; run_by: RunBy; stopping: boolean };

/** A plan that runs; null for one that has ended, or is no more. */
export async function readRun(db: Db, id: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select id, act, made_by, input, run_by, stop_asked_at is not null as stopping from bulk_plan
    where id = ${id} and started_at is not null and ended_at is null`.execute(db);
  return rows[0] ?? null;
}

export type WaitingRow = {
  position: number;
  target_id: string;
  name: string;
  version: number;
  input: unknown;
  /** It was tried once, and took too long. */
  overdue: boolean;
};

/**
 * The next row that waits and that nobody else has in hand, under its lock until the transaction ends. One that took
 * too long comes after the others.
 */
export async function takeRow(tx: Db, id: string): Promise<WaitingRow | null> {
  // One question each: in an order of both, all that wait would be sorted for every row.
  return (await firstWaiting(tx, id, false)) ?? (await firstWaiting(tx, id, true));
}

async function firstWaiting(tx: Db, id: string, overdue: boolean): Promise<WaitingRow | null> {
  const { rows } = await sql<WaitingRow>`
    select position, target_id, name, version, input, overdue from bulk_row
    where plan_id = ${id} and verdict = 'change' and outcome is null and overdue = ${overdue}
    order by position limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Leaves a row that took too long for the end of the run. */
export async function putLast(db: Db, id: string, position: number): Promise<void> {
  await sql`update bulk_row set overdue = true
    where plan_id = ${id} and position = ${position} and outcome is null`.execute(db);
}

export type Outcome =
  | { outcome: 'done'; undoInput: unknown; doneVersion: number | null }
  | { outcome: 'same' }
  | { outcome: Extract<BulkOutcome, 'refused' | 'changed' | 'gone'>; reason: Reason };

/** Saves what came of a row; false where that is known already. */
export async function saveOutcome(tx: Db, id: string, position: number, outcome: Outcome): Promise<boolean> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const { numAffectedRows } = await sql`
    update bulk_row set outcome = ${outcome.outcome},
      outcome_reason = ${'reason' in outcome ? json(outcome.reason) : null}::jsonb,
      undo_input = ${'undoInput' in outcome ? json(outcome.undoInput) : null}::jsonb,
      done_version = ${'doneVersion' in outcome ? outcome.doneVersion : null}
    where plan_id = ${id} and position = ${position} and outcome is null`.execute(tx);
  return Number(numAffectedRows ?? 0n) > 0;
}

/**
 * Ends a run that is stopped or has no row left to do, and keeps its counts. A row that another process has in hand is
 * still to be done: it is waited for.
 */
export async function endIfDone(db: Db, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from bulk_row where plan_id = ${id} and verdict = 'change' and outcome is null
      order by position for update`.execute(tx);
    await sql`update bulk_plan p
      set ended_at = ${now}, settled_count = ended.settled, done_count = ended.done, failed_count = ended.failed
      from (
        select count(outcome)::int as settled, (count(*) filter (where outcome = 'done'))::int as done,
          (count(*) filter (where outcome in ('refused', 'changed', 'gone')))::int as failed
        from bulk_row where plan_id = ${id}
      ) ended
      where id = ${id} and ended_at is null and (stop_asked_at is not null or not exists (
        select from bulk_row r where r.plan_id = p.id and r.verdict = 'change' and r.outcome is null))`.execute(tx);
  });
}
