/** The job that looks after all authorities. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** It takes no payload. */
export const TEND_JOB = 'authority-tend';

/** Has all authorities looked after once the transaction is done; of several that ask, once. */
export async function askToTend(tx: Db): Promise<void> {
  await sql`select graphile_worker.add_job(${TEND_JOB}, job_key => ${TEND_JOB}::text)`.execute(tx);
}
