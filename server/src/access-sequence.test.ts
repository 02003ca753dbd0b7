/**
 * Changes of roles, people, scopes and accounts at random, four at a time, by people of different rights with tokens of
 * their own. After every step it is asked of the database alone whether somebody rose, fell or was lost who may not.
 */
import { permissionsInScope, isPermission, type Scope } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPeople, type SeedPerson } from '../seed/people.ts';
import { bulkActs } from './areas/bulk-acts.ts';
import { runPlan } from './bulk/run.ts';

import { insertToken } from './testing/api-token.ts';
import { startTestApp, type Answer, type TestApp } from './testing/app.ts';

const SEED = 42;
const STEPS = 90;
const AT_ONCE = 4;
const API = '/account/ui-api/v1';
const PREDEFINED = [1, 2, 3, 4, 5, 12].map((n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Numbers that follow from the seed: 0 to below. */
let state = SEED;
const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
function anyOf<T>(list: readonly T[]): T {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}
const someOf = <T>(list: readonly T[]): T[] => list.filter(() => random(3) === 0);

/** The permission that managing people of a scope takes. */
const MANAGES: Record<Scope, string> = {
  system: 'manage_system_user',
  partner: 'manage_partner_user',
  account: 'manage_account_user',
  end_user: 'manage_account_user',
};

type Person = {
  id: string;
  version: number;
  access_scope: Scope;
  /** What its roles come to in its scope; nothing once it is switched off or deleted. */
  held: string[];
  /** What they would come to if it were on. */
  latent: string[];
  deleted: boolean;
  service_user: boolean;
  account_ids: string[];
  role_ids: string[];
};
type Role = { id: string; version: number; predefined: boolean; permissions: string[]; account_id: string | null };
type World = {
  people: Map<string, Person>;
  roles: Map<string, Role>;
  accounts: Map<string, { version: number; deleted: boolean }>;
  /** Accounts that somebody administers; `platform` is one of them. */
  administered: Set<string>;
};

/** All that is, read from the tables and not through what the product makes of them. */
async function look(): Promise<World> {
  type PersonRow = Omit<Person, 'held' | 'latent'> & { open: boolean; listed: string[]; able: boolean };
  const [people, roles, accounts] = await Promise.all([
    sql<PersonRow>`select u.id, u.version, u.access_scope, u.deleted_at is not null as deleted, u.service_user,
        u.active and u.deleted_at is null as open,
        u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user as able,
        array(select distinct p from user_role g join role r on r.id = g.role_id, unnest(r.permissions) p
          where g.user_id = u.id and r.deleted_at is null) as listed,
        array(select account_id from user_account where user_id = u.id) as account_ids,
        array(select role_id from user_role where user_id = u.id) as role_ids
      from app_user u order by u.user_name`.execute(app.db),
    sql<Role>`select id, version, predefined, permissions, account_id from role order by name, app_code`.execute(
      app.db,
    ),
    sql<{ id: string; version: number; deleted: boolean }>`
      select id, version, deleted_at is not null as deleted from account order by name`.execute(app.db),
  ]);
  const administered = new Set<string>();
  const found = people.rows.map(({ open, able, listed, ...row }): Person => {
    const latent = permissionsInScope(listed.filter(isPermission), row.access_scope);
    const administers = row.access_scope !== 'end_user' && listed.includes(MANAGES[row.access_scope]);
    if (able && administers && listed.includes('manage_permission'))
      for (const id of row.access_scope === 'system' ? ['platform'] : row.account_ids) administered.add(id);
    return { ...row, latent, held: open ? latent : [] };
  });
  return {
    people: new Map(found.map((one) => [one.id, one])),
    roles: new Map(roles.rows.map((one) => [one.id, one])),
    accounts: new Map(accounts.rows.map((one) => [one.id, one])),
    administered,
  };
}

type Request = { method: 'POST' | 'PUT' | 'DELETE'; url: string; body?: unknown };
/** What somebody does: whom or which role it is about, and what of it was answered. */
type Act = Request & { target: string; bulk?: true };

const tokens = new Map<string, string>();
let made = 0;

/** Names that no other request gives. */
function names() {
  made += 1;
  const name = { first_name: 'Nils', last_name: `Berg ${made}`, user_name: `nils.${made}` };
  return { ...name, email: `nils.${made}@nordmark-lb.example`, phone: '', locale: 'en_US' };
}

/** Something that somebody might ask for, allowed or not: mostly of people who are near. */
function anyAct({ people, roles, accounts }: World, actor: Person, focus: Person | null): Act {
  const all = [...people.values()].filter(({ deleted }) => !deleted);
  const near = all.filter(
    ({ account_ids }) => actor.access_scope === 'system' || account_ids.some((id) => actor.account_ids.includes(id)),
  );
  const person = focus ?? (random(8) === 0 ? actor : anyOf(random(4) === 0 ? all : near));
  const custom = [...roles.values()].filter(({ predefined }) => !predefined);
  const own = custom.filter(
    ({ id, account_id }) => person.role_ids.includes(id) || actor.account_ids.some((one) => one === account_id),
  );
  const role = anyOf(own.length > 0 && random(4) > 0 ? own : custom);
  const account = anyOf(random(2) === 0 && person.account_ids.length > 0 ? person.account_ids : [...accounts.keys()]);
  const program = anyOf([...people.values()].filter(({ service_user }) => service_user));
  const one = `${API}/user/${person.id}`;
  const about = { target: person.id };
  const edit = (change: object): Act => ({
    ...about,
    method: 'PUT',
    url: `${one}?version=${person.version}`,
    body: { ...names(), ...change },
  });
  const roleIds = () => someOf([...PREDEFINED, role.id]);
  const scope = () => anyOf(['system', 'partner', 'account', 'account', 'end_user']);
  const plan = (act: string, input: object): Act => {
    const ids = [...new Set([person, ...someOf(near)].map(({ id }) => id))].slice(0, 4);
    return { target: person.id, bulk: true, method: 'POST', url: `${API}/user/bulk/${act}`, body: { ids, input } };
  };
  const create = (): Act => {
    const access_scope = scope();
    const place =
      access_scope === 'system'
        ? {}
        : {
            primary_account_id:
              access_scope === 'partner'
                ? anyOf(['umbra-trust', 'calder-identity'].map((name) => app.accountIds.get(name)))
                : account,
          };
    const body = { ...names(), ...place, access_scope, role_ids: random(2) === 0 ? [] : roleIds() };
    return { target: 'new', method: 'POST', url: `${API}/user`, body };
  };
  const editRole = (): Act => ({
    target: role.id,
    method: 'PUT',
    url: `${API}/role/${role.id}?version=${role.version}`,
    body: { name: `Role ${(made += 1)}`, permissions: someOf(OFFERED) },
  });
  const acts: (() => Act)[] = [
    () => edit({ role_ids: roleIds() }),
    () => edit({ role_ids: roleIds() }),
    () => edit({ access_scope: scope() }),
    () => edit({ access_scope: scope(), role_ids: [] }),
    () => edit({ primary_account_id: account, account_ids: [account] }),
    () => edit({ active: random(3) > 0 }),
    () => edit({ active: true, role_ids: [...person.role_ids, anyOf(PREDEFINED)] }),
    () => edit({}),
    create,
    create,
    ...(actor.held.includes('manage_user_role') ? [editRole, editRole, editRole] : [editRole]),
    () => ({
      target: role.id,
      method: 'PUT',
      url: `${API}/role/${role.id}/archived`,
      body: { archived: random(3) === 0 },
    }),
    () => ({
      target: account,
      method: 'PUT',
      url: `${API}/account/${account}/active`,
      body: { active: random(4) > 0 },
    }),
    () => ({
      target: program.id,
      method: 'PUT',
      url: `${API}/service-user/${program.id}/enable`,
      body: { enabled: random(2) === 0 },
    }),
    () => plan('active', { active: random(3) > 0 }),
    () => plan('role', { role_id: anyOf([...PREDEFINED, role.id]), given: random(2) === 0 }),
    () => (random(4) === 0 ? plan('delete', {}) : edit({ active: true })),
  ];
  // Whoever is deleted can’t do anything any more.
  return random(40) === 0 ? { ...about, method: 'DELETE', url: one } : anyOf(acts)();
}
const OFFERED = ['view_user', 'manage_account_user', 'manage_permission', 'view_account', 'manage_account', 'view_ca'];

async function send(actor: string, { method, url, body, bulk }: Act): Promise<Answer> {
  const headers = { 'x-api-key': tokens.get(actor) ?? '' };
  const answer = await app.request(method, url, body, headers);
  if (!bulk || answer.status !== 201) return answer;
  const started = await app.request('PUT', `${API}/bulk/${answer.body.id}/run`, undefined, headers);
  if (started.status === 200) await runPlan(app.runtime, bulkActs, answer.body.id);
  return started;
}

type Done = { actor: string; act: Act; answer: Answer };
const succeeded = ({ answer }: Done): boolean => answer.status < 300;
/** The people whom an act may have changed: themselves, by a plan some of them, by a role all who have it. */
function touches({ act }: Done, person: Person, before: World): boolean {
  if (act.bulk) return JSON.stringify(act.body).includes(person.id);
  if (act.target === 'new') return !before.people.has(person.id);
  const roleIds = [...person.role_ids, ...(before.people.get(person.id)?.role_ids ?? [])];
  return act.target === person.id || roleIds.includes(act.target);
}

/** What is wrong with what became of the world; empty where all is well. */
function wrongs(before: World, after: World, done: readonly Done[]): string[] {
  const good = done.filter(succeeded);
  // Two who wait for each other are answered like a database that is away.
  const found = done.filter(({ answer }) => answer.status >= 500).map(({ act }) => `${act.url} was not answered`);
  for (const id of before.administered)
    if (!after.administered.has(id) && after.accounts.get(id)?.deleted !== true)
      found.push(`nobody administers ${id} any more`);

  const heldBy = (id: string): string[] => [before, after].flatMap((world) => world.people.get(id)?.latent ?? []);
  /** What somebody can have given in this step: what they held, or got from somebody who did. */
  const could = (id: string): Set<string> => {
    const self = after.people.get(id);
    const givers = self ? good.filter((one) => one.actor !== id && touches(one, self, before)) : [];
    return new Set([...heldBy(id), ...givers.flatMap(({ actor }) => heldBy(actor))]);
  };
  for (const person of after.people.values()) {
    const was = before.people.get(person.id);
    const by = good.filter((one) => touches(one, person, before));
    const gained = person.held.filter((name) => !was?.held.includes(name));
    const above = gained.filter((name) => !by.some(({ actor }) => could(actor).has(name)));
    if (above.length > 0) found.push(`${person.id} rose to ${above.join(' ')}`);
    const scoped =
      person.access_scope === was?.access_scope ||
      by.some(({ actor }) => could(actor).has(MANAGES[person.access_scope]));
    if (!scoped) found.push(`${person.id} came to ${person.access_scope} scope by one who does not manage it`);
    if (!was || person.version === was.version) continue;
    if (person.version < was.version) found.push(`${person.id} went back to version ${person.version}`);
    const [only, ...others] = by;
    // Of several at once it is not known whom each of them met.
    if (!only || others.length > 0 || only.act.target !== person.id) continue;
    const missing = was.latent.filter((name) => !could(only.actor).has(name));
    if (missing.length > 0) found.push(`${person.id} was changed by one without ${missing.join(' ')}`);
    if (
      only.actor === person.id &&
      (was.held.length !== person.held.length || was.access_scope !== person.access_scope)
    )
      found.push(`${person.id} changed its own rights`);
  }
  for (const { id, permissions } of after.roles.values()) {
    const was = before.roles.get(id)?.permissions ?? [];
    const by = good.filter(({ act }) => act.target === id);
    const changes = [...permissions, ...was].filter((name) => !permissions.includes(name) || !was.includes(name));
    const above = changes.filter((name) => !by.some(({ actor }) => could(actor).has(name)));
    if (above.length > 0) found.push(`role ${id} was changed by one without ${above.join(' ')}`);
  }
  for (const [id, { version }] of [...before.roles, ...before.accounts]) {
    const now = after.roles.get(id)?.version ?? after.accounts.get(id)?.version ?? version;
    if (now < version) found.push(`${id} went back to version ${now}`);
  }
  // Of two who save the same version one is told of the other.
  const saved = good.filter(({ act }) => act.url.includes('?version=')).map(({ act }) => act.url);
  if (new Set(saved).size < saved.length) found.push('one version was saved twice');
  return found;
}

test(`whatever is asked at once, nobody rises and no account is left alone (seed ${SEED})`, async () => {
  const { db, clock, accountIds, userIds } = app;
  const roleIds = await sql<{ id: string }>`
    insert into role (id, app_code, name, permissions, created_at, account_id, predefined)
    select gen_random_uuid(), 'account_manager', name, permissions::text[], ${clock.now()}, account_id, fixed
    from (values ('Helpers', '{view_user, manage_account_user}', null, false),
      ('Role keepers', '{view_user, view_user_role, manage_user_role, manage_permission}', null, true),
      ('Keepers of the house', '{view_user, manage_account_user, manage_permission}',
        ${accountIds.get('nordmark-lb')}::uuid, false))
      as made (name, permissions, account_id, fixed)
    returning id`.execute(db);
  const someone = (userName: string, scope: Scope, account: string, ...roles: string[]): SeedPerson => ({
    first: userName,
    last: 'Noor',
    userName,
    scope,
    accounts: [account],
    roles: roles.map((role) => `account_manager/${role}`),
  });
  const more = [
    someone('eva', 'system', 'signet-platform', 'Platform administrator'),
    someone('sam', 'system', 'signet-platform', 'Support'),
    someone('lea', 'system', 'signet-platform', 'Support', 'Role keepers'),
    someone('pia', 'partner', 'umbra-trust', 'Helpers', 'Role keepers'),
    someone('ole', 'account', 'nordmark-lb', 'Account administrator'),
    someone('hal', 'account', 'nordmark-lb', 'Helpers'),
    someone('rae', 'account', 'nordmark-lb', 'Role keepers', 'Support'),
    someone('kim', 'account', 'nordmark-lb', 'Keepers of the house'),
    someone('tom', 'account', 'nordmark-lb', 'Role keepers'),
    someone('una', 'account', 'orsini-custody', 'Support', 'Auditor'),
  ];
  const others = await seedPeople(db, more, accountIds, 'no password', clock.now());
  for (const id of [...userIds.values(), ...others.values()]) tokens.set(id, (await insertToken(app, id)).text);
  expect(roleIds.rows).toHaveLength(3);

  let changed = 0;
  let world = await look();
  for (let step = 0; step < STEPS; step += 1) {
    clock.pass(61);
    // Every other time all four are about the same person, so that they meet.
    const focus = random(2) === 0 ? anyOf([...world.people.values()].filter(({ deleted }) => !deleted)) : null;
    const asked = Array.from({ length: AT_ONCE }, () => {
      // Mostly those who may do something; the others are refused.
      const actors = [...world.people.values()].filter(({ id }) => tokens.has(id));
      const actor = anyOf(random(10) === 0 ? actors : actors.filter(({ held }) => held.length > 0));
      return { actor: actor.id, act: anyAct(world, actor, focus) };
    });
    const done = await Promise.all(
      asked.map(async ({ actor, act }): Promise<Done> => ({ actor, act, answer: await send(actor, act) })),
    );
    const after = await look();
    expect(wrongs(world, after, done), `step ${step} of seed ${SEED}: ${JSON.stringify(done)}`).toEqual([]);
    changed += done.filter(succeeded).length;
    world = after;
  }
  // Else nothing has been tried.
  expect(changed).toBeGreaterThan(40);
}, 180_000);
