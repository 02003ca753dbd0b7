import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** So long after its last try: whoever looks after the platform is told of it for a week, and nobody tries it again. */
const KEPT = '30 days';

/** Deletes jobs that were given up long ago, which the queue keeps for ever; answers how many. */
export async function sweepGivenUp(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - ${KEPT}::interval`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
