/** What can go wrong, and how it is undone. Nothing is restarted by hand that a machine would not restart by itself. */
import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from './platform.ts';

export type Fault = {
  name: string;
  /** What is done, for the table. */
  what: string;
  /** Whether the process itself stays, so that its health check has to answer throughout. */
  processStays: boolean;
  /** Does the harm for about so long, in milliseconds, and takes it away. */
  run: (platform: Platform, ms: number) => Promise<void>;
  /** Why it can't be done here; null where it can. */
  whyNot?: () => string | null;
};

const onLinux = (): string | null => (process.platform === 'linux' ? null : 'on Linux only');

/** Signals all of them, of which some may have ended meanwhile. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

const oneOf = (pids: readonly number[]): number[] =>
  pids.length === 0 ? [] : [pids[Math.floor(Math.random() * pids.length)] ?? Number.NaN];

/** Moments in a span of time, none too close to the next for the platform to come back. */
async function atRandomMoments(ms: number, apartMs: number, strike: () => Promise<void> | void): Promise<void> {
  const end = performance.now() + ms;
  do {
    await pause(apartMs * (0.5 + Math.random()));
    await strike();
  } while (performance.now() < end);
}

/** A file system of its own that is small enough to fill; only root may make one. */
const SMALL_DISK_MB = 400;

export const FAULTS: readonly Fault[] = [
  {
    name: 'full disk',
    what: 'log, database and everything else find no room',
    processStays: true,
    whyNot: () => onLinux() ?? (process.getuid?.() === 0 ? null : 'only root may make a small disk'),
    async run({ dataDir }, ms) {
      const filler = path.join(dataDir, 'filler');
      const { bavail, bsize } = statfsSync(dataDir);
      try {
        writeFileSync(filler, Buffer.alloc(Math.min(bavail * bsize, SMALL_DISK_MB * 1024 * 1024), 1));
      } catch {
        // Full before the last byte.
      }
      await pause(ms);
      rmSync(filler);
    },
  },
  {
    name: 'frozen database',
    what: 'SIGSTOP to each of its processes',
    processStays: true,
    whyNot: onLinux,
    async run(platform, ms) {
      const { all } = platform.database();
      signal(all, 'SIGSTOP');
      await pause(ms);
      signal(all, 'SIGCONT');
    },
  },
  {
    name: 'killed database',
    what: 'SIGKILL to its first process, again and again',
    processStays: true,
    run: (platform, ms) => atRandomMoments(ms, 2_500, () => signal([platform.database().postmaster], 'SIGKILL')),
  },
  {
    name: 'killed connections',
    what: 'SIGKILL to one of its other processes, again and again',
    processStays: true,
    whyNot: onLinux,
    run: (platform, ms) =>
      atRandomMoments(ms, 2_500, () => {
        const { all, postmaster } = platform.database();
        signal(oneOf(all.filter((pid) => pid !== postmaster)), 'SIGKILL');
      }),
  },
  {
    name: 'read-only database',
    what: 'as after another server has taken over',
    processStays: true,
    async run(platform, ms) {
      await platform.sql('alter database signet set default_transaction_read_only = on');
      await platform.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'signet' and pid <> pg_backend_pid()`,
      );
      await pause(ms);
      await platform.sql('begin read write; alter database signet reset default_transaction_read_only; commit');
    },
  },
  {
    name: 'killed server',
    what: 'SIGKILL to the server process, started again each time',
    processStays: false,
    run: (platform, ms) =>
      atRandomMoments(ms, 1_500, async () => {
        await platform.kill();
        await platform.start();
      }),
  },
  {
    name: 'everything killed',
    what: 'SIGKILL to server and database together, started again each time',
    processStays: false,
    run: (platform, ms) =>
      atRandomMoments(ms, 1_500, async () => {
        signal([platform.database().postmaster], 'SIGKILL');
        await platform.kill();
        await platform.start();
      }),
  },
  {
    name: 'clock an hour back',
    what: 'the server starts again with a clock that is behind, and then with the right one',
    processStays: false,
    async run(platform, ms) {
      await platform.stop();
      const behind = new Date(Date.now() - 3_600_000).toISOString();
      await platform.start({ NODE_ENV: 'development', CLOCK_START: behind });
      await pause(ms);
      await platform.stop();
      await platform.start();
    },
  },
  {
    name: 'clock an hour ahead',
    what: 'the same with a clock that is ahead',
    processStays: false,
    async run(platform, ms) {
      await platform.stop();
      const ahead = new Date(Date.now() + 3_600_000).toISOString();
      await platform.start({ NODE_ENV: 'development', CLOCK_START: ahead });
      await pause(ms);
      await platform.stop();
      await platform.start();
    },
  },
];

/** Makes a small disk of a folder; answers what takes it away. */
export function mountSmallDisk(folder: string): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m,mode=0755`, 'signet-faults', folder]);
  return () => void execFileSync('umount', ['-l', folder]);
}
