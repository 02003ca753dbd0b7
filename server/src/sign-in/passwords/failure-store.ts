import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import { LOCK_MEMORY_MS } from './lock.ts';

/**
 * Whose guesses are counted together: those at a user name of one known browser (the hash of its nonce), or of all
 * strangers (null). A name of nobody comes in the form in which it is kept (`unknown-names.ts`).
 */
export type Guesser = { userName: string; device: Buffer | null };

const ofGuesser = ({ userName, device }: Guesser): RawBuilder<boolean> =>
  sql<boolean>`user_name = lower(${userName}) and device_hash is not distinct from ${device}`;

/** Makes the guesses of one guesser wait for each other until the transaction ends, so that each sees all before it. */
export async function queueGuesses(tx: Db, { userName, device }: Guesser): Promise<void> {
  const key = `sign-in ${device?.toString('hex') ?? ''} `;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key} || lower(${userName}), 0))`.execute(tx);
}

/** That a try can still lock. One that lies far ahead was made under a clock that was wrong. */
export const canLock = (at: string, now: Date): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(at)} > ${new Date(now.getTime() - LOCK_MEMORY_MS)}
  and ${sql.ref(at)} < ${new Date(now.getTime() + LOCK_MEMORY_MS)})`;

/** The instants of the wrong passwords of a guesser that can still lock it out, oldest first. */
export async function wrongPasswords(db: Db, guesser: Guesser, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from login_failure
    where ${ofGuesser(guesser)} and ${canLock('at', now)} order by at`.execute(db);
  return rows.map((row) => row.at);
}

/**
 * The wrong passwords of every guesser who can be locked out of this user, as {@link wrongPasswords}: those of all
 * strangers, and of each of the few browsers that are known. What a browser typed that was forgotten since keeps nobody
 * out.
 */
export async function everyGuesser(
  db: Db,
  person: { id: string; user_name: string },
  now: Date,
): Promise<{ known: boolean; tries: Date[] }[]> {
  const { rows } = await sql<{ known: boolean; tries: Date[] }>`
    select f.device_hash is not null as known, array_agg(f.at order by f.at) as tries from login_failure f
    where f.user_name = lower(${person.user_name}) and ${canLock('f.at', now)}
      and (f.device_hash is null or exists (
        select from known_device d where d.user_id = ${person.id} and d.device_hash = f.device_hash))
    group by f.device_hash`.execute(db);
  return rows;
}

/** Counts one wrong password. */
export async function addWrongPassword(tx: Db, { userName, device }: Guesser, now: Date): Promise<void> {
  await sql`
    insert into login_failure (id, user_name, device_hash, at)
    values (${newId()}, lower(${userName}), ${device}, ${now})`.execute(tx);
}

/** Forgets the wrong passwords of a guesser, and with them its lock. */
export async function forgetWrongPasswords(tx: Db, guesser: Guesser): Promise<void> {
  await sql`delete from login_failure where ${ofGuesser(guesser)}`.execute(tx);
}

/** Forgets all wrong passwords for a user name, whoever typed them, and with them every lock. */
export async function liftLocks(tx: Db, userName: string): Promise<void> {
  await sql`delete from login_failure where user_name = lower(${userName})`.execute(tx);
}
