/** Backups of the software key store: all its keys in one text, under a passphrase of its own. */
import { z } from 'zod';
import { CommandRefusal } from '../../refusal.ts';
import { lock, lockedSchema, open, seal, unlock } from './sealed.ts';
import { keySchema, type StoredKey } from './store-file.ts';

const BOUND = 'signet software key store backup 1';
const backupSchema = z.strictObject({ signet_backup: z.literal(1), locked: lockedSchema });
const keysSchema = z.array(keySchema);

/** Opens each key under `from` and seals it under `to`; octets in base64. */
function moved(key: StoredKey, from: Buffer, to: Buffer): StoredKey {
  const opened = open(from, key.public_key, Buffer.from(key.private_key, 'base64'));
  if (!opened) throw new CommandRefusal('INVALID_BACKUP');
  const private_key = seal(to, key.public_key, opened).toString('base64');
  opened.fill(0);
  return { ...key, private_key };
}

/** The keys stay sealed under the master key, which goes with them: what is opened is the passphrase's lock alone. */
export async function makeBackup(given: { keys: StoredKey[]; master: Buffer; passphrase: string; cost: number }) {
  const { keys, master, passphrase, cost } = given;
  const content = Buffer.from(JSON.stringify({ master: master.toString('base64'), keys }));
  return Buffer.from(JSON.stringify({ signet_backup: 1, locked: await lock(passphrase, cost, BOUND, content) }));
}

/** The keys, sealed under the master key of this store. Throws WRONG_PASSPHRASE and INVALID_BACKUP. */
export async function readBackup(given: { backup: Buffer; master: Buffer; passphrase: string }): Promise<StoredKey[]> {
  const { locked } = parse(backupSchema, given.backup);
  const content = await unlock(given.passphrase, locked, BOUND);
  if (!content) throw new CommandRefusal('WRONG_PASSPHRASE');
  const { master, keys } = parse(z.strictObject({ master: z.base64(), keys: keysSchema }), content);
  const from = Buffer.from(master, 'base64');
  return keys.map((key) => moved(key, from, given.master));
}

function parse<T>(schema: z.ZodType<T>, octets: Buffer): T {
  try {
    return schema.parse(JSON.parse(octets.toString('utf8')));
  } catch {
    throw new CommandRefusal('INVALID_BACKUP');
  }
}
