/** How a backup becomes a platform again: the whole of it, or nothing that could be started. */
import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { openEventMac } from '../audit/event-mac.ts';
import { keptHeadFile, readKeptHead, replaceKeptHead } from '../audit/kept-head.ts';
import { openLogKey } from '../audit/keys.ts';
import type { Clock } from '../clock.ts';
import { ConfigError, type Config } from '../config.ts';
import { knownMigrations, migrateLocked, newerMigrations, withMigrationLock } from '../db/migrate.ts';
import { openDatabase, TIME_LIMITS, type Db } from '../db/open.ts';
import { checkKey } from '../db/platform-key.ts';
import type { Storage } from '../db/storage.ts';
import { readExport } from '../export/reader.ts';
import { deriveKey, sealWith } from '../secrets.ts';
import type { BackupAbout } from './about.ts';
import type { Checked } from './check.ts';
import { finishRestore } from './finish-store.ts';
import { loadRows, type Loaded } from './load-store.ts';
import { proveLog, type LogProof } from './log-proof-store.ts';
import { beginRestore, findPlace } from './place-store.ts';
import type { Progress } from './progress.ts';

/** It can't be restored, or not here; the message is one or more sentences. */
export class NotRestored extends Error {}

export type Restoring = {
  file: string;
  checked: Checked;
  key: Buffer;
  config: Pick<Config, 'AUDIT_ORIGIN'>;
  storage: Storage;
  clock: Clock;
  progress: Progress;
  /** Checkpoints of the audit log that were taken before, signed notes. */
  checkpoints: readonly string[];
  /** Takes the platform also where its audit log is not proved. */
  unprovedLog: boolean;
  /** Makes a copy that tells nobody anything. */
  onlyToLook: boolean;
  say: (line: string) => void;
};

/** What came of it. `loaded` is null where a former run had brought the rows. */
export type Restored = { loaded: Loaded | null; proof: LogProof; setAside: string | null };

/** Throws NotRestored, naming what is newer, where this Signet does not know what the backup's one did. */
export function refuseNewer({ product, migrations }: BackupAbout): void {
  const newer = newerMigrations(migrations);
  if (newer.length > 0)
    throw new NotRestored(
      `The backup was written by a newer Signet (${product}) with ${newer.map(({ name }) => name).join(', ')}, which ` +
        'this one does not have: bring this one up to date first.',
    );
  const known = new Map(knownMigrations().map(({ number, digest }) => [number, digest]));
  const other = migrations.find(({ number, digest }) => known.get(number) !== digest);
  if (other)
    throw new NotRestored(`The backup comes from another Signet: its migration ${other.name} is not that of this one.`);
}

/**
 * Restores a checked backup into the database of `storage`, which must be empty, or hold a restore that was cut off.
 * Throws NotRestored, ConfigError, ExportFileError and others; what is there then can't be started, and is taken up or
 * away by the next try.
 */
export async function restore(restoring: Restoring): Promise<Restored> {
  const { storage, checked, config } = restoring;
  const { origin } = checked.about.audit;
  if (config.AUDIT_ORIGIN !== origin)
    throw new ConfigError(`AUDIT_ORIGIN must be ${origin}, the name of the audit log of this backup.`);
  const { pool, db, close } = openDatabase(storage.connection, 4, TIME_LIMITS.endless);
  try {
    return await withMigrationLock(pool, restoring.say, async (client) => {
      const loaded = await bringRows(restoring, pool, client);
      await migrateLocked(pool, client);
      return { loaded, ...(await finish(restoring, db)) };
    });
  } finally {
    await close();
  }
}

async function bringRows(restoring: Restoring, pool: pg.Pool, client: pg.PoolClient): Promise<Loaded | null> {
  const { file, checked, storage, progress, say } = restoring;
  const { sha256 } = checked.seal;
  const place = await findPlace(client);
  if (place.is === 'used')
    throw new NotRestored(
      `There is something in ${storage.where} already: ${place.what}. A backup is restored into an empty database ` +
        'alone: name another DATA_DIR or DATABASE_URL.',
    );
  if (place.is === 'unfinished' && place.loaded && place.sha256 === sha256) {
    say('The rows of this backup are there already, from a run that was cut off: only the rest is done.');
    return null;
  }
  if (place.is === 'unfinished') say('What a run that was cut off has left is taken away.');
  await beginRestore(client, sha256);
  await migrateLocked(pool, client, { only: new Set(checked.about.migrations.map(({ number }) => number)) });
  const loader = await pool.connect();
  try {
    return await loadRows(loader, readExport(createReadStream(file)), { sha256, progress });
  } finally {
    loader.release(true);
  }
}

/** Proves the audit log, has it go on from where the backup ends, and lets the platform be started. */
async function finish(restoring: Restoring, db: Db): Promise<Omit<Restored, 'loaded'>> {
  const { file, checked, key, config, storage, clock, checkpoints, unprovedLog, onlyToLook } = restoring;
  const now = clock.now();
  const seal = sealWith(deriveKey(key, 'seal'));
  await checkKey(db, seal, now);
  const eventMac = openEventMac(key);
  const verifier = await openLogKey(db, { seal, clock, origin: config.AUDIT_ORIGIN });
  const headFile = keptHeadFile(storage.dataDir);
  const kept = readKeptHead(headFile, (error) => {
    throw error;
  });
  const proof = await proveLog(db, { verifier, mac: eventMac }, checkpoints);
  if (proof.finding !== null && !unprovedLog)
    throw new NotRestored(
      `The audit log of the backup is not proved. ${proof.finding} The rows are there, but nothing is started on ` +
        'them like that: restore an older backup instead, or run this again with --unproved-log to take it as it ' +
        'is, which the log will tell.',
    );
  const beside = kept === null ? null : await proveLog(db, { verifier, mac: eventMac }, [kept]);
  const goesOn = beside === null || (beside.newer === null && beside.finding === null);
  const newer = Math.max(proof.newer ?? 0, beside?.newer ?? 0) || null;
  const told = { ...proof, newer };
  const { sha256 } = checked.seal;
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  let setAside: string | null = null;
  await finishRestore(
    db,
    { file: path.basename(file), sha256, at: checked.header.created_at, proof: told, now, eventMac, onlyToLook },
    async () => {
      if (!goesOn) setAside = await replaceKeptHead(headFile, proof.head, `restore-${stamp}`);
    },
  ).catch(async (error: unknown) => {
    // What was not committed is run again, and must find the head that this machine knew.
    if (setAside !== null) await rename(setAside, headFile);
    throw error;
  });
  return { proof: told, setAside };
}
