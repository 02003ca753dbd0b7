import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import type { Db } from './open.ts';
import type { Seal } from '../secrets.ts';

/**
 * The platform key, 32 bytes: SIGNET_KEY, else the key file of the data directory, made with mode 0600 at first start.
 * Throws ConfigError when the file is not a key.
 */
export function platformKey(fromEnvironment: string | undefined, dataDir: string): Buffer {
  if (fromEnvironment) return Buffer.from(fromEnvironment, 'base64');
  const file = join(dataDir, 'signet.key');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new ConfigError(`The key file ${file} does not hold 32 bytes in base64.`);
  return key;
}

const CHECK = 'platform-key-check';

/** Stops a process whose key is not the one this database was sealed with, before it writes anything. */
export async function checkKey(db: Db, seal: Seal, now: Date): Promise<void> {
  const sealed = seal.seal(Buffer.from(CHECK), CHECK).toString('base64');
  await db
    .insertInto('platform_setting')
    .values({ name: CHECK, value: JSON.stringify(sealed), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('platform_setting')
    .select('value')
    .where('name', '=', CHECK)
    .executeTakeFirstOrThrow();
  try {
    seal.open(Buffer.from(typeof row.value === 'string' ? row.value : '', 'base64'), CHECK);
  } catch {
    throw new ConfigError('SIGNET_KEY is not the key that this database was set up with.');
  }
}
