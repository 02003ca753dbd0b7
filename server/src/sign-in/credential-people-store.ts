/** Who is told of what somebody comes in with, such as an API token that ends. */
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

export type Addressee = { id: string; email: string; locale: string; date_format: string | null; name: string };

/** Whose it is, and who made it. */
export type Belongs = {
  owner_id: string;
  service_user: boolean;
  created_by: string | null;
  account_id: string | null;
};

/** Of these people, `who` says which; those who are there and can read mail. */
const people = (who: RawBuilder<boolean>): RawBuilder<Addressee> => sql<Addressee>`
  select u.id, u.email, u.locale, u.date_format, u.name from app_user u
  where u.active and u.deleted_at is null and not u.service_user and ${who}
  order by u.id limit ${LIMITS.tokenReminderPeople}`;

/**
 * Whom it concerns: its person; of a service user whoever made it, and where that one is gone the administrators of the
 * service user's account.
 */
export async function addresseesOf(tx: Db, one: Belongs): Promise<Addressee[]> {
  const first = one.service_user ? one.created_by : one.owner_id;
  const { rows } = await people(sql<boolean>`u.id = ${first}`).execute(tx);
  if (rows.length > 0 || !one.service_user) return rows;
  return administratorsOf(tx, one.account_id);
}

/** Who administers an account, or, of the platform's own and of none, the platform. */
export async function administratorsOf(tx: Db, accountId: string | null): Promise<Addressee[]> {
  const administers = sql<boolean>`exists (select from administrator m
    where m.user_id = u.id and m.account_id is not distinct from (
      select a.id from account a where a.id = ${accountId} and not a.system_account))`;
  return (await people(administers).execute(tx)).rows;
}

/** SQL for the reminder that is due so many days before an end, as `reminderStep` of the contract has it. */
export const reminderStepOf = (
  days: RawBuilder<number>,
  steps: readonly number[] = LIMITS.tokenReminderDays,
): RawBuilder<number> => sql<number>`(select min(step) from unnest(${[...steps]}::int[]) step where step >= ${days})`;
