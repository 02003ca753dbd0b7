import type { AssignableRole } from '@signet/contract/areas/people';
import type { Scope } from '@signet/contract/viewer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** More than anybody chooses from; an account that made more of its own finds the first of them. */
const MOST = 1_000;

/** The roles that somebody of this scope and these accounts can have; undefined until they are known. */
export function useAssignableRoles(scope: Scope, accountIds: readonly string[]): readonly AssignableRole[] | undefined {
  const query = { limit: MOST, access_scope: scope, account_id: [...accountIds] };
  return useQuery({
    ...queryOf('GET /account/ui-api/v1/assignable-role', { query }),
    // Chosen ones keep their names while another account's are read.
    placeholderData: keepPreviousData,
  }).data?.items;
}
