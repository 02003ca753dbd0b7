import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCrontab, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import { z } from 'zod';
import { runArrival, tellSource } from '../account-migration/arrival-job.ts';
import { ARRIVAL_JOB, resumeArrivals, TOLD_JOB } from '../account-migration/arrival-store.ts';
import { makeDepartureFile } from '../account-migration/departure-file-store.ts';
import { DEPARTURE_JOB, resumeDepartures } from '../account-migration/departure-store.ts';
import { sweepMigrations } from '../account-migration/sweep-store.ts';
import { endTrials } from '../account-features/trial-store.ts';
import { LIST_JOB, publishList } from '../authority/list-store.ts';
import { SET_UP_JOB, setUpAuthorities } from '../authority/set-up-store.ts';
import { CHECK_JOB, checkRecords } from '../authority/check-store.ts';
import { TEND_JOB } from '../authority/tend-job-store.ts';
import { tendAuthorities } from '../authority/tending.ts';
import { CHECKPOINT_JOB } from '../audit/receivers/announce.ts';
import type { BulkActs } from '../bulk/act.ts';
import { COUNT_JOB, countUncounted } from '../license-ledger/uncounted-store.ts';
import { BULK_JOB, resumeRuns, sweepPlans } from '../bulk/progress-store.ts';
import { runPlan } from '../bulk/run.ts';
import { foldRowCounts } from '../db/row-count-store.ts';
import { sweepArtifacts } from '../oauth/artifact-store.ts';
import { rotateSigningKeys } from '../oauth/signing-key-store.ts';
import { PASSCODE_JOB, sendPasscode } from '../self-service/passcode-store.ts';
import { sweepSelfService } from '../self-service/request-store.ts';
import { RESET_JOB } from '../sign-in/passwords/reset-store.ts';
import { sweepSessions } from '../sign-in/sweep-store.ts';
import { remindOfCertificates } from '../sign-in/certificates/certificate-reminder-store.ts';
import { remindOfRenewals } from '../enrollments/renewal-store.ts';
import { refreshMetadata } from '../provider-metadata/refresh-store.ts';
import { remindOfSaml } from '../sign-in/saml/reminder-store.ts';
import { remindOfTokens } from '../sign-in/tokens/reminder-store.ts';
import { openMailer } from '../mail/mailer.ts';
import { mailServer } from '../platform-settings/mail-server-store.ts';
import { MAIL_JOB } from '../mail/queue.ts';
import { sendMail } from '../mail/send.ts';
import type { Runtime } from '../runtime.ts';
import { startForwarding, startTellingOfEnds } from './forwarding.ts';
import { releaseJobs, resumeAwaited } from './release-store.ts';
import { runReset } from './reset.ts';
import { startSequencing, type RunningSequencer } from './sequencing.ts';

const SWEEP_JOB = 'session-sweep';
const RESUME_JOB = 'bulk-resume';
const TRIALS_JOB = 'feature-trials';
const TOKENS_JOB = 'token-reminders';
const FOLD_JOB = 'row-counts';
const CERTIFICATES_JOB = 'certificate-reminders';
const RENEWALS_JOB = 'certificate-renewals';
const SAML_REMINDERS_JOB = 'saml-reminders';
const SAML_REFRESH_JOB = 'saml-refresh';
/**
 * Every hour, some minutes past it, and every minute; one process of all does it. What comes once a day is made up for
 * by a platform that was off at that minute.
 */
const CRONTAB = [
  `7 * * * * ${SWEEP_JOB}`,
  `3 * * * * ${TRIALS_JOB}`,
  `11 * * * * ${TOKENS_JOB}`,
  `13 * * * * ${CERTIFICATES_JOB}`,
  `14 * * * * ${RENEWALS_JOB}`,
  `19 * * * * ${SAML_REMINDERS_JOB}`,
  `*/15 * * * * ${SAML_REFRESH_JOB}`,
  `17 * * * * ${TEND_JOB}`,
  `23 3 * * * ${CHECK_JOB} ?fill=1d`,
  `* * * * * ${RESUME_JOB}`,
  `* * * * * ${FOLD_JOB}`,
].join('\n');
/** Jobs that each of the two runners does at once. */
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

const ofRow = z.object({ id: z.uuid() });
const checkpointJob = z.object({ receiver: z.string(), note: z.string() });

type Parts = { sequencing: RunningSequencer; bulkActs: BulkActs };

const mailTask = (runtime: Runtime): TaskList => ({
  async [MAIL_JOB](payload, { job }) {
    // Asked for each mail: the platform's settings may have named another one since.
    const server = await mailServer(runtime);
    const mailer = server && openMailer(server);
    try {
      await sendMail(ofRow.parse(payload).id, { runtime, mailer, lastTry: job.attempts >= job.max_attempts });
    } finally {
      mailer?.close();
    }
  },
});

