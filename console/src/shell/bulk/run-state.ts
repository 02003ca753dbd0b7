/** What has become of a plan, wherever it is shown; and what tells other tabs of it. */
import type { BulkPlanSummary } from '@signet/contract/bulk';
import type { BulkStatus } from '@signet/contract/bulk-names';
import { change, invalidate } from '../../api/change.ts';
import { write } from '../../session/storage.ts';
import type { Tone } from '../../ui/State.tsx';

export const RUN_TONES: Readonly<Record<BulkStatus, Tone>> = {
  planned: 'info',
  expired: 'warn',
  running: 'busy',
  stopping: 'busy',
  stopped: 'warn',
  done: 'ok',
};

export const isUnderWay = ({ status }: Pick<BulkPlanSummary, 'status'>): boolean =>
  status === 'running' || status === 'stopping';

/** Between two looks at a list of runs under way, in milliseconds; while none is, nobody looks. */
export const LOOK_EVERY = 5_000;

/** Has the other tabs look: a run was begun, stopped, or looked at in this one. */
export const tellOtherTabs = (): void => write('bulkRuns', new Date().toISOString());

/** Once a run has ended, all that was read before it is stale; what is on screen is read again. */
export const readAnewAfterRun = (): Promise<void> => invalidate(['PUT /account/ui-api/v1/bulk/{id}/run']);

/** Says that the person has looked at what came of their run. */
export async function lookedAt(id: string): Promise<void> {
  await change('PUT /account/ui-api/v1/bulk/{id}/seen', { params: { id } });
  tellOtherTabs();
}
