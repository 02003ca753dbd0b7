/** The query cache: one per page load, emptied when the session ends. */
import { QueryClient, queryOptions, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import {
  call,
  callToAsk,
  type CallOptions,
  type CallResponse,
  type ChangeName,
  type EndpointName,
  type ReadName,
} from './call.ts';
import { asFailure, type Failure } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure;
  }
}

/** A refusal will not change by asking again; a server that is away may be back. */
function mayRetry(count: number, thrown: unknown): boolean {
  const failure = asFailure(thrown);
  return count < 2 && !failure.late && (failure.network || failure.httpStatus >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The platform may run on this very machine: it answers although the browser believes itself offline.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      gcTime: 300_000,
      retry: mayRetry,
      retryDelay: (count) => 400 * 2 ** count,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

type OptionsOf<E extends EndpointName> = Omit<CallOptions<E>, 'signal'>;
type OptionsArguments<E extends EndpointName> =
  Record<never, never> extends OptionsOf<E> ? [options?: OptionsOf<E>] : [options: OptionsOf<E>];

/** Query options of a GET endpoint; the key is the endpoint's name and its options. */
export function queryOf<E extends ReadName>(name: E, ...[options]: OptionsArguments<E>) {
  return queryOptions<CallResponse<E>, Failure>({
    queryKey: [name, options ?? null],
    queryFn: ({ signal }) =>
      (call as (name: E, options: unknown) => Promise<CallResponse<E>>)(name, { ...options, signal }),
  });
}

/** Query options of a call that changes nothing although it is a POST: what it asks about is its body. */
export function questionOf<E extends ChangeName>(name: E, options: OptionsOf<E>) {
  return queryOptions<CallResponse<E>, Failure>({
    queryKey: [name, options],
    queryFn: ({ signal }) =>
      (callToAsk as (name: E, options: unknown) => Promise<CallResponse<E>>)(name, { ...options, signal }),
  });
}

/**
 * Reads an endpoint: `useApi('GET /account/ui-api/v1/account', { query })`.
 * For options use `useQuery({ ...queryOf(…), … })`.
 */
export function useApi<E extends ReadName>(name: E, ...options: OptionsArguments<E>) {
  return useQuery(queryOf(name, ...options));
}

/** What {@link queryOf} answers for a record of this kind. */
export type Reading<T> = UseQueryOptions<T, Failure, T>;

/** The same, read anew for a page that is opened: what a form begins with must hold now, whatever the cache has. */
export function readAnew<T>(reading: Reading<T>): Reading<T> {
  return { ...reading, refetchOnMount: 'always', refetchOnWindowFocus: false };
}

/** Reads an endpoint anew for a page that is opened. */
export function useApiAnew<E extends ReadName>(name: E, ...options: OptionsArguments<E>) {
  return useQuery(readAnew<CallResponse<E>>(queryOf(name, ...options)));
}

/** How many rows match in all, for lists that count within a bound. */
export type WholeCount = {
  /** The exact number; null until it has been asked for and told. */
  total: number | null;
  counting: boolean;
  failure: Failure | null;
  /** Counts them all. The number holds until the filters change. */
  ask: () => void;
};
export type ListResult<T> = UseQueryResult<T, Failure> & { whole: WholeCount };

/** One page of a list: the previous page stays in view while the next one is on its way. */
export function useApiList<E extends ReadName>(name: E, ...options: OptionsArguments<E>): ListResult<CallResponse<E>> {
  const page = useQuery({ ...queryOf(name, ...options), placeholderData: (before) => before } as UseQueryOptions<
    CallResponse<E>,
    Failure
  >);
  const whole = useWholeCount(name, options[0] ?? {});
  return { ...page, whole };
}

type LooseList = { query?: Record<string, unknown> };

/** The same list asked for its exact number alone. */
export function wholeOf(options: LooseList): LooseList {
  const { offset: _, sort: __, ...filters } = options.query ?? {};
  return { ...options, query: { ...filters, limit: 1, count: 'exact' } };
}

function useWholeCount(name: ReadName, options: LooseList): WholeCount {
  const whole = wholeOf(options);
  const filters = JSON.stringify(whole);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const isAsked = askedFor === filters;
  const { data, isFetching, error, refetch } = useQuery<unknown, Failure, { total: number }>({
    queryKey: [name, whole],
    queryFn: ({ signal }) =>
      (call as (name: ReadName, options: unknown) => Promise<unknown>)(name, { ...whole, signal }),
    enabled: isAsked,
    // Counting may take long: only a change asks again, not a look at another window.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    total: isAsked ? (data?.total ?? null) : null,
    counting: isAsked && isFetching,
    failure: isAsked && !isFetching ? error : null,
    ask: () => (isAsked ? void refetch() : setAskedFor(filters)),
  };
}
