/** Which roles somebody has, and giving them. */
import type { HeldRole } from '@signet/contract/areas/people';
import { whyNotGive } from '@signet/contract/areas/person-rules';
import { fieldProblem, refuseField, type Reason } from '@signet/contract/problem';
import { isPermission, permissionsInScope, type Permission, type Scope, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { visibleRoles } from '../sight.ts';

/** SQL for the roles of user `u` that the viewer sees, by application and name. */
export const seenRoles = (viewer: Viewer): RawBuilder<HeldRole[]> => sql<HeldRole[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'app_code', r.app_code, 'name', r.name,
    'archived', r.archived_at is not null) order by r.app_code, lower(r.name), r.id), '[]')
  from user_role g join role r on r.id = g.role_id where g.user_id = u.id and ${visibleRoles(viewer)})`;

/** The filter of lists of people by a role: user `u` has it, and the viewer sees it; the latter is asked once. */
export const hasRole = (viewer: Viewer, roleId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from user_role g where g.user_id = u.id and g.role_id = ${roleId})
  and exists (select from role named where named.id = ${roleId} and ${visibleRoles(viewer, 'named')}))`;

/** Whom roles are given to, as they will be: scope and accounts of after the change. */
export type RoleHolder = { id: string; access_scope: Scope; account_ids: readonly string[] };
/** A role as the audit log names it. */
export type NamedRole = { id: string; name: string; app_code: string };

/** What is asked of a role before somebody gets it. */
export type GivenRole = { id: string; permissions: string[]; archived: boolean; account_id: string | null };
type Row = NamedRole & GivenRole & { held: boolean; seen: boolean };

/**
 * Why somebody who has no role yet can't be given these; null where they can. `seen`: of the roles that are asked for,
 * those that the viewer sees.
 */
export function whyNotRoles(
  viewer: Viewer,
  holder: Omit<RoleHolder, 'id'>,
  roleIds: readonly string[],
  seen: ReadonlyMap<string, GivenRole>,
): Reason | null {
  const roles = roleIds.flatMap((id) => seen.get(id) ?? []);
  if (roles.length < roleIds.length) return { status: 'NOT_FOUND' };
  if (!roles.every((role) => isGivable(role, holder))) return { status: 'ROLE_NOT_ASSIGNABLE' };
  return whyNotGive(viewer, permissionsOf(roles), holder.access_scope);
}

/** Of these roles, those that the viewer sees, by their ids. */
export async function givenRoles(viewer: Viewer, db: Db, ids: readonly string[]): Promise<Map<string, GivenRole>> {
  const { rows } = await sql<GivenRole>`
    select r.id, r.permissions, r.archived_at is not null as archived, r.account_id from role r
    where r.id = any(${[...ids]}::uuid[]) and r.deleted_at is null and ${visibleRoles(viewer)}`.execute(db);
  return new Map(rows.map((role) => [role.id, role]));
}

/**
 * Which roles somebody will have who is asked to have these: they, and what another account gave to somebody who
 * belongs there too, which is not this viewer's to take away. What an account made for itself goes with it. `field` is
 * where the ids stand in the request. Throws under it 404 for a role that the viewer does not see, ROLE_NOT_ASSIGNABLE
 * for one that is archived or another account's, and ABOVE_OWN_RIGHTS where all the roles together come to more, in the
 * person's scope, than the viewer may do.
 */
async function planRoles(
  viewer: Viewer,
  tx: Db,
  holder: RoleHolder,
  roleIds: readonly string[],
  field: string,
): Promise<{ held: Row[]; after: Row[] }> {
  const asked = [...new Set(roleIds)];
  const { rows } = await sql<Row>`
    select r.id, r.name, r.app_code, r.permissions, r.archived_at is not null as archived, r.account_id,
      g.user_id is not null as held, ${visibleRoles(viewer)} as seen
    from role r left join user_role g on g.role_id = r.id and g.user_id = ${holder.id}
    where r.deleted_at is null
      and (g.user_id is not null or (r.id = any(${asked}::uuid[]) and ${visibleRoles(viewer)}))
    order by r.app_code, lower(r.name), r.id for share of r`.execute(tx);
  const wanted = rows.filter(({ id }) => asked.includes(id));
  if (wanted.length < asked.length) throw fieldProblem(field, { status: 'NOT_FOUND' });
  if (!wanted.every((role) => isAssignable(role, holder))) throw fieldProblem(field, { status: 'ROLE_NOT_ASSIGNABLE' });
  const after = rows.filter(
    (role) => isOfPlace(role, holder) && (asked.includes(role.id) || (role.held && !role.seen)),
  );
  refuseField(field, whyNotGive(viewer, permissionsOf(after), holder.access_scope));
  return { held: rows.filter(({ held }) => held), after };
}

/**
 * Gives somebody these roles and takes all others that the viewer sees away. The caller holds the person's lock and has
 * asked `requireGovern`. Throws as `planRoles` does.
 */
export async function setRoles(
  viewer: Viewer,
  tx: Db,
  holder: RoleHolder,
  roleIds: readonly string[],
  field = 'role_ids',
): Promise<{ before: NamedRole[]; after: NamedRole[] }> {
  const { held, after } = await planRoles(viewer, tx, holder, roleIds, field);
  const gone = held.filter((role) => !after.includes(role)).map(({ id }) => id);
  const given = after.filter((role) => !held.includes(role)).map(({ id }) => id);
  if (gone.length > 0)
    await sql`delete from user_role where user_id = ${holder.id} and role_id = any(${gone}::uuid[])`.execute(tx);
  if (given.length > 0)
    await sql`insert into user_role (user_id, role_id) select ${holder.id}, unnest(${given}::uuid[])`.execute(tx);
  return { before: held.map(named), after: after.map(named) };
}

/** What somebody could do with these roles, in its scope. Throws as `setRoles` does; nothing is changed. */
export async function permissionsWith(
  viewer: Viewer,
  tx: Db,
  holder: RoleHolder,
  roleIds: readonly string[],
): Promise<Permission[]> {
  const { after } = await planRoles(viewer, tx, holder, roleIds, 'role_ids');
  return permissionsInScope(permissionsOf(after), holder.access_scope);
}

/** One that somebody has stays, also once it is archived (S-238), and goes without a word with its account. */
const isAssignable = ({ held, ...role }: Row, holder: RoleHolder): boolean => held || isGivable(role, holder);

/** Whether somebody of this scope and these accounts can be given it. */
export const isGivable = (
  { archived, account_id }: Pick<Row, 'archived' | 'account_id'>,
  { access_scope, account_ids }: Pick<RoleHolder, 'access_scope' | 'account_ids'>,
): boolean => !archived && isOfPlace({ account_id }, { access_scope, account_ids });

/** A custom role belongs to one of the accounts; of system scope people have those of all. */
const isOfPlace = (
  { account_id }: Pick<Row, 'account_id'>,
  { access_scope, account_ids }: Pick<RoleHolder, 'access_scope' | 'account_ids'>,
): boolean => account_id === null || access_scope === 'system' || account_ids.includes(account_id);

const permissionsOf = (roles: readonly GivenRole[]): Permission[] =>
  roles.flatMap(({ permissions }) => permissions.filter(isPermission));

const named = ({ id, name, app_code }: Row): NamedRole => ({ id, name, app_code });
