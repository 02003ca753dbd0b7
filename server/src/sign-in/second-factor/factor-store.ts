/** What is known of somebody's second factors, and taking all of them away. */
import type { FactorState } from '@signet/contract/areas/second-factor-rules';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { forgetWrongCodes } from './failure-store.ts';
import { closePendingOf } from './pending-store.ts';

/** Whether an account of somebody, the first or another, asks for a second factor, and what they have to give. */
export async function factorState(db: Db, userId: string): Promise<FactorState> {
  const { rows } = await sql<FactorState>`${PREPARED}
    select exists (select from account a where a.mfa_enabled and a.deleted_at is null and a.id in (
        select u.primary_account_id
        union all select m.account_id from user_account m where m.user_id = u.id
        union all select s.id from account s where s.system_account and u.primary_account_id is null)) as required,
      exists (select from second_factor_reset r where r.user_id = u.id) as reset,
      (select count(*)::int from authenticator_app f where f.user_id = u.id and f.confirmed_at is not null) as apps,
      (select count(*)::int from security_key k where k.user_id = u.id) as keys
    from app_user u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { required: false, reset: false, apps: 0, keys: 0 };
}

/** SQL: whether somebody has a second factor to give; `u` is the person's alias. */
export const HAS_SECOND_FACTOR = sql<boolean>`(exists (select from security_key k where k.user_id = u.id)
  or exists (select from authenticator_app f where f.user_id = u.id and f.confirmed_at is not null))`;

/** Remembers that somebody sets a second factor up at their next sign-in. */
export async function askAnew(tx: Db, userId: string, now: Date): Promise<void> {
  await sql`insert into second_factor_reset (user_id, reset_at) values (${userId}, ${now})
    on conflict (user_id) do update set reset_at = excluded.reset_at`.execute(tx);
}

/** Forgets that, once it is done. */
export async function forgetReset(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_reset').where('user_id', '=', userId).execute();
}

/**
 * Takes every second factor of somebody away, with the recovery codes, and forgets the wrong codes for them, which
 * would lock the next one. Answers how many factors there were. Not for the person's own removal of one: whoever
 * guesses must not lift the lock.
 */
export async function deleteFactors(tx: Db, userId: string, now: Date): Promise<number> {
  const apps = await tx.deleteFrom('authenticator_app').where('user_id', '=', userId).executeTakeFirst();
  const keys = await tx.deleteFrom('security_key').where('user_id', '=', userId).executeTakeFirst();
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await forgetWrongCodes(tx, userId);
  await closePendingOf(tx, userId, now);
  return Number(apps.numDeletedRows + keys.numDeletedRows);
}
