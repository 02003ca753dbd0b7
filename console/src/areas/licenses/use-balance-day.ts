import { isPayloadDate } from '@signet/contract/dates';
import { useOwnToday } from '../../session/today.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';

const NAME = 'as_of';

/** The day whose balance is shown beside today's, kept in the address; null without one, and for one to come. */
export function useBalanceDay(): [day: string | null, set: (day: string | null) => void] {
  const { search, hash, change } = useOwnAddress();
  const today = useOwnToday();
  const day = search[NAME];
  return [
    day !== undefined && isPayloadDate(day) && day <= today ? day : null,
    (next) => change({ search: { ...search, [NAME]: next ?? undefined }, hash }, { replace: true }),
  ];
}
