/** What is read of a plan, and how it is run and stopped. */
import type { BulkPlan, BulkRow } from '@signet/contract/bulk';
import { BULK_OUTCOMES, BULK_VERDICTS, type BulkActName, type BulkStatus } from '@signet/contract/bulk-names';
import type { BulkRowExportQuery, BulkRowQuery } from '@signet/contract/areas/bulk';
import { BULK_ROW_FILTERS, type BULK_ROW_SORT } from '@signet/contract/areas/bulk-record';
import { ACCESS, allows } from '@signet/contract/access';
import { storedDateTime, storedDateTimeOrNull } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import { notFound, Problem, type ReasonParams } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { allOf, contains, everyRow, listPage, listQuery } from '../db/list.ts';
import type { ListQuery } from '../db/list-query.ts';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import type { Database } from '../db/schema.ts';
import type { Origin } from '../http/handler.ts';
import { isOwn, visiblePlans } from '../sight.ts';
import type { BulkAct, BulkActs } from './act.ts';
import { requireOneself } from '../sign-in/oauth/require-oneself.ts';

const DAY = 24 * 60 * 60_000;

/** The job that runs a plan; its payload is `{ id }`. */
export const BULK_JOB = 'bulk.run';
/** After mail, which people wait for. */
const PRIORITY = 10;

type StoredPlan = Selectable<Database['bulk_plan']>;

/** Until when a run can be undone; null before it has ended. Whether its act can be is another question. */
export const undoUntil = ({ ended_at }: Pick<StoredPlan, 'ended_at'>): Date | null =>
  ended_at && new Date(ended_at.getTime() + LIMITS.bulkUndoDays * DAY);

/** The viewer's own plan, under its lock. Throws 404. */
export async function lockPlan(viewer: Viewer, tx: Db, id: string): Promise<StoredPlan> {
  const plan = await tx
    .selectFrom('bulk_plan')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(viewer, sql`made_by`))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!plan) throw notFound();
  return plan;
}

/** The act of a plan. Throws FORBIDDEN for who may not do the single one. */
export function requireAct(viewer: Viewer, acts: BulkActs, name: BulkActName): BulkAct<never> {
  const act = acts[name];
  if (!act || !mayDo(viewer, act)) throw new Problem('FORBIDDEN');
  return act;
}

/** Whether the viewer may do the single act. */
export const mayDo = (viewer: Viewer, { single: { access } }: BulkAct<never>): boolean =>
  access !== 'public' && allows(access, viewer);

/** The plans a viewer may see, among them the runs of others as {@link visiblePlans} has it. */
export function plansSeen(viewer: Viewer, acts: BulkActs): RawBuilder<boolean> {
  if (!allows(ACCESS.bulk.viewOthers, viewer)) return visiblePlans(viewer, []);
  return visiblePlans(
    viewer,
    Object.values(acts).flatMap((act) => (mayDo(viewer, act) ? [act.name] : [])),
  );
}

type Tally = {
  verdict: BulkRow['verdict'];
  outcome: BulkRow['outcome'];
  reason: { status: string; params?: ReasonParams } | null;
  count: number;
};

