import { GIVES_PERMISSIONS, MANAGES_PEOPLE_OF } from '@signet/contract/access';
import { permissionsInScope, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { rolesWith } from '../../sign-in/viewer-store.ts';

/** More than this is no help to somebody who looks for one person to ask. */
const GIVERS_MOST = 5;
/** Of so many who hold something the first are soon met among people by their names; fewer are asked for themselves. */
const MANY = 1_000;

export type Giver = { id: string; name: string; role: string; email: string };

type Missing = { permission?: readonly Permission[] | undefined; any_of?: readonly Permission[] | undefined };

/**
 * SQL for whether user `u` has a role that lists one of these permissions. A value, not `exists`: for that one the
 * planner reads whoever has one, very many people as a rule, where the first by their names are asked for.
 */
const listsOneOf = (names: readonly Permission[]): RawBuilder<boolean> => sql<boolean>`(
  select true from user_role h where h.user_id = u.id and h.role_id = any(${rolesWith(names)}) limit 1)`;

/** SQL for the ids of those of an account who have such a role. */
const holdersIn = (accountId: string | null, names: readonly Permission[]): RawBuilder<unknown> => sql`
  select h.user_id from user_role h
  where h.role_id = any(${rolesWith(names)}) and h.primary_account_id = ${accountId} and h.living`;

/** Of what is wanted, what fewest of an account hold, where they are few. */
async function rarest(
  db: Db,
  accountId: string | null,
  wanted: readonly (readonly Permission[])[],
): Promise<readonly Permission[] | undefined> {
  const counts = wanted.map(
    (names) => sql`(
    select count(*)::int from (${holdersIn(accountId, names)} limit ${MANY}) few)`,
  );
  const { rows } = await sql<{ held: number[] }>`select array[${sql.join(counts)}] as held`.execute(db);
  const held = rows[0]?.held ?? [];
  const least = Math.min(...held);
  return least < MANY ? wanted[held.indexOf(least)] : undefined;
}

/**
 * Whom the viewer may ask for permissions: active people who may give them, of the viewer's primary account, or of
 * system scope for a system viewer. `role` is one of the roles that let them. Nobody gives what they do not hold, so
 * they hold all of `permission` and one of `any_of`; nobody does where those mean nothing in the viewer's scope.
 */
export async function permissionGivers(
  viewer: Viewer,
  db: Db,
  { permission = [], any_of: anyOf = [] }: Missing,
): Promise<Giver[]> {
  const all = permissionsInScope(permission, viewer.scope);
  const any = permissionsInScope(anyOf, viewer.scope);
  const isNamed = permission.length + anyOf.length > 0;
  if (isNamed && (all.length < new Set(permission).size || (anyOf.length > 0 && any.length === 0))) return [];
  const wanted = [
    [GIVES_PERMISSIONS],
    ...(isNamed ? [[MANAGES_PEOPLE_OF[viewer.scope]]] : []),
    ...all.map((name) => [name]),
    ...(any.length > 0 ? [any] : []),
  ];
  const accountId = viewer.primaryAccountId;
  const rare = viewer.scope === 'system' ? undefined : await rarest(db, accountId, wanted);
  const of =
    viewer.scope === 'system'
      ? sql`u.access_scope = 'system'`
      : sql`u.primary_account_id = ${accountId} and u.access_scope in ('partner', 'account')`;
  const { rows } = await sql<Giver>`
    select u.id, u.name, (
      select min(r.name) from user_role g join role r on r.id = g.role_id
      where g.user_id = u.id and r.id = any(${rolesWith([GIVES_PERMISSIONS])})) as role, u.email
    from app_user u
    where ${of} ${rare ? sql`and u.id in (${holdersIn(accountId, rare)})` : sql``}
      and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and ${sql.join(wanted.map(listsOneOf), sql` and `)}
    order by u.name collate "und-x-icu", u.id limit ${GIVERS_MOST}`.execute(db);
  return rows;
}
