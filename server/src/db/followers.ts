import { sql } from 'kysely';
import type { Db } from './open.ts';
import { inSlices } from './slices.ts';
import type { Column } from './references.ts';

/** The columns by which rows belong to an account whose `owner_account_id` they follow, by triggers of the account. */
export const FOLLOWERS = [
  'organization.account_id',
  'app_user.primary_account_id',
  'certificate.account_id',
  'seat.account_id',
  'enrollment.account_id',
] as const satisfies Column[];
/** An account's own entry follows by itself. */
const ENTRIES = sql<boolean>`kind in ('organization', 'person')`;

/**
 * Brings what belongs to an account under another owner, or under none where it is deleted, before the account's own
 * row is written, whose triggers then find the little that is left. The caller holds the lock of that row.
 */
export async function bringAlong(tx: Db, accountId: string, ownerId: string | null): Promise<void> {
  const behind = sql<boolean>`owner_account_id is distinct from ${ownerId}::uuid`;
  const follow = (table: string, ofAccount: typeof behind): Promise<void> =>
    inSlices(
      tx,
      table,
      sql<boolean>`${ofAccount} and ${behind}`,
      (some) => sql`update ${sql.table(table)} set owner_account_id = ${ownerId}::uuid where ${some}`,
    );
  for (const follower of FOLLOWERS) {
    const [table = '', column = ''] = follower.split('.');
    await follow(table, sql<boolean>`${sql.ref(column)} = ${accountId}`);
  }
  await follow('search_entry', sql<boolean>`${ENTRIES} and account_id = ${accountId}`);
}
