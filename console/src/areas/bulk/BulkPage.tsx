/** A plan over many records, its run and its result: one page at one address. */
import type { BulkPlan } from '@signet/contract/bulk';
import { parseStoredDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { useDocumentVisibility } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../api/failure.ts';
import { queryClient, queryOf } from '../../api/query.ts';
import { isUnderWay as isRunning, lookedAt, readAnewAfterRun } from '../../shell/bulk/run-state.ts';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';
import { PlanRows } from './PlanRows.tsx';

/** Between two looks at a run, in milliseconds. */
const LOOK_EVERY = 1_000;
/** The time that a plan has, which is also the longest that a timer of this page is asked to wait. */
const PLAN_TIME = LIMITS.bulkPlanMinutes * 60_000;

const isUnderWay = (plan: BulkPlan | undefined): boolean => plan !== undefined && isRunning(plan);

/** How long a plan that should be over, or that could not be read, is left alone, in milliseconds. */
const LATER = 30_000;

/** When to look again, in milliseconds: soon at a run, and at a plan once its time is over. */
function nextLook(plan: BulkPlan | undefined): number | false {
  if (isUnderWay(plan)) return LOOK_EVERY;
  if (plan?.status !== 'planned') return false;
  const left = parseStoredDateTime(plan.expires_at).getTime() - Date.now();
  // The clocks of this machine and of the server may differ.
  return left > 0 ? Math.min(PLAN_TIME, Math.max(LOOK_EVERY, left)) : LATER;
}

/** Swept since it was read. */
const isGone = (error: Failure | null): boolean => error?.httpStatus === 404;

export default function BulkPage() {
  const { plan: id = '' }: { plan?: string } = useParams({ strict: false });
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/bulk/{id}', { params: { id } }),
    refetchInterval: ({ state }) => {
      if (isGone(state.error)) return false;
      return state.error && !isUnderWay(state.data) ? LATER : nextLook(state.data);
    },
  });
  const { data, error } = query;
  useFreshRows(data);
  useLookedAt(data);
  return data && !isGone(error) ? <PlanRows key={id} plan={data} /> : <UnreadPage query={query} />;
}

/**
 * The rows are read again as the run goes on, and all else once it has ended. A short run has ended before the page has
 * looked once, so that it may never be seen under way.
 */
function useFreshRows(plan: BulkPlan | undefined): void {
  const before = useRef<string>(undefined);
  const progress = plan && `${plan.id} ${plan.outcomes.waiting} ${plan.status}`;
  const underWay = isUnderWay(plan);
  useEffect(() => {
    const was = before.current;
    before.current = progress;
    if (underWay) void queryClient.invalidateQueries({ queryKey: ['GET /account/ui-api/v1/bulk/{id}/row'] });
    else if (was !== undefined && was !== progress) void readAnewAfterRun();
  }, [progress, underWay]);
}

/** What came of a run is looked at once its page is in sight; not in a tab in the background. */
function useLookedAt(plan: BulkPlan | undefined): void {
  const visible = useDocumentVisibility() === 'visible';
  const unseen = plan?.unseen === true && visible ? plan.id : null;
  useEffect(() => {
    if (unseen === null) return;
    // What fails is tried again when the page is next opened; nobody waits for it.
    lookedAt(unseen).catch(() => undefined);
  }, [unseen]);
}
