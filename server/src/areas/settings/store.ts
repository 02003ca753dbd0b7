import { FEATURE_FLAGS, featureFlag, OWN_FEATURE_FLAGS, type FeatureFlag } from '@signet/contract/feature-flags';
import { fieldProblem, notFound } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

type Row = {
  name: string;
  key: string;
  enabled: boolean;
  account_name: string | null;
  person_name: string | null;
  user_name: string | null;
  total: number;
};
export type FlagSetting = {
  name: FeatureFlag;
  default: boolean;
  platform: boolean | null;
  accounts: { account_id: string; account_name: string; enabled: boolean }[];
  accounts_total: number;
  people: { user_id: string; name: string; user_name: string; enabled: boolean }[];
  people_total: number;
};

/** The most accounts, and people, that are listed for one flag; whoever switches it for more has a better way. */
const MOST = 200;

/** Every flag with what switches it. For system scope: the endpoint admits nobody else. */
export async function flagSettings(db: Db): Promise<FlagSetting[]> {
  // Nothing but ids is switched for; those of whoever is deleted are listed nowhere.
  const { rows } = await sql<Row>`
    with switched as (
      select f.name, f.key, f.enabled, a.name as account_name, u.name as person_name, u.user_name,
        case when f.key = '' then 0 when a.id is not null then 1 else 2 end as kind
      from (select *, nullif(key, '')::uuid as id from feature_flag) f
      left join account a on a.id = f.id and a.deleted_at is null
      left join app_user u on u.id = f.id and u.deleted_at is null
      where f.key = '' or a.id is not null or u.id is not null)
    select * from (
      select *, count(*) over (partition by name, kind)::int as total, row_number() over (partition by name, kind
          order by coalesce(account_name, person_name) collate "und-x-icu", key)::int as place
      from switched) placed
    where place <= ${MOST} order by place`.execute(db);
  return OWN_FEATURE_FLAGS.map((name) => {
    const rowsOfFlag = rows.filter((row) => featureFlag(row.name) === name);
    const accounts = rowsOfFlag.flatMap(({ key, account_name, enabled, total }) =>
      account_name === null ? [] : [{ account_id: key, account_name, enabled, total }],
    );
    const people = rowsOfFlag.flatMap(({ key, person_name, user_name, enabled, total }) =>
      person_name === null ? [] : [{ user_id: key, name: person_name, user_name: user_name ?? '', enabled, total }],
    );
    return {
      name,
      default: FEATURE_FLAGS[name],
      platform: rowsOfFlag.find((row) => row.key === '')?.enabled ?? null,
      accounts: accounts.map(({ total: _, ...account }) => account),
      accounts_total: accounts[0]?.total ?? 0,
      people: people.map(({ total: _, ...person }) => person),
      people_total: people[0]?.total ?? 0,
    };
  });
}

/** For whom a flag is switched: the person, the account (also the person's first one), neither for the platform. */
type Whom = { userId: string | null; userName: string | null; accountId: string | null };

/** Whom a switch names. Throws 404 under the field that names nobody who is there. */
async function whomOf(tx: Db, input: { account_id?: string | undefined; user_id?: string | undefined }): Promise<Whom> {
  if (input.user_id !== undefined) {
    const person = await tx
      .selectFrom('app_user')
      .select(['id', 'user_name', 'primary_account_id'])
      .where('id', '=', input.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!person) throw fieldProblem('user_id', { status: 'NOT_FOUND' });
    return { userId: person.id, userName: person.user_name, accountId: person.primary_account_id };
  }
  if (input.account_id === undefined) return { userId: null, userName: null, accountId: null };
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', input.account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  return { userId: null, userName: null, accountId: account.id };
}

/**
 * Switches a flag for the platform, an account or a person, or takes the switch away. Answers what it was, and for
 * whom. Throws 404 for an unknown flag, and under `account_id` or `user_id`.
 */
export async function switchFlag(
  tx: Db,
  name: string,
  input: { enabled: boolean | null; account_id?: string | undefined; user_id?: string | undefined },
  now: Date,
): Promise<Whom & { flag: FeatureFlag; before: boolean | null }> {
  const flag = featureFlag(name);
  if (!flag) throw notFound();
  const whom = await whomOf(tx, input);
  const key = whom.userId ?? whom.accountId ?? '';
  const before = await tx
    .selectFrom('feature_flag')
    .select('enabled')
    .where('name', '=', flag)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (input.enabled === (before?.enabled ?? null)) return { ...whom, flag, before: input.enabled };
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
  return { ...whom, flag, before: before?.enabled ?? null };
}