/** A plan with its counts. Throws 404. */
export async function readPlan(viewer: Viewer, db: Db, acts: BulkActs, id: string, now: Date): Promise<BulkPlan> {
  const plan = await db
    .selectFrom('bulk_plan as p')
    .innerJoin('app_user as u', 'u.id', 'p.made_by')
    .selectAll('p')
    .select('u.name as made_by_name')
    .where('p.id', '=', id)
    .where(plansSeen(viewer, acts))
    .executeTakeFirst();
  if (!plan) throw notFound();
  const { rows } = await sql<Tally>`
    select verdict, outcome, reason, count(*)::int as count from bulk_row
    where plan_id = ${id} group by verdict, outcome, reason order by count desc`.execute(db);
  const sum = (which: (tally: Tally) => boolean): number =>
    rows.filter(which).reduce((total, { count }) => total + count, 0);
  const countsOf = <N extends string>(names: readonly N[], which: (tally: Tally, name: N) => boolean) =>
    Object.fromEntries(names.map((name) => [name, sum((tally) => which(tally, name))])) as Record<N, number>;
  const undoable = acts[plan.act]?.undoable ?? false;
  return {
    id,
    act: plan.act,
    input: plan.input,
    filters:
      plan.filters && Object.fromEntries(Object.entries(plan.filters).map(([name, value]) => [name, String(value)])),
    status: statusOf(plan, now),
    made_at: storedDateTime(plan.made_at),
    made_by_name: plan.made_by_name,
    own: plan.made_by === viewer.userId,
    unseen: isUnseen(viewer, plan),
    expires_at: storedDateTime(plan.expires_at),
    started_at: storedDateTimeOrNull(plan.started_at),
    ended_at: storedDateTimeOrNull(plan.ended_at),
    total: sum(() => true),
    verdicts: countsOf(BULK_VERDICTS, ({ verdict }, name) => verdict === name),
    outcomes: {
      ...countsOf(BULK_OUTCOMES, ({ outcome }, name) => outcome === name),
      waiting: sum(({ verdict, outcome }) => verdict === 'change' && outcome === null),
    },
    refusals: rows.flatMap(({ reason, count }) => (reason ? [{ ...reason, count }] : [])),
    effects: plan.effects,
    typed: plan.typed,
    undoable,
    undo_until: undoable ? storedDateTimeOrNull(undoUntil(plan)) : null,
    undoes: plan.undoes,
  };
}

/** Whether it is a run of the viewer's own that has ended and that they have not looked at since. */
export const isUnseen = (viewer: Viewer, plan: Pick<StoredPlan, 'made_by' | 'ended_at' | 'seen_at'>): boolean =>
  plan.made_by === viewer.userId && plan.ended_at !== null && plan.seen_at === null;

type Moments = Pick<StoredPlan, 'started_at' | 'stop_asked_at' | 'ended_at' | 'expires_at'>;

export function statusOf({ started_at, stop_asked_at, ended_at, expires_at }: Moments, now: Date): BulkStatus {
  if (ended_at) return stop_asked_at ? 'stopped' : 'done';
  if (started_at) return stop_asked_at ? 'stopping' : 'running';
  return expires_at <= now ? 'expired' : 'planned';
}

type SelectedRow = Omit<BulkRow, 'id'> & { target_id: string };

const ROW_SORTS = {
  position: sql`r.position`,
  name: sql`r.name collate "und-x-icu"`,
} satisfies Record<(typeof BULK_ROW_SORT)[number], unknown>;

function rowList(plans: RawBuilder<boolean>, id: string, query: BulkRowExportQuery): ListQuery<SelectedRow, BulkRow> {
  return listQuery(
    {
      from: sql`bulk_row r`,
      id: sql`r.target_id`,
      columns: sql`r.target_id, r.name, r.verdict, r.reason, r.outcome, r.outcome_reason`,
      row: ({ target_id, ...row }: SelectedRow): BulkRow => ({ id: target_id, ...row }),
      visible: allOf([
        sql<boolean>`r.plan_id = ${id}`,
        sql<boolean>`exists (select from bulk_plan p where p.id = ${id} and ${plans})`,
      ]),
      filters: BULK_ROW_FILTERS,
      conditions: {
        name: (text) => contains(sql`folded(r.name)`, text),
        verdict: (verdict) => sql<boolean>`r.verdict = ${verdict}`,
        outcome: (outcome) =>
          outcome === 'waiting'
            ? sql<boolean>`r.verdict = 'change' and r.outcome is null`
            : sql<boolean>`r.outcome = ${outcome}`,
      },
      sorts: ROW_SORTS,
      defaultSort: 'position:asc',
    },
    query,
  );
}

