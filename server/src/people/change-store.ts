/** Making people, switching them on and off, moving them, deleting them: with licenses, sessions and roles. */
import { whyNotScope } from '@signet/contract/areas/person-rules';
import type { Locale } from '@signet/contract/locales';
import { fieldProblem, refuseField } from '@signet/contract/problem';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { deletePeople, type Ended } from '../db/deletion.ts';
import type { Db } from '../db/open.ts';
import { violatedIndex } from '../db/violation.ts';
import { newId } from '../ids.ts';
import { count, discount, type CountedKind } from '../license-ledger/counted.ts';
import { requireOwnDomain } from '../sign-in/federation/domain-store.ts';
import { endSessionsOf } from '../sign-in/sessions/session-store.ts';
import {
  accountsOf,
  membershipOf,
  seenAccountsOf,
  storeMembership,
  type AskedMembership,
  type Membership,
} from './account-store.ts';
import { requireAdministrators } from './administrator-store.ts';
import type { ManagedPerson } from './person-store.ts';
import type { Position } from './position.ts';
import { setRoles, type NamedRole } from './role-store.ts';

export type NewPerson = AskedMembership & {
  user_name: string;
  email: string;
  first_name: string;
  last_name: string;
  phone?: string | undefined;
  /** What a program is for. */
  description?: string | undefined;
  locale: Locale;
  access_scope: Scope;
  role_ids: readonly string[];
  /** A program that signs in by token or certificate alone. */
  service_user?: boolean;
};

/** What a person counts as against a license; end users count as nothing here. */
function countedKind(person: { service_user?: boolean; access_scope: Scope }): CountedKind | null {
  if (person.service_user) return 'service_user';
  return person.access_scope === 'end_user' ? null : 'administrator';
}

/** Throws USERNAME_EXISTS under `user_name` where the name is taken, also in a race. */
export async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name') throw fieldProblem('user_name', { status: 'USERNAME_EXISTS' });
    throw error;
  }
}

/**
 * Makes a person, not verified yet, or a service user, with accounts and roles, and counts it. Throws under their
 * fields SCOPE_NOT_MANAGEABLE, USERNAME_EXISTS, DOMAIN_LEADS_ELSEWHERE and what `membershipOf` and `setRoles` throw;
 * LICENSE_USED_UP.
 */
export async function createPerson(
  viewer: Viewer,
  tx: Db,
  input: NewPerson,
  now: Date,
  id = newId(),
): Promise<{ id: string; roles: NamedRole[] }> {
  const { primary_account_id, account_ids, role_ids, service_user = false, phone = '', ...names } = input;
  refuseField('access_scope', whyNotScope(viewer, input.access_scope));
  const membership = await membershipOf(viewer, tx, input.access_scope, { primary_account_id, account_ids });
  const stamps = { created_at: now, updated_at: now, updated_by: viewer.userId };
  const row = { ...names, ...stamps, id, phone, service_user, primary_account_id: membership.primary_account_id };
  await refuseTakenName(() => tx.insertInto('app_user').values(row).execute());
  await storeMembership(viewer, tx, id, membership);
  if (!service_user) await requireOwnDomain(tx, id, { name: input.user_name, before: null });
  const holder = { id, access_scope: input.access_scope, account_ids: membership.account_ids };
  const { after } = await setRoles(viewer, tx, holder, role_ids);
  const kind = countedKind(input);
  if (kind) await count(tx, { kind, id, account: membership.primary_account_id }, now);
  return { id, roles: after };
}

/**
 * Deletes a person: its name is free again, its sessions and tokens end, what it used of licenses is given back.
 * Answers how many of its certificates and invitations ended.
 */
export async function deletePerson(viewer: Viewer, tx: Db, person: ManagedPerson, now: Date): Promise<Ended> {
  const kind = countedKind(person);
  const ended = await deletePeople(tx, [person.id], now, viewer.userId);
  if (kind) await discount(tx, { kind, id: person.id }, now);
  await requireAdministrators(tx);
  return ended;
}

/** Switches a person on or off; off ends its sessions at once. False where it was so already. */
export async function switchPerson(
  viewer: Viewer,
  tx: Db,
  { id, active: before }: ManagedPerson,
  active: boolean,
  now: Date,
): Promise<boolean> {
  if (before === active) return false;
  await sql`update app_user set active = ${active}, version = version + 1, updated_at = ${now},
    updated_by = ${viewer.userId} where id = ${id}`.execute(tx);
  if (!active) await endSessionsOf(tx, id, 'disabled', now);
  await requireAdministrators(tx);
  return true;
}

