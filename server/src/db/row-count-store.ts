/**
 * How many rows a list has as a viewer sees it, kept by triggers (migration 0085): what was added up, and what changed
 * since.
 */
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open.ts';

/** The lists whose rows are counted as they come and go. */
export type CountedList =
  | 'account'
  | 'administrator'
  | 'service_user'
  | 'organization'
  | 'seat'
  | 'enrollment'
  | 'certificate'
  | 'mail';

/**
 * SQL for the number of rows that a viewer sees without any filter, exact at its moment. `visible` is what the list
 * itself has, of which columns of accounts alone are asked; it is given an alias.
 */
export const keptRows = (
  list: CountedList,
  { scope }: Pick<Viewer, 'scope'>,
  visible: (alias: string) => RawBuilder<boolean>,
): RawBuilder<{ total: number }> => sql<{ total: number }>`select coalesce(sum(k.rows), 0)::int as total from (
    select owner_account_id, account_id, account_id as primary_account_id, rows
      from row_count where list = ${list} and scope = ${scope}
    union all
    select owner_account_id, account_id, account_id, change from row_count_delta where list = ${list}
  ) k where ${visible('k')}`;

/**
 * SQL for the number of rows of one account, exact at its moment, for lists in which a viewer sees all rows of the
 * accounts it sees. `visible` says which these are; it is given an alias.
 */
export const keptRowsOf = (
  list: Exclude<CountedList, 'account' | 'administrator' | 'service_user' | 'mail'>,
  accountId: string,
  visible: (alias: string) => RawBuilder<boolean>,
): RawBuilder<{ total: number }> => sql<{ total: number }>`select coalesce(sum(k.rows), 0)::int as total from (
    select rows from row_count where list = ${list} and scope = 'account' and account_id = ${accountId}
    union all
    select change from row_count_delta where list = ${list} and account_id = ${accountId}
  ) k where exists (select from account a where a.id = ${accountId} and a.deleted_at is null and ${visible('a')})`;

/** From so many changes on, what is left of them is cleared at once. */
const MANY = 1_000;

/**
 * Adds up what changed since the last time. Safe to run at any time, in several processes at once, outside of a
 * transaction.
 */
export async function foldRowCounts(db: Db): Promise<void> {
  const { rows } = await sql<{ folded: string }>`select fold_row_counts() as folded`.execute(db);
  // After an import every total would look through what has gone until the database comes round to it by itself.
  if (Number(rows[0]?.folded) >= MANY) await sql`vacuum row_count_delta, row_count`.execute(db);
}
