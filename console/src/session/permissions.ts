/** What the person may do: names from the API, flags for the console (S §6). */
import type { Permission, Scope } from '@signet/contract/viewer';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';
import { useProfile } from './profile.ts';

export type PermissionFlags = Readonly<Partial<Record<Permission, boolean>>>;
export type PermissionState = { flags: PermissionFlags; isFetching: boolean };

export const permissionQuery = queryOf('GET /account/ui-api/v1/permission');

const flagsOfAnswer = new WeakMap<object, PermissionFlags>();

/** Names as a map of flags; the same answer gives the same map, so that nothing renders again for it (S-157). */
export function flagsOf(answer: { permissions: readonly string[] }): PermissionFlags {
  const known = flagsOfAnswer.get(answer);
  if (known) return known;
  const flags: PermissionFlags = Object.fromEntries(answer.permissions.map((name) => [name, true]));
  flagsOfAnswer.set(answer, flags);
  return flags;
}

const NONE: PermissionFlags = {};

/** The map of permissions; `isFetching` while there is none yet, so that no refusal flashes up (S-120). */
export function usePermissions(): PermissionState {
  // Answers that are deep-equal keep their reference: the query cache shares structure.
  const { data, isPending } = useQuery(permissionQuery);
  return { flags: data ? flagsOf(data) : NONE, isFetching: isPending };
}

/** Who may open a page or see an entry: all of `needs`, at least one of `any`, one of `scopes`, and the feature on. */
export type Need = {
  needs?: readonly Permission[];
  any?: readonly Permission[];
  scopes?: readonly Scope[];
  feature?: string;
};

/**
 * What is missing: `permissions` all of them, `anyOf` one of them; the scopes it is for, where the person's is none of
 * them; the feature that is off.
 */
export type Lack = { permissions: Permission[]; anyOf: Permission[]; scopes: Scope[]; feature: string | null };

/** What is missing for a need; null when it is met. */
export function whatLacks(
  need: Need,
  has: { flags: PermissionFlags; scope: Scope; features: Readonly<Record<string, boolean>> },
): Lack | null {
  const permissions = (need.needs ?? []).filter((name) => !has.flags[name]);
  const anyOf = need.any && !need.any.some((name) => has.flags[name]) ? [...need.any] : [];
  const scopes = need.scopes && !need.scopes.includes(has.scope) ? [...need.scopes] : [];
  const feature = need.feature !== undefined && has.features[need.feature] !== true ? need.feature : null;
  return permissions.length + anyOf.length + scopes.length > 0 || feature !== null
    ? { permissions, anyOf, scopes, feature }
    : null;
}

/** True when the signed-in person holds every one of these. */
export function useCan(...names: Permission[]): boolean {
  const { flags } = usePermissions();
  return names.every((name) => flags[name]);
}

export function useScope(): Scope {
  return useProfile().access_scope;
}

/** The signed-in person, as the contract's rules ask who may do something. */
export function useWho(): { scope: Scope; permissions: ReadonlySet<Permission>; primaryAccountId: string | null } {
  const { flags } = usePermissions();
  const { access_scope: scope, primary_account_id: primaryAccountId } = useProfile();
  const held = Object.entries(flags)
    .filter(([, has]) => has)
    .map(([name]) => name as Permission);
  return { scope, permissions: new Set(held), primaryAccountId };
}
