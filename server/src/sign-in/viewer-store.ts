import { sql, type RawBuilder } from 'kysely';
import { isPermission, permissionsInScope, type Viewer } from '@signet/contract/viewer';
import { payloadDate } from '@signet/contract/dates';
import { PREPARED, type Db } from '../db/open.ts';
import { inService } from '../db/in-service.ts';

/** How a person's accounts stand on a day. `members` counts memberships, `account_ids` those in service. */
export type Standing = { primary_in_service: boolean | null; account_ids: string[]; members: number };

type Row = Standing & {
  user_name: string;
  name: string;
  access_scope: Viewer['scope'];
  primary_account_id: string | null;
  user_open: boolean;
  session_open: boolean;
  /** Names, a blank apart: a list of them takes three times as long to read. */
  permissions: string;
};

/** Why a session no longer carries anybody, or the viewer it carries. */
export type Resolved = { viewer: Viewer } | { refused: 'session' | 'account' };

/** The columns of {@link Standing} for the user `u` of a query; `today` is YYYY-MM-DD. */
export function standing(today: string): RawBuilder<unknown> {
  return sql`
    (select ${inService('a', today)} from account a where a.id = u.primary_account_id) as primary_in_service,
    array(select m.account_id from user_account m join account a on a.id = m.account_id
          where m.user_id = u.id and ${inService('a', today)} order by m.account_id) as account_ids,
    (select count(*)::int from user_account m where m.user_id = u.id) as members`;
}

/**
 * Who a session is, as the database has it now: one query on primary keys. Disabled users and ended sessions
 * are nobody; people whose accounts have all ended are refused; permissions are those of the roles held today,
 * cut to the scope.
 */
export async function findViewer(db: Db, sessionId: string, userId: string, now: Date): Promise<Resolved> {
  const today = payloadDate(now);
  const { rows } = await sql<Row>`${PREPARED}
    select u.user_name, trim(u.first_name || ' ' || u.last_name) as name, u.access_scope, u.primary_account_id,
      ${standing(today)},
      u.active and u.deleted_at is null as user_open,
      s.ended_at is null and s.expires_at > ${now} as session_open,
      array_to_string(array(select distinct p from user_role g join role r on r.id = g.role_id, unnest(r.permissions) p
            where g.user_id = u.id and r.archived_at is null), ' ') as permissions
    from session s join app_user u on u.id = s.user_id
    where s.id = ${sessionId} and u.id = ${userId}`.execute(db);
  const row = rows[0];
  if (!row || !row.user_open || !row.session_open) return { refused: 'session' };
  if (accountsEnded(row)) return { refused: 'account' };
  return {
    viewer: {
      userId,
      userName: row.user_name,
      name: row.name,
      scope: row.access_scope,
      primaryAccountId: row.primary_account_id,
      accountIds: row.account_ids,
      permissions: new Set(permissionsInScope(row.permissions.split(' ').filter(isPermission), row.access_scope)),
      sessionId,
    },
  };
}

/** True when nothing of the person's is in service: the partner's own account, or every account of the others. */
export function accountsEnded(row: Standing & { access_scope: Viewer['scope'] }): boolean {
  if (row.access_scope === 'system') return false;
  if (row.access_scope === 'partner') return row.primary_in_service !== true;
  return row.members > 0 && row.account_ids.length === 0;
}
