import { FEATURE_FLAGS, featureFlag, type FeatureFlag } from '@signet/contract/areas/platform';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../accounts/store.ts';

type Row = { name: string; key: string; enabled: boolean };

/**
 * Whether `key` is the viewer's to ask with: its own id, or an account it may see. Others' switches are not told;
 * for such a key the platform's state answers.
 */
const ownKey = (viewer: Viewer, key: string) =>
  sql<boolean>`(${viewer.scope === 'system' || key === viewer.userId} or exists (select from account a where a.id::text = ${key} and ${visibleAccounts(viewer)}))`;

/** Every flag's state for a key (an account or user id; empty for the platform alone): the key's row, else the platform's, else the default. */
export async function flagStates(viewer: Viewer, db: Db, key: string): Promise<Record<FeatureFlag, boolean>> {
  const { rows } = await sql<Row>`
    select name, key, enabled from feature_flag
    where key = '' or (key <> '' and key = ${key} and ${ownKey(viewer, key)})`.execute(db);
  return overlay(rows);
}

/** The defaults with the rows laid over them, the platform's first. A flag of two names has one state under both. */
function overlay(rows: readonly Row[]): Record<FeatureFlag, boolean> {
  const states: Record<FeatureFlag, boolean> = { ...FEATURE_FLAGS };
  for (const row of rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const flag = featureFlag(row.name);
    if (flag) states[flag] = row.enabled;
  }
  states['enable-account-migration'] = states.AM_enable_account_migration;
  return states;
}
