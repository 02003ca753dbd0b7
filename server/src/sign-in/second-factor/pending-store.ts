/** Sign-ins whose password was right, and whose second factor is awaited. What names one signs nobody in. */
import { LIMITS } from '@signet/contract/limits';
import type { Db } from '../../db/open.ts';
import { hashSecret, newSecret } from '../../secrets.ts';

/** Remembers that somebody has given the right password; answers what names it, for minutes. */
export async function openPending(tx: Db, userId: string, now: Date): Promise<string> {
  const token = newSecret();
  await tx
    .insertInto('pending_sign_in')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + LIMITS.secondFactorMinutes * 60_000),
    })
    .execute();
  return token;
}

/** Whose sign-in is awaited; null where it is over. */
export async function ownerOfPending(db: Db, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('pending_sign_in')
    .select('user_id')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Ends all of somebody that are awaited, without a session. Answers how many. */
export async function closePendingOf(tx: Db, userId: string, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_sign_in')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends it with a session. False when another request was faster. */
export async function closePending(tx: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pending_sign_in')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
