/** What an account is called of which an address or a field holds the id alone. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient, queryOf } from '../../api/query.ts';

const readingOf = (id: string) =>
  queryOf('GET /account/ui-api/v1/customer', { query: { friendly_identifier: id, limit: 1 } });

/** The name of an account; its id until it is known, or where it is none of the viewer's. Empty without an id. */
export function useAccountOf(id: string | undefined): string {
  const { data } = useQuery({ ...readingOf(id ?? ''), enabled: id !== undefined });
  return data?.items.find((one) => one.id === id)?.name ?? id ?? '';
}

/** The same of several accounts: those whose names are known already, and no others. */
export function useAccountsOf(ids: readonly string[]): readonly { id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ['names of accounts', ids],
    queryFn: () => Promise.all(ids.map((id) => queryClient.fetchQuery(readingOf(id)))),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return data?.flatMap(({ items }) => items).filter(({ id }) => ids.includes(id)) ?? [];
}
