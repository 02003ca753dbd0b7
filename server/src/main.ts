/** The process: settings → database → app → listen → drain → close. */
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import { furnish } from '../seed/furnish.ts';
import { buildApp } from './app.ts';
import { openEventMac } from './audit/event-mac.ts';
import { keepHeadInFile, keptHeadFile } from './audit/kept-head.ts';
import { refuseSecret } from './audit/secrets.ts';
import { bulkActs } from './areas/bulk-acts.ts';
import { openSetup } from './areas/setup/code-store.ts';
import { hasAdministrator } from './areas/setup/store.ts';
import { clockFrom, systemClock, type Clock } from './clock.ts';
import { ConfigError, ownConfig, type Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, TIME_LIMITS } from './db/open.ts';
import { checkKey, platformKey } from './db/platform-key.ts';
import { openStorage } from './db/storage.ts';
import { startWorker } from './jobs/worker.ts';
import { evaluationLicense } from './license/evaluation.ts';
import { currentLicense } from './license/license-store.ts';
import { openLogFile } from './process-log/log-file.ts';
import { openStandardOutput } from './process-log/standard-output.ts';
import type { Runtime } from './runtime.ts';
import { deriveKey, sealWith } from './secrets.ts';
import { openAccessTokens } from './sign-in/sessions/access-tokens.ts';
import { openDeviceCookies } from './sign-in/devices/device-cookies.ts';
import { openPasswords } from './sign-in/passwords/hashing.ts';
import { openUnknownNames } from './sign-in/unknown-names.ts';

/** A step of the way down; they run in the opposite order of the way up. */
type Undo = { name: string; run(): Promise<unknown> };

const output = openStandardOutput(systemClock);
const say = (line = ''): void => output.write(`${line}\n`);
/** What a reader of standard output has at the end to take what was said, in milliseconds. */
const LAST_WORDS = 1_000;

/** Structured log lines: to standard output beside a server of one's own, into the data directory on a laptop. */
function openLog(config: Config, dataDir: string) {
  const file = config.DATABASE_URL ? null : join(dataDir, 'signet.log');
  const destination = file === null ? output : openLogFile(file, systemClock);
  return { log: pino({ level: config.LOG_LEVEL }, destination), file, dropped: destination.dropped };
}

/** A fresh license to paste, kept in a file as well; null once a license is installed or somebody can sign in. */
async function licenseToPaste(
  { db, config, clock }: Runtime,
  dataDir: string,
): Promise<{ text: string; file: string } | null> {
  const now = clock.now();
  if ((await currentLicense(db, config, now)) || (await hasAdministrator(db))) return null;
  const text = await evaluationLicense(now);
  const file = join(dataDir, 'evaluation-license.txt');
  writeFileSync(file, `${text}\n`);
  return { text, file };
}

/**
 * The code that setup asks for, kept in a file that only this user reads; null, and no file, once somebody can sign in.
 */
async function codeForSetup(
  { db, seal, clock }: Runtime,
  dataDir: string,
): Promise<{ code: string; file: string } | null> {
  const file = join(dataDir, 'setup-code.txt');
  const code = await openSetup(db, seal, clock.now());
  rmSync(file, { force: true });
  if (code === null) return null;
  writeFileSync(file, `${code}\n`, { mode: 0o600 });
  return { code, file };
}

/**
 * The only clock of this process. CLOCK_START is for `npm run pictures`: a platform that people use must not believe in
 * another time, for its licenses, sessions and audit log would, so it is refused there instead of ignored.
 */
function chooseClock({ CLOCK_START: start, development }: Config, furnished: boolean): Clock {
  if (start === undefined) return systemClock;
  if (!development && !furnished)
    throw new ConfigError('CLOCK_START must not be set, except in development and for the demo.');
  return clockFrom(start);
}

/** Beside those of requests: two jobs at once with what each asks the queue, the wait for new ones, the sequencer. */
const JOB_CONNECTIONS = 6;

async function migrateDatabase(connection: pg.PoolConfig): Promise<void> {
  const { pool, close } = openDatabase(connection, 2, TIME_LIMITS.endless);
  try {
    await migrate(pool);
  } finally {
    await close();
  }
}

/** The longest that the way down may take, in milliseconds: who sent SIGTERM will not wait for longer than 30 s. */
const LONGEST_CLOSING = 25_000;

