import { existsSync } from 'node:fs';
import { systemClock } from '../clock.ts';
import { ownConfig } from '../config.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { checkKey, platformKey } from '../db/platform-key.ts';
import { openStorage } from '../db/storage.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import { openEventMac } from './event-mac.ts';
import { writeExport } from './export.ts';
import { keptHeadFile, readKeptHead } from './kept-head.ts';
import { openLogKey } from './keys.ts';
import { formatVerifierKey } from './note.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * `npm run audit:export -- <new file>`: writes the audit log to a file that `audit:verify` checks without a database.
 * Works beside a running Signet.
 */
async function exportCommand([file, ...more]: string[]): Promise<number> {
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    say('Name the file to write: npm run audit:export -- <export.ndjson>');
    return 2;
  }
  if (existsSync(file)) {
    say(`The file ${file} is there already, and nothing is written over it.`);
    return 1;
  }
  const config = ownConfig();
  const storage = await openStorage(config, { log: say, beside: true });
  const database = openDatabase(storage.connection, 2, TIME_LIMITS.endless);
  try {
    const { db } = database;
    const key = await platformKey({ fromEnvironment: config.SIGNET_KEY, dataDir: storage.dataDir, db, say });
    const seal = sealWith(deriveKey(key, 'seal'));
    await checkKey(database.db, seal, systemClock.now());
    const signer = await openLogKey(database.db, { seal, clock: systemClock, origin: config.AUDIT_ORIGIN });
    const kept = readKeptHead(keptHeadFile(storage.dataDir), (error) => {
      throw error;
    });
    await writeExport(database.db, { verifier: signer, mac: openEventMac(key), kept }, file);
    say(`Written to ${file}, signed with the key ${formatVerifierKey(signer)}.`);
    return 0;
  } finally {
    await database.close();
    await storage.release();
  }
}

try {
  process.exitCode = await exportCommand(process.argv.slice(2));
} catch (error) {
  say(`The audit log was not exported: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
