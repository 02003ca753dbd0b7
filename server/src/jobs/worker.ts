import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCrontab, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import type { BulkActs } from '../bulk/act.ts';
import type { Runtime } from '../runtime.ts';
import { startForwarding, startTellingOfEnds } from './forwarding.ts';
import { forgetLaterTimes } from './ahead-store.ts';
import { releaseJobs } from './release-store.ts';
import { startSequencing } from './sequencing.ts';
import { CRONTAB, longTasks, mailTask, resumeAll, soonTasks } from './tasks.ts';

/** Jobs that each of the three runners does at once. */
const CONCURRENCY = 2;
/**
 * How long the end of a job waits for others to be written with it, in milliseconds. Any wait makes a runner give up
 * when an end can't be written; without one, the rejection is nobody's and ends the process (graphile-worker 0.18,
 * worker.js: `failJob` and `completeJob` are not awaited).
 */
const END_OF_JOB = 0;
/** Before the runner is started again after it gave up, in milliseconds. */
const RESTART = 1_000;
/**
 * Failed looks for a job in a row, two seconds apart for each of the concurrent workers, after which the runner is
 * replaced.
 */
const FAILURES = 4;
/**
 * By how much the clock differs from what the runner's timetable expects, in milliseconds, when the runner is replaced
 * by one that begins at the time that it is now. Left alone it would go through each missed minute of weeks of sleep,
 * or wait until the clock has come again to where it was.
 */
const CLOCK_SET = 10 * 60_000;

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

/** Ends a runner under which the clock was set, or whose machine slept. */
function endWhenClockIsSet(runner: Runner, log: Log): Runner {
  let ended = false;
  const look = ({
    currentTimestamp: now,
    expectedTimestamp: due,
  }: {
    currentTimestamp: number;
    expectedTimestamp: number;
  }): void => {
    if (ended || Math.abs(now - due) < CLOCK_SET) return;
    ended = true;
    log.warn({ expected: new Date(due) }, 'the clock was set, or the machine slept: the timetable of jobs begins anew');
    // Rejects only when it has stopped by itself already.
    runner.stop().catch(() => undefined);
  };
  runner.events.on('cron:overdueTimer', look).on('cron:prematureTimer', look);
  return runner;
}

type Where = { pool: pg.Pool; runtime: Runtime; log: Log };

/**
 * Does the jobs of a list until stopped, those too that come by themselves. A runner that gives up, because the
 * database was gone for long or when a job ended, is replaced by another, which takes up what the first left; so is one
 * under which the clock was set. `stop` lets jobs in hand finish; `release` gives those that take too long to others.
 */
async function keepRunning(
  { pool, runtime, log }: Where,
  taskList: TaskList,
): Promise<{ stop(): Promise<void>; release(): Promise<void> }> {
  // The names under which runners of this process take jobs, until what they left is released.
  const names = new Set<string>();
  const begin = async (): Promise<Runner> => {
    await releaseJobs(runtime.db, [...names]);
    await forgetLaterTimes(runtime.db);
    names.clear();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => void names.add(workerPool.id));
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCrontab(CRONTAB).filter(({ task }) => Object.hasOwn(taskList, task)),
      noHandleSignals: true,
      logger: worded(log),
      events,
      preset: {
        worker: { concurrentJobs: CONCURRENCY, completeJobBatchDelay: END_OF_JOB, failJobBatchDelay: END_OF_JOB },
      },
    });
    return endWhenClockIsSet(endWhenStuck(runner, log), log);
  };
  const ending = new AbortController();
  let runner: Runner | null = await begin();
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
  let stopped: Promise<void> | undefined;
  return {
    stop: () =>
      (stopped ??= (async () => {
        ending.abort();
        // Rejects only when it has stopped by itself already.
        await runner?.stop().catch(() => undefined);
        await running;
      })()),
    release: () => releaseJobs(runtime.db, [...names]),
  };
}

/**
 * Runs the jobs of the platform in this process (mail, runs over many records, the hourly sweep), the sequencer of the
 * audit log, the sending of its events to receivers, and that of ends to webhooks. What is soon done has hands of its
 * own: a forgotten password or a revocation list must not wait for the look at a million certificates. So has mail: a
 * mail server that says nothing holds each for as long as the mailer is patient, and nothing else may wait for that.
 * `stop` lets jobs in hand finish, for so many milliseconds where it is said: what takes longer is given to others.
 * After `beginToStop` no job is begun any more; the rest goes on until `stop`.
 */
export async function startWorker({
  bulkActs,
  ...where
}: Where & { bulkActs: BulkActs }): Promise<{ beginToStop(): void; stop(most?: number): Promise<void> }> {
  const { runtime, log } = where;
  const sequencing = await startSequencing(runtime, log);
  const forwarding = startForwarding(runtime, log);
  const telling = startTellingOfEnds(runtime, log);
  const runners = [
    await keepRunning(where, longTasks(runtime, { sequencing, bulkActs })),
    await keepRunning(where, soonTasks(runtime)),
    await keepRunning(where, mailTask(runtime)),
  ];
  // What a process had in hand that ended without a word: most likely the one before this.
  await resumeAll(runtime, 0);
  const stopRunners = async (): Promise<true> => {
    await Promise.all(runners.map((runner) => runner.stop()));
    return true;
  };
  return {
    beginToStop: () => void stopRunners(),
    async stop(most) {
      const stopped = stopRunners();
      const patience = new AbortController();
      const late = pause(most, false, { signal: patience.signal }).catch(() => false);
      const inTime = await (most === undefined ? stopped : Promise.race([stopped, late]));
      patience.abort();
      if (!inTime) await Promise.all(runners.map((runner) => runner.release()));
      await Promise.all([forwarding.stop(), telling.stop(), sequencing.stop()]);
    },
  };
}
