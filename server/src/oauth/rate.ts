/** How often may be asked. */
import { addressKey } from '@signet/contract/address-range';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { requireRoom } from '../db/rate.ts';
import type { Runtime } from '../runtime.ts';

/** Where authentications of clients that were refused are counted, by the address that they came from. */
export const refusalBucket = (ip: string): string => `/oauth refused ${addressKey(ip)}`;

/**
 * Throws 429 for an address that asks too often, counted by each process, and for one that was refused too often,
 * counted by all of them: whoever guesses is slowed down, and a program that is right is not counted in the database.
 */
export async function requireRate({ db, tokenRate }: Runtime, ip: string, now: Date): Promise<void> {
  tokenRate.count(`/oauth ${addressKey(ip)}`, now);
  await requireRoom(db, refusalBucket(ip), LIMITS.oauthRefusalsPerMinute, now);
}

/**
 * What an authorization request leaves behind is kept for minutes, with all that it holds. Throws 429 for an address
 * that begins too often, and 413 for more than a client has to say.
 */
export function requireRoomToBegin({ clock, tokenRate }: Runtime, { ip, url }: { ip: string; url: string }): void {
  if (url.length > LIMITS.oauthQueryMax) throw new Problem('TOO_LARGE', { params: { max: LIMITS.oauthQueryMax } });
  tokenRate.count(`/oauth/auth ${addressKey(ip)}`, clock.now());
}
