import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EmbeddedServer } from '../db/embedded.ts';

/** What embedded-app.ts says; each event has some of these. */
export type AppEvent = {
  log?: string;
  ready?: Pick<EmbeddedServer, 'connection' | 'dataDir' | 'adopted' | 'fresh'>;
  rows?: number;
  rowsWhileDraining?: number;
  refused?: string;
};

/** A process of embedded-app.ts in a process group of its own, as a terminal would start it. */
export type SpawnedApp = {
  child: ChildProcess;
  /** Resolves with the first event, past or coming, that fits; rejects if the process ends without one. */
  event(fits: (event: AppEvent) => boolean): Promise<AppEvent>;
  /** Adds a row and resolves with the number of rows. */
  addRow(): Promise<number>;
  exit: Promise<number | NodeJS.Signals | null>;
};

const SCRIPT = fileURLToPath(new URL('./embedded-app.ts', import.meta.url));

/**
 * How to start the app; `durable` as the real one is, which takes longer. With `container`, in one: see {@link
 * inContainer}.
 */
export type AppOptions = { durable?: boolean; packageFolder?: string; uid?: number; container?: string };

/**
 * A command whose processes see none but each other, nor what others have in `folder`, which is for temporary files:
 * root on Linux may. Who kills it kills all of them.
 */
export function inContainer(folder: string, command: readonly string[]): string[] {
  const entered = ['sh', '-c', 'mount -t tmpfs tmpfs "$0" && TMPDIR="$0" exec "$@"', folder, ...command];
  return ['unshare', '-fpim', '--mount-proc', '--kill-child', ...entered];
}

/** Starts the app on a data folder, as another user, with other binaries or in a container if asked to. */
export function spawnApp(
  dataDir: string,
  { durable = false, packageFolder = '', uid, container }: AppOptions = {},
): SpawnedApp {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const command = [process.execPath, SCRIPT, dataDir, durable ? 'durable' : 'quick', packageFolder];
  const [program = '', ...words] = container === undefined ? command : inContainer(container, command);
  const child = spawn(program, words, {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  });
  const events: AppEvent[] = [];
  const waiting = new Set<() => void>();
  const lines = createInterface(child.stdout).on('line', (line) => {
    events.push(JSON.parse(line) as AppEvent);
    for (const look of waiting) look();
  });
  const closed = once(lines, 'close');
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);

  const event = (fits: (event: AppEvent) => boolean, from = 0): Promise<AppEvent> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = events.slice(from).find(fits);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      void closed.then(() => reject(new Error(`The process ended after saying ${JSON.stringify(events)}`)));
      look();
    });
  const addRow = async (): Promise<number> => {
    const eventCount = events.length;
    child.stdin.write('\n');
    const { rows, refused } = await event((one) => one.rows !== undefined || one.refused !== undefined, eventCount);
    if (rows === undefined) throw new Error(refused);
    return rows;
  };
  return { child, event, addRow, exit };
}
