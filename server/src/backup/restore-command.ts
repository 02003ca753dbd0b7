import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readNotes } from '../audit/notes-file.ts';
import { systemClock } from '../clock.ts';
import { ConfigError, ownConfig, type Config } from '../config.ts';
import { keyFileIn, writeKeyFile } from '../db/platform-key.ts';
import { openStorage } from '../db/storage.ts';
import { RESTORE_USAGE, restoreArguments, Unusable, type RestoreArguments } from './arguments.ts';
import { checkBackup, type Checked } from './check.ts';
import { keyOfBackup } from './find-key.ts';
import { isProved } from './key.ts';
import { counted, openProgress } from './progress.ts';
import { NotRestored, refuseNewer, restore, type Restored } from './restore.ts';
import { sentenceOf } from './sentence.ts';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * `npm run restore -- <backup>`: makes the platform of a backup again, in an empty database, embedded or on a server.
 * Everything about the file and the key is judged before a database is touched.
 */
async function restoreCommand(args: RestoreArguments): Promise<void> {
  const { file, keyFile, checkpoints, unprovedLog, onlyToLook } = args;
  const notes = checkpoints.flatMap(readCheckpoints);
  const config = ownConfig();
  const checked = await checkBackup(file, openProgress(process.stderr, 'Read'));
  refuseNewer(checked.about);
  const key = keyFor(checked, config, keyFile);
  say(
    `${file} is whole: ${counted(checked.end.rows, 'row')} of ${counted(checked.end.tables, 'table')}, ` +
      `as they were at ${checked.header.created_at}.`,
  );
  const storage = await openStorage(config, { log: say });
  try {
    if (!config.SIGNET_KEY && !existsSync(keyFileIn(storage.dataDir))) writeKeyFile(keyFileIn(storage.dataDir), key);
    const progress = openProgress(process.stderr, 'Restored');
    const clock = systemClock;
    tell(
      checked,
      await restore({
        file,
        checked,
        key,
        config,
        storage,
        clock,
        progress,
        checkpoints: notes,
        unprovedLog,
        onlyToLook,
        say,
      }),
    );
    if (onlyToLook)
      say(
        'It is a copy to look at: the mail server of its settings and the webhooks of people are taken out, mail ' +
          'that waited is held, and the receivers of its audit log are off. Start it without SMTP_URL and ' +
          'AUDIT_CHECKPOINTS.',
      );
  } finally {
    await storage.release();
  }
}

function keyFor({ about, seal }: Checked, config: Config, keyFile: string | undefined): Buffer {
  const { key, where } = keyOfBackup({ config, dataDir: path.resolve(config.DATA_DIR), keyFile }, about.key);
  if (!isProved(key, Buffer.from(seal.sha256, 'hex'), seal.proof))
    throw new NotRestored(`No holder of the platform key (${where}) has written this file: somebody else made it.`);
  return key;
}

/** The checkpoints of a file. One without any is refused: whoever names it believes that something was compared. */
function readCheckpoints(file: string): string[] {
  const notes = readNotes(readFileSync(file, 'utf8'));
  if (notes.length === 0) throw new ConfigError(`There is no checkpoint in ${file}.`);
  return notes;
}

function tell({ header }: Checked, { loaded, proof, setAside }: Restored): void {
  for (const notice of loaded?.notices ?? []) say(notice);
  if (loaded) {
    const rows = loaded.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`All ${counted(rows, 'row')} of ${counted(loaded.tables.length, 'table')} were read again and are the same.`);
  }
  if (proof.finding !== null) say(`The audit log is taken as it is, not proved: ${proof.finding}`);
  else if (proof.size === 0) say('The audit log has no signed event yet.');
  else {
    const beside = proof.contained > 0 ? `, and contains ${counted(proof.contained, 'checkpoint')} taken before` : '';
    say(`The audit log is proved: ${counted(proof.size, 'event')} as they were signed${beside}.`);
  }
  if (proof.newer !== null)
    say(`A checkpoint of ${counted(proof.newer, 'event')} is newer: what those after ${proof.size} tell is lost.`);
  if (setAside !== null)
    say(`The head of the log that this machine kept does not go on from here: it is now in ${setAside}.`);
  say(
    `The platform is back at ${header.created_at}. What happened since is not in it: tokens and certificates ` +
      'that were revoked since are good again until you revoke them once more. Everybody signs in anew. ' +
      'Start it with the settings of this restore: npm start',
  );
}

try {
  await restoreCommand(restoreArguments(process.argv.slice(2)));
} catch (error) {
  process.exitCode = error instanceof Unusable ? 2 : 1;
  say(error instanceof Unusable ? `${error.message}\n\n${RESTORE_USAGE}` : `Not restored: ${sentenceOf(error)}`);
}
