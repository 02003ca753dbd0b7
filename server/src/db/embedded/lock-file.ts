import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What a running (or killed) server wrote about itself. `host` is a socket folder or an address. */
export type LockFile = { pid: number; cluster: string; host: string; port: number };

/** Reads postmaster.pid; null where there is none or it is not written to the end yet. */
export function readLockFile(cluster: string): LockFile | null {
  let text: string;
  try {
    text = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return null;
  }
  // The order of lines: src/include/utils/pidfile.h of PostgreSQL.
  const [pid, dataDir, , port, socketFolder, address] = text.split('\n');
  const host = socketFolder || address;
  return dataDir && host ? { pid: Number(pid), cluster: path.resolve(dataDir), host, port: Number(port) } : null;
}

/** Whether a server, running or killed, has left its lock file there. */
export const hasLockFile = (cluster: string): boolean => existsSync(path.join(cluster, 'postmaster.pid'));

/**
 * Removes the lock files (of the data directory and the socket) of a server that is gone. PostgreSQL does so itself,
 * unless their process number is taken: by something else after a restart of a container, or by the dead server itself
 * while nobody buries it. A server works in its data directory, so /proc tells whether one is left here; that none is
 * elsewhere is for the caller to know (at-work.ts). Other systems than Linux remove nothing here. PostgreSQL still
 * refuses to start while shared memory is attached.
 */
export function removeForeignLocks(cluster: string, socketLock: string): void {
  if (process.platform !== 'linux' || isInUse(cluster)) return;
  for (const file of [path.join(cluster, 'postmaster.pid'), socketLock]) rmSync(file, { force: true });
}

/** True if a server's process works in this data directory. Known on Linux only; elsewhere false. */
export function isInUse(cluster: string): boolean {
  return (
    process.platform === 'linux' &&
    readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && workingFolder(entry) === cluster)
  );
}

/** The folder a process works in, or null if it is gone or another user's (then it isn't the server of our files). */
export function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
