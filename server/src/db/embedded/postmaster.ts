import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { runAs, SUPERUSER } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { launch, type Address, type Launched, type Postmaster } from './launch.ts';
import { isAlive } from './is-alive.ts';
import { wasHere } from './at-work.ts';
import { hasLockFile, isInUse, readLockFile } from './lock-file.ts';

const WRONG_PASSWORD = '28P01';
const POLL_MS = 25;
/** A killed server's last processes hold its shared memory for a moment: 20 tries within 2 s. */
const LOCK_TRIES = 20;
const LOCK_TRY_MS = 100;
/** Refusals that pass: a lock or shared memory of a dying server, a folder or port that was just taken away. */
const PASSING = /lock file .* already exists|still in use|could not create (lock file|any TCP)/;
/** Crash recovery replays at most max_wal_size, a matter of seconds; five minutes mean that something hangs. */
const READY_POLLS = 12_000;
const RECOVERY_NOTE_POLLS = 120;
/** A server that starts listens, and one that was killed loses its last processes, within three seconds. */
const UNSEEN_POLLS = 120;
/** A minute to write what is in memory, on a slow disk. */
const STOP_POLLS = 2_400;

/**
 * Finds the server of this cluster at work and adopts it, or starts it and waits until it answers.
 * Throws EmbeddedError with PostgreSQL's own reason if it can't be started.
 */
export async function ensureRunning(
  postmaster: Postmaster,
  before: Address | null,
): Promise<{ address: Address; adopted: boolean }> {
  const { place, password, log } = postmaster;
  let launched: Launched | null = null;
  for (let poll = 0, refusals = 0; poll < READY_POLLS; poll++) {
    const { address, state } = await lookFor(place.cluster, password);
    const ended = launched?.hasEnded() ?? true;
    if (state === 'up' && address) return { address, adopted: ended };
    if (poll === RECOVERY_NOTE_POLLS) log('The database is recovering from an unclean stop.');
    if (state === 'absent' && ended) {
      if (launched) {
        await delay(LOCK_TRY_MS);
        const reason = launched.reason();
        // No reason yet: the log is written by another process, a moment later.
        if ((reason && !PASSING.test(reason)) || ++refusals > LOCK_TRIES)
          throw new EmbeddedError(
            `The database in ${place.cluster} could not be started: ${reason ?? `its log is in ${place.cluster}/log.`}`,
          );
      }
      launched = await launch(postmaster, before);
    }
    await delay(POLL_MS);
  }
  throw new EmbeddedError(`The database in ${place.cluster} does not answer; its log is in ${place.cluster}/log.`);
}

/**
 * Where the server of this cluster answers, or null when it is known that none is at work; one that is just starting or
 * ending is waited for. Throws EmbeddedError when the server does not come to answer, or can't be reached from here.
 */
export async function findServer(cluster: string, password: string): Promise<Address | null> {
  for (let poll = 0, unseen = 0; poll < READY_POLLS; poll++) {
    const { address, state } = await lookFor(cluster, password);
    if (state === 'up') return address;
    if (state === 'absent') {
      if (!hasLockFile(cluster) || (wasHere(cluster) && !isInUse(cluster))) return null;
      if (++unseen > UNSEEN_POLLS)
        throw new EmbeddedError(
          `The database in ${cluster} is at work elsewhere, or where its socket is not seen from here: run this ` +
            'where Signet runs, such as in its container. If it was killed, start Signet first.',
        );
    }
    await delay(POLL_MS);
  }
  throw new EmbeddedError(`The database in ${cluster} does not answer; its log is in ${cluster}/log.`);
}

/** What the cluster's lock file says of its server, and whether that answers. */
async function lookFor(
  cluster: string,
  password: string,
): Promise<{ address: Address | null; state: 'up' | 'busy' | 'absent' }> {
  const lock = readLockFile(cluster);
  if (lock?.cluster !== cluster) return { address: null, state: 'absent' };
  const address = { host: lock.host, port: lock.port, password };
  return { address, state: await probe(address, cluster) };
}

/** Ends the server and waits until it has written everything; it answers to no connection after. */
export async function stopServer({ place, binaries }: Postmaster): Promise<void> {
  const pid = readLockFile(place.cluster)?.pid;
  if (pid === undefined) return;
  // A server that was killed leaves its lock file, so the file alone does not tell.
  const isThere = (): boolean => {
    const now = readLockFile(place.cluster)?.pid;
    return process.platform === 'linux'
      ? isInUse(place.cluster) && (now === undefined || now === pid)
      : now === pid && isAlive(pid);
  };
  const order = async (mode: 'fast' | 'immediate'): Promise<void> => {
    // Without -W pg_ctl would wait for the lock file to go, and that of a next server may be there already.
    if (process.platform === 'win32')
      await runAs(place, path.join(binaries.folder, 'bin', 'pg_ctl'), ['stop', '-W', '-D', place.cluster, '-m', mode]);
    else process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  };
  await order('fast').catch(() => undefined);
  for (let poll = 0; poll < STOP_POLLS && isThere(); poll++) await delay(POLL_MS);
  // Loses nothing that was committed; the next start replays it.
  if (isThere()) await order('immediate').catch(() => undefined);
}

/** Whether the server of this cluster answers there: `busy` while it starts up or shuts down. */
async function probe(address: Address, cluster: string): Promise<'up' | 'busy' | 'absent'> {
  const client = new pg.Client({ ...address, user: SUPERUSER, database: 'postgres', connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return rows[0] && path.resolve(rows[0].folder) === cluster ? 'up' : 'absent';
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD)
      throw new EmbeddedError(
        `The database in ${cluster} does not take the password in postgres.password: bring it back.`,
      );
    // 57P03 cannot_connect_now, 53300 too_many_connections (those of an app that was killed end by themselves).
    return ['57P03', '53300'].includes((error as { code?: string }).code ?? '') ? 'busy' : 'absent';
  } finally {
    await client.end().catch(() => undefined);
  }
}
