/** The current day. */
import { dayIn, payloadDate } from '@signet/contract/dates';
import { useSyncExternalStore } from 'react';
import { ownTimeZone } from './time-zone.ts';

const currentDay = (): string => payloadDate(new Date());
const ownDay = (): string => dayIn(ownTimeZone())(new Date());

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

/** Today as YYYY-MM-DD where the person is, of what is asked for by their days. */
export function useOwnToday(): string {
  return useSyncExternalStore(onReturn, ownDay);
}
