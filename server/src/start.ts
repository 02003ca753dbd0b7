/** From the settings to a server that answers: database → keys → app → listen. */
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { buildApp } from './app.ts';
import { openEventMac } from './audit/event-mac.ts';
import { keepHeadInFile, keptHeadFile } from './audit/kept-head.ts';
import { refuseOtherOrigin } from './audit/keys.ts';
import { refuseSecret } from './audit/secrets.ts';
import { pkiUrlOf } from './authority/authority-store.ts';
import { askForAuthorities } from './authority/set-up-store.ts';
import { bulkActs } from './areas/bulk-acts.ts';
import { openSetup } from './areas/setup/code-store.ts';
import { hasAdministrator } from './areas/setup/store.ts';
import { clockFrom, systemClock, type Clock } from './clock.ts';
import { keepLooking, toolFolders } from './client-tools/keep-looking.ts';
import { openClientTools } from './client-tools/shelf.ts';
import { openClientAuthListener } from './client-auth/listener.ts';
import { ConfigError, type Config } from './config.ts';
import { migrate, WAITING } from './db/migrate.ts';
import { openAttestationAuthorities } from './attestation/authorities.ts';
import { openDatabase, TIME_LIMITS, type Db } from './db/open.ts';
import { checkKey, knownKey, platformKey } from './db/platform-key.ts';
import { openStorage, type Storage } from './db/storage.ts';
import { startWorker } from './jobs/worker.ts';
import { closeWithin } from './http/closing.ts';
import { takePort } from './http/port.ts';
import { keysOf, openModule } from './keys/open-keys.ts';
import { bookLicense } from './license-ledger/install-store.ts';
import { enqueueCount } from './license-ledger/uncounted-store.ts';
import { evaluationLicense } from './license/evaluation.ts';
import { trustedIssuers } from './license/issuers.ts';
import { currentLicense } from './license/license-store.ts';
import type { Destination } from './process-log/destination.ts';
import { openLogFile } from './process-log/log-file.ts';
import type { Runtime } from './runtime.ts';
import { deriveKey, sealWith, type Seal } from './secrets.ts';
import { openAccessTokens } from './sign-in/sessions/access-tokens.ts';
import { openDeviceCookies } from './sign-in/devices/device-cookies.ts';
import { openPasswords } from './sign-in/passwords/hashing.ts';
import { openTokenRate } from './sign-in/tokens/token-rate.ts';
import { openUnknownNames } from './sign-in/unknown-names.ts';
import { ENDS, type Ends, type Undo } from './way-down.ts';

/** Structured log lines: to standard output beside a server of one's own, into the data directory on a laptop. */
function openLog(config: Config, dataDir: string, output: Destination) {
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
 * The pools of the platform are those of its license, also where it was set up before there were pools, or by a process
 * that knew none.
 */
async function bookPools(runtime: Runtime): Promise<void> {
  const shortages = await bookLicense(runtime, runtime.clock.now());
  if (shortages === null) return;
  if (shortages.length > 0) runtime.log.error({ shortages }, 'The license gives less than is allocated and used.');
  await enqueueCount(runtime.db);
}

/**
 * The only clock of this process. CLOCK_START is for `npm run pictures`: a platform that people use must not believe in
 * another time, for its licenses, sessions and audit log would, so it is refused there instead of ignored.
 */
function chooseClock({ CLOCK_START: chosen, development }: Config, furnished: boolean): Clock {
  if (chosen === undefined) return systemClock;
  if (!development && !furnished)
    throw new ConfigError('CLOCK_START must not be set, except in development and for the demo.');
  return clockFrom(chosen);
}

/** The same end for all who ask for it; whoever asks last hears how it went. */
function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    closing.catch(() => undefined);
    return closing;
  };
}

/** What the demo is made of is loaded for the demo alone. */
async function furnishDemo(runtime: Runtime, { DEMO_PASSWORD }: Config, say: (line: string) => void): Promise<void> {
  const { furnish } = await import('../seed/furnish.ts');
  const { people, password } = await furnish(runtime, DEMO_PASSWORD);
  // At once: no later start knows the password.
  say(`  Demo      sign in as ${people.join(', ')}${password ? `; their password is ${password}` : ''}`);
}

async function refuseToFurnish(db: Db): Promise<void> {
  const { isFurnished } = await import('../seed/furnish.ts');
  await isFurnished(db);
}

/**
 * Beside those of requests: two long jobs at once with what each asks the queue, two short ones, two mails, the wait
 * for new ones of each kind, the sequencer. What sends events to receivers and ends to webhooks has up to eight hands
 * each, which ask for one of these for a moment only, and wait for it as long as a job may; none is held while
 * something is sent.
 */
const JOB_CONNECTIONS = 12;
/** For single statements: each is done in a millisecond, and waits for no request. */
const ASIDE_CONNECTIONS = 2;

const sealOf = (key: Buffer): Seal => sealWith(deriveKey(key, 'seal'));

/**
 * Brings the database to the newest schema, from which there is no way back: so that a process which is none of this
 * platform's is refused before, and not after.
 */
async function migrateDatabase(
  config: Config,
  { connection, dataDir }: Storage,
  { furnished, say }: { furnished: boolean; say: (line: string) => void },
): Promise<void> {
  const { pool, db, close } = openDatabase(connection, 2, TIME_LIMITS.endless);
  const refuse = async (): Promise<void> => {
    const key = await knownKey({ fromEnvironment: config.SIGNET_KEY, dataDir, db }, sealOf);
    if (key) await refuseOtherOrigin(db, { seal: sealOf(key), origin: config.AUDIT_ORIGIN });
    if (furnished) await refuseToFurnish(db);
  };
  try {
    await migrate(pool, { ...WAITING, say }, refuse);
  } finally {
    await close();
  }
}

