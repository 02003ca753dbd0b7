/** For whom an OAuth client may act, and as whom. Pure: the page of the request and the server ask the same. */
import type { Reason } from '../problem.ts';
import type { Viewer } from '../viewer.ts';

/** The account of a client. */
export type ClientAccount = { account_id: string; system_account: boolean };

/**
 * Why a client may not act for somebody. Clients of the platform are for everybody. Those of an account are for its own
 * people: whoever administers an account would otherwise be handed the rights of people elsewhere, and what a system
 * administrator may do must not pass through a program that an account has entered.
 */
export function whyNotActFor(
  { account_id, system_account }: ClientAccount,
  { scope, primaryAccountId, accountIds }: Pick<Viewer, 'scope' | 'primaryAccountId' | 'accountIds'>,
): Reason | null {
  if (system_account) return null;
  const belongs =
    scope === 'partner' ? primaryAccountId === account_id : scope !== 'system' && accountIds.includes(account_id);
  return belongs ? null : { status: 'OAUTH_CLIENT_ELSEWHERE' };
}

/** Somebody as the client of an account acts for them: within that account alone, whatever else they belong to. */
export const withinAccount = (viewer: Viewer, { account_id, system_account }: ClientAccount): Viewer =>
  system_account ? viewer : { ...viewer, primaryAccountId: account_id, accountIds: [account_id] };
