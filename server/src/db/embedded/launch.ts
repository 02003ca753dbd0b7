import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { takePlace } from './at-work.ts';
import { removeForeignLocks } from './lock-file.ts';
import type { Place } from './place.ts';

/** How to reach a server; `host` is the folder of its unix socket, or 127.0.0.1. */
export type Address = { host: string; port: number; password?: string };

/**
 * What is needed to start one server again and again. `listen` is asked anew for each start, with the address before;
 * `connections` is how many there may be at once.
 */
export type Postmaster = {
  place: Place;
  binaries: Binaries;
  password: string;
  durable: boolean;
  connections: number;
  listen: (before: Address | null) => Promise<Address>;
  log: (line: string) => void;
};

/** A server that was told to start: whether it has given up, and PostgreSQL's reason as far as it is known. */
export type Launched = { hasEnded: () => boolean; reason: () => string | null };

/**
 * Starts the server in the background, in a session of its own. It is up when it answers, which may be never. Throws
 * EmbeddedError where one is at work elsewhere.
 */
export async function launch(postmaster: Postmaster, before: Address | null): Promise<Launched> {
  const { place, binaries } = postmaster;
  await takePlace(place.cluster, postmaster.log);
  const { host, port } = await postmaster.listen(before);
  removeForeignLocks(place.cluster, path.join(host, `.s.PGSQL.${port}.lock`));
  const settings = Object.entries(settingsOf(host, port, postmaster)).map(([name, value]) => `${name}=${value}`);
  const messages = path.join(path.dirname(place.cluster), 'postgres-start.log');
  const output = openSync(messages, 'w');
  const options = {
    ...place.owner,
    // The app's working folder may be closed to the server's user; the root folder never is.
    cwd: path.parse(place.cluster).root,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // Its own session: Ctrl-C in the terminal must not end it before the app has drained.
    detached: true,
    stdio: ['ignore', output, output] as ['ignore', number, number],
    windowsHide: true,
  };
  const program = (name: string): string => path.join(binaries.folder, 'bin', name);
  // Windows administrators may not run postgres itself; pg_ctl gives their rights away first.
  const child =
    process.platform === 'win32'
      ? spawn(
          program('pg_ctl'),
          ['start', '-W', '-D', place.cluster, '-o', settings.map((setting) => `-c ${setting}`).join(' ')],
          options,
        )
      : spawn(program('postgres'), ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])], options);
  closeSync(output);
  child.unref();
  let failure: string | null = null;
  child.on('error', (error) => (failure = error.message));
  const hasEnded = (): boolean =>
    failure !== null ||
    child.signalCode !== null ||
    (child.exitCode !== null && (process.platform !== 'win32' || child.exitCode !== 0));
  return { hasEnded, reason: () => failure ?? reasonOf(place.cluster, child.pid, messages) };
}

/**
 * The FATAL line of a server that gave up, from its log or from what it said before it had one; or what the loader
 * said.
 */
function reasonOf(cluster: string, pid: number | undefined, messages: string): string | null {
  const folder = path.join(cluster, 'log');
  const logs = existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
  for (const file of [messages, ...logs]) {
    const text = readFileSync(file, 'utf8');
    const found =
      new RegExp(`\\[${pid}\\] FATAL: +(.+)`).exec(text) ??
      (file === messages ? /^(.*error while loading.*)$/m.exec(text) : null);
    if (found?.[1]) return found[1];
  }
  return null;
}

function settingsOf(
  host: string,
  port: number,
  { durable, connections }: Pick<Postmaster, 'durable' | 'connections'>,
): Record<string, string | number> {
  const socket = path.isAbsolute(host);
  return {
    listen_addresses: socket ? '' : host,
    unix_socket_directories: socket ? host : '',
    unix_socket_permissions: '0700',
    port,
    max_connections: connections,
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
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }),
  };
}
