import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/open.ts';
import type { EventMac } from './event-mac.ts';
import { canonicalJson } from './leaf.ts';
import { formatVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { soundEvidence } from './place-line.ts';
import { readWholeLog } from './read-log.ts';
import type { StoredPlace, StoredUnsigned } from './read-log.ts';

/** What the first line of an export says that it is. The first form had events, leaves and checkpoints alone. */
export const EXPORT_FORMAT = 'signet-audit-log/2';
export const FIRST_EXPORT_FORMAT = 'signet-audit-log/1';

/**
 * The first line: whose log it is. `public_key` is a verifier key (`<name>+<id>+<base64>`); `kept` is the newest head
 * that the exporting machine keeps outside the database, a signed note, null where it keeps none.
 */
export type ExportHeader = { format: typeof EXPORT_FORMAT; origin: string; public_key: string; kept: string | null };

/** What an export is made with: the log's key, the platform's MAC, the head that is kept outside the database. */
export type Exporting = { verifier: NoteVerifier; mac: EventMac; kept: string | null };

/**
 * The log in tree order as lines of canonical JSON, without line ends; hashes are base64. The header; for each place a
 * line `{ event, index, leaf, hash?, nodes? }`, `event` null where none stands, `leaf` the hash kept in the tree,
 * `hash` the one kept with the event where it differs, `nodes` the inner nodes that the leaf completes where it does;
 * after the last place of each checkpoint a line `{ checkpoint, size }` with its note and the size it is filed under;
 * in the end a line `{ event, hash, index, refused, written }` for each event that no checkpoint covers. The export
 * judges nothing but what takes the platform key (`written`): what is wrong in the database is wrong in it, and is
 * found where it is verified.
 */
export async function* exportLog(db: Db, { verifier, mac, kept }: Exporting): AsyncGenerator<string> {
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    origin: verifier.name,
    public_key: formatVerifierKey(verifier),
    kept,
  };
  yield canonicalJson(header);
  for await (const entry of readWholeLog(db, mac)) {
    if ('note' in entry) yield canonicalJson({ checkpoint: entry.note, size: entry.size });
    else yield 'unsigned' in entry ? unsignedLine(entry) : placeLine(entry);
  }
}

function placeLine({ index, leaf, nodes, row }: StoredPlace): string {
  const isStale = row !== null && !(leaf && row.leaf_hash.equals(leaf));
  return canonicalJson({
    index,
    leaf: base64(leaf),
    event: row && soundEvidence(row),
    ...(isStale ? { hash: base64(row.leaf_hash) } : {}),
    ...(nodes.length > 0 ? { nodes: nodes.map(base64) } : {}),
  });
}

function unsignedLine({ unsigned: row, written }: StoredUnsigned): string {
  const index = row.tree_index === null ? null : Number(row.tree_index);
  const refused = row.refused_at !== null;
  return canonicalJson({ event: soundEvidence(row), hash: base64(row.leaf_hash), index, refused, written });
}

const base64 = (bytes: Buffer | null): string | null => bytes?.toString('base64') ?? null;

/** Writes the export to a new file, a line each. Throws when the file exists: an export is evidence too. */
export async function writeExport(db: Db, exporting: Exporting, file: string): Promise<void> {
  const endings = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) yield `${line}\n`;
  };
  await pipeline(
    Readable.from(endings(exportLog(db, exporting))),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
}
