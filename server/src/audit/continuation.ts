import type { Db } from '../db/open.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import * as findings from './findings.ts';
import type { Finding } from './findings.ts';
import { rangeHash, subtrees } from './merkle.ts';
import { formatVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { consistencyPath, verifyConsistency } from './proof.ts';
import { MissingNode, readNodes } from './tree-store.ts';

/**
 * What is wrong with the stored log beside a head that was kept elsewhere; null where it goes on from there, and where
 * none was kept. `newest` is the newest stored head that the log's key signed, read after `kept` was. Reads a few nodes
 * by key, and nothing where the two heads are the same.
 */
export async function contradiction(
  db: Db,
  kept: string | null,
  newest: Checkpoint | null,
  verifier: NoteVerifier,
): Promise<Finding | null> {
  if (kept === null) return null;
  const opened = openCheckpoint(kept, verifier);
  if (!opened.ok) return findings.keptUnderAnotherKey(formatVerifierKey(verifier));
  const { checkpoint } = opened;
  const size = newest?.size ?? 0;
  if (!newest || size < checkpoint.size) return findings.cutOff(size, checkpoint.size);
  if (size === checkpoint.size) return newest.root.equals(checkpoint.root) ? null : findings.rewritten(0, size);
  return (await continues(db, checkpoint, newest)) ? null : findings.rewritten(0, checkpoint.size);
}

async function continues(db: Db, first: Checkpoint, second: Checkpoint): Promise<boolean> {
  const path = consistencyPath(first.size, second.size);
  const get = await readNodes(db, path.flatMap(subtrees));
  try {
    const proof = path.map((range) => rangeHash(range, get));
    return verifyConsistency(first, second, proof);
  } catch (error) {
    if (error instanceof MissingNode) return false;
    throw error;
  }
}
