import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { NodePlace, TreeNode } from './merkle.ts';
import type { NoteVerifier } from './note.ts';

/** How many stored checkpoints are tried before the search ends: a heap of forgeries must keep nobody busy. */
const TRIES = 100;

/** A stored checkpoint that the log's key signed. */
export type SignedCheckpoint = Checkpoint & { note: string; at: Date };

/**
 * The newest stored checkpoint that the log's key signed; null before the first one, and where none of the newest 100
 * is one.
 */
export async function newestCheckpoint(db: Db, verifier: NoteVerifier): Promise<SignedCheckpoint | null> {
  const rows = await db
    .selectFrom('audit_checkpoint')
    .select(['tree_size', 'note', 'at'])
    .orderBy('tree_size', 'desc')
    .limit(TRIES)
    .execute();
  for (const { tree_size, note, at } of rows) {
    const opened = openCheckpoint(note, verifier);
    if (opened.ok && opened.checkpoint.size === Number(tree_size)) return { ...opened.checkpoint, note, at };
  }
  return null;
}

/**
 * Reads tree nodes in one query. The answer gives the hash of a place that was asked for, and throws
 * {@link MissingNode} for one that is not stored.
 */
export async function readNodes(db: Db, places: NodePlace[]): Promise<(place: NodePlace) => Buffer> {
  const find = await findNodes(db, places);
  return (place) => {
    const hash = find(place);
    if (!hash) throw new MissingNode(`The tree has no node ${place.index} at level ${place.level}.`);
    return hash;
  };
}

/** Reads tree nodes in one query; the answer gives null for one that is not stored. */
export async function findNodes(db: Db, places: NodePlace[]): Promise<(place: NodePlace) => Buffer | null> {
  const { rows } = await sql<{ level: number; index: string; hash: Buffer }>`
    select level, index, hash
    from unnest(
      ${places.map(({ level }) => level)}::smallint[], ${places.map(({ index }) => index)}::bigint[]
    ) as asked (level, index)
    join audit_node using (level, index)`.execute(db);
  const found = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return ({ level, index }) => found.get(`${level}/${index}`) ?? null;
}

/** A node of the tree that ought to be stored is not. */
export class MissingNode extends Error {}

/** Stores complete subtrees in one statement. */
export async function writeNodes(db: Db, nodes: TreeNode[]): Promise<void> {
  await sql`
    insert into audit_node (level, index, hash)
    select * from unnest(
      ${nodes.map(({ level }) => level)}::smallint[],
      ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => hash)}::bytea[]
    )`.execute(db);
}

/** Where the stored log ends; see {@link endOfLog}. */
export type LogEnd = { places: number; newest: { size: number; note: string } | null };

/**
 * Where the stored log ends, in one snapshot. `newest`: the newest stored checkpoint, whatever its
 * signature is worth. `places`: how many places it gives the log, no more than rows and leaves
 * fill, lest a forged size be walked through.
 */
export async function endOfLog(db: Db): Promise<LogEnd> {
  const { rows } = await sql<{ size: string; note: string | null; stored: string }>`
    with newest as (select tree_size, note from audit_checkpoint order by tree_size desc limit 1),
      size as (select coalesce((select tree_size from newest), 0) as size)
    select size, (select note from newest) as note,
      1 + greatest(
        (select max(tree_index) from audit_event), (select max(index) from audit_node where level = 0), -1
      ) as stored
    from size`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('The end of the audit log could not be read.');
  const size = Number(row.size);
  return {
    places: Math.min(size, Number(row.stored)),
    newest: row.note === null ? null : { size, note: row.note },
  };
}
