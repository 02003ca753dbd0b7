import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../tools/free-port.ts';

/**
 * The real process, as `npm start` runs it: of server/dist, which must have been built. `end` asks it to close and
 * resolves with how it ended.
 */
export type SpawnedSignet = {
  url: string;
  child: ChildProcess;
  output: () => string;
  ready: Promise<void>;
  exit: Promise<number | NodeJS.Signals | null>;
  end: () => Promise<number | NodeJS.Signals | null>;
};

/** What `npm start` runs. */
export const MAIN = fileURLToPath(new URL('../../dist/main.mjs', import.meta.url));

/**
 * Starts Signet in `folder` with nothing but these settings and those that a test always needs. `ready` rejects with
 * what it said when it ends before. With `stdout`, the number of an open file, what it says goes there, and nobody
 * hears that it is ready.
 */
export async function spawnSignet(
  folder: string,
  settings: Record<string, string> = {},
  { stdout = 'pipe' }: { stdout?: 'pipe' | number } = {},
): Promise<SpawnedSignet> {
  // The same again for one that takes the place of another.
  const port = settings['PORT'] ?? String(await freePort());
  const env = {
    PATH: '',
    TMPDIR: process.env['TMPDIR'] ?? '/tmp',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: folder,
    // What Node made of the sources before, as `npm start` keeps it: a start is compiling, for the most part.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...settings,
  };
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ['ignore', stdout, 'pipe'] });
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        output += `${line}\n`;
        if (line === 'Signet is ready.') resolve();
      });
    }
    child.once('close', () => reject(new Error(`Signet ended before it was ready: ${output}`)));
  });
  // Whoever waits for it hears of it; a test that does not wait must not fail by it.
  ready.catch(() => undefined);
  const end = (): typeof exit => {
    child.kill('SIGTERM');
    return exit;
  };
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ready, exit, end };
}
