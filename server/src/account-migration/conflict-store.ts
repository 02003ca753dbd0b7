/** What stands in the way of an account that comes, found without changing anything. */
import type { Conflict } from '@signet/contract/areas/migration';
import { isSettled, WAYS_OUT, type Choice, type ConflictKind } from '@signet/contract/areas/migration-rules';
import { PERMISSIONS, type Viewer } from '@signet/contract/viewer';
import { lowered } from '@signet/contract/lowered';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { StoredArrival } from './arrival-store.ts';
import { licenseConflicts } from './license-store.ts';
import { MOVED } from './moved-store.ts';
import { isSame } from './row-store.ts';

export type Choices = Readonly<Record<string, Choice>>;

/** More of one kind are not listed: whoever has so many has the wrong platform. */
const MOST = 500;

type Found = { id: string; name: string; params?: Record<string, string | number> };

/** Rows of an arrival as they came; `r` is the alias. */
export const cameTo = (arrival: Pick<StoredArrival, 'id'>, table: string): RawBuilder<boolean> =>
  sql<boolean>`r.arrival_id = ${arrival.id} and r.table_name = ${table}`;

const found = async (tx: Db, query: RawBuilder<Found>): Promise<Found[]> => (await query.execute(tx)).rows;

/** Each conflict with what was chosen for it. A name that is taken as well is no choice. */
export async function findConflicts(
  viewer: Viewer,
  tx: Db,
  arrival: StoredArrival,
  choices: Choices,
  now: Date,
): Promise<Conflict[]> {
  const of = (kind: ConflictKind, some: readonly Found[]): Conflict[] =>
    some.map(({ id, name, params = {} }) => {
      const choice = choices[`${kind}:${id}`] ?? null;
      const ways = [...WAYS_OUT[kind]];
      return {
        key: `${kind}:${id}`,
        kind,
        name,
        params,
        ways,
        suggestion: null,
        choice: isSettled(kind, choice) ? choice : null,
      };
    });
  const all = [
    ...of('here', await alreadyHere(tx, arrival)),
    ...of('identifier', await takenIdentifier(tx, arrival)),
    ...of('user_name', await takenUserNames(tx, arrival)),
    ...of('federated_id', await takenFederation(tx, arrival)),
    ...of('domain', await takenDomains(tx, arrival)),
    ...of('certificate', await takenCertificates(tx, arrival)),
    ...of('permissions', await greaterRoles(viewer, tx, arrival)),
    ...of('scopes', await greaterClients(viewer, tx, arrival)),
    ...(await licenseConflicts(tx, arrival, of, now)),
  ];
  return withSuggestions(tx, arrival, all);
}

/** Ids are for good: a row that is here means that the account, or a part of it, is here. */
async function alreadyHere(tx: Db, arrival: StoredArrival): Promise<Found[]> {
  let rows = 0;
  for (const table of MOVED) {
    const { rows: count } = await sql<{ count: number }>`select count(*)::int as count from account_arrival_row r
      where ${cameTo(arrival, table.name)} and r.state is distinct from 'arrived' and exists (
        select from ${sql.table(table.name)} t where ${isSame(table)})`.execute(tx);
    rows += count[0]?.count ?? 0;
  }
  const { account } = arrival;
  return rows === 0 || !account ? [] : [{ id: account.id, name: account.name, params: { count: rows } }];
}

const takenIdentifier = (tx: Db, arrival: StoredArrival): Promise<Found[]> =>
  found(
    tx,
    sql<Found>`select r.row_key as id, r.came->>'friendly_identifier' as name,
        json_build_object('holder', a.name) as params
      from account_arrival_row r
      join account a on lower(a.friendly_identifier) = lower(r.came->>'friendly_identifier')
      where ${cameTo(arrival, 'account')} and r.state is null and a.id::text <> r.row_key`,
  );

const takenUserNames = (tx: Db, arrival: StoredArrival): Promise<Found[]> =>
  found(
    tx,
    sql<Found>`select r.row_key as id, r.came->>'user_name' as name, '{}'::json as params
      from account_arrival_row r
      join app_user u on lower(u.user_name) = lower(r.came->>'user_name') and u.deleted_at is null
      where ${cameTo(arrival, 'app_user')} and r.state is distinct from 'arrived' and u.id::text <> r.row_key
      order by 2 limit ${MOST}`,
  );

const takenFederation = (tx: Db, arrival: StoredArrival): Promise<Found[]> =>
  found(
    tx,
    sql<Found>`select r.row_key as id, r.came->>'federated_account_id' as name,
        json_build_object('holder', a.name) as params
      from account_arrival_row r
      join account a on a.federated_account_id = r.came->>'federated_account_id' and a.deleted_at is null
      where ${cameTo(arrival, 'account')} and r.state is null and a.id::text <> r.row_key`,
  );

