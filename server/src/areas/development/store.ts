import type { Scope } from '@signet/contract/viewer';
import { notFound } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { platformSetting } from '../../db/platform-setting.ts';

/** Somebody of the furnished platform, with the account the person belongs to first. */
export type DemoPerson = { user_name: string; name: string; scope: Scope; account_name: string | null };

/** Throws 404 on a platform that the demo did not furnish: its people are real, and nobody may become one of them. */
async function requireFurnished(db: Db): Promise<void> {
  if ((await platformSetting(db, 'demo')) !== true) throw notFound();
}

/** Everybody who has verified and is active, from system scope to end users. */
export async function listDemoPeople(db: Db): Promise<{ items: DemoPerson[] }> {
  await requireFurnished(db);
  const { rows } = await sql<DemoPerson>`
    select u.user_name, u.name, u.access_scope as scope,
      a.name as account_name
    from app_user u left join account a on a.id = u.primary_account_id
    where u.active and u.verified_at is not null and u.deleted_at is null and not u.service_user
    order by array_position(array['system', 'partner', 'account', 'end_user'], u.access_scope), u.user_name
    limit 50`.execute(db);
  return { items: rows };
}

/** The user id of one of them. Throws 404. */
export async function findDemoPerson(db: Db, userName: string): Promise<string> {
  await requireFurnished(db);
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('user_name', '=', userName)
    .where('active', '=', true)
    .where('service_user', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.id;
}
