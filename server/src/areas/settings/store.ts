import { FEATURE_FLAGS, featureFlag, OWN_FEATURE_FLAGS, type FeatureFlag } from '@signet/contract/feature-flags';
import { fieldProblem, notFound } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

type Row = { name: string; key: string; enabled: boolean; account_name: string | null };
export type FlagSetting = {
  name: FeatureFlag;
  default: boolean;
  platform: boolean | null;
  accounts: { account_id: string; account_name: string; enabled: boolean }[];
  accounts_total: number;
};

/** The most accounts that are listed for one flag; whoever switches it for more has a better way. */
const ACCOUNTS_MOST = 200;

/** Every flag with what switches it. For system scope: the endpoint admits nobody else. */
export async function flagSettings(db: Db): Promise<FlagSetting[]> {
  const { rows } = await sql<Row & { total: number }>`
    select * from (
      select f.name, f.key, f.enabled, a.name as account_name,
        row_number() over (partition by f.name order by a.name collate "und-x-icu", f.key)::int as place,
        count(a.id) over (partition by f.name)::int as total
      from feature_flag f
      left join account a on f.key <> '' and a.id::text = f.key and a.deleted_at is null
      where f.key = '' or a.id is not null) switched
    where key = '' or place <= ${ACCOUNTS_MOST} order by place`.execute(db);
  return OWN_FEATURE_FLAGS.map((name) => {
    const rowsOfFlag = rows.filter((row) => featureFlag(row.name) === name);
    return {
      name,
      default: FEATURE_FLAGS[name],
      platform: rowsOfFlag.find((row) => row.key === '')?.enabled ?? null,
      accounts: rowsOfFlag
        .filter((row) => row.key !== '')
        .map(({ key, account_name, enabled }) => ({ account_id: key, account_name: account_name ?? '', enabled })),
      accounts_total: rowsOfFlag[0]?.total ?? 0,
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
  input: { enabled: boolean | null; account_id?: string | undefined },
  now: Date,
): Promise<{ flag: FeatureFlag; before: boolean | null; accountId: string | null }> {
  const flag = featureFlag(name);
  if (!flag) throw notFound();
  const accountId = input.account_id ?? null;
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
  if (input.enabled === null)
    await tx.deleteFrom('feature_flag').where('name', '=', flag).where('key', '=', key).execute();
  else {
    const enabled = input.enabled;
    await tx
      .insertInto('feature_flag')
      .values({ name: flag, key, enabled, updated_at: now })
      .onConflict((conflict) => conflict.columns(['name', 'key']).doUpdateSet({ enabled, updated_at: now }))
      .execute();
  }
  return { flag, before: before?.enabled ?? null, accountId };
}
