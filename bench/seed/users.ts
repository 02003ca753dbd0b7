/** Users with their memberships and roles, as rows to copy. */
import type pg from 'pg';
import { openPasswords } from '../../server/src/sign-in/passwords/hashing.ts';
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { personName, plainName, scriptOf } from './names.ts';
import { id, madeAt, ofCleo, PASSWORD, USER_NAMES, type Plan } from './plan.ts';
import { copyUnsearched, type Step } from './step.ts';
import { withoutIndexes } from './without-indexes.ts';

export type Scope = 'system' | 'partner' | 'account' | 'end_user';
export type User = {
  id: string;
  name: string;
  userName: string;
  first: string;
  last: string;
  scope: Scope;
  /** Numbers of accounts, the primary one first. */
  accounts: readonly number[];
};

/** Names of people begin where those of accounts and organizations can't reach. */
const OTHERS = 40_000_000;

/** How far a user sees, by its number. */
export function scopeOf(n: number): Scope {
  if (n % 10_000 === 7) return 'system';
  if (n % 200 === 3) return 'partner';
  return n % 10 < 3 ? 'account' : 'end_user';
}

/** The three whose calls are measured. */
function named(plan: Plan, n: number): Omit<User, 'id' | 'name'> | null {
  if (n === 0) return { userName: USER_NAMES.system, first: 'Ada', last: 'Lindqvist', scope: 'system', accounts: [0] };
  if (n === 1) return { userName: USER_NAMES.partner, first: 'Ben', last: 'Okafor', scope: 'partner', accounts: [1] };
  if (n === 2)
    return { userName: USER_NAMES.account, first: 'Cleo', last: 'Marchetti', scope: 'account', accounts: ofCleo(plan) };
  return null;
}

/** A standard account for the `n`-th user; `purpose` tells one draw from another. */
const standard = (plan: Plan, n: number, purpose: number): number =>
  plan.partners + 1 + Math.floor(draw(n, purpose) * (plan.accounts - plan.partners));

function homeOf(plan: Plan, n: number): number {
  const scope = scopeOf(n);
  if (scope === 'system') return 0;
  return scope === 'partner' ? 1 + Math.floor(draw(n, 10) * plan.partners) : standard(plan, n, 10);
}

/** The primary account of the `n`-th user, by its number: a tenth of the time of the whole person. */
export const primaryAccountOf = (plan: Plan, n: number): number => named(plan, n)?.accounts[0] ?? homeOf(plan, n);

function other(plan: Plan, n: number): Omit<User, 'id' | 'name'> {
  const scope = scopeOf(n);
  const home = homeOf(plan, n);
  const second = scope === 'account' && draw(n, 11) < 0.1 ? standard(plan, n, 12) : home;
  return {
    ...personName(OTHERS + n),
    userName: plainName(n),
    scope,
    accounts: second === home ? [home] : [home, second],
  };
}

/**
 * The `n`-th user. A third of a hundred thousandth sees the platform, one in two hundred is a partner's, three in ten
 * an account's, the rest are end users.
 */
export function userOf(plan: Plan, n: number): User {
  const user = named(plan, n) ?? other(plan, n);
  return { ...user, id: id(plan, 'user', n), name: `${user.first} ${user.last}` };
}

function* users(plan: Plan): Generator<[n: number, user: User]> {
  for (let n = 0; n < plan.users; n += 1) yield [n, userOf(plan, n)];
}

const USER_COLUMNS = [
  'id',
  'user_name',
  'email',
  'first_name',
  'last_name',
  'locale',
  'access_scope',
  'primary_account_id',
  'active',
  'verified_at',
  'password_hash',
  'agreement_accepted_at',
  'agreement_locale',
  'created_at',
  'updated_at',
] as const;

/** Two of a hundred are disabled. */
export const isActiveUser = (n: number): boolean => n < 3 || draw(n, 13) > 0.02;

/** Everybody, with one password. */
export function* userRows(plan: Plan, passwordHash: string): Generator<Value[]> {
  for (const [n, user] of users(plan)) {
    const createdAt = new Date(madeAt(plan, n, plan.users));
    yield [
      user.id,
      user.userName,
      `${user.userName}@people.example`,
      user.first,
      user.last,
      n < 3 ? 'en_US' : scriptOf(OTHERS + n).locale,
      user.scope,
      id(plan, 'account', user.accounts[0] ?? 0),
      isActiveUser(n),
      createdAt,
      passwordHash,
      createdAt,
      'en_US',
      createdAt,
      createdAt,
    ];
  }
}

const MEMBERSHIP_COLUMNS = ['user_id', 'account_id'] as const;

/** Who belongs to which accounts. */
function* membershipRows(plan: Plan): Generator<Value[]> {
  for (const [, user] of users(plan))
    for (const account of user.accounts) yield [user.id, id(plan, 'account', account)];
}

const GRANT_COLUMNS = ['user_id', 'role_id'] as const;
const ROLES = { system: 'Platform administrator', partner: 'Partner administrator' } as const;

/**
 * Who holds which role; `roleIds` are those of the account manager's predefined roles by name. Cleo administers, as one
 * in ten does.
 */
function* grantRows(plan: Plan, roleIds: ReadonlyMap<string, string>): Generator<Value[]> {
  for (const [n, user] of users(plan)) {
    if (user.scope === 'end_user') continue;
    const chance = draw(n, 14);
    const name =
      user.scope !== 'account'
        ? ROLES[user.scope]
        : n === 2 || chance < 0.1
          ? 'Account administrator'
          : chance < 0.4
            ? 'Auditor'
            : 'Support';
    const role = roleIds.get(name);
    if (role === undefined) throw new Error(`The platform has no predefined role "${name}".`);
    yield [user.id, role];
  }
}

/** The ids of the account manager's predefined roles, by their names. */
export async function predefinedRoles(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from role where predefined and app_code = 'account_manager'`,
  );
  return new Map(rows.map((row) => [row.name, row.id]));
}

export const userSteps = (plan: Plan): Step[] => [
  {
    name: 'users',
    rows: plan.users,
    run: async (client) => {
      const rows = userRows(plan, await openPasswords(1).hash(PASSWORD));
      await withoutIndexes(client, 'app_user', () => copyUnsearched(client, 'app_user', USER_COLUMNS, rows));
    },
  },
  {
    name: 'memberships',
    rows: plan.users,
    run: (client) => copyRows(client, 'user_account', MEMBERSHIP_COLUMNS, membershipRows(plan)),
  },
  {
    name: 'grants of roles',
    rows: plan.users,
    run: async (client) => copyRows(client, 'user_role', GRANT_COLUMNS, grantRows(plan, await predefinedRoles(client))),
  },
];
