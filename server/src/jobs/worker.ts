import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import { z } from 'zod';
import { CHECKPOINT_JOB } from '../audit/receivers/announce.ts';
import type { BulkActs } from '../bulk/act.ts';
import { BULK_JOB, resumeRuns, sweepPlans } from '../bulk/progress-store.ts';
import { runPlan } from '../bulk/run.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';
import { sweepSessions } from '../sign-in/sweep-store.ts';
import { openMailer, type Mailer } from '../mail/mailer.ts';
import { MAIL_JOB } from '../mail/queue.ts';
import { sendMail } from '../mail/send.ts';
import type { Runtime } from '../runtime.ts';
import { runReset } from './reset.ts';
import { startSequencing, type RunningSequencer } from './sequencing.ts';

const SWEEP_JOB = 'session-sweep';
const RESUME_JOB = 'bulk-resume';
/** Every hour, seven minutes past it, and every minute; one process of all does it. */
const CRONTAB = `7 * * * * ${SWEEP_JOB}\n* * * * * ${RESUME_JOB}`;
const CONCURRENCY = 2;
/** Before the runner is started again after it gave up, in milliseconds. */
const RESTART = 1_000;
/**
 * Failed looks for a job in a row, two seconds apart for each of the concurrent workers, after which the runner is
 * replaced.
 */
const FAILURES = 4;

const ofRow = z.object({ id: z.uuid() });
const checkpointJob = z.object({ receiver: z.string(), note: z.string() });

type Parts = { mailer: Mailer | null; sequencing: RunningSequencer; bulkActs: BulkActs };

function tasks(runtime: Runtime, { mailer, sequencing, bulkActs }: Parts): TaskList {
  return {
    async [MAIL_JOB](payload, { job }) {
      await sendMail(ofRow.parse(payload).id, { runtime, mailer, lastTry: job.attempts >= job.max_attempts });
    },
    async [RESET_JOB](payload) {
      await runReset(runtime, payload);
    },
    async [CHECKPOINT_JOB](payload) {
      await sequencing.sendAgain(checkpointJob.parse(payload));
    },
    async [SWEEP_JOB]() {
      runtime.log.info(await sweepSessions(runtime.db, runtime.clock.now()), 'sessions swept');
      runtime.log.info({ plans: await sweepPlans(runtime.db, runtime.clock.now()) }, 'bulk plans swept');
    },
    async [BULK_JOB](payload) {
      await runPlan(runtime, bulkActs, ofRow.parse(payload).id);
    },
    async [RESUME_JOB]() {
      await resumeRuns(runtime.db);
    },
  };
}

/** The runner's lines in ours; its everyday ones are below what is usually kept. */
const worded = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });

/**
 * Ends a runner that can't look for jobs any more. It remembers the failure of its first look for good (its list of
 * task ids is a promise that it keeps, also a rejected one), so that only a new runner helps.
 */
function endWhenStuck(runner: Runner, log: Log): Runner {
  let failures = 0;
  const well = (): void => void (failures = 0);
  runner.events.on('job:start', well).on('worker:getJob:empty', well);
  runner.events.on('worker:getJob:error', ({ error }) => {
    failures += 1;
    if (failures !== FAILURES) return;
    log.warn({ err: error }, 'job runner finds no jobs');
    // Rejects only when it has stopped by itself already.
    runner.stop().catch(() => undefined);
  });
  return runner;
}

/**
 * Runs the jobs of the platform in this process (mail, runs over many records, the hourly sweep) and the sequencer of
 * the audit log. A runner
 * that gives up, because the database was gone for long, is started again. `stop` lets jobs in hand finish.
 */
export async function startWorker({
  pool,
  runtime,
  bulkActs,
  log,
}: {
  pool: pg.Pool;
  runtime: Runtime;
  bulkActs: BulkActs;
  log: Log;
}): Promise<{ stop(): Promise<void> }> {
  const mailer = openMailer(runtime.config);
  const sequencing = await startSequencing(runtime, log);
  const begin = async (): Promise<Runner> =>
    endWhenStuck(
      await run({
        pgPool: pool,
        taskList: tasks(runtime, { mailer, sequencing, bulkActs }),
        crontab: CRONTAB,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        logger: worded(log),
      }),
      log,
    );
  const ending = new AbortController();
  let runner: Runner | null = await begin();
  // What a process had in hand that ended without a word.
  await resumeRuns(runtime.db);
  const running = (async () => {
    while (!ending.signal.aborted) {
      await runner?.promise.catch((error: unknown) => log.error({ err: error }, 'job runner failed'));
      if (ending.signal.aborted) return;
      await pause(RESTART, undefined, { signal: ending.signal }).catch(() => undefined);
      runner = ending.signal.aborted
        ? null
        : await begin().catch((error: unknown) => (log.error({ err: error }, 'job runner did not start'), null));
      if (ending.signal.aborted) await runner?.stop();
    }
  })();
  return {
    async stop() {
      ending.abort();
      // As above.
      await runner?.stop().catch(() => undefined);
      await running;
      await sequencing.stop();
      mailer?.close();
    },
  };
}
