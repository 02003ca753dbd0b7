import { sql } from 'kysely';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import { visibleEvents } from '../../sight.ts';

/** Whether an event exists for a viewer. */
export async function eventIsVisible(viewer: Viewer, db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from audit_event e where e.id = ${id} and ${visibleEvents(viewer)}`.execute(db);
  return rows.length > 0;
}
