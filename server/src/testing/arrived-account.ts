import { sql } from 'kysely';

/** SQL by which an account has come from another platform, and nobody has confirmed it. */
export const hasArrived = (identifier: string) => sql`
  with came as (
    insert into account_arrival (id, source, state, made_at, made_by, run_by, account_id, tables, licenses, left_behind,
      conflicts, choices, progress)
    select gen_random_uuid(), 'file', 'arrived', now(), u.id, '{}', a.id, '[]', '[]', '[]', '[]', '{}', '{}'
    from account a, (select id from app_user limit 1) u where a.friendly_identifier = ${identifier}
    returning id, account_id
  )
  insert into account_arrival_row (arrival_id, table_name, position, row_key, came, state)
  select id, 'account', 0, account_id, '{}', 'arrived' from came`;