const takenDomains = (tx: Db, arrival: StoredArrival): Promise<Found[]> =>
  found(
    tx,
    sql<Found>`select d.name as id, d.name, json_build_object('holder', a.name) as params
      from account_arrival_row r
      join account_email_domain d on d.name = r.came->>'name' and d.verified_at is not null
      join account a on a.id = d.account_id
      where ${cameTo(arrival, 'account_email_domain')} and r.came->>'verified_at' is not null
        and r.state is distinct from 'arrived' and d.account_id <> ${arrival.account_id}::uuid
      order by 1 limit ${MOST}`,
  );

const takenCertificates = (tx: Db, arrival: StoredArrival): Promise<Found[]> =>
  found(
    tx,
    sql<Found>`select r.row_key as id, r.came->>'common_name' as name, '{}'::json as params
      from account_arrival_row r join certificate c on c.fingerprint = r.came->>'fingerprint'
      where ${cameTo(arrival, 'certificate')} and r.state is distinct from 'arrived' and c.id::text <> r.row_key
      order by 2 limit ${MOST}`,
  );

/** Nobody gives a permission that they do not hold; roles of the file and the predefined ones that it gives alike. */
const greaterRoles = (viewer: Viewer, tx: Db, arrival: StoredArrival): Promise<Found[]> => {
  const held = [...viewer.permissions];
  return found(
    tx,
    sql<Found>`select id, name, json_build_object('permissions', missing) as params from (
        select r.row_key as id, r.came->>'name' as name, (
          select string_agg(p, ', ' order by p) from unnest((r.came->>'permissions')::text[]) p
          where p <> all(${held}::text[])) as missing
        from account_arrival_row r where ${cameTo(arrival, 'role')} and r.state is distinct from 'arrived'
        union all
        select o.id::text, o.name, (select string_agg(p, ', ' order by p) from unnest(o.permissions) p
          where p <> all(${held}::text[]))
        from role o where o.predefined and o.id::text in (
          select r.came->>'role_id' from account_arrival_row r
          where ${cameTo(arrival, 'user_role')} and r.state is distinct from 'arrived')
      ) given where missing is not null order by 2 limit ${MOST}`,
  );
};

/** Nor does anybody bring a program that may do what they may not; who it is for is no permission. */
const greaterClients = (viewer: Viewer, tx: Db, arrival: StoredArrival): Promise<Found[]> => {
  const lacked = PERMISSIONS.filter((one) => !viewer.permissions.has(one));
  return found(
    tx,
    sql<Found>`select id, name, json_build_object('permissions', missing) as params from (
        select r.row_key as id, r.came->>'name' as name, (
          select string_agg(p, ', ' order by p) from unnest((r.came->>'scopes')::text[]) p
          where p = any(${lacked}::text[])) as missing
        from account_arrival_row r where ${cameTo(arrival, 'oauth_client')} and r.state is distinct from 'arrived'
      ) given where missing is not null order by 2 limit ${MOST}`,
  );
};

/** Names that are free here and in the file, and choices of names that are not taken back. */
async function withSuggestions(tx: Db, arrival: StoredArrival, conflicts: Conflict[]): Promise<Conflict[]> {
  const chosen = new Set<string>();
  const judged: Conflict[] = [];
  for (const one of conflicts) {
    if (!one.ways.includes('rename')) {
      judged.push(one);
      continue;
    }
    const { choice } = one;
    const renamed = choice?.way === 'rename' ? lowered(choice.value) : null;
    const isFree =
      renamed === null || (!chosen.has(`${one.kind}:${renamed}`) && (await isFreeName(tx, arrival, one.kind, renamed)));
    if (renamed !== null && isFree) chosen.add(`${one.kind}:${renamed}`);
    judged.push({ ...one, choice: isFree ? choice : null, suggestion: await freeName(tx, arrival, one) });
  }
  return judged;
}

const TRIES = 20;

/** The name with a number behind it. */
async function freeName(tx: Db, arrival: StoredArrival, { kind, name }: Conflict): Promise<string | null> {
  for (let n = 2; n < TRIES; n += 1) {
    const candidate = `${name.slice(0, 250)}-${n}`;
    if (await isFreeName(tx, arrival, kind, candidate)) return candidate;
  }
  return null;
}

async function isFreeName(tx: Db, arrival: StoredArrival, kind: ConflictKind, name: string): Promise<boolean> {
  const { rows } = await (
    kind === 'identifier'
      ? sql`select from account a where lower(a.friendly_identifier) = lower(${name}) limit 1`
      : sql`select from app_user u where lower(u.user_name) = lower(${name}) and u.deleted_at is null
        union all select from account_arrival_row r
        where ${cameTo(arrival, 'app_user')} and lower(r.came->>'user_name') = lower(${name}) limit 1`
  ).execute(tx);
  return rows.length === 0;
}
