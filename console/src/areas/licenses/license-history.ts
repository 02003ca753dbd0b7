import type { CallResponse } from '../../api/call.ts';

export const HISTORY = 'GET /account/ui-api/v1/license/limit/{account}/{app}/history';
export const HISTORY_DETAILS = 'GET /account/ui-api/v1/license/limit/{account}/{app}/history-details';

export type HistoryEvent = CallResponse<typeof HISTORY>['items'][number];
export type HistoryDetail = CallResponse<typeof HISTORY_DETAILS>['items'][number];
export type HistoryKind = 'allocation' | 'reset';
/** What fills the paths of both. */
export type HistoryOf = { account: string; app: HistoryEvent['app_code'] };

/** How many events show at first, and how many more with each click. */
export const STEP = 10;

/** Newest first. */
export const NEWEST_FIRST = 'timestamp:desc';

/** Events of one day together, in their order. */
export function byDay(events: readonly HistoryEvent[]): { date: string; events: HistoryEvent[] }[] {
  const days: { date: string; events: HistoryEvent[] }[] = [];
  for (const event of events) {
    const last = days.at(-1);
    if (last?.date === event.date) last.events.push(event);
    else days.push({ date: event.date, events: [event] });
  }
  return days;
}
