import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for "this account is active today": switched on, not deleted, and within its service period (both days included).
 * `alias` names the account table in the query, `today` is YYYY-MM-DD.
 */
export function inService(alias: string, today: string): RawBuilder<boolean> {
  const a = sql.id(alias);
  return sql<boolean>`(${a}.active and ${a}.deleted_at is null and ${a}.service_from <= ${today}::date
    and (${a}.service_to is null or ${a}.service_to >= ${today}::date))`;
}

/**
 * SQL for "this account is neither deleted, switched off nor over": it is in service today, or will be by itself, so
 * that its people can be made before it begins.
 */
export function isOpen(alias: string, today: string): RawBuilder<boolean> {
  const a = sql.id(alias);
  return sql<boolean>`(${a}.active and ${a}.deleted_at is null
    and (${a}.service_to is null or ${a}.service_to >= ${today}::date))`;
}

/**
 * SQL for whether user `u` could come in somewhere as far as the accounts go, whose ends shut people out as
 * `accountsEnded` has it: of partner scope the first one counts, of system scope none.
 */
export const hasOpenAccount = (today: string): RawBuilder<boolean> => sql<boolean>`(case u.access_scope
  when 'system' then true
  when 'partner' then exists (select from account a where a.id = u.primary_account_id and ${isOpen('a', today)})
  else coalesce((select bool_or(${isOpen('a', today)}) from user_account m join account a on a.id = m.account_id
    where m.user_id = u.id), true) end)`;
