/** What is done for the authorities every hour: lists, responders, what was left open, and what has ended. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { releaseEnded } from './ended-store.ts';
import { settleIntentions } from './intention-store.ts';
import { askForDueLists } from './list-store.ts';
import { probeKeys } from './key-probe-store.ts';
import { renewDueResponders } from './responder-store.ts';
import { setUpAuthorities } from './set-up-store.ts';

/** The job; it takes no payload. */
export const TEND_JOB = 'authority-tend';

/** Has all authorities looked after once the transaction is done; of several that ask, once. */
export async function askToTend(tx: Db): Promise<void> {
  await sql`select graphile_worker.add_job(${TEND_JOB}, job_key => ${TEND_JOB}::text)`.execute(tx);
}

/** Looks after all authorities; answers how many of what. Safe to run at any time, in several processes at once. */
export async function tendAuthorities(runtime: Runtime) {
  const now = runtime.clock.now();
  const made = (await setUpAuthorities(runtime, now)) !== null;
  const settled = await settleIntentions(runtime.db, now);
  const responders = await renewDueResponders(runtime, now);
  const lists = await askForDueLists(runtime.db, now);
  const keysGone = await probeKeys(runtime, now);
  const ended = await releaseEnded(runtime.db, now);
  return { made, settled, responders, lists, keysGone, ended };
}
