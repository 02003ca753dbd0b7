/** Which templates an invitation can name. */
import type { SeatType } from '@signet/contract/areas/seat-record';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';

/** How many a select lays out in a moment; no account has so many. */
const LAID_OUT = 1_000;

/** Those of an account that take a kind of seat; empty is the account of the person, null none yet. */
export function useTemplates(of: string | null, type: SeatType | undefined) {
  const own = useCurrentAccount()?.id ?? '';
  const account = of === null ? '' : of || own;
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/template', { params: { id: account }, query: { limit: LAID_OUT } }),
    enabled: account !== '',
  });
  return (data?.items ?? []).filter(({ seat_types }) => type !== undefined && seat_types.includes(type));
}
