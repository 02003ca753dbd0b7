/** The authorities that sign for accounts, for fields and filters that name one. */
import { ACCESS } from '@signet/contract/access';
import type { AuthorityRow } from '@signet/contract/areas/certificate-authorities';
import { LIMITS } from '@signet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useAllows } from '../../session/permissions.ts';

/** Those that sign for accounts; none for who may not see authorities. */
export function useAuthorities(): readonly AuthorityRow[] {
  const sees = useAllows(ACCESS.certificateAuthorities.view);
  const query = { limit: LIMITS.largeListLimit, kind: 'issuing' } as const;
  const { data } = useQuery({ ...queryOf('GET /certificate-authority/api/v1/ca', { query }), enabled: sees });
  return data?.items ?? [];
}
