import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/open.ts';
import { canonicalJson, evidenceOf } from './leaf.ts';
import { formatVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { readLog, readPlaces } from './read-log.ts';
import type { StoredPlace } from './read-log.ts';
import { endOfLog } from './tree-store.ts';
import type { AuditEventRow } from './tables.ts';

/** What the first line of an export says that it is. */
export const EXPORT_FORMAT = 'signet-audit-log/1';

/** The first line: whose log it is. `public_key` is a verifier key (`<name>+<id>+<base64>`). */
export type ExportHeader = { format: typeof EXPORT_FORMAT; origin: string; public_key: string };

/**
 * The log in tree order as lines of canonical JSON, without line ends: the header; a line
 * `{ event, index, leaf }` for each place, `event` null where none stands, `leaf` the hash kept in
 * the tree in base64; after the last place of each checkpoint a line `{ checkpoint }` with its
 * note, the newest one last (but for a row that claims a place beyond it). Events that wait for
 * their place are not in it. The export judges
 * nothing: what is wrong in the database is wrong in it, and is found where it is verified.
 */
export async function* exportLog(db: Db, verifier: NoteVerifier): AsyncGenerator<string> {
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    origin: verifier.name,
    public_key: formatVerifierKey(verifier),
  };
  yield canonicalJson(header);
  const { places, newest, stray } = await endOfLog(db);
  for await (const entry of readLog(db, places)) {
    yield 'note' in entry ? canonicalJson({ checkpoint: entry.note }) : placeLine(entry);
  }
  if (newest && newest.size > places) yield canonicalJson({ checkpoint: newest.note });
  if (stray !== null) for (const place of await readPlaces(db, stray, stray + 1)) yield placeLine(place);
}

function placeLine({ index, leaf, row }: StoredPlace): string {
  return canonicalJson({ index, leaf: leaf?.toString('base64') ?? null, event: row && exported(row) });
}

/** The evidence of a row; of one that has no canonical JSON only the id, so that it can be named. */
function exported(row: AuditEventRow): Record<string, unknown> {
  try {
    const evidence = evidenceOf(row);
    canonicalJson(evidence);
    return evidence;
  } catch {
    return { id: row.id };
  }
}

/** Writes the export to a new file, a line each. Throws when the file exists: an export is evidence too. */
export async function writeExport(db: Db, verifier: NoteVerifier, file: string): Promise<void> {
  const endings = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) yield `${line}\n`;
  };
  await pipeline(Readable.from(endings(exportLog(db, verifier))), createWriteStream(file, { flags: 'wx' }));
}
