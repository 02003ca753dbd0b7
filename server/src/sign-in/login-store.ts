import { sql } from 'kysely';
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import type { Db } from '../db/open.ts';
import { hashSecret } from '../secrets.ts';

type Login = { state: string; locale: Locale } & ({ userName: string } | { accountId: string });

/**
 * Opens the login transaction that `state` names, or starts it again with another name. One of an account leads to its
 * provider alone: it has no name that a password or a certificate could be of. Answers when it ends.
 */
export async function openLogin(db: Db, login: Login, now: Date): Promise<Date> {
  const expiresAt = new Date(now.getTime() + LIMITS.loginTransactionMinutes * 60_000);
  const begunWith =
    'userName' in login
      ? { user_name: login.userName, account_id: null }
      : { user_name: null, account_id: login.accountId };
  const values = { ...begunWith, locale: login.locale, created_at: now, expires_at: expiresAt };
  await db
    .insertInto('login_transaction')
    .values({ state_hash: hashSecret(login.state), ...values })
    .onConflict((conflict) => conflict.column('state_hash').doUpdateSet(values))
    .execute();
  return expiresAt;
}

/** True when `state` names a living transaction that was opened with one of these user names, compared without case. */
export async function isLoginOpen(db: Db, state: string, userNames: string[], now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from login_transaction
    where state_hash = ${hashSecret(state)} and expires_at > ${now}
      and lower(user_name) = any (select lower(name) from unnest(${userNames}::text[]) name)`.execute(db);
  return rows.length > 0;
}

/** The user name, as it is kept, of the living transaction that `state` names; null where there is none, or no name. */
export async function nameOfLogin(db: Db, state: string, now: Date): Promise<string | null> {
  return (await findLogin(db, state, now))?.name ?? null;
}

/** With what the living transaction was opened that `state` names; null where there is none. */
export async function findLogin(
  db: Db,
  state: string,
  now: Date,
): Promise<{ name: string | null; accountId: string | null } | null> {
  const row = await db
    .selectFrom('login_transaction')
    .select(['user_name as name', 'account_id as accountId'])
    .where('state_hash', '=', hashSecret(state))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Consumes the transaction. False when another request was faster. */
export async function closeLogin(tx: Db, state: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_transaction')
    .where('state_hash', '=', hashSecret(state))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
