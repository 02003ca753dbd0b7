/** Plans: making one, and the one that takes a run back. Nothing is changed by either. */
import type { BulkPlan } from '@signet/contract/bulk';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { BulkAct, BulkActs, Judged, Selection, Verdict } from './act.ts';
import { lockPlan, readPlan, undoUntil } from './progress-store.ts';

const MINUTE = 60_000;

type PlanRow = Judged & { input: unknown };
type NewPlan = {
  act: BulkAct<never>;
  input: unknown;
  filters: object | null;
  undoes: string | null;
  rows: readonly PlanRow[];
};

/**
 * Makes a plan. Throws TOO_MANY_ROWS above LIMITS.bulkMax rows, REQUIRED under `ids` where neither
 * ids nor filters choose, or both, and what is wrong with the input under its field.
 */
export async function makePlan<Filters extends object>(
  viewer: Viewer,
  tx: Db,
  act: BulkAct<Filters>,
  { input, ...selection }: Selection<Filters> & { input: unknown },
  now: Date,
  runtime: Runtime,
): Promise<BulkPlan> {
  if ((selection.ids === undefined) === (selection.filters === undefined))
    throw new Problem('INVALID_INPUT', { fields: { ids: { status: 'REQUIRED' } } });
  await act.check(tx, input, now);
  const how = { most: LIMITS.bulkMax + 1, inputOf: () => input, now, runtime };
  const judged = await act.judge(viewer, tx, selection, how);
  if (judged.length > LIMITS.bulkMax) throw new Problem('TOO_MANY_ROWS', { params: { max: LIMITS.bulkMax } });
  const rows = judged.map((row) => ({ ...row, input: null }));
  const plan = { act, input, filters: selection.filters ?? null, undoes: null, rows };
  return insertPlan(viewer, tx, plan, now);
}

type DoneRow = { target_id: string; name: string; undo_input: unknown; done_version: number | null };

/**
 * Makes a plan that gives every row that a run has done what it had before. Rows that were saved since, or are gone,
 * are refused in it. Throws 404, and NO_UNDO where there is nothing to take back, or no longer.
 */
export async function makeUndo(
  viewer: Viewer,
  tx: Db,
  acts: BulkActs,
  id: string,
  now: Date,
  runtime: Runtime,
): Promise<BulkPlan> {
  const plan = await lockPlan(viewer, tx, id);
  const act = acts[plan.act];
  const until = undoUntil(plan);
  if (!act?.undoable || until === null || until <= now) throw new Problem('NO_UNDO');
  const { rows: done } = await sql<DoneRow>`
    select target_id, name, undo_input, done_version from bulk_row
    where plan_id = ${id} and outcome = 'done' order by position`.execute(tx);
  if (done.length === 0) throw new Problem('NO_UNDO');
  const byId = new Map(done.map((row) => [row.target_id, row]));
  const how = { most: done.length, inputOf: (one: string) => byId.get(one)?.undo_input, now, runtime };
  const judged = new Map((await act.judge(viewer, tx, { ids: [...byId.keys()] }, how)).map((row) => [row.id, row]));
  const rows = done.map((row): PlanRow => {
    const present = judged.get(row.target_id);
    const base = { id: row.target_id, name: row.name, version: row.done_version ?? 0, input: row.undo_input };
    if (!present) return { ...base, verdict: { refused: notFound().reason } };
    const saved = present.version !== row.done_version;
    return { ...base, name: present.name, verdict: saved ? { refused: { status: 'CHANGED_SINCE' } } : present.verdict };
  });
  return insertPlan(viewer, tx, { act, input: null, filters: null, undoes: id, rows }, now);
}

const ORDER = ['refused', 'change', 'same'] as const;
const kindOf = (verdict: Verdict): (typeof ORDER)[number] =>
  verdict === 'same' ? 'same' : 'refused' in verdict ? 'refused' : 'change';
const reasonOf = (verdict: Verdict): Reason | null =>
  verdict !== 'same' && 'refused' in verdict ? verdict.refused : null;
const isHeavy = ({ verdict }: Judged): boolean =>
  verdict !== 'same' && 'change' in verdict && verdict.change === 'heavy';

async function insertPlan(viewer: Viewer, tx: Db, { act, rows, ...plan }: NewPlan, now: Date): Promise<BulkPlan> {
  const id = newId();
  await tx
    .insertInto('bulk_plan')
    .values({
      id,
      made_by: viewer.userId,
      act: act.name,
      input: plan.input === null ? null : JSON.stringify(plan.input),
      filters: plan.filters && JSON.stringify(plan.filters),
      undoes: plan.undoes,
      effects: '{}',
      typed: rows.some(isHeavy),
      made_at: now,
      expires_at: new Date(now.getTime() + LIMITS.bulkPlanMinutes * MINUTE),
    })
    .execute();
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(kindOf(a.verdict)) - ORDER.indexOf(kindOf(b.verdict)));
  const json = (value: unknown): string | null =>
    value === null || value === undefined ? null : JSON.stringify(value);
  await sql`insert into bulk_row (plan_id, position, target_id, name, version, verdict, reason, input)
    select ${id}, row.position, row.target_id, row.name, row.version, row.verdict, row.reason::jsonb, row.input::jsonb
    from unnest(${sorted.map((row) => row.id)}::uuid[], ${sorted.map((row) => row.name)}::text[],
      ${sorted.map((row) => row.version)}::int[], ${sorted.map((row) => kindOf(row.verdict))}::text[],
      ${sorted.map((row) => json(reasonOf(row.verdict)))}::text[], ${sorted.map((row) => json(row.input))}::text[])
      with ordinality as row (target_id, name, version, verdict, reason, input, position)`.execute(tx);
  if (act.effects) {
    const targets = sql`select target_id from bulk_row where plan_id = ${id} and verdict = 'change'`;
    const effects = JSON.stringify(await act.effects(targets, tx, now));
    await tx.updateTable('bulk_plan').set({ effects }).where('id', '=', id).execute();
  }
  return readPlan(viewer, tx, { [act.name]: act }, id, now);
}
