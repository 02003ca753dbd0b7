import { parseArgs } from 'node:util';

/** The command could not begin; the message is a sentence. */
export class Unusable extends Error {}

export const BACKUP_USAGE = `Writes a backup of the whole platform to a new file, also while it is at work.

  npm run backup -- <new file> [--key-file <new file>]
  npm run backup -- --check <backup>

  --key-file  writes the platform key as well, to a file of its own: keep it elsewhere
  --check     reads a backup to its end and says whether it is whole, without a database
`;

export const RESTORE_USAGE = `Restores a backup of the whole platform into an empty database.

  npm run restore -- <backup> [--key-file <file>] [--checkpoint <file>]… [--unproved-log] [--only-to-look]

  --key-file      the file with the platform key of the backup, where neither SIGNET_KEY nor DATA_DIR has it
  --checkpoint    checkpoints of the audit log that were taken before: the restored log must contain those that are
                  not newer than the backup
  --unproved-log  takes the backup though its audit log is not proved; the log tells of it
  --only-to-look  makes a copy that sends nothing: no mail that waits, no message to webhooks, receivers of the audit
                  log or platforms from which accounts come
`;

export type BackupArguments = { is: 'check'; file: string } | { is: 'write'; file: string; keyFile: string | null };

/** Throws Unusable. */
export function backupArguments(args: string[]): BackupArguments {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { check: { type: 'string' }, 'key-file': { type: 'string' } },
    }),
  );
  const keyFile = values['key-file'] ?? null;
  const [file, ...more] = positionals;
  if (values.check !== undefined) {
    if (file !== undefined || keyFile !== null) throw new Unusable('A check takes one file and nothing else.');
    return { is: 'check', file: values.check };
  }
  if (file === undefined || more.length > 0) throw new Unusable('Name the file to write.');
  return { is: 'write', file, keyFile };
}

export type RestoreArguments = {
  file: string;
  keyFile: string | undefined;
  checkpoints: string[];
  unprovedLog: boolean;
  onlyToLook: boolean;
};

/** Throws Unusable. */
export function restoreArguments(args: string[]): RestoreArguments {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        'key-file': { type: 'string' },
        checkpoint: { type: 'string', multiple: true },
        'unproved-log': { type: 'boolean' },
        'only-to-look': { type: 'boolean' },
      },
    }),
  );
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Unusable('Name the backup to restore.');
  return {
    file,
    keyFile: values['key-file'],
    checkpoints: values.checkpoint ?? [],
    unprovedLog: values['unproved-log'] ?? false,
    onlyToLook: values['only-to-look'] ?? false,
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Unusable(error instanceof Error ? error.message : String(error));
  }
}
