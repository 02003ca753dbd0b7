import { ACTS } from '@signet/contract/acts';
import { allows, MANAGES_PEOPLE_OF, type Access } from '@signet/contract/access';
import type { AccessCheck, AccessCheckQuery } from '@signet/contract/areas/access-check';
import { explainAccess, type PermissionStep } from '@signet/contract/areas/access-check-rules';
import { payloadDate } from '@signet/contract/dates';
import { fieldProblem } from '@signet/contract/problem';
import { permissionsInScope, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { platformSetting } from '../../db/platform-setting.ts';
import { visibleRoles } from '../../sight.ts';
import { findChecked, type FoundPerson, type Moment } from './person-store.ts';

/** How many roles are named that would give a permission, and how many tokens are asked. */
const ROLES_MOST = 3;
const TOKENS_MOST = 20;
/** What managing people takes: a role that lists what means nothing in somebody's scope is made for other people. */
const MANAGED = Object.values(MANAGES_PEOPLE_OF);
/** The setting that says since when rights are recorded; absent where they always were. Set by migration 0033. */
const RECORDED_FROM = 'access_recorded_from';

type NamedRole = AccessCheck['permissions'][number]['given_by'][number];

/**
 * The moment that a day asks for. Throws under `date` DATE_AHEAD for a day that has not come, and NOT_RECORDED for one
 * of which it was not written down what people had.
 */
async function momentOf(db: Db, date: string | undefined, now: Date): Promise<Moment> {
  const today = payloadDate(now);
  if (date === undefined || date === today) return { at: null, day: today, now };
  if (date > today) throw fieldProblem('date', { status: 'DATE_AHEAD', params: { today } });
  const at = new Date(`${date}T23:59:59.999Z`);
  const from = await platformSetting(db, RECORDED_FROM);
  if (typeof from === 'string' && new Date(from) > at)
    throw fieldProblem('date', { status: 'NOT_RECORDED', params: { date: payloadDate(new Date(from)) } });
  return { at, day: date, now };
}

/**
 * For each missing permission the roles that the viewer sees and the person could have, those with the fewest
 * permissions first; none that is made for managing people of a scope above the person's, and none at all where the
 * scope forbids it, whatever the role.
 */
async function rolesThatGive(
  viewer: Viewer,
  db: Db,
  { access_scope, accountIds }: FoundPerson,
  { scopes }: Access,
  missing: readonly Permission[],
): Promise<Map<string, NamedRole[]>> {
  const wanted = permissionsInScope(missing, access_scope);
  const found = new Map<string, NamedRole[]>();
  if (wanted.length === 0 || (scopes && !scopes.includes(access_scope))) return found;
  const meant = permissionsInScope(MANAGED, access_scope);
  const above = MANAGED.filter((name) => !meant.includes(name));
  const ofThem =
    access_scope === 'system' ? sql`true` : sql`(r.account_id is null or r.account_id = any(${accountIds}))`;
  const { rows } = await sql<NamedRole & { permission: string }>`
    select w.permission, g.id, g.app_code, g.name from unnest(${wanted}::text[]) with ordinality w(permission, place)
    cross join lateral (select r.id, r.app_code, r.name, cardinality(r.permissions) as size from role r
      where ${visibleRoles(viewer)} and r.archived_at is null and not r.permissions && ${above}::text[]
        and w.permission = any(r.permissions) and ${ofThem}
      order by size, lower(r.name), r.id limit ${ROLES_MOST}) g
    order by w.place, g.size, lower(g.name), g.id`.execute(db);
  for (const { permission, ...role } of rows) found.set(permission, [...(found.get(permission) ?? []), role]);
  return found;
}

/** The tokens of the person that work now, and whether each may do it; none where an obstacle stops them all. */
async function tokensOf(
  db: Db,
  { id, checked }: FoundPerson,
  access: Access,
  reaches: boolean,
  now: Date,
): Promise<AccessCheck['tokens']> {
  const { rows } = await sql<{ id: string; name: string; permissions: string[] | null }>`
    select t.id, t.name, t.permissions from api_token t
    where t.user_id = ${id} and t.enabled and (t.end_date is null or t.end_date >= ${payloadDate(now)}::date)
    order by lower(t.name), t.id limit ${TOKENS_MOST}`.execute(db);
  return rows.map(({ permissions: only, ...token }) => {
    const permissions = new Set([...checked.permissions].filter((name) => only === null || only.includes(name)));
    return { ...token, allowed: reaches && allows(access, { ...checked, permissions, via: { by: 'token' } }) };
  });
}

/**
 * Whether somebody can do something, and why. Throws 404 for somebody whom the viewer does not see, and under `date`
 * what is wrong with the day.
 */
export async function checkAccess(
  viewer: Viewer,
  db: Db,
  config: Config,
  { act, user_id: userId = viewer.userId, date }: AccessCheckQuery,
  now: Date,
): Promise<AccessCheck> {
  const access = ACTS.get(act);
  if (!access) throw fieldProblem('act', { status: 'INVALID_INPUT' });
  const moment = await momentOf(db, date, now);
  const person = await findChecked(viewer, db, config, userId, access, moment);
  const { allowed, obstacles, lack, permissions } = explainAccess(access, person.checked);
  const isNow = moment.at === null;
  const missing = [...(lack?.permissions ?? []), ...(lack?.anyOf ?? [])];
  const givers = isNow ? await rolesThatGive(viewer, db, person, access, missing) : new Map<string, NamedRole[]>();
  const step = ({ roles, ...one }: PermissionStep): AccessCheck['permissions'][number] => {
    const listing = person.roles.filter(({ id }) => roles.includes(id));
    const seen = listing.filter((role) => role.seen);
    return {
      ...one,
      roles: seen.map(({ id, app_code, name }) => ({ id, app_code, name })),
      hidden_roles: listing.length - seen.length,
      given_by: givers.get(one.name) ?? [],
    };
  };
  return {
    act,
    date: isNow ? null : moment.day,
    allowed,
    person: {
      id: person.id,
      name: person.name,
      service_user: person.service_user,
      access_scope: person.access_scope,
    },
    obstacles,
    scopes: access.scopes ? [...access.scopes] : null,
    permissions: permissions.map(step),
    feature: access.feature ? { name: access.feature, on: !lack?.feature } : null,
    in_session_only: access.via !== undefined && !access.via.some((via) => via === 'token'),
    tokens: isNow ? await tokensOf(db, person, access, obstacles.length === 0, now) : [],
  };
}
