/** API tokens that end within days, which the bell tells of: the own, and of service users those one has made. */
import type { EndingToken } from '@signet/contract/areas/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { cell } from '../../cell.ts';

/** Whether the bell was opened since this page was loaded: until then what ends soon counts as unread. */
export const endingSeen = cell(false);

/** The soonest first; none until they are `wanted`. */
export function useEndingTokens(wanted: boolean): readonly EndingToken[] {
  const { data } = useQuery({ ...queryOf('GET /account/ui-api/v1/api-access-token/ending'), enabled: wanted });
  return data?.items ?? [];
}
