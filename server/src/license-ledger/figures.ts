/** What a license says of a feature, made of the pools. */
import type { LicenseFigures } from '@signet/contract/areas/license-rules';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { leftOf, limitOf, ownUse, usedOf, type Pool, type UseOfSlot } from './book.ts';

/** What is left of a limit that so much is used of; -1 of one that is unlimited. */
export const remainingOf = (limit: number, used: number): number =>
  limit === UNLIMITED ? UNLIMITED : Math.max(limit - used, 0);

/**
 * What a pool has left again once an account that used so much of it is given its own (`own`), which takes that over;
 * nothing where it was given it before.
 */
export function comesBack(owner: Pool | undefined, own: Pool | undefined, used: number): number {
  if (!owner || owner.unlimited || own?.given) return 0;
  return leftOf({ ...owner, slots: [ownUse(owner) - used] }) - leftOf(owner);
}

/**
 * The figures of an account's pool, or of none. `uses`: what the account uses of pools above. `owner`: the pool above;
 * a partner without one has none to give.
 */
export function figuresOf(
  feature: string,
  own: Pool | undefined,
  uses: readonly UseOfSlot[],
  owner: Pool | undefined,
): LicenseFigures {
  const limit = own ? limitOf(own) : 0;
  const used = (own ? usedOf(own) : 0) + quantityOf(uses);
  const available = owner ? leftOf(owner) : 0;
  const ofOwner = uses.filter(({ pool_id }) => pool_id === owner?.id);
  const comes_back = comesBack(owner, own, quantityOf(ofOwner));
  return { name: feature, limit, used, remaining: remainingOf(limit, used), available, comes_back };
}

const quantityOf = (uses: readonly UseOfSlot[]): number => uses.reduce((sum, { quantity }) => sum + quantity, 0);
