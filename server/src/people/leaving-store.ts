/**
 * Who belongs to both sides when a partner loses a customer. Rights hold in every account of a person, and neither side
 * would see all of them any more: each person stays where they belong first, and leaves the other side.
 */
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { ChangeEvent } from '../db/record.ts';
import { requireAdministrators } from './administrator-store.ts';
import { stampPeople } from './change-store.ts';
import { accountsToTell, standingsOfAll } from './standing-store.ts';

/**
 * SQL for the memberships that end when these accounts, `g` of the query, are taken from a partner: of the partner's
 * own people and those of its other customers in the account, and of the account's people with the partner's.
 */
const ending = (which: RawBuilder<boolean>, partner: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.user_id, m.account_id
  from account g join app_user u on u.primary_account_id = g.id
    join user_account h on h.account_id = g.id and h.user_id = u.id
    join user_account m on m.user_id = u.id and m.account_id <> g.id join account a on a.id = m.account_id
  where ${which} and u.deleted_at is null and a.deleted_at is null and a.owner_account_id = ${partner}
  union all
  select h.user_id, h.account_id
  from account g join user_account h on h.account_id = g.id join app_user u on u.id = h.user_id
  where ${which} and u.deleted_at is null and g.deleted_at is null
    and u.primary_account_id is distinct from g.id and u.owner_account_id = ${partner}`;

/** SQL for how many people leave an account when these are taken from their partners; a subquery in parentheses. */
export const peopleLeaving = (accounts: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(distinct user_id)::int from (
    ${ending(sql<boolean>`g.id in ${accounts}`, sql`g.partner_account_id`)}) ending)`;

/** An event of somebody who has left an account; that of the call itself is of another kind. */
export type LeavingEvent = ChangeEvent & {
  as: { action: 'UPDATE'; resource: 'USER' | 'SERVICE_USER'; result: 'success' };
};

type Leaving = { id: string; name: string; service_user: boolean; first: string | null; left: string[] };

/**
 * Ends the memberships that an account and its former partner's side have in common, with the roles that the accounts
 * made that are left. Answers what is told in each of the accounts. The caller holds the account's row. Throws
 * LAST_ADMINISTRATOR.
 */
export async function partSides(
  viewer: Viewer,
  tx: Db,
  account: { id: string; formerPartner: string },
  now: Date,
): Promise<LeavingEvent[]> {
  const memberships = ending(sql<boolean>`g.id = ${account.id}`, sql`${account.formerPartner}::uuid`);
  await sql`select from app_user where id in (select user_id from (${memberships}) ending)
    order by id for no key update`.execute(tx);
  // Read once the locks are held: accounts as whoever had them before left them.
  const { rows } = await sql<Leaving>`
    select u.id, case when u.service_user then u.name else u.user_name end as name, u.service_user,
      u.primary_account_id as first, array_agg(e.account_id order by e.account_id) as left
    from (${memberships}) e join app_user u on u.id = e.user_id group by u.id order by u.id`.execute(tx);
  const told = await leave(viewer, tx, rows, now);
  await requireAdministrators(tx);
  return told;
}

/** All at once: others wait for all these people meanwhile, and a partner may share thousands with a customer. */
async function leave(viewer: Viewer, tx: Db, people: readonly Leaving[], now: Date): Promise<LeavingEvent[]> {
  const ids = people.map(({ id }) => id);
  const before = await placesOf(tx, ids);
  const was = await standingsOfAll(tx, ids);
  const pairs = people.flatMap(({ id, left }) => left.map((account) => ({ id, account })));
  const ended = sql`unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ account }) => account)}::uuid[])
    as e (user_id, account_id)`;
  await sql`delete from user_role g using ${ended}, role r
    where g.user_id = e.user_id and r.id = g.role_id and r.account_id = e.account_id`.execute(tx);
  await sql`delete from user_account m using ${ended}
    where m.user_id = e.user_id and m.account_id = e.account_id`.execute(tx);
  await stampPeople(viewer, tx, ids, now);
  const after = await placesOf(tx, ids);
  const is = await standingsOfAll(tx, ids);
  return people.flatMap(({ id, name, service_user, first }) => {
    const as = { action: 'UPDATE', resource: service_user ? 'SERVICE_USER' : 'USER', result: 'success' } as const;
    const who = { resource_id: id, resource_name: name, account_id: first };
    const others = accountsToTell(who, { was: was(id), is: is(id), nameBefore: name });
    return [{ ...who, before: before.get(id), after: after.get(id) }, ...others].map((event) => ({ ...event, as }));
  });
}

type Place = { account_ids: string[]; roles: string[] };

/** Accounts and roles of people, as the audit log names them; by the id of the person. */
async function placesOf(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const { rows } = await sql<Place & { id: string }>`
    select u.id, array(select m.account_id from user_account m join account a on a.id = m.account_id
        where m.user_id = u.id and a.deleted_at is null order by m.account_id) as account_ids,
      array(select r.app_code || '/' || r.name from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and r.deleted_at is null
        order by r.app_code, r.name collate "und-x-icu", r.id) as roles
    from app_user u where u.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
