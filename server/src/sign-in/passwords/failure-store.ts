import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import { LOCK_MEMORY_MS } from './lock.ts';

/** Makes guesses at one user name wait for each other until the transaction ends, so that each sees all before it. */
export async function queueGuesses(tx: Db, userName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-in ' || lower(${userName}), 0))`.execute(tx);
}

/**
 * The instants of the wrong passwords for a user name that can still lock it, oldest first. Here and below, a name of
 * nobody comes in the form in which it is kept (`unknown-names.ts`).
 */
export async function wrongPasswords(db: Db, userName: string, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from login_failure
    where user_name = lower(${userName}) and at > ${new Date(now.getTime() - LOCK_MEMORY_MS)} order by at`.execute(db);
  return rows.map((row) => row.at);
}

/** Counts one wrong password. */
export async function addWrongPassword(tx: Db, userName: string, now: Date): Promise<void> {
  await sql`insert into login_failure (id, user_name, at) values (${newId()}, lower(${userName}), ${now})`.execute(tx);
}

/** Forgets the wrong passwords of a user name, and with them its lock. */
export async function forgetWrongPasswords(tx: Db, userName: string): Promise<void> {
  await sql`delete from login_failure where user_name = lower(${userName})`.execute(tx);
}
