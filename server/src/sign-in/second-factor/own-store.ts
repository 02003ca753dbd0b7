/** The apps and keys of one person, as that person sees and changes them. */
import type { SecondFactor } from '@signet/contract/areas/second-factors';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { factorState } from './factor-store.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-store.ts';

type Row = Omit<SecondFactor, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date | null };

/** Somebody's apps and keys, the oldest first: as few as there may be. */
async function factorsOf(db: Db, userId: string): Promise<SecondFactor[]> {
  const { rows } = await sql<Row>`
    select id, 'app' as kind, name, created_at, last_used_at from authenticator_app
      where user_id = ${userId} and confirmed_at is not null
    union all
    select id, case when passkey then 'passkey' else 'key' end, name, created_at, last_used_at from security_key
      where user_id = ${userId}
    order by created_at, id`.execute(db);
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: storedDateTime(created_at),
    last_used_at: last_used_at && storedDateTime(last_used_at),
  }));
}

/** What the page of one's own second factors shows. */
export async function ownFactors(db: Db, userId: string) {
  const { required } = await factorState(db, userId);
  return { items: await factorsOf(db, userId), recovery_codes_left: await countRecoveryCodes(db, userId), required };
}

/** Recovery codes for the first factor; none where there are some already. */
export async function firstRecoveryCodes(tx: Db, userId: string, now: Date): Promise<string[]> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? [] : makeRecoveryCodes(tx, userId, now);
}

/** One of somebody's apps and keys. Throws 404. */
export async function factorOf(db: Db, userId: string, id: string): Promise<SecondFactor> {
  const one = (await factorsOf(db, userId)).find((factor) => factor.id === id);
  if (!one) throw notFound();
  return one;
}

const tableOf = ({ kind }: SecondFactor) => (kind === 'app' ? 'authenticator_app' : 'security_key');

/**
 * Changes of somebody's apps and keys wait for each other: which is the last, and how many there are, stays true.
 * Throws UNAUTHORIZED for somebody who was deleted meanwhile, of whom nothing is to be left.
 */
export async function lockFactors(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql`
    select from app_user where id = ${userId} and deleted_at is null for no key update`.execute(tx);
  if (rows.length === 0) throw new Problem('UNAUTHORIZED');
}

/** Locks them; throws TOO_MANY_FACTORS where there are as many as may be. An app that was only begun counts nothing. */
export async function requireRoom(tx: Db, userId: string): Promise<void> {
  await lockFactors(tx, userId);
  const { apps, keys } = await factorState(tx, userId);
  if (apps + keys >= LIMITS.factorsMax) throw new Problem('TOO_MANY_FACTORS', { params: { max: LIMITS.factorsMax } });
}

/** Gives it another name. */
export async function renameFactor(tx: Db, factor: SecondFactor, name: string): Promise<void> {
  await tx.updateTable(tableOf(factor)).set({ name }).where('id', '=', factor.id).execute();
}

/** Removes it; with the last one the recovery codes, which stand in for factors that are gone. */
export async function removeFactor(tx: Db, userId: string, factor: SecondFactor): Promise<void> {
  await tx.deleteFrom(tableOf(factor)).where('id', '=', factor.id).execute();
  if ((await factorsOf(tx, userId)).length > 0) return;
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}
