/** When the person of a session last proved who they are, and proving it again. */
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';

/** When the person of a session last proved who they are: when it began, or since. */
export async function lastProof(db: Db, sessionId: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`${PREPARED}
    select coalesce(proved_at, created_at) as at from session where id = ${sessionId}`.execute(db);
  return rows[0]?.at ?? new Date(0);
}

/**
 * Throws REAUTHENTICATION_REQUIRED where that is longer ago than so many minutes. A program, with token or certificate,
 * has nobody to ask.
 */
export async function requireRecentProof(db: Db, { via }: Viewer, minutes: number, now: Date): Promise<void> {
  // A client that acts for a person leaves to them what they would be asked again for.
  if (via.by === 'oauth') throw new Problem('REAUTHENTICATION_REQUIRED');
  if (via.by !== 'session') return;
  const at = await lastProof(db, via.sessionId);
  // A proof of a clock that was ahead would hold until it is there again.
  if (Math.abs(now.getTime() - at.getTime()) >= minutes * 60_000) throw new Problem('REAUTHENTICATION_REQUIRED');
}

/** Remembers that the person has just done so. */
export async function storeProof(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ proved_at: now }).where('id', '=', sessionId).execute();
}
