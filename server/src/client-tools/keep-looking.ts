/** Which folders of client tools a process has, and when it looks at them. */
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Runtime } from '../runtime.ts';

/** The packages of the assistant that this repository has made. */
const OWN_PACKAGES = fileURLToPath(new URL('../../../assistant/dist', import.meta.url));
const EVERY_MS = 60_000;
/** What a start waits for the sums of large files; those that are not there by then follow. */
const WAIT_MS = 10_000;

/** Those of the operator go before the platform's own. */
export const toolFolders = ({ CLIENT_TOOLS_DIR: chosen }: Config, dataDir: string): string[] => [
  resolve(chosen ?? join(dataDir, 'management-files')),
  OWN_PACKAGES,
];

/** Compares the files with their catalogues, now and whenever they change. Answers what ends it. */
export async function keepLooking({ clientTools, log }: Pick<Runtime, 'clientTools' | 'log'>): Promise<() => void> {
  const look = (): Promise<void> =>
    clientTools.look().catch((error: unknown) => log.error({ err: error }, 'The client tools could not be looked at.'));
  let looking = look();
  await Promise.race([looking, setTimeout(WAIT_MS, undefined, { ref: false })]);
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
