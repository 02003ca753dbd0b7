import type { AssignableRole } from '@signet/contract/areas/people';
import { LIMITS } from '@signet/contract/limits';
import type { Scope } from '@signet/contract/viewer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { queryOf } from '../../api/query.ts';

/** `roles` is undefined until they are known; `error` says why they can't be. */
export type AssignableRoles = {
  roles: readonly AssignableRole[] | undefined;
  error: Failure | null;
  refetch: () => unknown;
};

/** The roles that somebody of this scope and these accounts can have. */
export function useAssignableRoles(scope: Scope, accountIds: readonly string[]): AssignableRoles {
  const query = { limit: LIMITS.largeListLimit, access_scope: scope, account_id: [...accountIds] };
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /account/ui-api/v1/assignable-role', { query }),
    // Chosen ones keep their names while another account's are read.
    placeholderData: keepPreviousData,
  });
  return { roles: data?.items, error, refetch };
}