function tasks(runtime: Runtime, { sequencing, bulkActs }: Parts): TaskList {
  return {
    async [RESET_JOB](payload) {
      await runReset(runtime, payload);
    },
    async [PASSCODE_JOB](payload) {
      await sendPasscode(runtime, ofRow.parse(payload).id);
    },
    async [CHECKPOINT_JOB](payload) {
      await sequencing.sendAgain(checkpointJob.parse(payload));
    },
    async [SWEEP_JOB]() {
      runtime.log.info(await sweepSessions(runtime.db, runtime.clock.now()), 'sessions swept');
      runtime.log.info(await sweepSelfService(runtime.db, runtime.clock.now()), 'self-service swept');
      runtime.log.info(await sweepMigrations(runtime.db, runtime.clock.now()), 'migrations swept');
      runtime.log.info({ plans: await sweepPlans(runtime.db, runtime.clock.now()) }, 'bulk plans swept');
      runtime.log.info({ artifacts: await sweepArtifacts(runtime.db, runtime.clock.now()) }, 'OAuth swept');
      if (await rotateSigningKeys(runtime, runtime.clock.now())) runtime.log.info('another OAuth key signs');
    },
    async [BULK_JOB](payload) {
      await runPlan(runtime, bulkActs, ofRow.parse(payload).id);
    },
    async [COUNT_JOB]() {
      runtime.log.info({ counted: await countUncounted(runtime.db, runtime.clock.now()) }, 'licenses counted');
    },
    async [DEPARTURE_JOB](payload) {
      await makeDepartureFile(runtime, ofRow.parse(payload).id);
    },
    async [ARRIVAL_JOB](payload, { job }) {
      await runArrival(runtime, ofRow.parse(payload).id, job.attempts >= job.max_attempts);
    },
    async [TOLD_JOB](payload) {
      await tellSource(runtime, ofRow.parse(payload).id);
    },
    async [RESUME_JOB]() {
      await resumeRuns(runtime.db);
      await resumeArrivals(runtime.db, runtime.clock.now());
      await resumeDepartures(runtime.db, runtime.clock.now());
      await resumeAwaited(runtime.db);
    },
    async [FOLD_JOB]() {
      await foldRowCounts(runtime.db);
    },
    async [TOKENS_JOB]() {
      runtime.log.info({ reminded: await remindOfTokens(runtime) }, 'API tokens looked at');
    },
    async [CERTIFICATES_JOB]() {
      runtime.log.info({ reminded: await remindOfCertificates(runtime) }, 'client certificates looked at');
    },
    async [RENEWALS_JOB]() {
      runtime.log.info({ reminded: await remindOfRenewals(runtime) }, 'renewals looked at');
    },
    async [SAML_REMINDERS_JOB]() {
      runtime.log.info({ reminded: await remindOfSaml(runtime) }, 'certificates of SAML looked at');
    },
    async [SAML_REFRESH_JOB]() {
      runtime.log.info(await refreshMetadata(runtime), 'SAML metadata looked at');
    },
    async [SET_UP_JOB]() {
      const made = await setUpAuthorities(runtime, runtime.clock.now());
      if (made !== null) runtime.log.info('the platform has its certificate authorities');
    },
    async [TEND_JOB]() {
      runtime.log.info(await tendAuthorities(runtime), 'certificate authorities looked at');
    },
    async [CHECK_JOB]() {
      runtime.log.info(await checkRecords(runtime, runtime.clock.now()), 'stored certificates looked at');
    },
    async [LIST_JOB](payload) {
      await publishList(runtime, ofRow.parse(payload).id, runtime.clock.now());
    },
    async [TRIALS_JOB]() {
      runtime.log.info(await endTrials(runtime), 'trials looked at');
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

type Where = { pool: pg.Pool; runtime: Runtime; log: Log };

/**
 * Does the jobs of a list until stopped. A runner that gives up, because the database was gone for long or when a job
 * ended, is replaced by another, which takes up what the first left. `stop` lets jobs in hand finish; `release` gives
 * those that take too long to others.
 */
async function keepRunning(
  { pool, runtime, log }: Where,
  taskList: TaskList,
  crontab: string,
): Promise<{ stop(): Promise<void>; release(): Promise<void> }> {
  // The names under which runners of this process take jobs, until what they left is released.
  const names = new Set<string>();
  const begin = async (): Promise<Runner> => {
    await releaseJobs(runtime.db, [...names]);
    names.clear();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => void names.add(workerPool.id));
    const runner = await run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCrontab(crontab),
      noHandleSignals: true,
      logger: worded(log),
      events,
      preset: {
        worker: { concurrentJobs: CONCURRENCY, completeJobBatchDelay: END_OF_JOB, failJobBatchDelay: END_OF_JOB },
      },
    });
    return endWhenStuck(runner, log);
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
        // As above.
        await runner?.stop().catch(() => undefined);
        await running;
      })()),
    release: () => releaseJobs(runtime.db, [...names]),
  };
}

/**
 * Runs the jobs of the platform in this process (mail, runs over many records, the hourly sweep), the sequencer of the
 * audit log, the sending of its events to receivers, and that of ends to webhooks. Mail has hands of its own: a mail
 * server that says nothing holds each for as long as the mailer is patient, and nothing else may wait for that. `stop`
 * lets jobs in hand finish, for so many milliseconds where it is said: what takes longer is given to others. After
 * `beginToStop` no job is begun any more; the rest goes on until `stop`.
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
    await keepRunning(where, tasks(runtime, { sequencing, bulkActs }), CRONTAB),
    await keepRunning(where, mailTask(runtime), ''),
  ];
  // What a process had in hand that ended without a word.
  await resumeRuns(runtime.db);
  await resumeArrivals(runtime.db, runtime.clock.now());
  await resumeDepartures(runtime.db, runtime.clock.now());
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
