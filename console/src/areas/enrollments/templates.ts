/** Which templates an invitation can name. */
import type { SeatType } from '@signet/contract/areas/seat-record';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** How many a select lays out in a moment; no account has so many. */
const LAID_OUT = 1_000;

/** Those of an account that take a kind of seat; empty is none yet. */
export function useTemplates(account: string, type: SeatType | undefined) {
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/template', { params: { id: account }, query: { limit: LAID_OUT } }),
    enabled: account !== '',
  });
  return (data?.items ?? []).filter(({ seat_types }) => type !== undefined && seat_types.includes(type));
}
