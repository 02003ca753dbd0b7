/** Who may manage whom, and what may be given to somebody. Without schemas: the console loads it with its pages. */
import { MANAGES_PEOPLE_OF } from '../access.ts';
import type { Reason } from '../problem.ts';
import { notAllowed, safeReturnPath } from '../rules.ts';
import { permissionsInScope, SCOPES, type Permission, type Scope, type Viewer } from '../viewer.ts';

/** Who manages people. */
export type Manager = Pick<Viewer, 'userId' | 'scope' | 'permissions'>;
/**
 * Who is managed; `permissions` are those that the person's roles come to in its scope. `in_sight`: the manager sees
 * every account that the person belongs to.
 */
export type Managed = { id: string; access_scope: Scope; permissions: Iterable<Permission>; in_sight: boolean };

/** The scopes whose people somebody may manage: by permission, and none above the own. */
export const manageableScopes = ({ scope, permissions }: Pick<Manager, 'scope' | 'permissions'>): Scope[] =>
  SCOPES.filter((one) => SCOPES.indexOf(one) >= SCOPES.indexOf(scope) && permissions.has(MANAGES_PEOPLE_OF[one]));

/** What of these permissions, as they hold in a scope, somebody does not have. */
export const beyond = (
  { permissions }: Pick<Manager, 'permissions'>,
  given: Iterable<Permission>,
  scope: Scope,
): Permission[] => permissionsInScope(given, scope).filter((name) => !permissions.has(name));

/** Why somebody may not make people of a scope, or move them there; null when they may. */
export const whyNotScope = (manager: Pick<Manager, 'scope' | 'permissions'>, scope: Scope): Reason | null =>
  manageableScopes(manager).includes(scope) ? null : { status: 'SCOPE_NOT_MANAGEABLE' };

/** Why these permissions may not be given to somebody of a scope: nobody gives what they do not hold. */
export function whyNotGive(
  manager: Pick<Manager, 'permissions'>,
  given: Iterable<Permission>,
  scope: Scope,
): Reason | null {
  const [first] = beyond(manager, given, scope);
  return first === undefined ? null : { status: 'ABOVE_OWN_RIGHTS', params: { permission: first } };
}

/**
 * Why these permissions may be given to nobody whom somebody manages: in no scope of theirs would all be held. To end
 * users no permission means anything, so that they could be given whatever there is: they do not count.
 */
export function whyNotGiveAnybody(
  manager: Pick<Manager, 'scope' | 'permissions'>,
  given: Iterable<Permission>,
): Reason | null {
  const names = [...given];
  const reasons = manageableScopes(manager)
    .filter((scope) => scope !== 'end_user')
    .map((scope) => whyNotGive(manager, names, scope));
  // The lowest scope asks for the least: what stands in the way there does so everywhere.
  return reasons.includes(null) ? null : (reasons.at(-1) ?? { status: 'SCOPE_NOT_MANAGEABLE' });
}

/** Why somebody may not send a person the mails by which that person comes in; null when they may. */
export const whyNotHelp = (
  manager: Pick<Manager, 'scope' | 'permissions'>,
  person: Pick<Managed, 'access_scope'>,
): Reason | null => whyNotScope(manager, person.access_scope);

/** Why a person can't come in by any mail; null when they can. */
export const whyNotReach = ({ active, account_open }: { active: boolean; account_open: boolean }): Reason | null => {
  if (!active) return { status: 'USER_DISABLED' };
  return account_open ? null : { status: 'ACCOUNT_OUT_OF_SERVICE' };
};

/** Why a person could not come in by a certificate that they are mailed a link for; null when they could. */
export const whyNotReachByCertificate = (
  person: Parameters<typeof whyNotReach>[0] & { certificate_sign_in: boolean },
): Reason | null => whyNotReach(person) ?? (person.certificate_sign_in ? null : { status: 'CERTIFICATE_SIGN_IN_OFF' });

/**
 * Why somebody may not change a person: another scope's, or one who may do more, there or in other accounts. Its
 * address, password or token would open that to whoever changes it, and its roles hold in those accounts too.
 */
export const whyNotManage = (manager: Manager, person: Managed): Reason | null =>
  whyNotScope(manager, person.access_scope) ??
  (person.in_sight ? null : { status: 'BELONGS_ELSEWHERE' }) ??
  whyNotGive(manager, person.permissions, person.access_scope);

/**
 * Why somebody may not make or change what a person comes in with (API tokens, client-authentication certificates);
 * null for the own, and that of somebody whom they may manage. Whoever makes one has all the rights of its person: they
 * must have them already, in every account.
 */
export const whyNotManageCredentials = (manager: Manager, owner: Managed): Reason | null =>
  owner.id === manager.userId ? null : whyNotManage(manager, owner);

/** Why somebody may not delete or switch off a person, or change its scope, accounts and roles: also not the own. */
export const whyNotGovern = (manager: Manager, person: Managed): Reason | null =>
  person.id === manager.userId ? { status: 'YOURSELF' } : whyNotManage(manager, person);

/** Why an address can't be where somebody is led after signing in: a path of this console alone, or none. */
export const whyNotDefaultApp = (value: string): Reason | null =>
  value === '' || safeReturnPath(value) === value ? null : notAllowed('path');
