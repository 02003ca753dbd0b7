import type { ListSetting, ListSettingChange } from '@signet/contract/areas/list-settings';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** More lists than the console has; of other names the newest are kept. */
const LISTS_MOST = 100;

/** The viewer's own settings by list. */
export async function readListSettings(viewer: Viewer, db: Db): Promise<Record<string, ListSetting>> {
  const rows = await db
    .selectFrom('list_setting')
    .select(['list', 'value'])
    .where('user_id', '=', viewer.userId)
    .limit(LISTS_MOST)
    .execute();
  return Object.fromEntries(rows.map(({ list, value }) => [list, value as ListSetting]));
}

/** What holds of a list until something is kept of it. */
const PLAIN: ListSetting = { filters: {}, hidden_columns: [] };

/** Keeps what the viewer has changed of a list's setting; the rest stays as it is. */
export async function saveListSetting(
  viewer: Viewer,
  tx: Db,
  list: string,
  change: ListSettingChange,
  now: Date,
): Promise<void> {
  const value = JSON.stringify({ ...PLAIN, ...change });
  const changed = JSON.stringify(change);
  await tx
    .insertInto('list_setting')
    .values({ user_id: viewer.userId, list, value, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'list'])
        .doUpdateSet({ value: sql`list_setting.value || ${changed}::jsonb`, updated_at: now }),
    )
    .execute();
  await sql`delete from list_setting where user_id = ${viewer.userId} and list in (
    select list from list_setting where user_id = ${viewer.userId}
    order by updated_at desc, list offset ${LISTS_MOST})`.execute(tx);
}
