import type { AuditDoubt, AuditVerification } from '@signet/contract/areas/audit-log';
import type { Db } from '../db/open.ts';
import type { Checkpoint } from './checkpoint.ts';
import { ownHash } from './leaf.ts';
import { rangeHash, subtrees } from './merkle.ts';
import type { NoteVerifier } from './note.ts';
import { inclusionPath, verifyInclusion } from './proof.ts';
import { readLog } from './read-log.ts';
import { replay } from './replay.ts';
import type { Verdict } from './replay.ts';
import { alteredWaiting, damagedNode, horizon } from './strays.ts';
import { MissingNode, newestSigned, readNodes } from './tree-store.ts';
import type { SignedCheckpoint } from './tree-store.ts';

/** Forged checkpoints that one request looks past before it gives up. */
const TRIES = 100;

/**
 * Whether an event is in the log as it was recorded, against the newest checkpoint whose signature
 * verifies; null when there is no such event. Costs a few reads by key, however long the log is.
 */
export async function verifyEvent(db: Db, id: string, verifier: NoteVerifier): Promise<AuditVerification | null> {
  const row = await db.selectFrom('audit_event').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const signed = await newestCheckpoint(db, verifier);
  const index = row.tree_index === null ? null : Number(row.tree_index);
  const doubt = (reason: AuditDoubt): AuditVerification => ({
    verified: false,
    reason,
    tree_index: index,
    tree_size: signed?.size ?? null,
  });
  const content = ownHash(row);
  if (!content) return doubt('changed');
  if (index === null) return doubt('not-yet-sequenced');
  if (!signed || index >= signed.size) return doubt('bad-checkpoint');
  const path = await proofFor(db, index, signed.size);
  if (path && verifyInclusion(content, index, signed.size, path.proof, signed.root)) {
    return {
      verified: true,
      tree_index: index,
      tree_size: signed.size,
      leaf_hash: content.toString('base64'),
      proof: path.proof.map((hash) => hash.toString('base64')),
      root: signed.root.toString('base64'),
      checkpoint: signed.note,
    };
  }
  // The tree's own copy of the leaf tells a changed row from a damaged tree, if that copy is itself proved.
  const leafProved = path && verifyInclusion(path.leaf, index, signed.size, path.proof, signed.root);
  return doubt(leafProved ? 'changed' : 'root-mismatch');
}

/** The newest checkpoint that the log's key signed; null before the first. */
export function newestCheckpoint(db: Db, verifier: NoteVerifier): Promise<SignedCheckpoint | null> {
  return newestSigned(db, verifier, TRIES);
}

/**
 * Recomputes the whole log and names the first row that is not what was signed. `home` is a
 * checkpoint kept elsewhere, its signature already verified; with it a log that was cut back to an
 * older state of its own is found too. `db` is the pool, not a transaction; events may be written
 * and sequenced meanwhile.
 */
export async function verifyLog(db: Db, verifier: NoteVerifier, home: Checkpoint | null = null): Promise<Verdict> {
  const { size, later, beyondFinding } = await horizon(db, verifier);
  const log = replay(verifier, home);
  for await (const entry of readLog(db, size)) {
    if ('note' in entry) log.checkpoint(entry.note, entry.size);
    else
      log.place({
        index: entry.index,
        id: entry.row?.id ?? null,
        leaf: entry.leaf,
        content: entry.row && ownHash(entry.row),
      });
  }
  if (later) log.checkpoint(later.note, later.size);
  const verdict = log.end();
  if (!verdict.verified) return verdict;
  const finding = beyondFinding ?? (await alteredWaiting(db)) ?? (await damagedNode(db, size));
  return finding ? { verified: false, ...finding } : verdict;
}

async function proofFor(db: Db, index: number, size: number): Promise<{ leaf: Buffer; proof: Buffer[] } | null> {
  const ranges = inclusionPath(index, size);
  const leaf = { level: 0, index };
  const get = await readNodes(db, [leaf, ...ranges.flatMap(subtrees)]);
  try {
    return { leaf: get(leaf), proof: ranges.map((range) => rangeHash(range, get)) };
  } catch (error) {
    if (error instanceof MissingNode) return null;
    throw error;
  }
}
