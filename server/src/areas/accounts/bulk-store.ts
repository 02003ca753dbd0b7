/** What bulk acts ask of many accounts. */
import type { ACCOUNT, ACCOUNT_FILTERS } from '@signet/contract/areas/account-record';
import { payloadDate } from '@signet/contract/dates';
import type { FilterValues } from '@signet/contract/filter';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { EffectsOf, Selection } from '../../bulk/act.ts';
import type { Selected } from '../../db/columns.ts';
import { peopleOfNoOtherThan, revokedWith } from '../../db/deletion.ts';
import { LONG_STATEMENT, type Db } from '../../db/open.ts';
import { peopleLeaving } from '../../people/leaving-store.ts';
import { strandedWithout } from '../../sign-in/sessions/session-store.ts';
import { accountList } from './store.ts';

const COLUMNS = [
  'id',
  'name',
  'version',
  'type',
  'partner_account_id',
  'system_account',
  'federated_account_id',
  'locale',
  'service_from',
  'service_to',
] as const;
/** What the rules of bulk acts need of an account; `switched_on` is the switch alone. */
export type AccountTarget = Selected<typeof ACCOUNT, (typeof COLUMNS)[number]> & {
  switched_on: boolean;
  customers: number;
};

/** The chosen accounts as the list would show them, by name, at most `most`. */
export async function accountTargets(
  viewer: Viewer,
  db: Db,
  { ids, filters = {} }: Selection<FilterValues<typeof ACCOUNT_FILTERS>>,
  most: number,
  now: Date,
): Promise<AccountTarget[]> {
  const { from, where, order } = accountList(viewer, { ...filters, sort: [], id: ids && [...ids] }, now);
  const { rows } = await sql<AccountTarget>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(`a.${name}`)))}, a.active as switched_on,
      case when a.type = 'partner' then (
        select count(*)::int from account c where c.partner_account_id = a.id and c.deleted_at is null)
      else 0 end as customers
    from ${from} where ${where} order by ${order} limit ${most}`.execute(db);
  return rows;
}

const TARGETS = sql`(select target_id from target)`;

/** Whom it touches when accounts are switched off. */
export const effectsOnAccounts: EffectsOf = (targets, db, now) => countEffects(targets, db, now, sql``);

/** Whom it touches when they are given to another partner, and who leaves an account with it. */
export const effectsOfReassignment: EffectsOf = (targets, db, now) =>
  countEffects(targets, db, now, sql`, ${peopleLeaving(TARGETS)} as people_leaving`);

/** Whom it touches when they are deleted, and how many certificates are revoked then. */
export const effectsOfDeletion: EffectsOf = (targets, db, now) =>
  countEffects(targets, db, now, sql`, ${revokedWith(TARGETS, sql`(select id from of_no_other)`)} as certificates`);

async function countEffects(
  targets: RawBuilder<unknown>,
  db: Db,
  now: Date,
  more: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  // What belongs to very large ones may be counted as long as the act itself may take.
  await LONG_STATEMENT.execute(db);
  const { rows } = await sql<Record<string, number>>`
    with target as materialized (${targets}),
    people as materialized (
      select distinct u.id from user_account m join app_user u on u.id = m.user_id
      where m.account_id in ${TARGETS} and u.deleted_at is null),
    of_no_other as materialized (
      select u.id from app_user u where u.id in (select id from people) and ${peopleOfNoOtherThan(TARGETS)})
    select (select count(*)::int from people) as people,
      (select count(*)::int from of_no_other) as people_of_no_other,
      (select count(*)::int from session s join app_user u on u.id = s.user_id
        where u.id in (select id from people) and s.ended_at is null and s.expires_at > ${now}
          and ${strandedWithout(TARGETS, payloadDate(now))}) as sessions,
      (select count(*)::int from organization o where o.account_id in ${TARGETS}) as organizations,
      (select count(*)::int from account a
        where a.id in ${TARGETS} and a.type = 'partner') as partners,
      (select count(*)::int from account c where c.partner_account_id in ${TARGETS}
        and c.deleted_at is null) as customers${more}`.execute(db);
  return rows[0] ?? {};
}
