/** The person's own runs of bulk acts: those under way, and those that have ended and were not looked at since. */
import { ACCESS } from '@signet/contract/access';
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient, queryOf } from '../../api/query.ts';
import { useAllows } from '../../session/permissions.ts';
import { onOtherTab } from '../../session/storage.ts';
import { isUnderWay, LOOK_EVERY, readAnewAfterRun } from './run-state.ts';

const LIST = 'GET /account/ui-api/v1/bulk';
/** More are on the page of all. */
const MOST = 20;

/** Asks the server nothing for a person who can do no bulk act, and for nobody until they are `wanted`. */
export function useOwnRuns(wanted = true): readonly BulkPlanSummary[] {
  const enabled = useAllows(ACCESS.bulk.view) && wanted;
  const { data } = useQuery({
    ...queryOf(LIST, { query: { attention: 'true', limit: MOST } }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_EVERY : false),
  });
  useEffect(() => onOtherTab((key) => key === 'bulkRuns' && void readAgain()), []);
  return data?.items ?? [];
}

/** Whatever page is open is read again once one of them that was under way is so no longer. */
export function useReadAnewAfter(runs: readonly BulkPlanSummary[]): void {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const now = runs.filter(isUnderWay).map(({ id }) => id);
    if (before.current.some((id) => !now.includes(id))) void readAnewAfterRun();
    before.current = now;
  }, [runs]);
}

/** Lists, and the plan that this tab may show. */
const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === LIST || name === `${LIST}/{id}` });
