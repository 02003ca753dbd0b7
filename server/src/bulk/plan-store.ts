/** Makes plans: a first one, one of the same act again, and one that undoes a run. None of them changes a record. */
import type { BulkPlan } from '@signet/contract/bulk';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem, type Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { BulkAct, BulkActs, Judged, Selection, Verdict } from './act.ts';
import { lockPlan, readPlan, requireAct, undoUntil } from './progress-store.ts';
import { requireOneself } from '../sign-in/oauth/require-oneself.ts';

const MINUTE = 60_000;

/** A row of a plan; `input` is what it is given by itself, null where that is the input of the plan. */
export type PlanRow = Judged & { input: unknown };
type NewPlan = {
  act: BulkAct<never>;
  input: unknown;
  filters: object | null;
  undoes: string | null;
  rows: readonly PlanRow[];
};

/** Of the chosen ids those that were not found, each once: refused, by the only name that is known of them. */
function notThere(ids: readonly string[], found: readonly Judged[]): PlanRow[] {
  const isThere = new Set(found.map((row) => row.id));
  const refused = notFound().reason;
  return [...new Set(ids)]
    .filter((id) => !isThere.has(id))
    .map((id): PlanRow => ({ id, name: id, version: 0, input: null, verdict: { refused } }));
}

/**
 * Makes a plan; what was chosen and is not there is refused in it. Throws TOO_MANY_ROWS above LIMITS.bulkMax rows,
 * REQUIRED under `ids` where neither ids nor filters choose, or both, and what is wrong with the input under its field.
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
  const present = judged.map((row): PlanRow => ({ ...row, input: null }));
  const rows = [...notThere(selection.ids ?? [], judged), ...present];
  const plan = { act, input, filters: selection.filters ?? null, undoes: null, rows };
  return insertPlan(viewer, tx, plan, now);
}

/**
 * Makes a plan of rows that are judged already, each with an input of its own: what is made by it has no record yet
 * that could be chosen.
 */
export const planRows = (
  viewer: Viewer,
  tx: Db,
  act: BulkAct<never>,
  rows: readonly PlanRow[],
  now: Date,
): Promise<BulkPlan> => insertPlan(viewer, tx, { act, input: {}, filters: null, undoes: null, rows }, now);

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
    const isSaved = present.version !== row.done_version;
    return { ...base, name: present.name, verdict: (isSaved ? saved(present) : present).verdict };
  });
  return insertPlan(viewer, tx, { act, input: null, filters: null, undoes: id, rows }, now);
}

type ChosenRow = { target_id: string; name: string; version: number; input: unknown };

/**
 * Makes a plan of the same act with the same input: before the run of all its rows, after it of those that were to
 * change and were not done. Rows that are gone are refused in it; of an undo also those that were saved since, for it
 * takes back what its run has done and nothing else. Throws 404, FORBIDDEN, RUN_UNDER_WAY, NOTHING_TO_DO where every
 * row was done, NO_UNDO where the time of an undo is over, and what is wrong with the input by now.
 */
export async function planAgain(
  viewer: Viewer,
  tx: Db,
  acts: BulkActs,
  id: string,
  now: Date,
  runtime: Runtime,
): Promise<BulkPlan> {
  const plan = await lockPlan(viewer, tx, id);
  const act = requireAct(viewer, acts, plan.act);
  if (plan.started_at && !plan.ended_at) throw new Problem('RUN_UNDER_WAY');
  const isUndo = plan.input === null;
  if (isUndo) await requireUndoTime(viewer, tx, plan.undoes, now);
  else await checkInput(act, tx, plan.input, now);
  const leftOver = sql`and verdict = 'change' and (outcome is null or outcome in ('refused', 'changed', 'gone'))`;
  const { rows: chosen } = await sql<ChosenRow>`select target_id, name, version, input from bulk_row
    where plan_id = ${id} ${plan.started_at ? leftOver : sql``} order by position`.execute(tx);
  if (chosen.length === 0) throw new Problem('NOTHING_TO_DO');
  const byId = new Map(chosen.map((row) => [row.target_id, row]));
  const inputOf = (one: string): unknown => byId.get(one)?.input ?? plan.input;
  const judged = await act.judge(viewer, tx, { ids: [...byId.keys()] }, { most: chosen.length, inputOf, now, runtime });
  const present = judged.map((row): PlanRow => {
    const before = byId.get(row.id);
    const input = before?.input ?? null;
    return isUndo && before?.version !== row.version ? { ...saved(row), input } : { ...row, input };
  });
  const isThere = new Set(judged.map((row) => row.id));
  const gone = chosen
    .filter((row) => !isThere.has(row.target_id))
    .map(({ target_id, ...row }): PlanRow => ({ id: target_id, ...row, verdict: { refused: notFound().reason } }));
  const { input, undoes } = plan;
  return insertPlan(viewer, tx, { act, input, filters: null, undoes, rows: [...gone, ...present] }, now);
}

/** A row that somebody has saved since is not taken back. */
const saved = (row: Judged): Judged => ({ ...row, verdict: { refused: { status: 'CHANGED_SINCE' } } });

async function requireUndoTime(viewer: Viewer, tx: Db, undone: string | null, now: Date): Promise<void> {
  const until = undone === null ? null : undoUntil(await lockPlan(viewer, tx, undone));
  if (until === null || until <= now) throw new Problem('NO_UNDO');
}

/** The input stands under no field now: what is wrong with it is said of the whole. */
async function checkInput(act: BulkAct<never>, tx: Db, input: unknown, now: Date): Promise<void> {
  try {
    await act.check(tx, input, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, params } = error.reason;
    throw new Problem(status, params ? { params } : {});
  }
}

const ORDER = ['refused', 'change', 'same'] as const;
const kindOf = (verdict: Verdict): (typeof ORDER)[number] =>
  verdict === 'same' ? 'same' : 'refused' in verdict ? 'refused' : 'change';
const reasonOf = (verdict: Verdict): Reason | null =>
  verdict !== 'same' && 'refused' in verdict ? verdict.refused : null;
const isHeavy = ({ verdict }: Judged): boolean =>
  verdict !== 'same' && 'change' in verdict && verdict.change === 'heavy';

async function insertPlan(viewer: Viewer, tx: Db, { act, rows, ...plan }: NewPlan, now: Date): Promise<BulkPlan> {
  requireOneself(viewer);
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
      row_count: rows.length,
      change_count: rows.filter(({ verdict }) => kindOf(verdict) === 'change').length,
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
