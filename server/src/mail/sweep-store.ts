import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { SLICE } from '../db/slices.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Deletes outgoing mail that was written long ago, whatever became of it, slice by slice; answers how many. Only what
 * is on its way stays: somebody has asked anew for it to be sent.
 */
export async function sweepMail(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LIMITS.mailKeptDays * DAY);
  for (let swept = 0; ;) {
    const { numAffectedRows = 0n } = await sql`delete from mail where id in (
      select id from mail where created_at <= ${before} and status <> 'queued'
      order by created_at limit ${sql.lit(SLICE)})`.execute(db);
    swept += Number(numAffectedRows);
    if (numAffectedRows < SLICE) return swept;
  }
}