type Options = {
  /** Furnishes an empty database as the demo. */
  furnished: boolean;
  /** Where the process speaks to the person at the keyboard, and logs beside a database server of one's own. */
  output: Destination;
  /** Gets a step for each thing that is open from now on. Who ends the process, or hears an error, runs them. */
  undo: Undo[];
  /** For how long the way down waits for people and jobs. */
  ends?: Ends;
};

/**
 * Starts the platform that these settings describe, and resolves once it answers requests.
 * @throws ConfigError and others, of which sentenceOf (start-failure.ts) says what the person can mend
 */
export async function start(config: Config, { furnished, output, undo, ends = ENDS }: Options): Promise<void> {
  const say = (line = ''): void => output.write(`${line}\n`);
  const clock = chooseClock(config, furnished);
  const storage = await openStorage(config, { log: (line) => say(`  ${line}`) });
  undo.push({ name: 'database server', begin: storage.beginToRelease, run: storage.release, within: 4_000 });
  const { log, file: logFile, dropped } = openLog(config, storage.dataDir, output);
  // Asked before the database is changed, with whatever else can be.
  trustedIssuers(config);
  const token = await openModule(config);
  if (token) undo.push({ name: 'keys of authorities', run: token.close });
  const attestationAuthorities = openAttestationAuthorities(config.KEY_ATTESTATION_AUTHORITIES);
  const taken = await takePort(config.PORT, config.HOST);
  undo.push({ name: 'port', run: taken.release });
  const certificates = await openClientAuthListener(config);
  const endCertificates = onlyOnce(async () => certificates?.close(ends.requests));
  undo.push({ name: 'port for certificates', run: endCertificates });
  await migrateDatabase(config, storage, { furnished, say: (line) => say(`  ${line}`) });
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
  const asides = openDatabase(storage.connection, ASIDE_CONNECTIONS);
  undo.push({ name: 'database of intentions', run: asides.close });
  const seal = sealOf(key);
  await checkKey(db, seal, clock.now());
  const keys = keysOf(token, seal);
  const drained = onlyOnce(() => pause(config.DRAIN_SECONDS * 1_000));
  // Once more: what it answers needs the databases above.
  undo.push({
    name: 'address for certificates',
    begin: () => void drained().then(() => void endCertificates()),
    run: endCertificates,
  });
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const host = new URL(publicUrl).hostname;
  const runtime: Runtime = {
    db,
    aside: asides.db,
    config,
    log,
    seal,
    keys,
    attestationAuthorities,
    clock,
    publicUrl,
    pkiUrl: config.PKI_URL ?? pkiUrlOf(publicUrl),
    clientAuthUrl: config.CLIENT_AUTH_URL ?? certificates?.url ?? null,
    passwords: openPasswords(availableParallelism()),
    accessTokens: openAccessTokens(key),
    deviceCookies: openDeviceCookies(key),
    oauthCookieKey: deriveKey(key, 'oauth-cookies').toString('base64url'),
    tokenRate: openTokenRate(),
    unknownNames: openUnknownNames(key),
    eventMac: openEventMac(key),
    clientTools: openClientTools({ folders: toolFolders(config, storage.dataDir), host, clock, log }),
    keptHead: keepHeadInFile(keptHeadFile(storage.dataDir), log),
    onSecret: config.development
      ? refuseSecret
      : (field) => log.error({ field }, 'A secret was handed to the audit log, and left out of it.'),
  };
  if (furnished) await furnishDemo({ ...runtime, db: jobs.db }, config, say);
  const license = await licenseToPaste(runtime, storage.dataDir);
  const setup = await codeForSetup(runtime, storage.dataDir);
  await bookPools(runtime);
  await askForAuthorities(db);
  const stopLooking = await keepLooking(runtime);
  undo.push({ name: 'client tools', run: async () => stopLooking() });
  const worker = await startWorker({ pool: jobs.pool, runtime: { ...runtime, db: jobs.db }, bulkActs, log });
  undo.push({
    name: 'job runner',
    begin: () => worker.beginToStop(),
    run: () => worker.stop(Math.max(ends.jobs - ends.requests, 0)),
    within: Math.max(ends.jobs - ends.requests, 0) + 3_000,
  });
  const health = { draining: false, droppedLogLines: dropped };
  const app = await buildApp(runtime, pool, health);
  undo.push({
    name: 'web server',
    begin: () => void (health.draining = true),
    // A balancer has heard meanwhile that it is to ask another one.
    run: async () => {
      await drained();
      await closeWithin(app.server, ends.requests - config.DRAIN_SECONDS * 1_000, () => app.close());
    },
    within: ends.requests + 1_000,
  });
  await certificates?.serve(runtime, (request, response) => app.routing(request, response));
  // The last step that may fail: from here on a database that goes away is answered with 503, and ends nothing.
  await taken.release();
  await app.listen({ port: taken.port, host: config.HOST });

  say('Signet is ready.');
  const address = config.PUBLIC_URL ?? `http://localhost:${taken.port}`;
  // In the fragment, which a browser keeps to itself: no log of a proxy has it.
  say(`  Address   ${setup ? `${address}/account/setup-license#code=${setup.code}` : address}`);
  if (runtime.clientAuthUrl) say(`  Certificates are asked for at ${runtime.clientAuthUrl}`);
  say(`  Data      ${storage.where}`);
  if (logFile) say(`  Log       ${logFile}`);
  if (setup) say(`\nThe address ends with the code that the setup asks for. The code is also kept in ${setup.file}`);
  if (license)
    say(`\nPaste this evaluation license on the first page. It is also kept in ${license.file}\n\n${license.text}\n`);
}
