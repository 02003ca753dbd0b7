import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { runAs, SUPERUSER } from './cluster.ts';
import { readLockFile, removeForeignLock } from './lock-file.ts';
import type { Place } from './place.ts';
import { EmbeddedError } from './error.ts';

/** How to reach a server; `host` is the folder of its unix socket, or 127.0.0.1. */
export type Address = { host: string; port: number; password?: string };

/** What is needed to start one server again and again. `listen` is asked anew for each start, with the address before. */
export type Postmaster = {
  place: Place;
  binaries: Binaries;
  password: string | undefined;
  durable: boolean;
  listen: (before: Address | null) => Promise<Address>;
  log: (line: string) => void;
};

const POLL_MS = 25;
/** A killed server's last processes hold its shared memory for a moment: 20 tries within 2 s. */
const LOCK_TRIES = 20;
const LOCK_TRY_MS = 100;
/** Refusals that pass: a lock or shared memory of a dying server, a folder or port that was just taken away. */
const PASSING = /lock file .* already exists|still in use|could not create (lock file|any TCP)/;
/** Crash recovery replays at most max_wal_size, a matter of seconds; five minutes mean that something hangs. */
const READY_POLLS = 12_000;
const RECOVERY_NOTE_POLLS = 120;
const STOP_SECONDS = 60;

/**
 * Finds the server of this cluster at work and adopts it, or starts it and waits until it answers.
 * Throws EmbeddedError with PostgreSQL's own reason if it can't be started.
 */
export async function ensureRunning(postmaster: Postmaster, before: Address | null): Promise<{ address: Address; adopted: boolean }> {
  const { place, password, log } = postmaster;
  let launched: { failure(): string | null } | null = null;
  let refusals = 0;
  for (let poll = 0; poll < READY_POLLS; poll++) {
    const lock = readLockFile(place.cluster);
    const address = lock && { host: lock.host, port: lock.port, ...(password === undefined ? {} : { password }) };
    const state = lock?.cluster === place.cluster && address ? await probe(address, place.cluster) : 'absent';
    if (state === 'up' && address) return { address, adopted: launched?.failure() !== null };
    if (poll === RECOVERY_NOTE_POLLS) log('The database is recovering from an unclean stop.');
    const failure = launched?.failure();
    if (failure) {
      if (!PASSING.test(failure) || ++refusals > LOCK_TRIES) throw new EmbeddedError(`The database in ${place.cluster} could not be started: ${failure}`);
      removeForeignLock(place.cluster);
      await delay(LOCK_TRY_MS);
    }
    if (state === 'absent' && (launched === null || failure)) launched = await launch(postmaster, before);
    else await delay(POLL_MS);
  }
  throw new EmbeddedError(`The database in ${place.cluster} does not answer; its log is in ${place.cluster}/log.`);
}

/** Ends the server and waits until it has written everything; answers to no connection after. */
export async function stopServer({ place, binaries }: Postmaster): Promise<void> {
  const stop = (mode: string) => runAs(place, path.join(binaries.folder, 'bin', 'pg_ctl'), ['stop', '-D', place.cluster, '-m', mode, '-t', String(STOP_SECONDS)]);
  // "immediate" loses nothing that was committed; the next start replays it.
  await stop('fast').catch(() => (readLockFile(place.cluster) ? stop('immediate') : undefined));
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
    // 57P03 cannot_connect_now, 53300 too_many_connections (those of an app that was killed end by themselves).
    return ['57P03', '53300'].includes((error as { code?: string }).code ?? '') ? 'busy' : 'absent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function launch(postmaster: Postmaster, before: Address | null): Promise<{ failure(): string | null }> {
  const { place, binaries } = postmaster;
  const { host, port } = await postmaster.listen(before);
  const settings = Object.entries(settingsOf(host, port, postmaster.durable)).map(([name, value]) => `${name}=${value}`);
  const messages = path.join(path.dirname(place.cluster), 'postgres-start.log');
  const output = openSync(messages, 'w');
  const options = {
    ...place.owner,
    cwd: path.parse(place.cluster).root,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // Its own session: Ctrl-C in the terminal must not end it before the app has drained.
    detached: true,
    stdio: ['ignore', output, output] as ['ignore', number, number],
    windowsHide: true,
  };
  const program = (name: string) => path.join(binaries.folder, 'bin', name);
  // Windows administrators may not run postgres itself; pg_ctl gives their rights away first.
  const child =
    process.platform === 'win32'
      ? spawn(program('pg_ctl'), ['start', '-W', '-D', place.cluster, '-o', settings.map((setting) => `-c ${setting}`).join(' ')], options)
      : spawn(program('postgres'), ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])], options);
  closeSync(output);
  child.unref();
  let failure: string | null = null;
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code, signal) => {
    if (process.platform !== 'win32' || code !== 0) failure = reasonOf(place.cluster, child.pid, messages) ?? `it ended with ${signal ?? code}; its log is in ${place.cluster}/log.`;
  });
  return { failure: () => failure };
}

/** The FATAL line of a server that gave up, from its log or from what it said before it had one; or what the loader said. */
function reasonOf(cluster: string, pid: number | undefined, messages: string): string | null {
  const folder = path.join(cluster, 'log');
  const logs = existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  for (const file of [messages, ...logs]) {
    const text = readFileSync(file, 'utf8');
    const found = new RegExp(`\\[${pid}\\] FATAL: +(.+)`).exec(text) ?? (file === messages ? /^(.*error while loading.*)$/m.exec(text) : null);
    if (found?.[1]) return found[1];
  }
  return null;
}

function settingsOf(host: string, port: number, durable: boolean): Record<string, string | number> {
  const socket = path.isAbsolute(host);
  return {
    listen_addresses: socket ? '' : host,
    unix_socket_directories: socket ? host : '',
    unix_socket_permissions: '0700',
    port,
    max_connections: 100,
    shared_buffers: '128MB',
    // Data on a flash disk, short queries: no sequential scans for want of a guess, no compiler for each.
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs, each day over the one a week before.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: 0,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }),
  };
}
