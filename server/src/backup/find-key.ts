import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import { keyFileIn, readKeyFile } from '../db/platform-key.ts';
import { fingerprintOf } from './key.ts';

/** A platform key and where it was found, in words for a person. */
export type FoundKey = { key: Buffer; where: string };

type Places = { config: Pick<Config, 'SIGNET_KEY'>; dataDir: string; keyFile?: string | undefined };

/**
 * The platform key that the settings name, or else that of `keyFile`; null where there is none. Makes none. Throws
 * ConfigError for a file that holds none.
 */
export function findKey({ config, dataDir, keyFile }: Places): FoundKey | null {
  if (config.SIGNET_KEY) return { key: Buffer.from(config.SIGNET_KEY, 'base64'), where: 'SIGNET_KEY' };
  for (const file of [keyFileIn(dataDir), keyFile])
    if (file !== undefined && existsSync(file)) return { key: readKeyFile(file), where: file };
  if (keyFile !== undefined) throw new ConfigError(`There is no key file ${keyFile}.`);
  return null;
}

/**
 * The key of a backup, by its fingerprint. Throws ConfigError when there is none, or another one: what the backup holds
 * sealed would never be opened again.
 */
export function keyOfBackup(places: Places, fingerprint: string): FoundKey {
  const found = findKey(places);
  if (!found)
    throw new ConfigError(
      `The platform key is missing: name the file with the key of this backup (${fingerprint}) by --key-file, or set ` +
        'SIGNET_KEY.',
    );
  const own = fingerprintOf(found.key);
  if (own !== fingerprint)
    throw new ConfigError(
      `${found.where} is not the key of this backup: its fingerprint is ${own}, and the backup was made with ` +
        `${fingerprint}. What is sealed in the backup opens with that key alone.`,
    );
  return found;
}
