import { createReadStream } from 'node:fs';
import type { End, Header, Seal, TableEnd } from '../export/format.ts';
import { readExport } from '../export/reader.ts';
import { readAbout, type BackupAbout } from './about.ts';
import type { Progress } from './progress.ts';

/** A backup that is whole and as it was written. */
export type Checked = {
  header: Header;
  about: BackupAbout;
  tables: TableEnd[];
  end: Omit<End, 'frame'>;
  seal: Seal;
};

/**
 * Reads a backup from its beginning to its end, without a database. Throws ExportFileError when it is none, of a newer
 * form, cut or altered. Who wrote it is for the caller to judge, by the proof of its seal.
 */
export async function checkBackup(file: string, progress: Progress): Promise<Checked> {
  const found: Partial<Checked> = {};
  const tables: TableEnd[] = [];
  const read = { rows: 0, bytes: 0 };
  let table = '';
  for await (const part of readExport(createReadStream(file, { highWaterMark: 256 * 1024 }))) {
    if (part.frame === 'header') {
      found.header = part;
      found.about = readAbout(part.kind, part.about);
    } else if (part.frame === 'table') table = part.name;
    else if (part.frame === 'rows') {
      read.rows += part.rows;
      read.bytes += part.data.length;
      progress.at(table, read.rows, read.bytes);
    } else if (part.frame === 'table_end') tables.push(part);
    else if (part.frame === 'end') found.end = part;
    else found.seal = part;
  }
  progress.done();
  const { header, about, end, seal } = found;
  if (!header || !about || !end || !seal) throw new Error('A backup was read without its parts.');
  return { header, about, tables, end, seal };
}
