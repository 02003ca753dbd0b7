import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import type { Db } from './open.ts';
import type { Seal } from '../secrets.ts';

export type PlatformKeyOptions = {
  /** SIGNET_KEY, 32 bytes in base64. */
  fromEnvironment: string | undefined;
  dataDir: string;
  /** The migrated database. */
  db: Db;
  /** Gets a sentence for what a person should know. */
  say: (line: string) => void;
};

/**
 * The platform key, 32 bytes: SIGNET_KEY, else the key file of the data directory, which is made with mode 0600 for a
 * database that was never set up with another one. A file that others could read is closed to them, and said to have
 * been open. Throws ConfigError when the file is not a key, is gone, or can't be closed.
 */
export async function platformKey({ fromEnvironment, dataDir, db, say }: PlatformKeyOptions): Promise<Buffer> {
  if (fromEnvironment) return Buffer.from(fromEnvironment, 'base64');
  const file = keyFileIn(dataDir);
  if (!existsSync(file)) {
    if (await readCheck(db)) throw new ConfigError(gone(file));
    writeKeyFile(file, randomBytes(32));
  }
  closeToOthers(file, say);
  return readKeyFile(file);
}

/** Where the data directory has its key file. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'signet.key');

/** The platform key of a file. Throws ConfigError when it holds none. */
export function readKeyFile(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new ConfigError(`The key file ${file} does not hold 32 bytes in base64.`);
  return key;
}

/**
 * Writes a platform key to a new file that only its owner reads: it has its name once it is whole and on the disk.
 * Throws when there is one of that name.
 */
export function writeKeyFile(file: string, key: Uint8Array): void {
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    const text = `${Buffer.from(key).toString('base64')}\n`;
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(unfinished, file);
  } catch (error) {
    // Not every file system gives second names.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '') || existsSync(file))
      throw error;
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function closeToOthers(file: string, say: (line: string) => void): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    throw new ConfigError(`Others may read the key file ${file}: take that right from them (chmod 600).`);
  }
  say(`Others could read the key file ${file}. It is closed to them now; whoever has read it can read what it seals.`);
}

const CHECK = 'platform-key-check';

const readCheck = (db: Db): Promise<{ value: unknown } | undefined> =>
  db.selectFrom('platform_setting').select('value').where('name', '=', CHECK).executeTakeFirst();

/**
 * The key of a database that was set up with one, which is only read; null where none was. For whoever is about to
 * change the database: throws ConfigError where the key is gone, unusable, or not the one of this database.
 */
export async function knownKey(
  { fromEnvironment, dataDir, db }: Omit<PlatformKeyOptions, 'say'>,
  sealOf: (key: Buffer) => Seal,
): Promise<Buffer | null> {
  const check = await readCheck(db);
  if (!check) return null;
  const file = keyFileIn(dataDir);
  if (!fromEnvironment && !existsSync(file)) throw new ConfigError(gone(file));
  const key = fromEnvironment ? Buffer.from(fromEnvironment, 'base64') : readKeyFile(file);
  requireOpen(check.value, sealOf(key));
  return key;
}

const gone = (file: string): string =>
  `The key file ${file} is gone, and the database was set up with it: bring it back, or set SIGNET_KEY.`;

/**
 * Stops a process whose key is not the one this database was sealed with. In a database that has none yet the key is
 * written down; before a migration, {@link knownKey} asks the same and writes nothing.
 */
export async function checkKey(db: Db, seal: Seal, now: Date): Promise<void> {
  const sealed = seal.seal(Buffer.from(CHECK), CHECK).toString('base64');
  await db
    .insertInto('platform_setting')
    .values({ name: CHECK, value: JSON.stringify(sealed), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  requireOpen((await readCheck(db))?.value, seal);
}

function requireOpen(value: unknown, seal: Seal): void {
  try {
    seal.open(Buffer.from(typeof value === 'string' ? value : '', 'base64'), CHECK);
  } catch {
    throw new ConfigError(
      'SIGNET_KEY, or the key file of DATA_DIR, is not the key that this database was set up with.',
    );
  }
}