async function requirePlan(plans: RawBuilder<boolean>, db: Db, id: string): Promise<void> {
  const plan = await db
    .selectFrom('bulk_plan as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where(plans)
    .executeTakeFirst();
  if (!plan) throw notFound();
}

/** One page of the rows of a plan. Throws 404. */
export async function listPlanRows(
  viewer: Viewer,
  db: Db,
  acts: BulkActs,
  id: string,
  query: BulkRowQuery,
): Promise<ListOf<BulkRow>> {
  const plans = plansSeen(viewer, acts);
  await requirePlan(plans, db, id);
  return listPage(db, query, rowList(plans, id, query));
}

/** All rows of a plan that match, in batches. Throws 404. */
export async function everyPlanRow(
  viewer: Viewer,
  db: Db,
  acts: BulkActs,
  id: string,
  query: BulkRowExportQuery,
): Promise<AsyncGenerator<BulkRow[]>> {
  const plans = plansSeen(viewer, acts);
  await requirePlan(plans, db, id);
  return everyRow(db, rowList(plans, id, query));
}

/** By what its maker was known who ran a plan, and from where. */
export type RunBy = { via: Viewer['via']; origin: Origin };

const eventOf = ({ id, act }: StoredPlan, after: object): ChangeEvent => ({
  resource_id: id,
  resource_name: act,
  account_id: null,
  after,
});

/**
 * Runs a plan as a job, in this transaction. A plan that runs already is left alone. Throws 404, FORBIDDEN where its
 * maker may no longer do the single act, PLAN_EXPIRED, and NOTHING_TO_DO where no row would change.
 */
export async function startRun(
  viewer: Viewer,
  tx: Db,
  acts: BulkActs,
  id: string,
  origin: Origin,
  now: Date,
): Promise<ChangeEvent | 'nothing'> {
  requireOneself(viewer);
  const plan = await lockPlan(viewer, tx, id);
  if (plan.started_at) return 'nothing';
  requireAct(viewer, acts, plan.act);
  if (plan.expires_at <= now) throw new Problem('PLAN_EXPIRED');
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from bulk_row where plan_id = ${id} and verdict = 'change'`.execute(tx);
  const waiting = rows[0]?.rows ?? 0;
  if (waiting === 0) throw new Problem('NOTHING_TO_DO');
  const runBy: RunBy = { via: viewer.via, origin };
  await tx
    .updateTable('bulk_plan')
    .set({ started_at: now, run_by: JSON.stringify(runBy) })
    .where('id', '=', id)
    .execute();
  await enqueueRun(tx, id);
  return eventOf(plan, { act: plan.act, input: plan.input, rows: waiting, undoes: plan.undoes });
}

/** Stops a run after the row in hand. One that doesn't run is left alone. Throws 404. */
export async function stopRun(viewer: Viewer, tx: Db, id: string, now: Date): Promise<ChangeEvent | 'nothing'> {
  const plan = await lockPlan(viewer, tx, id);
  if (!plan.started_at || plan.ended_at || plan.stop_asked_at) return 'nothing';
  await tx.updateTable('bulk_plan').set({ stop_asked_at: now }).where('id', '=', id).execute();
  return eventOf(plan, { act: plan.act, stopped: true });
}

/** Has a run go on as soon as the transaction is committed; one that waits already is not doubled. */
export async function enqueueRun(tx: Db, id: string): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${BULK_JOB}, json_build_object('id', ${id}::text), job_key => ${`${BULK_JOB}:${id}`}, priority => ${PRIORITY}::int
  )`.execute(tx);
}

/** Has every run go on that has not ended: the process that had it in hand may be gone. */
export async function resumeRuns(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from bulk_plan where started_at is not null and ended_at is null order by id limit 1000`.execute(db);
  for (const { id } of rows) await enqueueRun(db, id);
}

/**
 * Deletes plans that nobody ran, a day after their time, and runs that ended long ago: whoever comes back to an open
 * page can make its plan again. Answers how many.
 */
export async function sweepPlans(db: Db, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIMITS.bulkKeptDays * DAY);
  const yesterday = new Date(now.getTime() - DAY);
  const { numAffectedRows } = await sql`
    delete from bulk_plan where (started_at is null and expires_at <= ${yesterday}) or ended_at <= ${oldest}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
