import { sql } from 'kysely';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../accounts/store.ts';

/**
 * Whether an event exists for a viewer: system scope sees all, others those that concern an account
 * they may see. Deleted accounts count: their trail is kept. Events of the platform as a whole,
 * which concern no account, are for system scope alone.
 */
export async function eventIsVisible(viewer: Viewer, db: Db, id: string): Promise<boolean> {
  const concerned = sql<boolean>`exists (select from account a where a.id = e.account_id and ${visibleAccounts(viewer)})`;
  const visible = viewer.scope === 'system' ? sql<boolean>`true` : concerned;
  const { rows } = await sql`select from audit_event e where e.id = ${id} and ${visible}`.execute(db);
  return rows.length > 0;
}
