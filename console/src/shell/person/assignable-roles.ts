import type { AssignableRole } from '@signet/contract/areas/people';
import type { Scope } from '@signet/contract/viewer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { queryOf } from '../../api/query.ts';

/** More than anybody chooses from; an account that made more of its own finds the first of them. */
const MOST = 1_000;

/** `roles` is undefined until they are known; `error` says why they can't be. */
export type AssignableRoles = {
  roles: readonly AssignableRole[] | undefined;
  error: Failure | null;
  refetch: () => unknown;
};

/** The roles that somebody of this scope and these accounts can have. */
export function useAssignableRoles(scope: Scope, accountIds: readonly string[]): AssignableRoles {
  const query = { limit: MOST, access_scope: scope, account_id: [...accountIds] };
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /account/ui-api/v1/assignable-role', { query }),
    // Chosen ones keep their names while another account's are read.
    placeholderData: keepPreviousData,
  });
  return { roles: data?.items, error, refetch };
}
