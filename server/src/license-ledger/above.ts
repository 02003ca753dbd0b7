/** Whose pool an account uses that was never given one of its own. */
import type { PoolAbove } from '@signet/contract/pool-above';
import type { Viewer } from '@signet/contract/viewer';

/**
 * As far as the viewer may know it: system scope, and the partner whose pool it is. `account_id` is the holder of the
 * pool, null for the platform; `partner` the name of the account's partner.
 */
export function poolAboveOf(
  { scope, primaryAccountId }: Viewer,
  account_id: string | null,
  partner: string | null,
): PoolAbove {
  const isOwn = scope === 'partner' && account_id !== null && account_id === primaryAccountId;
  if (scope !== 'system' && !isOwn) return { of: 'withheld', name: null };
  return account_id === null ? { of: 'platform', name: null } : { of: 'partner', name: partner };
}
