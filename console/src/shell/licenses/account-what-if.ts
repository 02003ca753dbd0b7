import type { LicenseActWhatIf } from '@signet/contract/areas/licenses';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { queryOf } from '../../api/query.ts';

export type LicenseAct = 'delete' | 'reassign' | 'unlink';

/**
 * What an act on an account would do to its licenses; `partnerId` is whom it would be given to, null nobody. Not asked
 * unless `enabled`.
 */
export const useAccountWhatIf = (
  accountId: string,
  act: LicenseAct,
  partnerId: string | null = null,
  enabled = true,
): UseQueryResult<LicenseActWhatIf, Failure> =>
  useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/license/what-if', {
      params: { id: accountId },
      query: partnerId === null ? { act } : { act, partner_account_id: partnerId },
    }),
    enabled,
  });
