import { FEATURE_FLAGS, featureFlag, OWN_FEATURE_FLAGS, type FeatureFlag } from '@signet/contract/areas/platform';
import { fieldProblem, notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../accounts/store.ts';

type Row = { name: string; key: string; enabled: boolean };
type Layer = Omit<Row, 'key'> & { layer: number };

/**
 * Whether `key` is the viewer's to ask with: its own id, or an account it may see. Others' switches are not told;
 * for such a key the platform's state answers.
 */
const ownKey = (viewer: Viewer, key: string) =>
  sql<boolean>`(${viewer.scope === 'system' || [viewer.userId, viewer.primaryAccountId, ...viewer.accountIds].includes(key)} or exists (select from account a where a.id = ${key} and ${visibleAccounts(viewer)}))`;

/**
 * Every flag's state for a key (an account or user id; empty for the platform alone): the key's row, for a person else
 * that of the primary account, else the platform's, else the default.
 */
export async function flagStates(viewer: Viewer, db: Db, given: string): Promise<Record<FeatureFlag, boolean>> {
  const key = given.toLowerCase();
  const ofPlatform = sql<Layer>`select name, enabled, 0 as layer from feature_flag where key = ''`;
  // Nothing but ids is switched for.
  if (!validate(key)) return overlay((await ofPlatform.execute(db)).rows);
  const { rows } = await sql<Layer>`
    ${ofPlatform}
    union all
    select name, enabled, case when key = ${key} then 2 else 1 end from feature_flag
    where key in (${key}, (select u.primary_account_id::text from app_user u where u.id = ${key})) and ${ownKey(viewer, key)}`.execute(
    db,
  );
  return overlay(rows);
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

export type FlagSetting = {
  name: FeatureFlag;
  default: boolean;
  platform: boolean | null;
  accounts: { account_id: string; account_name: string; enabled: boolean }[];
};

/** Most accounts that are told of one flag; whoever switches it for more has a better way. */
const ACCOUNTS_SHOWN = 200;

/** Every flag with what switches it. For system scope: the endpoint admits nobody else. */
export async function flagSettings(db: Db): Promise<FlagSetting[]> {
  const { rows } = await sql<Row & { account_name: string | null }>`
    select f.name, f.key, f.enabled, a.name as account_name from feature_flag f
    left join account a on f.key <> '' and a.id::text = f.key and a.deleted_at is null
    where f.key = '' or a.id is not null order by a.name collate "und-x-icu" limit ${OWN_FEATURE_FLAGS.length * ACCOUNTS_SHOWN}`.execute(
    db,
  );
  return OWN_FEATURE_FLAGS.map((name) => {
    const own = rows.filter((row) => featureFlag(row.name) === name);
    return {
      name,
      default: FEATURE_FLAGS[name],
      platform: own.find((row) => row.key === '')?.enabled ?? null,
      accounts: own
        .filter((row) => row.key !== '')
        .slice(0, ACCOUNTS_SHOWN)
        .map(({ key, account_name, enabled }) => ({ account_id: key, account_name: account_name ?? '', enabled })),
    };
  });
}

/**
 * Switches a flag for the platform or an account, or takes the switch away. Answers what it was. Throws 404 for an
 * unknown flag, and under `account_id`.
 */
export async function switchFlag(
  tx: Db,
  name: string,
  wanted: { enabled: boolean | null; account_id?: string | undefined },
  now: Date,
): Promise<{ flag: FeatureFlag; before: boolean | null; accountId: string | null }> {
  const flag = featureFlag(name);
  if (!flag) throw notFound();
  const accountId = wanted.account_id ?? null;
  if (accountId !== null) {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!account) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  }
  const key = accountId ?? '';
  const before = await tx
    .selectFrom('feature_flag')
    .select('enabled')
    .where('name', '=', flag)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (wanted.enabled === null)
    await tx.deleteFrom('feature_flag').where('name', '=', flag).where('key', '=', key).execute();
  else {
    const enabled = wanted.enabled;
    await tx
      .insertInto('feature_flag')
      .values({ name: flag, key, enabled, updated_at: now })
      .onConflict((conflict) => conflict.columns(['name', 'key']).doUpdateSet({ enabled, updated_at: now }))
      .execute();
  }
  return { flag, before: before?.enabled ?? null, accountId };
}
