import type { EndingToken } from '@signet/contract/areas/api-tokens';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { administers, makerGone } from '../../sign-in/credential-people-store.ts';
import { isOwn, visibleOwners } from '../../sight.ts';

/**
 * The tokens that a viewer should look after soon: the own, and of service users those that the viewer made, or whose
 * maker is gone from an account that the viewer administers, where they end within days. The soonest first, a handful
 * at most.
 */
export async function listEndingTokens(
  viewer: Viewer,
  db: Db,
  now: Date,
): Promise<{ items: EndingToken[]; total: number }> {
  const today = payloadDate(now);
  const { rows } = await sql<EndingToken & { total: number }>`
    select t.id, t.user_id, t.name, t.end_date, u.name as owner_name, u.service_user,
      (count(*) over ())::int as total
    from api_token t join app_user u on u.id = t.user_id
    where t.enabled and u.active and ${visibleOwners(viewer)}
      and t.end_date between ${today}::date and ${today}::date + ${LIMITS.tokenNoticeDays}::int
      and (${isOwn(viewer, sql`t.user_id`)} or (u.service_user and (t.created_by = ${viewer.userId}
        or ${makerGone(sql`t.created_by`)} and ${administers(sql`${viewer.userId}`, sql`u.primary_account_id`)})))
    order by t.end_date, t.id limit ${LIMITS.tokenNotices}`.execute(db);
  const items = rows.map(({ total: _, ...token }) => token);
  return { items, total: rows[0]?.total ?? 0 };
}
