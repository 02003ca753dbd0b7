/** What the signed-in person asks about themselves: who they are, and where else they are signed in. */
import type { SessionViewer, Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import { sessionsOf } from '../../sign-in/sessions/session-store.ts';

/** The signed-in person in short. */
export async function ownRecord(viewer: Viewer, db: Db) {
  return db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'first_name', 'last_name', 'email', 'access_scope'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
}

/** The viewer's living sessions, the last used first, and which one asks. */
export async function listOwnSessions(viewer: SessionViewer, db: Db, now: Date) {
  const { items, total } = await sessionsOf(db, viewer.userId, now);
  return { items: items.map((one) => ({ ...one, current: one.id === viewer.via.sessionId })), total };
}
