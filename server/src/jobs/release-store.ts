import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { MAIL_JOB } from '../mail/queue.ts';
import { PASSCODE_JOB } from '../self-service/passcode-store.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';

/**
 * Lets others take the jobs that these runners have left, which would be kept for four hours otherwise. A job whose end
 * could not be written is done once more.
 */
export async function releaseJobs(db: Db, runners: readonly string[]): Promise<void> {
  if (runners.length > 0) await sql`select graphile_worker.force_unlock_workers(${runners}::text[])`.execute(db);
}

/** No process is at one of these for so long: a mail server is waited for less than a minute, the database two. */
const LEFT = '5 minutes';

/**
 * Takes up again what people wait for and a process had in hand that ended without a word: mail, forgotten passwords
 * and passcodes, whose jobs the queue would keep for four hours. Of other jobs of that process nothing is touched: it
 * may be one that lives, and takes long over another. Safe where it lives after all: a mail is sent under its row's
 * lock.
 */
export async function resumeAwaited(db: Db): Promise<void> {
  // The queue's own function would unlock whatever else their process has. A try that was the last did not come to its
  // end: without another one nobody would be told, and nothing would ever be done.
  await sql`update graphile_worker._private_jobs job set locked_at = null, locked_by = null,
      attempts = least(job.attempts, job.max_attempts - 1)
    from graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier in (${MAIL_JOB}, ${RESET_JOB}, ${PASSCODE_JOB})
      and job.locked_at < now() - ${LEFT}::interval`.execute(db);
}
