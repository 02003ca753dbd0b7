import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openEventMac } from '../audit/event-mac.ts';
import { nameOfLog } from '../audit/keys.ts';
import { systemClock } from '../clock.ts';
import { ownConfig } from '../config.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { checkKey, keyFileIn, platformKey, writeKeyFile } from '../db/platform-key.ts';
import { openStorage } from '../db/storage.ts';
import { FileExists } from '../export/whole-file.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import { BACKUP_USAGE, backupArguments, Unusable } from './arguments.ts';
import { checkBackup } from './check.ts';
import { findKey } from './find-key.ts';
import { recordBackup } from './finish-store.ts';
import { fingerprintOf, isProved } from './key.ts';
import { productVersion } from './product.ts';
import { counted, openProgress, sizeOf } from './progress.ts';
import { sentenceOf } from './sentence.ts';
import { writeBackup } from './write.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * `npm run backup -- <new file>`: writes everything that the platform holds to a file from which `npm run restore`
 * makes it again. Works beside a running Signet, and needs no program of PostgreSQL's.
 */
async function write(file: string, keyFile: string | null): Promise<void> {
  if (keyFile !== null && path.resolve(keyFile) === path.resolve(file))
    throw new Unusable('The key must not be in the file with the rows: name another one for it.');
  for (const one of [file, keyFile])
    if (one !== null && existsSync(one))
      throw new FileExists(`The file ${one} is there already, and nothing is written over it.`);
  const config = ownConfig();
  const storage = await openStorage(config, { log: say, beside: true });
  const database = openDatabase(storage.connection, 2, TIME_LIMITS.endless);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => ending.abort(new Error('it was ended')));
  try {
    const key = await platformKey({
      fromEnvironment: config.SIGNET_KEY,
      dataDir: storage.dataDir,
      db: database.db,
      say,
    });
    const seal = sealWith(deriveKey(key, 'seal'));
    await checkKey(database.db, seal, systemClock.now());
    // A file under another name than its log's could never be restored.
    const origin = await nameOfLog(database.db, { seal, origin: config.AUDIT_ORIGIN });
    // Before the rows, which take long: a place that takes no key is told of at once.
    if (keyFile !== null) writeKeyFile(keyFile, key);
    const progress = openProgress(process.stderr, 'Written');
    const client = await database.pool.connect();
    const writing = { key, product: productVersion(), origin, progress, signal: ending.signal };
    const backup = await writeBackup(client, file, writing)
      .catch((error: unknown) => {
        if (keyFile !== null) rmSync(keyFile, { force: true });
        throw error;
      })
      .finally(() => client.release(true));
    const { tables, rows, stored } = backup.written;
    say(
      `Written to ${file}: ${counted(rows, 'row')} of ${counted(tables, 'table')}, ${sizeOf(stored)}, ` +
        `as they were at ${backup.at}.`,
    );
    const event = { file: path.basename(file), now: systemClock.now(), eventMac: openEventMac(key) };
    await recordBackup(database.db, { ...backup, ...event }).catch((error: unknown) =>
      say(`The file is whole all the same; only the audit log does not tell of it: ${sentenceOf(error)}`),
    );
    const where = config.SIGNET_KEY ? 'in SIGNET_KEY' : `in ${keyFileIn(storage.dataDir)}`;
    say(
      keyFile === null
        ? `The platform key is not in it. It is ${where}: keep a copy elsewhere, for without it nobody opens the ` +
            `secrets of the backup (fingerprint ${fingerprintOf(key)}).`
        : `The platform key is in ${keyFile}, and not in the backup: keep the two apart (fingerprint ` +
            `${fingerprintOf(key)}).`,
    );
  } finally {
    await database.close();
    await storage.release();
  }
}

/** `npm run backup -- --check <backup>`: says whether it is whole, and, where the key is there, who wrote it. */
async function check(file: string): Promise<void> {
  const { header, about, end, seal } = await checkBackup(file, openProgress(process.stderr, 'Read'));
  say(
    `Whole and as it was written: ${counted(end.rows, 'row')} of ${counted(end.tables, 'table')}, as they were at ` +
      `${header.created_at}, by Signet ${about.product} on PostgreSQL ${about.postgresql}.`,
  );
  const config = ownConfig();
  const found = findKey({ config, dataDir: path.resolve(config.DATA_DIR) });
  if (!found || fingerprintOf(found.key) !== about.key)
    say(`Who wrote it is not checked: its key is not here (fingerprint ${about.key}).`);
  else if (isProved(found.key, Buffer.from(seal.sha256, 'hex'), seal.proof))
    say(`Written by a holder of the platform key (${found.where}).`);
  else throw new Error('no holder of the platform key has written this file, though it says so.');
}

try {
  const args = backupArguments(process.argv.slice(2));
  await (args.is === 'check' ? check(args.file) : write(args.file, args.keyFile));
} catch (error) {
  process.exitCode = error instanceof Unusable ? 2 : 1;
  say(error instanceof Unusable ? `${error.message}\n\n${BACKUP_USAGE}` : `No backup: ${sentenceOf(error)}`);
}
