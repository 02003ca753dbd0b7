/** Feature flags as they hold. Area `settings` switches them. */
import { FEATURE_FLAGS, featureFlag, type FeatureFlag } from '@signet/contract/feature-flags';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Db } from '../db/open.ts';
import { visibleAccounts } from '../sight.ts';

type Layer = { name: string; enabled: boolean; layer: number };

/**
 * Whether `key` is the viewer's to ask with: its own id, or an account it may see. Others' switches are not shown;
 * for such a key the platform's state answers.
 */
const ownKey = (viewer: Viewer, key: string) =>
  viewer.scope === 'system' || [viewer.userId, viewer.primaryAccountId, ...viewer.accountIds].includes(key)
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from account a where a.id = ${key} and ${visibleAccounts(viewer)})`;

/**
 * Every flag's state for a key (an account or user id; empty for the platform alone): the key's row, for a person else
 * that of the primary account, else the platform's, else the default.
 */
export async function flagStates(viewer: Viewer, db: Db, typedKey: string): Promise<Record<FeatureFlag, boolean>> {
  const key = typedKey.toLowerCase();
  // Whoever asks for themselves does so as who they are: an OAuth client within its own account.
  const account =
    key === viewer.userId
      ? sql`${viewer.primaryAccountId}::text`
      : sql`(select u.primary_account_id::text from app_user u where u.id = ${key})`;
  // What is switched for that person alone is not switched for the program.
  const own = key === viewer.userId && viewer.via.by === 'oauth' ? sql`null` : sql`${key}`;
  const ofPlatform = sql<Layer>`select name, enabled, 0 as layer from feature_flag where key = ''`;
  // Nothing but ids is switched for.
  if (!validate(key)) return overlay((await ofPlatform.execute(db)).rows);
  const { rows } = await sql<Layer>`
    ${ofPlatform}
    union all
    select name, enabled, case when key = ${key} then 2 else 1 end from feature_flag
    where key in (${own}, ${account})
      and ${ownKey(viewer, key)}`.execute(db);
  return overlay(rows);
}

/**
 * Every flag's state for a person whose primary account this is, as it held at an instant; `infinity` is now. As
 * {@link flagStates} has it for the person's own key.
 */
export async function flagStatesOf(
  db: Db,
  { userId, primaryAccountId }: Pick<Viewer, 'userId' | 'primaryAccountId'>,
  at: string,
): Promise<Record<FeatureFlag, boolean>> {
  const keys = ['', ...(primaryAccountId === null ? [] : [primaryAccountId]), userId];
  const { rows } = await sql<{ name: string; key: string; enabled: boolean | null }>`
    select s.name, s.key, case when p.name is null then f.enabled else p.enabled end as enabled
    from (select name, key from feature_flag where key = any(${keys})
      union select name, key from feature_flag_past where key = any(${keys})) s
    left join feature_flag f on f.name = s.name and f.key = s.key
    left join lateral (select q.name, q.enabled from feature_flag_past q
      where q.name = s.name and q.key = s.key and q.until > ${at}::timestamptz order by q.until limit 1) p on true
  `.execute(db);
  return overlay(
    rows.flatMap(({ name, key, enabled }) => (enabled === null ? [] : [{ name, enabled, layer: keys.indexOf(key) }])),
  );
}

/** The defaults with the rows laid over them, the platform's first. A flag of two names has one state under both. */
function overlay(rows: readonly Layer[]): Record<FeatureFlag, boolean> {
  const states: Record<FeatureFlag, boolean> = { ...FEATURE_FLAGS };
  for (const row of rows.toSorted((a, b) => a.layer - b.layer)) {
    const flag = featureFlag(row.name);
    if (flag) states[flag] = row.enabled;
  }
  states['enable-account-migration'] = states.AM_enable_account_migration;
  return states;
}
