/** Which templates an invitation can name. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import type { SaidSubject } from '@signet/contract/areas/enrollment-rules';
import type { SeatType } from '@signet/contract/areas/seat-record';
import { LIMITS } from '@signet/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { queryOf } from '../../api/query.ts';

/** What can be chosen for a type of seat; `type` is undefined until it is known, `items` until they are read. */
export type Templates = {
  type: SeatType | undefined;
  items: readonly (Pick<TemplateAnswer, 'id' | 'name' | 'days'> & SaidSubject)[] | undefined;
  /** Why they could not be read. */
  error: Failure | null;
  retry: () => unknown;
};

/** Those of an account that take a type of seat; an account that is empty is not chosen yet. */
export function useTemplates(account: string, type: SeatType | undefined): Templates {
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/template', {
      params: { id: account },
      query: { limit: LIMITS.largeListLimit },
    }),
    enabled: account !== '',
  });
  const items = type && data?.items.filter(({ seat_types }) => seat_types.includes(type));
  return { type, items, error: data ? null : error, retry: refetch };
}
