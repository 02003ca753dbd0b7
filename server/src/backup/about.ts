/** What a backup tells of itself, at its beginning and at its end. */
import { z } from 'zod';
import { ExportFileError, type About } from '../export/format.ts';

export const KIND = 'platform';

const header = z.object({
  /** The version of Signet that wrote it. */
  product: z.string(),
  /** The server that the rows come from. */
  postgresql: z.string(),
  encoding: z.string(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), digest: z.string() })).min(1),
  /** Tables whose rows stay behind. */
  staying: z.array(z.string()),
  /** Tells whether a platform key is the one that sealed the secrets in it; see fingerprintOf. */
  key: z.string(),
  /** The name of the audit log, and its newest signed head: the log of the backup is that long. */
  audit: z.object({ origin: z.string(), head: z.string().nullable() }),
});
export type BackupAbout = z.infer<typeof header>;

/** The `about` of a header. Throws ExportFileError when it is not that of a backup. */
export function readAbout(kind: string, about: About): BackupAbout {
  if (kind !== KIND)
    throw new ExportFileError('foreign', `This is no backup of a platform: it is an export of kind ${kind}.`);
  const read = header.safeParse(about);
  if (!read.success) throw new ExportFileError('altered', 'The file was altered: its header is not that of a backup.');
  return read.data;
}
