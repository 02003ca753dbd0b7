/** What may be done with API tokens. Pure predicates: the server refuses with their reason, the console shows it. */
import { daysBetween } from '../dates.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import type { Permission } from '../viewer.ts';

/** Why a token may not have these permissions: its person must have each; null is all that the person has. */
export function whyNotTokenPermissions(
  permissions: readonly Permission[] | null,
  held: ReadonlySet<Permission>,
): Reason | null {
  const missing = permissions?.find((name) => !held.has(name));
  return missing === undefined ? null : { status: 'TOKEN_BEYOND_OWNER', params: { permission: missing } };
}

/** Why a token may not end on a day, `YYYY-MM-DD`; `before` is the end that it has. */
export const whyNotTokenEnd = (end: string | null, today: string, before: string | null = null): Reason | null =>
  end !== null && end < today && end !== before ? { status: 'END_IN_PAST' } : null;

/**
 * The reminder that is due so many days before an end: the least of its numbers of days that is not passed; null where
 * none is due yet.
 */
export const reminderStep = (days: number): number | null =>
  LIMITS.credentialReminderDays.filter((step) => step >= days).toSorted((a, b) => a - b)[0] ?? null;

/** How a token is today. */
export type TokenState = 'enabled' | 'disabled' | 'expired';

/** The state of a token; `today` is YYYY-MM-DD in UTC. */
export function tokenState(token: { enabled: boolean; end_date: string | null }, today: string): TokenState {
  if (token.end_date !== null && token.end_date < today) return 'expired';
  return token.enabled ? 'enabled' : 'disabled';
}

/** Whole days until a token ends where that is so soon that its person is reminded; else null. */
export function endsSoon(token: { enabled: boolean; end_date: string | null }, today: string): number | null {
  if (token.end_date === null || tokenState(token, today) !== 'enabled') return null;
  const days = daysBetween(today, token.end_date);
  return days <= Math.max(...LIMITS.credentialReminderDays) ? days : null;
}
