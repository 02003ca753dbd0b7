/** Whose something new is. */
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { requireConfirmed } from '../db/unconfirmed.ts';
import { visibleAccounts } from '../sight.ts';

/**
 * The account that something new goes to: the one named, else in system scope null, which is the platform as a whole,
 * else the viewer's own. The account stays until the transaction ends. What is made so is archived at most: throws
 * MIGRATION_UNCONFIRMED under `account_id` for one that could be undone, and 404.
 */
export async function ownerFor(viewer: Viewer, tx: Db, named: string | undefined): Promise<string | null> {
  const accountId = named ?? (viewer.scope === 'system' ? null : viewer.primaryAccountId);
  if (accountId === null) {
    if (viewer.scope !== 'system') throw new Problem('OF_THE_PLATFORM');
    return null;
  }
  const id = await heldAccount(viewer, tx, accountId);
  await requireConfirmed(tx, id, 'account_id');
  return id;
}

/**
 * The account that something new belongs to, where everything of its kind belongs to one: the one named, else the
 * viewer's own. It stays until the transaction ends. Throws 404 under `account_id`, and REQUIRED where there is none.
 */
export async function accountFor(viewer: Viewer, tx: Db, named: string | undefined): Promise<string> {
  const accountId = named ?? viewer.primaryAccountId;
  if (accountId === null) throw fieldProblem('account_id', { status: 'REQUIRED' });
  return heldAccount(viewer, tx, accountId);
}

async function heldAccount(viewer: Viewer, tx: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select a.id from account a
    where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)} for share`.execute(tx);
  if (!rows[0]) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  return rows[0].id;
}

/** Throws 404 for an account that the viewer may not see. */
export async function requireAccount(viewer: Viewer, db: Db, accountId: string): Promise<void> {
  const { rows } = await sql`select from account a
    where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  if (rows.length === 0) throw notFound();
}