async function main(): Promise<void> {
  const config = ownConfig();
  const furnished = process.argv.includes('--demo');
  const clock = chooseClock(config, furnished);
  const undo: Undo[] = [];
  const down = async (): Promise<void> => {
    for (const step of undo.toReversed())
      await step.run().catch((error: Error) => say(`The ${step.name} did not close: ${error.message}`));
  };
  let ending: Promise<void> | null = null;
  const end = (): void => {
    ending ??= (async () => {
      say('Closing: requests in flight are answered first.');
      const closed = await Promise.race([down().then(() => true), pause(LONGEST_CLOSING, false)]);
      say(closed ? 'Closed.' : 'Ended before everything was closed: the database does not answer.');
      await output.flush(LAST_WORDS);
      process.exit(closed ? 0 : 1);
    })();
  };
  process.on('SIGINT', end).on('SIGTERM', end);

  try {
    const storage = await openStorage(config, { log: (line) => say(`  ${line}`) });
    undo.push({ name: 'database server', run: storage.release });
    const { log, file: logFile, dropped } = openLog(config, storage.dataDir);
    await migrateDatabase(storage.connection);
    const { pool, db, close } = openDatabase(storage.connection, config.DATABASE_CONNECTIONS);
    undo.push({ name: 'database', run: close });
    const jobs = openDatabase(storage.connection, JOB_CONNECTIONS, TIME_LIMITS.job);
    undo.push({ name: 'database of jobs', run: jobs.close });
    const key = await platformKey({
      fromEnvironment: config.SIGNET_KEY,
      dataDir: storage.dataDir,
      db,
      say: (line) => say(`  ${line}`),
    });
    const seal = sealWith(deriveKey(key, 'seal'));
    await checkKey(db, seal, clock.now());
    const runtime: Runtime = {
      db,
      config,
      log,
      seal,
      clock,
      publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
      passwords: openPasswords(availableParallelism()),
      accessTokens: openAccessTokens(key, config.ACCESS_TOKEN_SECONDS),
      deviceCookies: openDeviceCookies(key),
      unknownNames: openUnknownNames(key),
      eventMac: openEventMac(key),
      keptHead: keepHeadInFile(keptHeadFile(storage.dataDir), log),
      onSecret: config.development
        ? refuseSecret
        : (field) => log.error({ field }, 'A secret was handed to the audit log, and left out of it.'),
    };
    const demo = furnished ? await furnish({ ...runtime, db: jobs.db }, config.DEMO_PASSWORD) : null;
    const license = await licenseToPaste(runtime, storage.dataDir);
    const setup = await codeForSetup(runtime, storage.dataDir);
    const worker = await startWorker({ pool: jobs.pool, runtime: { ...runtime, db: jobs.db }, bulkActs, log });
    undo.push({ name: 'job runner', run: () => worker.stop() });
    const health = { draining: false, droppedLogLines: dropped };
    const app = await buildApp(runtime, pool, health);
    undo.push({ name: 'web server', run: () => ((health.draining = true), app.close()) });
    // The last step that may fail: from here on a database that goes away is answered with 503, and ends nothing.
    await app.listen({ port: config.PORT, host: config.HOST });
    const { port } = app.server.address() as AddressInfo;

    say('Signet is ready.');
    const address = config.PUBLIC_URL ?? `http://localhost:${port}`;
    // In the fragment, which a browser keeps to itself: no log of a proxy has it.
    say(`  Address   ${setup ? `${address}/account/setup-license#code=${setup.code}` : address}`);
    say(`  Data      ${storage.where}`);
    if (logFile) say(`  Log       ${logFile}`);
    if (demo) {
      const password = demo.password ? `; their password is ${demo.password}` : '';
      say(`  Demo      sign in as ${demo.people.join(', ')}${password}`);
    }
    if (setup) say(`\nThe address ends with the code that the setup asks for. The code is also kept in ${setup.file}`);
    if (license)
      say(`\nPaste this evaluation license on the first page. It is also kept in ${license.file}\n\n${license.text}\n`);
  } catch (error) {
    await down();
    throw error;
  }
}

/** Why the server may not listen where it was told to. */
const LISTEN: Record<string, string> = {
  EADDRNOTAVAIL: 'HOST must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  ENOTFOUND: 'HOST is not known: it must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EAI_AGAIN: 'HOST is not known: it must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EINVAL: 'HOST must be an address of this machine, such as 0.0.0.0 or 127.0.0.1',
  EAFNOSUPPORT: 'HOST is of a kind that this machine does not have, such as IPv6',
};

/** A failure that the person at the keyboard can mend is one sentence; the rest shows where it came from. */
function sentence(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message, name, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'PORT is taken by another program: choose another, for example PORT=8081 npm start.';
  if (!path && syscall && code && LISTEN[code]) return `${LISTEN[code]}.`;
  if (code === 'EACCES') return `PORT or DATA_DIR may not be used: ${message}.`;
  if (path && /^(?:EROFS|EPERM|EISDIR|ENOTDIR|ENOSPC)$/.test(code ?? '')) return `DATA_DIR can't be used: ${message}.`;
  if (name === 'EmbeddedError') return message;
  return (error as Error).stack ?? String(error);
}

main().catch(async (error: unknown) => {
  process.stderr.write(`${sentence(error)}\n`);
  await output.flush(LAST_WORDS);
  process.exit(1);
});
