/** What the person may do: names from the API, asked of ACCESS (S §6). */
import { allows, type Access, type Holder } from '@signet/contract/access';
import type { Permission, Scope } from '@signet/contract/viewer';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../api/query.ts';
import { useFeatures, useProfile } from './profile.ts';

export const permissionQuery = queryOf('GET /account/ui-api/v1/permission');

type Answer = { permissions: readonly string[] };
const setOfAnswer = new WeakMap<Answer, ReadonlySet<Permission>>();

/** Names as a set; the same answer gives the same set, so that nothing renders again for it (S-157). */
export function permissionsIn(answer: Answer): ReadonlySet<Permission> {
  const known = setOfAnswer.get(answer);
  if (known) return known;
  const permissions = new Set(answer.permissions as readonly Permission[]);
  setOfAnswer.set(answer, permissions);
  return permissions;
}

const NONE: ReadonlySet<Permission> = new Set();

/** The permissions held; `isFetching` while they are not known yet, so that no refusal flashes up (S-120). */
export function usePermissions(): { permissions: ReadonlySet<Permission>; isFetching: boolean } {
  // Answers that are deep-equal keep their reference: the query cache shares structure.
  const { data, isPending } = useQuery(permissionQuery);
  return { permissions: data ? permissionsIn(data) : NONE, isFetching: isPending };
}

export function useScope(): Scope {
  return useProfile().access_scope;
}

export type Self = Holder & { readonly primaryAccountId: string | null };

/** The signed-in person, as ACCESS and the contract's rules ask who may do something. */
export function useSelf(): Self {
  const { permissions } = usePermissions();
  const features = useFeatures();
  const { access_scope: scope, primary_account_id: primaryAccountId } = useProfile();
  return useMemo(
    () => ({ scope, permissions, features, via: { by: 'session' }, primaryAccountId }),
    [scope, permissions, features, primaryAccountId],
  );
}

/** Whether the signed-in person may do this. */
export function useAllows(access: Access): boolean {
  return allows(access, useSelf());
}
