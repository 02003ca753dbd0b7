import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for "this account came from another platform, and is neither confirmed nor undone": until then its row is kept as
 * it came. `alias` names the account table in the query.
 */
export function isUnconfirmed(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_arrival came
    join account_arrival_row r on r.arrival_id = came.id and r.table_name = 'account' and r.state = 'arrived'
    where came.account_id = ${sql.ref(`${alias}.id`)})`;
}
