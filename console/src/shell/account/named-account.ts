/** What an account is called of which an address or a field holds the id alone. */
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** The name of an account; its id until it is known, or where it is none of the viewer's. Empty without an id. */
export function useAccountOf(id: string | undefined): string {
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/customer', { query: { friendly_identifier: id ?? '', limit: 1 } }),
    enabled: id !== undefined,
  });
  return data?.items.find((one) => one.id === id)?.name ?? id ?? '';
}
