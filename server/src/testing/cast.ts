/** The people of the demo cast with their accounts, as tests find them. */
import { seedAccounts } from '../../seed/accounts.ts';
import { CAST, castAccounts } from '../../seed/cast.ts';
import { seedPeople } from '../../seed/people.ts';
import type { Db } from '../db/open.ts';
import { everyFeature } from '../license/features.ts';
import { openPasswords } from '../sign-in/passwords/hashing.ts';
import { syncPools } from './sync-pools.ts';

export const PASSWORD = 'Correct-horse-7-battery';
/** The least that argon2 does: what a password costs is the matter of few tests, and all sign in. */
export const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** When the clock of a test begins: noon of 21 November 2026, UTC. */
export const START = '2026-11-21T12:00:00Z';

/** Ids of accounts by their identifier, and of people by their user name. */
export type Cast = { accountIds: [string, string][]; userIds: [string, string][] };

/**
 * Fills a migrated, empty database with the cast and the pools of an evaluation license. `hash` is that of
 * {@link PASSWORD}, which all of them have.
 */
export async function furnishCast(
  db: Db,
  hash: Promise<string> = openPasswords(1, QUICK).hash(PASSWORD),
): Promise<Cast> {
  const now = new Date(START);
  const accountIds = await seedAccounts(db, castAccounts(now), now);
  const userIds = await seedPeople(db, CAST, accountIds, await hash, now);
  await syncPools(db, everyFeature(), now);
  return { accountIds: [...accountIds], userIds: [...userIds] };
}
