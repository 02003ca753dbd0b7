import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { openCheckpoint } from './checkpoint.ts';
import * as findings from './findings.ts';
import type { Finding } from './findings.ts';
import { contentHash } from './leaf.ts';
import { EMPTY_TREE, nodeHash, peakPlaces, rootOf, subtrees } from './merkle.ts';
import type { NodePlace, Tree } from './merkle.ts';
import type { NoteVerifier } from './note.ts';
import type { EventProof } from './proof-of-event.ts';
import { inclusionPath } from './proof.ts';
import { placeOf, readLog } from './read-log.ts';
import { replay } from './replay.ts';
import type { AuditEventRow } from './tables.ts';
import { findNodes, MissingNode, readNodes } from './tree-store.ts';
import type { SignedCheckpoint } from './tree-store.ts';

/**
 * Rows that are read to say what is wrong with one: more than a sequencer puts between two heads, so that only a log
 * robbed of its heads has more.
 */
const READ = 20_000;
/** Rows that are read to say where an event went that stands at another place: enough for one moved nearby. */
const FOLLOWED = 4_000;

/**
 * An event whose place a signed checkpoint covers, but which it does not prove; `proof` is null where nodes are
 * missing.
 */
export type Unproved = { row: AuditEventRow; index: number; proof: EventProof | null; signed: SignedCheckpoint };

/**
 * What is wrong with an event that is not proved: what {@link replay} says of the rows from a proved one on. The words
 * are those that a verification of the whole log has for it.
 */
export async function explain(db: Db, verifier: NoteVerifier, event: Unproved): Promise<Finding> {
  const { row, index, proof, signed } = event;
  const content = contentHash(row);
  if (proof && content && proof.leads(content, signed)) return findings.damagedHash({ ...place(event), content });
  const kept = proof?.leaf ?? row.leaf_hash;
  // The path from the kept hash verifies, and with it the tree before this place: whatever is wrong is wrong here.
  if (proof?.leads(kept, signed)) {
    const end = Math.min(signed.size, index + FOLLOWED);
    return (await replayFrom(db, verifier, proof.before, end)) ?? noPath(event);
  }
  const [before, after] = await Promise.all([
    signedHead(db, verifier, { upTo: index }),
    signedHead(db, verifier, { beyond: index }),
  ]);
  if (after && after.size - (before?.size ?? 0) <= READ) {
    const start = before ? await treeAt(db, before) : EMPTY_TREE;
    const found = start && (await replayFrom(db, verifier, start, after.size));
    if (found) return found;
  }
  return (await damagedOnPath(db, index, signed.size)) ?? noPath(event);
}

const place = ({ row, index, proof }: Unproved) => ({ index, id: row.id, leaf: proof?.leaf ?? null });
const noPath = ({ row, index, signed }: Unproved): Finding => findings.noPath(index, row.id, signed.size);

/** The verdict on the rows from a proved tree on, up to `end`; null where they are as they were signed. */
async function replayFrom(db: Db, verifier: NoteVerifier, start: Tree, end: number): Promise<Finding | null> {
  const log = replay(verifier, { start });
  for await (const entry of readLog(db, start.size, end)) {
    if ('note' in entry) log.checkpoint(entry.note, entry.size);
    else log.place(placeOf(entry));
  }
  const verdict = log.end();
  return verdict.verified ? null : verdict;
}

/** The signed head nearest to a place: the last of at most `upTo` rows, or the first that is `beyond` the place. */
async function signedHead(
  db: Db,
  verifier: NoteVerifier,
  where: { upTo: number } | { beyond: number },
): Promise<{ size: number; root: Buffer } | null> {
  const rows = await db
    .selectFrom('audit_checkpoint')
    .select(['tree_size', 'note'])
    .where('upTo' in where ? sql<boolean>`tree_size <= ${where.upTo}` : sql<boolean>`tree_size > ${where.beyond}`)
    .orderBy('tree_size', 'upTo' in where ? 'desc' : 'asc')
    .limit(10)
    .execute();
  for (const { tree_size, note } of rows) {
    const opened = openCheckpoint(note, verifier);
    if (opened.ok && opened.checkpoint.size === Number(tree_size)) return opened.checkpoint;
  }
  return null;
}

/** The stored tree at a signed head; null where it is not the one that was signed. */
async function treeAt(db: Db, head: { size: number; root: Buffer }): Promise<Tree | null> {
  const places = peakPlaces(head.size);
  const get = await readNodes(db, places);
  try {
    const tree = { size: head.size, peaks: places.map(get) };
    return rootOf(tree).equals(head.root) ? tree : null;
  } catch (error) {
    if (error instanceof MissingNode) return null;
    throw error;
  }
}

/** The lowest node on the way of a proof that is missing, or is not the hash of the two below it. */
async function damagedOnPath(db: Db, index: number, size: number): Promise<Finding | null> {
  const asked = inclusionPath(index, size)
    .flatMap(subtrees)
    .filter(({ level }) => level > 0)
    .toSorted((a, b) => a.level - b.level || a.index - b.index);
  const below = ({ level, index: at }: NodePlace): [NodePlace, NodePlace] => [
    { level: level - 1, index: at * 2 },
    { level: level - 1, index: at * 2 + 1 },
  ];
  const find = await findNodes(db, [...asked, ...asked.flatMap(below)]);
  const wrong = asked.find((node) => {
    const [left, right] = below(node).map(find);
    return left && right && find(node)?.equals(nodeHash(left, right)) !== true;
  });
  return wrong ? findings.damagedNode(wrong.level, wrong.index) : null;
}
