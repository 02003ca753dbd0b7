import type pg from 'pg';
import type { TableEnd } from '../export/format.ts';
import { writeWholeFile } from '../export/whole-file.ts';
import { openExport, type Sink, type Written } from '../export/writer.ts';
import { KIND, type BackupAbout } from './about.ts';
import { inSnapshot, type Snapshot } from './dump-store.ts';
import { fingerprintOf, proofOf } from './key.ts';
import type { Progress } from './progress.ts';
import { STAYING } from './tables.ts';

export type Writing = {
  /** The platform key, which proves who wrote the file. */
  key: Uint8Array;
  /** The version of Signet. */
  product: string;
  /** The name of the audit log. */
  origin: string;
  progress: Progress;
  /** Ends it: nothing is left of the file then. */
  signal?: AbortSignal;
};

/** What was written: of which moment, how much, and what of each table. */
export type Backup = { at: string; sha256: string; written: Written; tables: Omit<TableEnd, 'frame'>[] };

/** Writes a platform to a new file, as it is in one snapshot. See docs/backup-format.md. */
export async function writeBackup(client: pg.PoolClient, file: string, writing: Writing): Promise<Backup> {
  return writeWholeFile(file, (sink) =>
    inSnapshot(client, (snapshot) =>
      writeSnapshot(snapshot, writing, async (bytes) => {
        writing.signal?.throwIfAborted();
        await sink(bytes);
      }),
    ),
  );
}

async function writeSnapshot(snapshot: Snapshot, writing: Writing, sink: Sink): Promise<Backup> {
  const { server, migrations, head, tables } = snapshot;
  const { key, product, origin, progress } = writing;
  const about: BackupAbout = {
    product,
    postgresql: server.version,
    encoding: server.encoding,
    migrations,
    staying: [...STAYING],
    key: fingerprintOf(key),
    audit: { origin, head },
  };
  const header = { kind: KIND, created_at: server.at, about };
  const writer = await openExport(sink, header, (sha256) => proofOf(key, sha256));
  const ends: Backup['tables'] = [];
  for (const table of tables) {
    ends.push(await writer.table(table, watched(snapshot.rows(table), table.name)));
    // Where a table is short, nothing was told while it was written.
    tell(table.name);
  }
  const sha256 = await writer.end({});
  progress.done();
  return { at: server.at, sha256, written: writer.written(), tables: ends };

  function tell(table: string): void {
    const { rows, bytes } = writer.written();
    progress.at(table, rows, bytes);
  }
  async function* watched(rows: AsyncIterable<Buffer>, table: string): AsyncGenerator<Buffer> {
    for await (const piece of rows) {
      tell(table);
      yield piece;
    }
  }
}
