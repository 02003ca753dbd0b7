/** The list of roles, one that comes with the platform, and who has it. */
import type { ROLE_SORT } from '@signet/contract/areas/role-record';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import { accountsSeen, id, seenInTurn, type Person, type Plan } from '../seed/plan.ts';
import type { Api } from '../load/api.ts';
import type { Case, Memory, World } from './case.ts';
import { listCases, PERSONS, type ListSpec, type Where } from './list.ts';
import { few } from './page.ts';

const PATH = '/account/ui-api/v1/role';
/** The most of those that are counted. */
const COUNTED = LIMITS.roleUsersCounted + 1;
/** The role that most people of accounts have. */
const COMMON = `(select id from role where predefined and app_code = 'account_manager' and name = 'Support')`;
/** So many have it on a platform on which its list has a page 500. */
const MANY_USERS = 100_000;
const DEEP = 500;

const rowOf = (people: string): string => `r.id, r.app_code, r.name, r.description, r.icon, r.account_id, r.predefined,
  r.permissions, r.archived_at, r.version, a.name as account_name,
  (select count(*)::int from (select from user_role g
    where g.role_id = r.id and g.living and ${people} limit ${COUNTED}) counted) as users`;

/** The people of whom a role's are counted and listed, and the accounts whose roles are seen. */
function sight(plan: Plan, person: Person): { people: string; roles: Where } {
  if (person === 'system') return { people: 'true', roles: { sql: 'r.deleted_at is null', values: [] } };
  if (person === 'partner') {
    const own = id(plan, 'account', 1);
    const accounts = `array(select own.id from account own where own.deleted_at is null and own.owner_account_id = $1)`;
    return {
      people: `g.owner_account_id = '${own}'`,
      roles: {
        sql: `r.deleted_at is null and (r.predefined or r.account_id = any(${accounts}))`,
        values: [own],
      },
    };
  }
  const own = accountsSeen(plan, person).map((n) => id(plan, 'account', n));
  return {
    people: `g.primary_account_id in (${own.map((one) => `'${one}'`).join(', ')}) and g.owner_account_id is not null`,
    roles: { sql: 'r.deleted_at is null and (r.predefined or r.account_id = any($1::uuid[]))', values: [own] },
  };
}

/** The id of the role, which no plan knows: the platform makes it. */
async function commonRole(api: Api, world: World, memory: Memory): Promise<string> {
  const known = memory.get('role');
  if (known !== undefined) return known;
  const { items } = await api.ask<ListOf<{ id: string; name: string; app_code: string }>>(
    'GET',
    `${PATH}?predefined=true&limit=99&application_id=account_manager`,
    { token: world.tokens.system },
  );
  const found = items.find(({ name }) => name === 'Support')?.id;
  if (found === undefined) throw new Error('The platform has no role "Support".');
  memory.set('role', found);
  return found;
}

const oneCase = (plan: Plan, viewer: Person): Case => ({
  area: 'Roles',
  name: 'one that many have',
  viewer,
  async api(api, _turn, world, memory) {
    const path = `${PATH}/${await commonRole(api, world, memory)}`;
    const got = await api.ask<{ id: string; users: number }>('GET', path, { token: world.tokens[viewer] });
    return { rows: 1, fingerprint: `${got.id} ${got.users}` };
  },
  async floor(db) {
    const { people } = sight(plan, viewer);
    const [got] = await db.ask<{ id: string; users: number }>(
      `select ${rowOf(people)} from role r left join account a on a.id = r.account_id where r.id = ${COMMON}`,
    );
    return { rows: 1, fingerprint: `${got?.id} ${Math.min(got?.users ?? 0, LIMITS.roleUsersCounted)}` };
  },
});

function peopleCase(plan: Plan, viewer: Person, page: number): Case {
  const { people } = sight(plan, viewer);
  const offset = (page - 1) * LIMITS.pageLimit;
  const from = `user_role g join app_user u on u.id = g.user_id`;
  const where = `g.role_id = $1 and u.deleted_at is null and ${people}`;
  const printed = (items: readonly { id: string }[], total: number): string =>
    `${Math.min(total, LIMITS.countBound)}: ${items.map((item) => item.id).join(' ')}`;
  return {
    area: 'People of a role',
    name: `page ${page}`,
    viewer,
    async api(api, _turn, world, memory) {
      const path = `${PATH}/${await commonRole(api, world, memory)}/users`;
      const { items, total } = await api.ask<ListOf<{ id: string }>>(
        'GET',
        `${path}?limit=${LIMITS.pageLimit}&offset=${offset}`,
        { token: world.tokens[viewer] },
      );
      return { rows: items.length, fingerprint: printed(items, total) };
    },
    async floor(db, _turn, _world, memory) {
      const known = memory.get('role');
      const role = known ?? (await db.ask<{ id: string }>(`select ${COMMON} as id`))[0]?.id ?? '';
      memory.set('role', role);
      const items = await db.plan<{ id: string }>(
        `select u.id, u.name, u.user_name, u.access_scope, u.service_user, u.active, a.name as account_name
          from (select u.id from ${from} where ${where} order by u.name collate "und-x-icu", u.id
            limit ${LIMITS.pageLimit} offset ${offset}) page
          join app_user u on u.id = page.id left join account a on a.id = u.primary_account_id
          order by u.name collate "und-x-icu", u.id`,
        [role],
      );
      const [counted] = await db.plan<{ total: number }>(
        `select count(*)::int as total from (select from ${from} where ${where}
          limit ${LIMITS.countBound + 1}) counted`,
        [role],
      );
      return { rows: items.length, fingerprint: printed(items, counted?.total ?? 0) };
    },
  };
}

export function roleCases(plan: Plan): Case[] {
  const list = (person: Person): ListSpec<(typeof ROLE_SORT)[number]> => ({
    area: 'Roles',
    kind: 'role',
    path: PATH,
    from: 'role r',
    id: 'r.id',
    columns: rowOf(sight(plan, person).people),
    record: rowOf(sight(plan, person).people),
    joins: 'left join account a on a.id = r.account_id',
    order: { name: 'r.name collate "und-x-icu"', app_code: 'r.app_code' },
    sortedBy: 'name',
    unique: [],
    searched: 'r.name_folded',
    visible: (seer) => sight(plan, seer).roles,
    numbers: (seer) => seenInTurn(plan, seer, plan.roles),
  });
  return [
    // The number of those who have a role is another one to each viewer.
    ...PERSONS.flatMap((person) =>
      few(listCases(plan, list(person)), 'app_code').filter(({ viewer }) => viewer === person),
    ),
    ...(['system', 'account'] as const).map((person) => oneCase(plan, person)),
    ...PERSONS.map((person) => peopleCase(plan, person, 1)),
    ...(plan.users >= MANY_USERS ? [peopleCase(plan, 'system', DEEP)] : []),
  ];
}
