/** The state of a list, all of it in the URL: page in the hash, sort and filters in the query. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { read, write } from '../../session/storage.ts';
import { offsetOf, pageOfHash, pageSizeOf } from './paging.ts';

/** Stands in the URL where a default filter was taken away. */
const ANY = 'any';

export type SortTerm = `${string}:asc` | `${string}:desc`;
export type ListSpec<F extends string> = {
  /** Names of the filters as the API's query has them. */
  filters: readonly F[];
  /** Sort where the person has chosen none. */
  defaultSort: readonly SortTerm[];
  /** Filters that hold until they are taken away. */
  defaultFilters?: Partial<Record<F, string>>;
};

export type List<F extends string> = {
  page: number;
  limit: number;
  /** Goes into the query of the call as it is. */
  paging: { limit: number; offset: number; sort: SortTerm[] };
  sort: SortTerm[];
  filters: Partial<Record<F, string>>;
  /** True when anything but the defaults is chosen or a default stands. */
  filtered: boolean;
  setPage: (page: number, replace?: boolean) => void;
  setSort: (column: string) => void;
  setFilters: (change: Partial<Record<F, string | null>>) => void;
  clearFilters: () => void;
  setLimit: (limit: number) => void;
};

/** Sort terms out of the URL; what is not one is left out. */
export function parseSort(text: string | undefined): SortTerm[] {
  return (text ?? '').split(',').filter((term): term is SortTerm => /^[\w.]+:(asc|desc)$/.test(term));
}

/** The filters in force: those of the URL, else the defaults. */
export function filtersInForce<F extends string>(spec: ListSpec<F>, search: Readonly<Record<string, string | undefined>>): Partial<Record<F, string>> {
  const inForce: Partial<Record<F, string>> = {};
  for (const name of spec.filters) {
    const value = search[name] ?? spec.defaultFilters?.[name];
    if (value !== undefined && value !== '' && value !== ANY) inForce[name] = value;
  }
  return inForce;
}

/** Clicking a head sorts by it upwards, again downwards. */
export function nextSort(current: readonly SortTerm[], column: string): SortTerm[] {
  return [current[0] === `${column}:asc` ? `${column}:desc` : `${column}:asc`];
}

export function useList<const F extends string>(spec: ListSpec<F>): List<F> {
  const router = useRouter();
  const { hash, search, pathname } = useLocation();
  const [limit, setLimit] = useState(() => pageSizeOf(read('pageSize')));
  const given = search as Record<string, string | undefined>;
  const page = pageOfHash(hash);
  const chosen = parseSort(given['sort']);
  const sort = chosen.length > 0 ? chosen : [...spec.defaultSort];
  const filters = filtersInForce(spec, given);

  /** Any change but of the page goes back to page 1. */
  const change = (next: Record<string, string | undefined>) => void router.navigate({ to: pathname, search: { ...given, ...next }, hash: '', replace: true });

  return {
    page,
    limit,
    paging: { limit, offset: offsetOf(page, limit), sort },
    sort,
    filters,
    filtered: Object.keys(filters).length > 0,
    setPage: (to, replace = false) => void router.navigate({ to: pathname, search: given, hash: String(to), replace }),
    setSort: (column) => change({ sort: nextSort(sort, column).join(',') }),
    setFilters: (wanted) => {
      const next: Record<string, string | undefined> = {};
      for (const [name, value] of Object.entries(wanted) as [F, string | null][]) next[name] = value ?? (spec.defaultFilters?.[name] === undefined ? undefined : ANY);
      change(next);
    },
    clearFilters: () => change(Object.fromEntries(spec.filters.map((name) => [name, spec.defaultFilters?.[name] === undefined ? undefined : ANY]))),
    setLimit: (size) => {
      write('pageSize', String(size));
      setLimit(size);
      change({});
    },
  };
}
