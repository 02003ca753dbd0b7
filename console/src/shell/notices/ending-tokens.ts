/** API tokens that end within days, which the bell tells of: the own, and of service users those one has made. */
import type { EndingToken } from '@signet/contract/areas/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { cell } from '../../cell.ts';
import { onSessionEnd } from '../../session/state.ts';

/** Whether the bell was opened in this session of this page: until then what ends soon counts as unread. */
export const endingSeen = cell(false);
onSessionEnd(() => endingSeen.set(false));

/** The soonest first; none until they are `wanted`. */
export function useEndingTokens(wanted: boolean): readonly EndingToken[] {
  const { data } = useQuery({ ...queryOf('GET /account/ui-api/v1/api-access-token/ending'), enabled: wanted });
  return data?.items ?? [];
}
