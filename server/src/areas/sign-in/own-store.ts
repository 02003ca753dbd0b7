/** What the signed-in person asks about themselves: who they are, and where else they are signed in. */
import { storedDateTime } from '@signet/contract/dates';
import type { SessionViewer, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** The signed-in person in short. */
export async function ownRecord(viewer: Viewer, db: Db) {
  return db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'first_name', 'last_name', 'email', 'access_scope'])
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
}

/** More than this is no list for a person. */
const OWN_SESSIONS_MOST = 200;

/** The viewer's living sessions, the last used first. */
export async function listOwnSessions(viewer: SessionViewer, db: Db, now: Date) {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    last_used_at: Date;
    ip: string;
    user_agent: string;
    total: number;
  }>`
    select id, created_at, last_used_at, ip, user_agent, (count(*) over ())::int as total from session
    where user_id = ${viewer.userId} and ended_at is null and expires_at > ${now}
    order by last_used_at desc, id desc limit ${OWN_SESSIONS_MOST}`.execute(db);
  const items = rows.map(({ id, created_at, last_used_at, ip, user_agent }) => ({
    id,
    current: id === viewer.via.sessionId,
    created_at: storedDateTime(created_at),
    last_used_at: storedDateTime(last_used_at),
    ip,
    user_agent,
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
