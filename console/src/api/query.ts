/** The query cache: one per page load, emptied when the session ends. */
import { QueryClient, queryOptions, useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type CallResponse, type EndpointName } from './call.ts';
import { asFailure, type Failure } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure;
  }
}

/** A refusal will not change by asking again; a server that is away may be back. */
function mayRetry(count: number, thrown: unknown): boolean {
  const failure = asFailure(thrown);
  return count < 2 && (failure.network || failure.httpStatus >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The platform may run on this very machine: it answers although the browser believes itself offline.
    queries: { networkMode: 'always', staleTime: 10_000, gcTime: 300_000, retry: mayRetry, retryDelay: (count) => 400 * 2 ** count, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
});

type GetName = Extract<EndpointName, `GET ${string}`>;
type Given<E extends EndpointName> = Omit<CallOptions<E>, 'signal'>;
type GivenArguments<E extends EndpointName> = Record<never, never> extends Given<E> ? [options?: Given<E>] : [options: Given<E>];

/** Query options of a GET endpoint; the key is the endpoint's name and its options. */
export function queryOf<E extends GetName>(name: E, ...[options]: GivenArguments<E>) {
  return queryOptions<CallResponse<E>, Failure>({
    queryKey: [name, options ?? null],
    queryFn: ({ signal }) => (call as (name: E, options: unknown) => Promise<CallResponse<E>>)(name, { ...options, signal }),
  });
}

/** Reads an endpoint: `useApi('GET /account/ui-api/v1/account', { query })`. For options use useQuery({ ...queryOf(…), … }). */
export function useApi<E extends GetName>(name: E, ...given: GivenArguments<E>) {
  return useQuery(queryOf(name, ...given));
}

/** The previous page stays in view while the next one is on its way. */
export function useApiList<E extends GetName>(name: E, ...given: GivenArguments<E>) {
  return useQuery({ ...queryOf(name, ...given), placeholderData: (before) => before } as UseQueryOptions<CallResponse<E>, Failure>);
}

/** A changing call as a mutation; `mutateAsync(options)` throws a Failure. */
export function useCall<E extends Exclude<EndpointName, GetName>>(name: E) {
  return useMutation<CallResponse<E>, Failure, CallOptions<E>>({
    mutationFn: (options) => (call as (name: E, options: CallOptions<E>) => Promise<CallResponse<E>>)(name, options),
  });
}

/** Marks everything read from these endpoints as out of date; what is on screen is read again. */
export async function changed(...names: GetName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
