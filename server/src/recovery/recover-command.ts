import { systemClock } from '../clock.ts';
import { ownConfig } from '../config.ts';
import { openEventMac } from '../audit/event-mac.ts';
import { openDatabase } from '../db/open.ts';
import { checkKey, platformKey } from '../db/platform-key.ts';
import { openStorage } from '../db/storage.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import { makeRecoveryLink } from './link.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * `npm run recover -- <user name>`: prints a link by which an administrator of the platform signs in once, whatever way
 * of signing in is broken. It takes the database and the platform key. Works beside a running Signet.
 */
async function recoverCommand([userName, ...more]: string[]): Promise<number> {
  if (userName === undefined || userName.startsWith('-') || more.length > 0) {
    say('Name an administrator of the platform: npm run recover -- <user name>');
    return 2;
  }
  const config = ownConfig();
  const storage = await openStorage(config, { log: say, beside: true });
  const database = openDatabase(storage.connection, 2);
  try {
    const { db } = database;
    const key = await platformKey({ fromEnvironment: config.SIGNET_KEY, dataDir: storage.dataDir, db, say });
    const now = systemClock.now();
    await checkKey(db, sealWith(deriveKey(key, 'seal')), now);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const making = { publicUrl, eventMac: openEventMac(key), now };
    const { link, person, expiresAt } = await db.transaction().execute((tx) => makeRecoveryLink(tx, userName, making));
    say(`${person.name} signs in by this link, once, until ${expiresAt.toISOString()}. The audit log tells of it.`);
    process.stdout.write(`${link}\n`);
    return 0;
  } finally {
    await database.close();
    await storage.release();
  }
}

try {
  process.exitCode = await recoverCommand(process.argv.slice(2));
} catch (error) {
  say(`No link was made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
