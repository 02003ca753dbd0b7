/** Wrong codes after the right password: counted for the person, whoever typed them. */
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import { canLock } from '../passwords/failure-store.ts';

/** The instants of the wrong codes that can still lock, oldest first. */
export async function wrongCodes(db: Db, userId: string, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('second_factor_failure')
    .select('at')
    .where('user_id', '=', userId)
    .where(canLock('at', now))
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** Counts one wrong code. */
export async function addWrongCode(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.insertInto('second_factor_failure').values({ id: newId(), user_id: userId, at: now }).execute();
}

/** Forgets them, after a right one. */
export async function forgetWrongCodes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_failure').where('user_id', '=', userId).execute();
}