export type Positioned = {
  access_scope: Scope;
  primary_account_id: string | null;
  account_ids: string[];
  roles: string[];
};

/**
 * Changes scope, accounts and roles of a person; license, certificates and enrollments follow the account it belongs to
 * first. Answers how it was and is, for the audit log. The caller has asked `requireGovern`. Throws as `createPerson`
 * does, and LAST_ADMINISTRATOR.
 */
export async function positionPerson(
  viewer: Viewer,
  tx: Db,
  person: ManagedPerson,
  asked: Position,
  now: Date,
): Promise<{ before: Positioned; after: Positioned }> {
  const scope = asked.access_scope ?? person.access_scope;
  refuseField('access_scope', whyNotScope(viewer, scope));
  const membership = await membershipAsked(viewer, tx, person, asked);
  const { primary_account_id } = membership;
  await sql`update app_user set access_scope = ${scope}, primary_account_id = ${primary_account_id}
    where id = ${person.id}`.execute(tx);
  await storeMembership(viewer, tx, person.id, membership);
  const account_ids = await accountsOf(tx, person.id);
  const holder = { id: person.id, access_scope: scope, account_ids };
  const roles = await setRoles(viewer, tx, holder, asked.role_ids ?? person.role_ids);
  if (person.primary_account_id !== primary_account_id) await takeAlong(tx, person.id, primary_account_id);
  const [was, is] = [countedKind(person), countedKind({ ...person, access_scope: scope })];
  if (was !== is || person.primary_account_id !== primary_account_id) {
    if (was) await discount(tx, { kind: was, id: person.id }, now);
    if (is) await count(tx, { kind: is, id: person.id, account: primary_account_id }, now);
  }
  await requireAdministrators(tx);
  const names = (of: NamedRole[]) => of.map(({ app_code, name }) => `${app_code}/${name}`);
  return {
    before: {
      access_scope: person.access_scope,
      primary_account_id: person.primary_account_id,
      account_ids: person.account_ids,
      roles: names(roles.before),
    },
    after: { access_scope: scope, primary_account_id, account_ids, roles: names(roles.after) },
  };
}

/**
 * What a person signs in with, and what has invited them to it, is of the account that they belong to first: no other
 * one sees, ends or renews it. Enrollments before certificates, in the order of whoever makes one by the other.
 * (What the providers of the account before call them, the database forgets by itself.)
 */
async function takeAlong(tx: Db, id: string, accountId: string): Promise<void> {
  await sql`update enrollment set account_id = ${accountId} where user_id = ${id}`.execute(tx);
  await sql`update certificate set account_id = ${accountId} where user_id = ${id}`.execute(tx);
}

/** The accounts that a person will belong to, of those that the viewer sees. Throws as `membershipOf` does. */
async function membershipAsked(viewer: Viewer, tx: Db, person: ManagedPerson, asked: Position): Promise<Membership> {
  const scope = asked.access_scope ?? person.access_scope;
  const wanted = {
    // All of system scope belong to the platform's account.
    primary_account_id:
      asked.primary_account_id ?? (scope === 'system' ? undefined : (person.primary_account_id ?? undefined)),
    account_ids: asked.account_ids ?? (await seenAccountsOf(viewer, tx, person.id)),
  };
  return membershipOf(viewer, tx, scope, wanted, person.account_ids);
}

/** All accounts of a person, were they moved as is asked; nothing is changed. Throws as `membershipOf` does. */
export async function accountsWith(viewer: Viewer, tx: Db, person: ManagedPerson, asked: Position): Promise<string[]> {
  if (asked.primary_account_id === undefined && asked.account_ids === undefined) return person.account_ids;
  const { account_ids } = await membershipAsked(viewer, tx, person, asked);
  const seen = new Set(await seenAccountsOf(viewer, tx, person.id));
  return [...account_ids, ...person.account_ids.filter((id) => !seen.has(id))];
}

/** Raises the version of people of whom only roles and accounts changed, which are rows of their own. */
export const stampPeople = (viewer: Viewer, tx: Db, ids: readonly string[], now: Date): Promise<unknown> =>
  sql`update app_user set version = version + 1, updated_at = ${now}, updated_by = ${viewer.userId}
    where id = any(${[...ids]}::uuid[])`.execute(tx);

/** {@link stampPeople} for one person. */
export const stampPerson = (viewer: Viewer, tx: Db, id: string, now: Date): Promise<unknown> =>
  stampPeople(viewer, tx, [id], now);
