/** Security keys and passkeys, and the challenges that they sign. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';

/** What a challenge was made for: a second factor, a sign-in by passkey, a new key, a proof in a session. */
export type ChallengePurpose = 'sign-in' | 'passkey' | 'add' | 'prove';
export type StoredKey = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
};

/** Remembers a challenge; `userId` is null where the key itself says whose it is. */
export async function storeChallenge(
  tx: Db,
  { challenge, purpose, userId }: { challenge: string; purpose: ChallengePurpose; userId: string | null },
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + LIMITS.secondFactorMinutes * 60_000);
  await tx.insertInto('key_challenge').values({ challenge, purpose, user_id: userId, expires_at }).execute();
}

/** Takes a challenge away: true where it was made for this and is not over. An answer counts once. */
export async function takeChallenge(
  tx: Db,
  { challenge, purpose, userId }: { challenge: string; purpose: ChallengePurpose; userId: string | null },
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('key_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Somebody's keys. */
export async function keysOf(db: Db, userId: string): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, user_id, credential_id, public_key, counter::float8 as counter, transports from security_key
    where user_id = ${userId} order by created_at, id`.execute(db);
  return rows;
}

/** Keeps whose key a credential is as they are: people before what is theirs, as whoever takes the key away has it. */
export async function lockOwner(tx: Db, credentialId: string): Promise<void> {
  await sql`select from app_user u
    where u.id = (select k.user_id from security_key k where k.credential_id = ${credentialId})
    for no key update`.execute(tx);
}

/** The key of a credential, kept as it is until the transaction ends; null for none of a living person. */
export async function lockKey(tx: Db, credentialId: string): Promise<StoredKey | null> {
  const { rows } = await sql<StoredKey>`
    select id, user_id, credential_id, public_key, counter::float8 as counter, transports from security_key
    where credential_id = ${credentialId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Remembers a use of a key. */
export async function storeUse(tx: Db, id: string, counter: number, now: Date): Promise<void> {
  await tx.updateTable('security_key').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

export type NewKey = Omit<StoredKey, 'id'> & { name: string; passkey: boolean };

/** Adds a key and answers its id. Fails on the unique index `security_key_credential` when it is there already. */
export async function insertKey(tx: Db, key: NewKey, now: Date): Promise<string> {
  const id = newId();
  await tx
    .insertInto('security_key')
    .values({ ...key, id, created_at: now })
    .execute();
  return id;
}
