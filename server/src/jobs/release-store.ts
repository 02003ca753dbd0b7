import { sql } from 'kysely';
import { LIST_JOB } from '../authority/list-store.ts';
import type { Db } from '../db/open.ts';
import { MAIL_JOB } from '../mail/queue.ts';
import { PASSCODE_JOB } from '../self-service/passcode-store.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';

/** What people wait for, mail, forgotten passwords and passcodes; and lists, by which it is known what was revoked. */
const AWAITED = sql`(${MAIL_JOB}, ${RESET_JOB}, ${PASSCODE_JOB}, ${LIST_JOB})`;
/** The tries of a job whose last one did not come to its end: without another one nothing would ever be done. */
const TRIES_LEFT = sql`least(job.attempts, job.max_attempts - 1)`;

/**
 * Lets others take the jobs that these runners have left, which would be kept for four hours otherwise. A job whose end
 * could not be written is done once more.
 */
export async function releaseJobs(db: Db, runners: readonly string[]): Promise<void> {
  if (runners.length === 0) return;
  // First, while it still stands there whose they were. Once unlocked, they are beyond the reach of `resumeAwaited`.
  await sql`update graphile_worker._private_jobs job set attempts = ${TRIES_LEFT}
    from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier in ${AWAITED} and job.attempts >= job.max_attempts
      and job.locked_by = any(${runners}::text[])`.execute(db);
  await sql`select graphile_worker.force_unlock_workers(${runners}::text[])`.execute(db);
}

/** No process is at one of these for so long: a mail server is waited for less than a minute, the database two. */
const LEFT = '5 minutes';

/**
 * Takes up again what is waited for and a process had in hand that ended without a word: the queue would keep such jobs
 * for four hours. Of other jobs of that process nothing is touched: it may be one that lives, and takes long over
 * another. Safe where it lives after all: a mail is sent under its row's lock, a list signed under its authority's.
 */
export async function resumeAwaited(db: Db): Promise<void> {
  // The queue's own function would unlock whatever else their process has.
  await sql`update graphile_worker._private_jobs job set locked_at = null, locked_by = null, attempts = ${TRIES_LEFT}
    from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier in ${AWAITED}
      and job.locked_at < now() - ${LEFT}::interval`.execute(db);
}
