/**
 * Runs a plan: row by row, each in a transaction of its own with its event and its outcome, so that a run that was cut
 * off goes on with the next row and does none twice.
 */
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { recordCall, recordRefusal, type AuditedCall } from '../audit/call.ts';
import { countWrites } from '../db/count-writes.ts';
import type { Db } from '../db/open.ts';
import { isUnavailable, tookTooLong } from '../db/unavailable.ts';
import type { Runtime } from '../runtime.ts';
import { viewerLater } from '../sign-in/later.ts';
import type { BulkAct, BulkActs } from './act.ts';
import { enqueueRun, mayDo } from './progress-store.ts';
import {
  endIfDone,
  putLast,
  readRun,
  saveOutcome,
  takeRow,
  type Outcome,
  type Run,
  type WaitingRow,
} from './run-store.ts';

/** Rows of one job; then it queues again, so that a long run doesn't keep mail waiting. */
const BATCH = 100;

/** Does the next rows of a run, and queues it again while rows wait. */
export async function runPlan(runtime: Runtime, acts: BulkActs, id: string): Promise<void> {
  for (let n = 0; n < BATCH; n += 1) {
    const run = await readRun(runtime.db, id);
    if (!run) return;
    if (run.stopping || !(await runRow(runtime, acts, run))) {
      await endIfDone(runtime.db, id, runtime.clock.now());
      return;
    }
  }
  await enqueueRun(runtime.db, id);
}

/** Thrown to take back what was done to a row; the outcome is then saved by itself. */
class RowRefused extends Error {
  readonly row: WaitingRow;
  readonly problem: Problem;
  readonly caller: AuditedCall | null;
  constructor(row: WaitingRow, problem: Problem, caller: AuditedCall | null) {
    super(problem.message);
    this.row = row;
    this.problem = problem;
    this.caller = caller;
  }
}

/** Thrown to take back what was done to a row that took too long; it is tried once more, after the others. */
class RowOverdue extends Error {
  readonly row: WaitingRow;
  constructor(row: WaitingRow) {
    super('A row took too long.');
    this.row = row;
  }
}

/** One row; false where none waits that nobody else has in hand. */
async function runRow(runtime: Runtime, acts: BulkActs, run: Run): Promise<boolean> {
  const { db, clock } = runtime;
  const now = clock.now();
  try {
    return await db.transaction().execute(async (tx) => {
      const row = await takeRow(tx, run.id);
      if (!row) return false;
      const act = acts[run.act];
      const viewer = await viewerLater(tx, run.made_by, run.run_by.via, now);
      // Who made the plan may do nothing any more.
      if (!act || !viewer) throw new RowRefused(row, new Problem('STARTER_NOT_ALLOWED'), null);
      const caller: AuditedCall = {
        endpoint: act.single,
        viewer,
        origin: run.run_by.origin,
        now,
        details: [],
        nothingChanged: false,
        writer: runtime,
      };
      try {
        // A store function asks what the record is; who may do the act at all, its endpoint would have asked.
        if (!mayDo(viewer, act)) throw new Problem('STARTER_NOT_ALLOWED');
        await saveOutcome(tx, run.id, row.position, await perform(runtime, act, tx, { run, row, caller, viewer, now }));
      } catch (error) {
        if (tookTooLong(error)) throw overdue(row, caller);
        // The row waits, and is tried again.
        if (isUnavailable(error as Error)) throw error;
        throw new RowRefused(row, asRowProblem(runtime, error), caller);
      }
      return true;
    });
  } catch (error) {
    if (error instanceof RowOverdue) await putLast(db, run.id, error.row.position);
    else if (error instanceof RowRefused) await saveRefusal(db, run, error);
    else throw error;
    return true;
  }
}

/** What took too long twice would again: the run has to end. */
const overdue = (row: WaitingRow, caller: AuditedCall): Error =>
  row.overdue ? new RowRefused(row, new Problem('TAKES_TOO_LONG'), caller) : new RowOverdue(row);

type Turn = { run: Run; row: WaitingRow; caller: AuditedCall; viewer: Viewer; now: Date };

async function perform(
  runtime: Runtime,
  act: BulkAct<never>,
  tx: Db,
  { run, row, caller, viewer, now }: Turn,
): Promise<Outcome> {
  const writes = countWrites();
  const counted = tx.withPlugin(writes.plugin);
  const { version, perform: go } = await act.open(viewer, counted, row.target_id, now, runtime);
  if (version !== row.version) return { outcome: 'changed', reason: { status: 'CHANGED_SINCE' } };
  const { event, also, undoInput, doneVersion } = await go(row.input ?? run.input);
  if (event === 'nothing') caller.nothingChanged = true;
  else caller.details.push(event, ...(also ?? []));
  await recordCall(tx, caller, writes.rows());
  return event === 'nothing' ? { outcome: 'same' } : { outcome: 'done', undoInput, doneVersion };
}

/** A refusal stays one; what breaks for this row alone is logged, and must not keep the others from their turn. */
function asRowProblem({ log }: Runtime, error: unknown): Problem {
  if (error instanceof Problem) return error;
  log.error({ err: error }, 'bulk run: a row failed');
  return new Problem('INTERNAL');
}

/** Saves why a row was refused, with its event. */
async function saveRefusal(db: Db, run: Run, { row, problem, caller }: RowRefused): Promise<void> {
  const gone = problem.reason.status === notFound().reason.status;
  const reason: Reason = firstField(problem) ?? problem.reason;
  await db.transaction().execute(async (tx) => {
    const isFirst = await saveOutcome(tx, run.id, row.position, { outcome: gone ? 'gone' : 'refused', reason });
    // The plan has the name; of whose account the record is, the act may have read before it was refused.
    const details = [{ ...problem.about, resource_id: row.target_id, resource_name: row.name }];
    if (isFirst && caller) await recordRefusal(tx, { ...caller, details }, problem);
  });
}

const firstField = ({ fields }: Problem): Reason | undefined => Object.values(fields ?? {})[0];
