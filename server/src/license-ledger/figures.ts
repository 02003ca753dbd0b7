/** What a license says of a feature, made of the pools. */
import type { LicenseFigures } from '@signet/contract/areas/license-rules';
import { UNLIMITED } from '@signet/contract/licensed-features';
import { leftOf, limitOf, usedOf, type Pool } from './book.ts';

/** What is left of a limit that so much is used of; -1 of one that is unlimited. */
export const remainingOf = (limit: number, used: number): number =>
  limit === UNLIMITED ? UNLIMITED : Math.max(limit - used, 0);

/**
 * The figures of an account's pool, or of none. `elsewhere`: what the account uses of pools above. `owner`: the pool
 * above; a partner without one has none to give.
 */
export function figuresOf(
  feature: string,
  own: Pool | undefined,
  elsewhere: number,
  owner: Pool | undefined,
): LicenseFigures {
  const limit = own ? limitOf(own) : 0;
  const used = (own ? usedOf(own) : 0) + elsewhere;
  const used_above = own && isGiven(own) ? 0 : elsewhere;
  const available = owner ? leftOf(owner) : 0;
  return { name: feature, limit, used, remaining: remainingOf(limit, used), available, used_above };
}

/** Whether a pool has ever been given anything: until then its account uses what is above. */
export const isGiven = ({ version, unlimited }: Pick<Pool, 'version' | 'unlimited'>): boolean =>
  version > 0 || unlimited;
