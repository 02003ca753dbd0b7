/** Accounts that came from another platform, while that can still be undone. */
import { whyNotGive } from '@signet/contract/areas/migration-rules';
import { fieldProblem, Problem } from '@signet/contract/problem';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open.ts';

/**
 * SQL for "this account came from another platform, and is neither confirmed nor undone": until then its row is kept as
 * it came. `alias` names the account table in the query.
 */
export function isUnconfirmed(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_arrival came
    join account_arrival_row r on r.arrival_id = came.id and r.table_name = 'account' and r.state = 'arrived'
    where came.account_id = ${sql.ref(`${alias}.id`)})`;
}

/** Whether an account is one of those. */
export async function isWaiting(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ unconfirmed: boolean }>`
    select ${isUnconfirmed('a')} as unconfirmed from account a where a.id = ${accountId}`.execute(db);
  return rows[0]?.unconfirmed ?? false;
}

/**
 * Throws MIGRATION_UNCONFIRMED, under the field where one is named, for what is never deleted again: undoing could not
 * take it away.
 */
export async function requireConfirmed(db: Db, accountId: string, field: string | null): Promise<void> {
  const reason = whyNotGive({ unconfirmed: await isWaiting(db, accountId) });
  if (reason) throw field === null ? new Problem(reason.status) : fieldProblem(field, reason);
}
