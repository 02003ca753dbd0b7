/** May this be done to a role? Pure predicates: the server refuses with their reason, the console shows it. */
import { ACCESS, allows } from '../access.ts';
import { permissionsOffered } from '../permission-groups.ts';
import type { Reason } from '../problem.ts';
import type { AppCode, Permission, RuleViewer, Scope, Viewer } from '../viewer.ts';
import { whyNotGive } from './person-rules.ts';

/** Features are asked where the call or the page is opened; here they are taken for on. */
const FEATURES = { AM_enable_user_roles: true } as const;

/**
 * How far the people can see whom a role of an account may be given: `system` without an account, which is the
 * platform's.
 */
export const reachOf = (account: { type: 'standard' | 'partner' } | null): Scope =>
  account === null ? 'system' : account.type === 'partner' ? 'partner' : 'account';

/** Edit, archive and restore: manage user roles; those that come with the platform stay as they are. */
export function whyNotEditRole(viewer: RuleViewer, role: { predefined: boolean }): Reason | null {
  if (!allows(ACCESS.roles.manage, { ...viewer, features: FEATURES })) return { status: 'FORBIDDEN' };
  return role.predefined ? { status: 'ROLE_PREDEFINED' } : null;
}

/** Delete: only what nobody has (S-240); `holders` counts everybody who has it, seen or not. */
export function whyNotDeleteRole(viewer: RuleViewer, role: { predefined: boolean; holders: number }): Reason | null {
  const edit = whyNotEditRole(viewer, role);
  if (edit) return edit;
  return role.holders > 0 ? { status: 'ROLE_IN_USE', params: { count: role.holders } } : null;
}

/**
 * What changes between two sets of permissions, in the order of `after` and then of `before`. Those that stay are
 * nobody's business: who lacks one of them may still change the others.
 */
export function permissionChanges(
  before: readonly Permission[],
  after: readonly Permission[],
): { added: Permission[]; removed: Permission[] } {
  return {
    added: after.filter((permission) => !before.includes(permission)),
    removed: before.filter((permission) => !after.includes(permission)),
  };
}

/**
 * Giving a role these permissions: only those that its application offers in its reach, and neither added nor taken
 * away what the viewer does not hold.
 */
export function whyNotSetPermissions(
  viewer: Pick<Viewer, 'permissions'>,
  role: { app_code: AppCode; reach: Scope },
  before: readonly Permission[],
  after: readonly Permission[],
): Reason | null {
  const { added, removed } = permissionChanges(before, after);
  const offered = permissionsOffered(role.app_code, role.reach);
  const foreign = added.find((permission) => !offered.has(permission));
  if (foreign) return { status: 'PERMISSION_NOT_OFFERED', params: { permission: foreign } };
  return whyNotGive(viewer, [...added, ...removed], role.reach);
}

/**
 * Changing what a role allows: not where people have it who stand above the viewer's scope or belong to accounts out of
 * their sight, for it would change, or open, what those may do there. `elsewhere` counts them.
 */
export const whyNotChangeHeldRole = (elsewhere: number): Reason | null =>
  elsewhere > 0 ? { status: 'ROLE_HELD_ELSEWHERE', params: { count: elsewhere } } : null;
