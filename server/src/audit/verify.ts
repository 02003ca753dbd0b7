import type { AuditDoubt, AuditVerification } from '@signet/contract/areas/audit-log';
import type { Db } from '../db/open.ts';
import { contradiction } from './continuation.ts';
import type { Checkpoint } from './checkpoint.ts';
import { writtenBy } from './event-mac.ts';
import type { EventMac } from './event-mac.ts';
import { explain } from './explain.ts';
import { wrongUnsigned, type Finding } from './findings.ts';
import { contentHash } from './leaf.ts';
import type { NoteVerifier } from './note.ts';
import { proofOf } from './proof-of-event.ts';
import type { EventProof } from './proof-of-event.ts';
import { placeOf, readWholeLog, unsignedOf } from './read-log.ts';
import { openStored, replay } from './replay.ts';
import type { Verdict } from './replay.ts';
import type { AuditEventRow } from './tables.ts';
import { newestCheckpoint } from './tree-store.ts';
import type { SignedCheckpoint } from './tree-store.ts';

/** What an event is verified with: the log's key, the platform's MAC, the head that this process keeps. */
export type Verifying = { verifier: NoteVerifier; mac: EventMac; kept: string | null };

/**
 * Whether an event is in the log as it was recorded, against the newest checkpoint whose signature verifies, or what is
 * wrong with it, in the words of {@link verifyLog}; null when there is no such event. Costs a few reads by key, however
 * long the log is; where something is wrong, at most those of the rows between two heads.
 */
export async function verifyEvent(db: Db, id: string, verifying: Verifying): Promise<AuditVerification | null> {
  const row = await db.selectFrom('audit_event').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const signed = await newestCheckpoint(db, verifying.verifier);
  const index = row.tree_index === null ? null : Number(row.tree_index);
  const doubt = ({ reason, sentence }: { reason: AuditDoubt; sentence: string }): AuditVerification => ({
    verified: false,
    reason,
    sentence,
    tree_index: index,
    tree_size: signed?.size ?? null,
  });
  if (index === null || !signed || index >= signed.size) {
    const finding =
      (index === null ? null : await wrongNewest(db, signed, verifying)) ??
      (await wrongEnd(db, signed, verifying)) ??
      wrongUnsigned(
        unsignedOf({ unsigned: row, written: writtenBy(verifying.mac, row, contentHash(row)) }),
        signed?.size ?? 0,
      );
    return doubt(finding ?? { reason: 'not-yet-sequenced', sentence: `Event ${id} waits for its place in the log.` });
  }
  const proof = await proofOf(db, index, signed.size);
  const proved = proof && provedEvent(row, proof, signed);
  if (!proved) return doubt(await explain(db, verifying.verifier, { row, index, proof, signed }));
  const finding = await wrongEnd(db, signed, verifying);
  return finding ? doubt(finding) : proved;
}

/** The proof of an event, where all that is kept of it agrees and leads to the signed head. */
function provedEvent(row: AuditEventRow, proof: EventProof, signed: SignedCheckpoint): AuditVerification | null {
  const content = contentHash(row);
  if (!content || !row.leaf_hash.equals(content) || !proof.leaf?.equals(content)) return null;
  if (!proof.leads(content, signed)) return null;
  return {
    verified: true,
    tree_index: proof.index,
    tree_size: proof.size,
    leaf_hash: content.toString('base64'),
    proof: proof.path.map((hash) => hash.toString('base64')),
    root: signed.root.toString('base64'),
    checkpoint: signed.note,
  };
}

/** What is wrong with the stored log beside the head that this process keeps; null where it goes on from there. */
async function wrongEnd(db: Db, signed: SignedCheckpoint | null, verifying: Verifying): Promise<Finding | null> {
  const finding = await contradiction(db, verifying.kept, signed, verifying.verifier);
  return finding && ((await wrongNewest(db, signed, verifying)) ?? finding);
}

/** What is wrong with the newest stored checkpoint, where it is not the newest that the log's key signed. */
async function wrongNewest(db: Db, signed: SignedCheckpoint | null, { verifier }: Verifying): Promise<Finding | null> {
  const newest = await db
    .selectFrom('audit_checkpoint')
    .select(['tree_size', 'note'])
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const size = Number(newest?.tree_size);
  if (!newest || size === signed?.size) return null;
  const head = openStored({ note: newest.note, size }, size, verifier);
  return 'reason' in head ? head : null;
}

/**
 * Recomputes the whole log and names the first row that is not what was signed. `homes` are
 * checkpoints kept elsewhere, their signatures already verified; with them a log that was cut back to an
 * older state of its own is found too. `db` is the pool, not a transaction; events may be written
 * and sequenced meanwhile.
 */
export async function verifyLog(
  db: Db,
  { verifier, mac }: Pick<Verifying, 'verifier' | 'mac'>,
  homes: readonly Checkpoint[] = [],
): Promise<Verdict> {
  const log = replay(verifier, { homes });
  for await (const entry of readWholeLog(db, mac)) {
    if ('note' in entry) log.checkpoint(entry.note, entry.size);
    else if ('unsigned' in entry) log.unsigned(unsignedOf(entry));
    else log.place(placeOf(entry));
  }
  return log.end();
}
