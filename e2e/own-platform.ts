/** A platform that one test has for itself, since it does to it what the others must not see. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD, type Where } from './platforms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type OwnPlatform = { stop(): Promise<void> };

/**
 * Starts the built product, furnished at first, at the time of `clock`. Resolves when it is ready; throws with what it
 * said when it ends before.
 */
export async function startPlatform(
  where: Where,
  clock: string,
  settings: Record<string, string> = {},
): Promise<OwnPlatform> {
  mkdirSync(where.dataDir, { recursive: true });
  const env = {
    ...process.env,
    PORT: String(where.port),
    PUBLIC_URL: where.url,
    DATA_DIR: where.dataDir,
    LOG_LEVEL: 'warn',
    DEMO_PASSWORD,
    CLOCK_START: clock,
    ...settings,
  };
  const child = spawn(process.execPath, ['server/src/main.ts', '--demo'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said += `${line}\n`;
        if (line === 'Signet is ready.') resolve();
      });
    }
    child.once('close', () => reject(new Error(`The platform ended before it was ready.\n${said}`)));
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Deletes what the platform left. Stop it first. */
export const clearPlatform = (where: Where): void => rmSync(where.dataDir, { recursive: true, force: true });
