/** The jobs of the platform: what each of them does, and when those come that come by themselves. */
import type { TaskList } from 'graphile-worker';
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
import { sweepMail } from '../mail/sweep-store.ts';
import type { Runtime } from '../runtime.ts';
import { sweepGivenUp } from './given-up-store.ts';
import { resumeAwaited } from './release-store.ts';
import { runReset } from './reset.ts';
import type { RunningSequencer } from './sequencing.ts';

const SWEEP_JOB = 'sweep';
const RESUME_JOB = 'resume';
const KEYS_JOB = 'signing-keys';
const TRIALS_JOB = 'feature-trials';
const TOKENS_JOB = 'token-reminders';
const FOLD_JOB = 'row-counts';
const CERTIFICATES_JOB = 'certificate-reminders';
const RENEWALS_JOB = 'certificate-renewals';
const SAML_REMINDERS_JOB = 'saml-reminders';
const SAML_REFRESH_JOB = 'saml-refresh';
/**
 * What two of them were called before: such a job may still wait, of a process of then or in a backup, and would stand
 * still under a name that nobody knows.
 */
const FORMER = { sweep: 'session-sweep', resume: 'bulk-resume' };
/**
 * Every hour, some minutes past it, and every minute; one process of all does it. What comes once a day is made up for
 * by a platform that was off at that minute, and so is the look at the authorities: their lists may have ended
 * meanwhile.
 */
export const CRONTAB = [
  `7 * * * * ${SWEEP_JOB}`,
  `9 * * * * ${KEYS_JOB}`,
  `3 * * * * ${TRIALS_JOB}`,
  `11 * * * * ${TOKENS_JOB}`,
  `13 * * * * ${CERTIFICATES_JOB}`,
  `14 * * * * ${RENEWALS_JOB}`,
  `19 * * * * ${SAML_REMINDERS_JOB}`,
  `*/15 * * * * ${SAML_REFRESH_JOB}`,
  `17 * * * * ${TEND_JOB} ?fill=1h`,
  `23 3 * * * ${CHECK_JOB} ?fill=1d`,
  `* * * * * ${RESUME_JOB}`,
  `* * * * * ${FOLD_JOB}`,
].join('\n');

const ofRow = z.object({ id: z.uuid() });
const checkpointJob = z.object({ receiver: z.string(), note: z.string() });

type Parts = { sequencing: RunningSequencer; bulkActs: BulkActs };

/** Deletes what nobody needs any more. */
async function sweep(runtime: Runtime): Promise<void> {
  const { db, clock, log } = runtime;
  log.info(await sweepSessions(db, clock.now()), 'sessions swept');
  log.info(await sweepSelfService(db, clock.now()), 'self-service swept');
  log.info(await sweepMigrations(runtime), 'migrations swept');
  log.info({ plans: await sweepPlans(db, clock.now()) }, 'bulk plans swept');
  log.info({ artifacts: await sweepArtifacts(db, clock.now()) }, 'OAuth swept');
  log.info({ mail: await sweepMail(db, clock.now()) }, 'outgoing mail swept');
  log.info({ jobs: await sweepGivenUp(db) }, 'jobs swept');
}

/**
 * Takes up again what a process had in hand that ended without a word: runs, and accounts on their way. `minutes` as
 * `resumeArrivals` has it.
 */
export async function resumeAll({ db, clock }: Runtime, minutes?: number): Promise<void> {
  await resumeRuns(db);
  await resumeArrivals(db, clock.now(), minutes);
  await resumeDepartures(db, clock.now());
}

/** The same with jobs that people wait for: of these the queue's own tables are asked, which no start waits for. */
async function resumeWithJobs(runtime: Runtime): Promise<void> {
  await resumeAll(runtime);
  await resumeAwaited(runtime.db);
}

export const mailTask = (runtime: Runtime): TaskList => ({
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

/** What is soon done, and somebody waits for: by hands of their own, whatever the others have to do. */
export const soonTasks = (runtime: Runtime): TaskList => ({
  async [RESET_JOB](payload) {
    await runReset(runtime, payload);
  },
  async [PASSCODE_JOB](payload) {
    await sendPasscode(runtime, ofRow.parse(payload).id);
  },
  async [LIST_JOB](payload) {
    await publishList(runtime, ofRow.parse(payload).id, runtime.clock.now());
  },
  async [TEND_JOB]() {
    runtime.log.info(await tendAuthorities(runtime), 'certificate authorities looked at');
  },
  // By itself: what can't be swept away must not keep an old key signing.
  async [KEYS_JOB]() {
    if (await rotateSigningKeys(runtime, runtime.clock.now())) runtime.log.info('another OAuth key signs');
  },
  [RESUME_JOB]: () => resumeWithJobs(runtime),
  [FORMER.resume]: () => resumeWithJobs(runtime),
  async [FOLD_JOB]() {
    await foldRowCounts(runtime.db);
  },
});

/** All else that is done outside of requests, by the names of the jobs: it may take as long as there is to do. */
export function longTasks(runtime: Runtime, { sequencing, bulkActs }: Parts): TaskList {
  return {
    async [CHECKPOINT_JOB](payload) {
      await sequencing.sendAgain(checkpointJob.parse(payload));
    },
    [SWEEP_JOB]: () => sweep(runtime),
    [FORMER.sweep]: () => sweep(runtime),
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
    async [CHECK_JOB]() {
      runtime.log.info(await checkRecords(runtime, runtime.clock.now()), 'stored certificates looked at');
    },
    async [TRIALS_JOB]() {
      runtime.log.info(await endTrials(runtime), 'trials looked at');
    },
  };
}
