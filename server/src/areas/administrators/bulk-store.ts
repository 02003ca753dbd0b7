/** Reading people of whom many are changed at once. */
import type { ADMINISTRATOR_FILTERS } from '@signet/contract/areas/administrator-record';
import { whyNotGiveAnybody } from '@signet/contract/areas/person-rules';
import type { FilterValues } from '@signet/contract/filter';
import { fieldProblem, refuseField } from '@signet/contract/problem';
import { isPermission, type Permission, type Scope, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { EffectsOf, Selection, Target } from '../../bulk/act.ts';
import { revokedWithPeople } from '../../db/deletion.ts';
import type { Db } from '../../db/open.ts';
import { heldRoleIds, inSight } from '../../people/person-store.ts';
import { visibleRoles } from '../../sight.ts';
import { heldPermissions } from '../../sign-in/viewer-store.ts';
import { administratorList } from './store.ts';

/** What the rules of bulk acts need of a person. */
export type PersonTarget = Target & {
  access_scope: Scope;
  active: boolean;
  role_ids: string[];
  account_ids: string[];
  permissions: string[];
  in_sight: boolean;
};

/** The chosen people as the list would show them, by name, at most `most`. */
export async function administratorTargets(
  viewer: Viewer,
  db: Db,
  { ids, filters = {} }: Selection<FilterValues<typeof ADMINISTRATOR_FILTERS>>,
  most: number,
): Promise<PersonTarget[]> {
  const { from, where, order } = administratorList(viewer, { ...filters, sort: [], id: ids && [...ids] });
  const { rows } = await sql<PersonTarget>`
    select u.id, u.name, u.version, u.access_scope, u.active, ${heldPermissions} as permissions,
      ${inSight(viewer)} as in_sight, ${heldRoleIds} as role_ids,
      array(select m.account_id from user_account m where m.user_id = u.id) as account_ids
    from ${from} where ${where} order by ${order} limit ${most}`.execute(db);
  return rows;
}

const TARGETS = sql`(select target_id from target)`;

/** How many sessions end when people are switched off. */
export const effectsOnPeople: EffectsOf = (targets, db, now) => countEffects(targets, db, now, sql``);

/** How many end when people are deleted, and how many certificates are revoked then. */
export const effectsOfDeletion: EffectsOf = (targets, db, now) =>
  countEffects(targets, db, now, sql`, ${revokedWithPeople(TARGETS)} as certificates`);

async function countEffects(
  targets: RawBuilder<unknown>,
  db: Db,
  now: Date,
  more: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with target as materialized (${targets})
    select (select count(*)::int from session s
      where s.user_id in ${TARGETS} and s.ended_at is null and s.expires_at > ${now}) as sessions${more}`.execute(db);
  return rows[0] ?? {};
}

/** A role that people are given, or that is taken from them. */
export type GivenRole = { permissions: Permission[]; archived: boolean; account_id: string | null };

/** Those of these roles that the viewer sees, by id. */
export async function readGivenRoles(
  viewer: Viewer,
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GivenRole>> {
  const { rows } = await sql<{ id: string; permissions: string[]; archived: boolean; account_id: string | null }>`
    select r.id, r.permissions, r.archived_at is not null as archived, r.account_id from role r
    where r.id = any(${[...new Set(ids)]}::uuid[]) and ${visibleRoles(viewer)}`.execute(db);
  return new Map(
    rows.map(({ id, permissions, ...role }) => [id, { ...role, permissions: permissions.filter(isPermission) }]),
  );
}

/** Throws under `role_id` 404 for a role that the viewer does not see, and why the viewer may give it to nobody. */
export async function requireRole(viewer: Viewer, db: Db, id: string, given: boolean): Promise<void> {
  const role = (await readGivenRoles(viewer, db, [id])).get(id.toLowerCase());
  if (!role) throw fieldProblem('role_id', { status: 'NOT_FOUND' });
  if (!given) return;
  if (role.archived) throw fieldProblem('role_id', { status: 'ROLE_NOT_ASSIGNABLE' });
  refuseField('role_id', whyNotGiveAnybody(viewer, role.permissions));
}
