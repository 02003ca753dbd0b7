import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

const DAY = 24 * 60 * 60_000;
/** For how long a file that nobody takes in is kept: its rows have the hashes of passwords. */
const KEPT_DAYS = 7;

/** Deletes files of departures that are over, and of arrivals that nobody has gone on with. */
export async function sweepMigrations(db: Db, now: Date): Promise<{ parts: number; arrivals: number }> {
  const { numAffectedRows: parts = 0n } = await sql`delete from account_departure_part p
    using account_departure d
    where d.id = p.departure_id and (d.expires_at <= ${now} or d.state not in ('making', 'ready'))`.execute(db);
  await sql`update account_departure set code_sealed = null
    where code_sealed is not null and expires_at <= ${now}`.execute(db);
  const before = new Date(now.getTime() - KEPT_DAYS * DAY);
  const { numAffectedRows: arrivals = 0n } = await sql`delete from account_arrival
    where state in ('receiving', 'refused', 'rehearsed') and coalesce(ended_at, made_at) <= ${before}`.execute(db);
  return { parts: Number(parts), arrivals: Number(arrivals) };
}
