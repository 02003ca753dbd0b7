/** What a clock that was ahead has left in the queue. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** By so much the clocks of two machines may differ and nothing is done twice. */
const AHEAD = '1 hour';
/** No job is put off for so long: a try that failed waits for six hours at most. */
const PUT_OFF = '7 hours';

/**
 * Brings to now what stands at a later time than there can be: jobs that wait, and when each of those that come by
 * themselves came last. Else nothing of it would be done until the clock has come to where it was, in whatever process.
 */
export async function forgetLaterTimes(db: Db): Promise<void> {
  // An hour back, so that what is made up for is: the lists that such a clock signed are not good yet.
  await sql`update graphile_worker._private_known_crontabs
    set known_since = least(known_since, now()), last_execution = now() - ${AHEAD}::interval
    where last_execution > now() + ${AHEAD}::interval`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() + ${PUT_OFF}::interval`.execute(db);
}
