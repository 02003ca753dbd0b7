/** The current day. */
import { payloadDate } from '@signet/contract/dates';
import { useSyncExternalStore } from 'react';

const currentDay = (): string => payloadDate(new Date());

function onReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Today as YYYY-MM-DD in UTC, as the platform counts days; a tab that was left open over midnight notices when it is
 * shown again.
 */
export function useToday(): string {
  return useSyncExternalStore(onReturn, currentDay);
}
