/** Who has a role, and who would gain or lose what by a change of it. */
import type { PermissionEffect, RoleEffects, RoleUser } from '@signet/contract/areas/roles';
import { permissionChanges, whyNotEditRole } from '@signet/contract/areas/role-rules';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf, PageQuery } from '@signet/contract/paging';
import { meansSomething } from '@signet/contract/permission-groups';
import { SCOPES, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { orderBy } from '../../db/list-order.ts';
import { listPage } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { visiblePeople } from '../../sight.ts';
import { whyNotChangeForHolders } from './holder-store.ts';
import { readRole, requireRole, visibleHolders } from './store.ts';

/** As a grant says its person's name (migration 0132). */
const BY_NAME = sql`g.name collate "und-x-icu"`;

/** One page of those in sight who have a role, in the context of an account those of the account. Throws 404. */
export async function listRoleUsers(
  viewer: Viewer,
  db: Db,
  id: string,
  { account_id, ...query }: PageQuery & { account_id?: string | undefined },
): Promise<ListOf<RoleUser>> {
  await requireRole(viewer, db, id, { account_id });
  return listPage<RoleUser, RoleUser>(db, query, {
    // Only what an index of the order has, so that a late page passes over that alone.
    from: sql`(select h.user_id, h.name from user_role h where h.role_id = ${id} and h.living
      and ${visibleHolders(viewer, { account_id }, 'h', 'h.user_id')}) g`,
    derived: 'g',
    where: sql<boolean>`true`,
    order: orderBy(query.sort.length > 0 ? query.sort : ['name:asc'], { name: BY_NAME }, sql`g.user_id`),
    columns: sql`u.id, u.name, u.user_name, u.access_scope, u.service_user, u.active, a.name as account_name`,
    joins: sql`join app_user u on u.id = g.user_id left join account a on a.id = u.primary_account_id`,
    id: sql`g.user_id`,
    row: (row) => row,
  });
}

type Change = { permission: Permission; effect: PermissionEffect['effect'] };
type Named = { id: string; name: string; service_user: boolean };
type EffectRow = Change & {
  changed: number;
  unchanged: number;
  changed_people: Named[];
  unchanged_people: Named[];
  own: boolean;
};

/**
 * Who would gain and lose which permission, were these the role's: everybody who has it counts, with their other roles
 * in mind and cut to their scopes; named are those in sight. Throws 404 and the reason why it may not be edited.
 */
export async function roleEffects(
  viewer: Viewer,
  db: Db,
  id: string,
  permissions: readonly Permission[],
): Promise<RoleEffects> {
  const role = await readRole(viewer, db, id);
  refuse(whyNotEditRole(viewer, role));
  const { added, removed } = permissionChanges(role.permissions, permissions);
  const changes: Change[] = [
    ...added.map((permission) => ({ permission, effect: 'gain' as const })),
    ...removed.map((permission) => ({ permission, effect: 'lose' as const })),
  ];
  const { rows } = await sql<{ holders: number; gaining: number; losing: number; items: EffectRow[] }>`
    with holder as materialized (
      select u.id, u.name, u.access_scope, u.service_user, ${visiblePeople(viewer, 'u')} as seen
      from user_role g join app_user u on u.id = g.user_id
      where g.role_id = ${id} and u.deleted_at is null limit ${LIMITS.roleHoldersWeighed + 1}
    ), change as materialized (
      select * from jsonb_to_recordset(${changesJson(changes)}) 
        as c(at int, permission text, effect text, scopes text[])
    ), elsewhere as materialized (
      select distinct g.user_id, c.permission
      from holder h join user_role g on g.user_id = h.id and g.role_id <> ${id}
      join role r on r.id = g.role_id and r.deleted_at is null join change c on c.permission = any(r.permissions)
    ), touched as materialized (
      select c.at, c.effect, h.*, e.user_id is not null as has_it
      from change c join holder h on h.access_scope = any(c.scopes)
      left join elsewhere e on e.user_id = h.id and e.permission = c.permission
    )
    select (select count(*)::int from holder) as holders,
      (select count(distinct id)::int from touched where effect = 'gain' and not has_it) as gaining,
      (select count(distinct id)::int from touched where effect = 'lose' and not has_it) as losing,
      (select coalesce(json_agg(json_build_object('permission', c.permission, 'effect', c.effect,
        'changed', (select count(*) from touched t where t.at = c.at and not has_it),
        'unchanged', (select count(*) from touched t where t.at = c.at and has_it),
        'changed_people', ${firstOf(sql<boolean>`not has_it`)},
        'unchanged_people', ${firstOf(sql<boolean>`has_it`)},
        'own', exists (select from touched t where t.at = c.at and not has_it and t.id = ${viewer.userId})
        ) order by c.at), '[]') from change c) as items`.execute(db);
  const [{ holders, gaining, losing, items } = { holders: 0, gaining: 0, losing: 0, items: [] }] = rows;
  return {
    holders: Math.min(holders, LIMITS.roleHoldersWeighed),
    exact: holders <= LIMITS.roleHoldersWeighed,
    gaining,
    losing,
    why_not: await whyNotChangeForHolders(viewer, db, role, permissions),
    items: items.map(({ changed, unchanged, changed_people, unchanged_people, ...item }) => ({
      ...item,
      changed: { total: changed, people: changed_people },
      unchanged: { total: unchanged, people: unchanged_people },
    })),
  };
}

/** The changes with the scopes in which each means something. */
const changesJson = (changes: readonly Change[]): RawBuilder<string> => {
  const json = JSON.stringify(
    changes.map((change, at) => ({
      at,
      ...change,
      scopes: SCOPES.filter((scope) => meansSomething(change.permission, scope)),
    })),
  );
  return sql<string>`${json}::jsonb`;
};

/** The first in sight, by name, of those whom a change touches so. */
const firstOf = (how: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'service_user', f.service_user)
    order by f.name collate "und-x-icu", f.id), '[]')
  from (select t.id, t.name, t.service_user from touched t where t.at = c.at and t.seen and ${how}
    order by t.name collate "und-x-icu", t.id limit ${LIMITS.roleHoldersNamed}) f)`;
