/** Which expiry banners a person has put away in this browser. */
import { readOwn, writeOwn } from '../../session/storage.ts';

const KEY = 'account_expiry_banners';

/** By the banner's days: how many accounts it counted when it was put away. */
export type Dismissals = Readonly<Record<string, number>>;

/** A banner stays away until it has more accounts to tell of than the person has seen. */
export function isDismissed(dismissals: Dismissals, days: number, count: number): boolean {
  return count <= (dismissals[days] ?? 0);
}

/** What is stored for a user; anything that is not such a record counts as nothing. */
export function parseDismissals(stored: unknown): Dismissals {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

export function savedDismissals(userId: string): Dismissals {
  return parseDismissals(readOwn(userId, KEY));
}

/** What was seen of accounts that end no more was seen of those: only as many as there are still have been seen. */
export function lowerDismissals(userId: string, before: Dismissals, counts: Dismissals): Dismissals {
  const seen = Object.entries(before).map(([days, count]) => [days, Math.min(count, counts[days] ?? count)] as const);
  if (seen.every(([days, count]) => count === before[days])) return before;
  const after = Object.fromEntries(seen);
  writeOwn(userId, KEY, after);
  return after;
}

/** Keeps one more, and answers them all. */
export function saveDismissal(userId: string, before: Dismissals, days: number, count: number): Dismissals {
  const after = { ...before, [days]: count };
  writeOwn(userId, KEY, after);
  return after;
}
