import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * Lets others take the jobs that these runners have left, which would be kept for four hours otherwise. A job whose end
 * could not be written is done once more.
 */
export async function releaseJobs(db: Db, runners: readonly string[]): Promise<void> {
  if (runners.length > 0) await sql`select graphile_worker.force_unlock_workers(${runners}::text[])`.execute(db);
}
