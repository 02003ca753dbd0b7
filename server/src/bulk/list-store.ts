/** The list of plans and runs, and that their maker has looked at them. */
import type { BulkListQuery } from '@signet/contract/areas/bulk';
import { BULK_FILTERS, type BULK_SORT } from '@signet/contract/areas/bulk-record';
import type { BulkPlanSummary } from '@signet/contract/bulk';
import type { BulkActName, BulkStatus } from '@signet/contract/bulk-names';
import { storedDateTime, storedDateTimeOrNull } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { listPage, listQuery } from '../db/list.ts';
import type { Db } from '../db/open.ts';
import type { BulkActs } from './act.ts';
import { isUnseen, lockPlan, plansSeen, statusOf } from './progress-store.ts';

type SelectedPlan = {
  id: string;
  act: BulkActName;
  input: Record<string, unknown> | null;
  undoes: string | null;
  made_by: string;
  made_by_name: string;
  made_at: Date;
  expires_at: Date;
  started_at: Date | null;
  stop_asked_at: Date | null;
  ended_at: Date | null;
  seen_at: Date | null;
  row_count: number;
  change_count: number;
  settled: number;
  done: number;
  failed: number;
};

/**
 * Counts of a run under way are counted, those of one that has ended stand in its row; not how many were done, where a
 * process of the version before has ended it.
 */
const COLUMNS = sql`p.id, p.act, p.input, p.undoes, p.made_by, u.name as made_by_name, p.made_at, p.expires_at,
  p.started_at, p.stop_asked_at, p.ended_at, p.seen_at, p.row_count, p.change_count,
  coalesce(p.settled_count, under_way.settled, 0) as settled, coalesce(p.failed_count, under_way.failed, 0) as failed,
  coalesce(p.done_count, p.settled_count - p.failed_count, under_way.done, 0) as done`;
const JOINS = sql`join app_user u on u.id = p.made_by
  left join lateral (
    select count(outcome)::int as settled, (count(*) filter (where outcome = 'done'))::int as done,
      (count(*) filter (where outcome in ('refused', 'changed', 'gone')))::int as failed
    from bulk_row r where r.plan_id = p.id
  ) under_way on p.started_at is not null and p.ended_at is null`;

/** The statuses, as `statusOf` tells them. */
const inStatus = (status: BulkStatus, now: Date): RawBuilder<boolean> =>
  ({
    planned: sql<boolean>`(p.started_at is null and p.expires_at > ${now})`,
    expired: sql<boolean>`(p.started_at is null and p.expires_at <= ${now})`,
    running: sql<boolean>`(p.started_at is not null and p.ended_at is null and p.stop_asked_at is null)`,
    stopping: sql<boolean>`(p.ended_at is null and p.stop_asked_at is not null)`,
    stopped: sql<boolean>`(p.ended_at is not null and p.stop_asked_at is not null)`,
    done: sql<boolean>`(p.ended_at is not null and p.stop_asked_at is null)`,
  })[status];

/** One page of the plans and runs a viewer may see; their own first, the newest first of each. */
export function listPlans(
  viewer: Viewer,
  db: Db,
  acts: BulkActs,
  query: BulkListQuery,
  now: Date,
): Promise<ListOf<BulkPlanSummary>> {
  const own = sql<boolean>`p.made_by = ${viewer.userId}`;
  const asked = query.sort.length > 0 ? query.sort : ['made_at:desc'];
  const ordered = { ...query, sort: ['own:desc', ...asked] };
  const sorts = { own, made_at: sql`p.made_at` } satisfies Record<'own' | (typeof BULK_SORT)[number], unknown>;
  const list = listQuery(
    {
      from: sql`bulk_plan p`,
      id: sql`p.id`,
      columns: COLUMNS,
      joins: JOINS,
      row: (plan: SelectedPlan): BulkPlanSummary => ({
        id: plan.id,
        act: plan.act,
        input: plan.input,
        undoes: plan.undoes,
        status: statusOf(plan, now),
        made_at: storedDateTime(plan.made_at),
        made_by_name: plan.made_by_name,
        own: plan.made_by === viewer.userId,
        unseen: isUnseen(viewer, plan),
        started_at: storedDateTimeOrNull(plan.started_at),
        ended_at: storedDateTimeOrNull(plan.ended_at),
        total: plan.row_count,
        change: plan.change_count,
        settled: plan.settled,
        done: plan.done,
        failed: plan.failed,
      }),
      visible: plansSeen(viewer, acts),
      filters: BULK_FILTERS,
      conditions: {
        act: (act) => sql<boolean>`p.act = ${act}`,
        status: (status) => inStatus(status, now),
        own: (isOwn) => (isOwn ? own : sql<boolean>`not (${own})`),
        attention: (wanted) => {
          const wants = sql<boolean>`(${own} and p.started_at is not null and p.seen_at is null)`;
          return wanted ? wants : sql<boolean>`not ${wants}`;
        },
      },
      sorts,
      defaultSort: 'made_at:desc',
    },
    ordered,
  );
  return listPage(db, ordered, list);
}

/** Remembers that the viewer has looked at what came of their run. Throws 404. */
export async function markSeen(viewer: Viewer, tx: Db, id: string, now: Date): Promise<void> {
  const plan = await lockPlan(viewer, tx, id);
  if (isUnseen(viewer, plan)) await tx.updateTable('bulk_plan').set({ seen_at: now }).where('id', '=', id).execute();
}
