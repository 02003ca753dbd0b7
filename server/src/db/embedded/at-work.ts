/**
 * Where the server of a data directory is at work: in this PID namespace and boot, whose /proc tells whether it is
 * there, or elsewhere, such as in another container on the same volume. Of a server elsewhere nothing is seen but its
 * file: the app that keeps it touches the file every few seconds, and once it stands still the server is gone. On Linux
 * only.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedError } from './error.ts';
import { isInUse } from './lock-file.ts';

const TOUCH_MS = 3_000;
/** Five times as long as between two touches. */
const STILL_MS = 15_000;
const LOOK_MS = 250;

const IS_LINUX = process.platform === 'linux';

/** The boot and the PID namespace of this process; a word of its own where they can't be read. */
const HERE = ((): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}\n`;
  } catch {
    return `${randomBytes(16).toString('hex')}\n`;
  }
})();

const fileOf = (cluster: string): string => path.join(path.dirname(cluster), 'postgres.at-work');

/** What the file says, and when it was touched; null where there is none. */
type Seen = { text: string; touched: number };

/** Opened anew each time: of an open file a network file system may answer what it was. */
function see(file: string): Seen | null {
  try {
    const open = openSync(file, 'r');
    try {
      return { text: readFileSync(open, 'utf8'), touched: fstatSync(open).mtimeMs };
    } finally {
      closeSync(open);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const isSame = (one: Seen | null, other: Seen): boolean =>
  one !== null && one.text === other.text && one.touched === other.touched;

/** Whether it is known that the last server of this data directory was started here. Elsewhere than on Linux it is. */
export const wasHere = (cluster: string): boolean => !IS_LINUX || see(fileOf(cluster))?.text === HERE;

/** Whether the last server of this data directory was started elsewhere, and has not ended in good order. */
export const wasElsewhere = (cluster: string): boolean => IS_LINUX && (see(fileOf(cluster))?.text ?? HERE) !== HERE;

/**
 * Makes here the place of the next server of this data directory. One that was elsewhere is waited for until it has
 * evidently stopped, which is said; a container that was killed and starts again is in a new namespace. Of several that
 * wait one gets it. Throws EmbeddedError where a server is at work elsewhere. Where there is no file, as of earlier
 * versions, nothing is known, and nothing waited for.
 */
export async function takePlace(cluster: string, log: (line: string) => void): Promise<void> {
  if (!IS_LINUX) return;
  const file = fileOf(cluster);
  for (let told = false; ;) {
    const seen = see(file);
    if (seen === null || seen.text === HERE) {
      if (seen === null ? writeNew(file) : touch(file)) return;
      continue;
    }
    if (!told)
      log(
        `The database in ${cluster} was not ended where it last was at work, such as in another container: ` +
          `waiting ${STILL_MS / 1000} seconds to see that it has stopped.`,
      );
    told = true;
    await requireStill(cluster, seen);
    takeAway(file, seen);
  }
}

async function requireStill(cluster: string, seen: Seen): Promise<void> {
  for (const end = performance.now() + STILL_MS; performance.now() < end;) {
    await delay(LOOK_MS);
    const now = see(fileOf(cluster));
    if (now === null) return;
    if (!isSame(now, seen))
      throw new EmbeddedError(
        `The database in ${cluster} is at work elsewhere, such as in another container: end that Signet first, or ` +
          'set DATA_DIR to another folder.',
      );
  }
}

/** Removes what was seen, and nothing that another process has put in its place meanwhile. */
function takeAway(file: string, seen: Seen): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(file, aside);
    if (!isSame(see(aside), seen)) linkSync(aside, file);
  } catch (error) {
    // Another one was faster.
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function writeNew(file: string): boolean {
  try {
    writeFileSync(file, HERE, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function touch(file: string): boolean {
  try {
    // Over what it says: the time is that of the disk.
    writeFileSync(file, HERE, { flag: 'r+' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Touches the file from now on, where it is of here, and makes it where there is none. Answers what ends that, and
 * removes the file unless a server is at work.
 */
export function keepTouching(cluster: string): () => void {
  if (!IS_LINUX) return () => undefined;
  const file = fileOf(cluster);
  const look = (): void => {
    try {
      const seen = see(file);
      if (seen?.text === HERE) touch(file);
      else if (seen === null && isInUse(cluster)) writeNew(file);
    } catch {
      // The disk is full or away for a moment.
    }
  };
  const timer = setInterval(look, TOUCH_MS).unref();
  return () => {
    clearInterval(timer);
    if (wasHere(cluster) && !isInUse(cluster)) rmSync(file, { force: true });
  };
}
