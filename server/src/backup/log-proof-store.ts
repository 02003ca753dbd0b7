/** What a restored audit log says, beside the checkpoints of it that were taken before. */
import { sql } from 'kysely';
import { openCheckpoint } from '../audit/checkpoint.ts';
import { exportLog } from '../audit/export.ts';
import type { EventMac } from '../audit/event-mac.ts';
import type { NoteVerifier } from '../audit/note.ts';
import { newestCheckpoint } from '../audit/tree-store.ts';
import { verifyExport } from '../audit/verify-export.ts';
import type { Db } from '../db/open.ts';

export type LogProof = {
  /** How many events are proved, or would be; 0 where none has its place yet. */
  size: number;
  /** The newest head of the log, a signed note. */
  head: string | null;
  /** How many of the checkpoints are not newer than the log; it contains them all where `finding` is null. */
  contained: number;
  /** The size of the newest checkpoint that was signed after the backup; null where there is none. */
  newer: number | null;
  /** What is wrong, in a sentence; null for nothing. */
  finding: string | null;
};

/**
 * Verifies the whole log, and that it contains the checkpoints that are not newer than it. A newer one says nothing
 * against a backup: it tells how much is lost.
 */
export async function proveLog(
  db: Db,
  { verifier, mac }: { verifier: NoteVerifier; mac: EventMac },
  checkpoints: readonly string[],
): Promise<LogProof> {
  const newest = await newestCheckpoint(db, verifier);
  const size = newest?.size ?? 0;
  const opened = checkpoints.map((note) => ({ note, opened: openCheckpoint(note, verifier) }));
  const sizeOf = ({ opened: one }: (typeof opened)[number]): number => (one.ok ? one.checkpoint.size : 0);
  const within = opened.filter((one) => sizeOf(one) <= size);
  const newer = opened.map(sizeOf).filter((one) => one > size);
  const proof = {
    size,
    head: newest?.note ?? null,
    contained: within.length,
    newer: newer.length === 0 ? null : Math.max(...newer),
  };
  // A log of which nothing has its place yet has nothing that could be proved.
  if (!newest && within.length === 0 && (await isUnsigned(db))) return { ...proof, finding: null };
  const verdict = await verifyExport(exportLog(db, { verifier, mac, kept: null }), {
    key: verifier,
    checkpoints: within.map(({ note }) => note),
  });
  return { ...proof, finding: verdict.verified ? null : verdict.sentence };
}

/** Whether nothing of the log was ever signed. */
async function isUnsigned(db: Db): Promise<boolean> {
  const { rows } = await sql<{ signed: boolean }>`
    select exists (select from audit_checkpoint) or exists (select from audit_node)
      or exists (select from audit_event where tree_index is not null) as signed`.execute(db);
  return rows[0]?.signed === false;
}
