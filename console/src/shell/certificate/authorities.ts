/** The authorities that sign for accounts, for fields and filters that name one. */
import { ACCESS } from '@signet/contract/access';
import { LIMITS } from '@signet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useAllows } from '../../session/permissions.ts';

/** Those that sign for accounts; for who may not see authorities they are never read. */
export function useAuthorities() {
  const sees = useAllows(ACCESS.certificateAuthorities.view);
  const query = { limit: LIMITS.largeListLimit, kind: 'issuing' } as const;
  return useQuery({ ...queryOf('GET /certificate-authority/api/v1/ca', { query }), enabled: sees });
}
