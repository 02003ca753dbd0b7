/** The state of a list, all of it in the URL: page in the hash, sort and filters in the query. */
import type { SavedFilter } from '@signet/contract/areas/list-settings';
import { useEffect, useRef, useState } from 'react';
import { ANY } from '../../paths.ts';
import { changeListSetting, changeSavedFilters, useListSetting, type SavedAct } from '../../session/list-settings.ts';
import { read, write } from '../../session/storage.ts';
import { useOwnAddress } from '../routing/own-address.ts';
import { stringifySearch } from '../routing/url-search.ts';
import { offsetOf, pageOfHash, pageSizeOf } from './paging.ts';

export type SortTerm = `${string}:asc` | `${string}:desc`;
export type ListSpec<F extends string> = {
  /** Names of the filters as the API's query has them. */
  filters: readonly F[];
  /** Sort where the person has chosen none. */
  defaultSort: readonly SortTerm[];
  /** Columns of the API's sort. A term of the URL that names another is left out; without it every term passes. */
  sorts?: readonly string[];
  /** Filters that hold until they are taken away. */
  defaultFilters?: Partial<Record<F, string>>;
  /** What the API takes as a filter's value beside all that are given. Another one in the URL counts as not there. */
  accepts?: Partial<Record<F, (value: string, given: Search) => boolean>>;
  /** Filters that hold for this look alone: not kept for the person, and gone with another order. */
  passing?: readonly F[];
  /**
   * The name under which filters and hidden columns are kept for the person. Without it they last as long as
   * the page.
   */
  remember?: string;
};
type Search = Readonly<Record<string, string | undefined>>;

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
  /** `adding`: sorts by it after what it is sorted by already. */
  setSort: (column: string, adding?: boolean) => void;
  /** `typing`: what is being typed; one entry of the browser's history for all of it. */
  setFilters: (change: Partial<Record<F, string | null>>, typing?: F) => void;
  clearFilters: () => void;
  setLimit: (limit: number) => void;
  /** Keys of the columns that the person has put away. */
  hidden: readonly string[];
  setHidden: (keys: readonly string[]) => void;
  /** Filters that the person has given a name; null for a list that keeps nothing. */
  saved: readonly SavedFilter[] | null;
  changeSaved: (act: SavedAct) => void;
  /** What is looked at now, as it may be kept. */
  present: View;
  /** The filters and the order that hold while nothing is chosen. */
  plain: View;
  /** Looks at the list that way. */
  show: (view: View) => void;
  /**
   * How the list looks once it is shown that way: without what does not hold here, such as the account of a filter that
   * was saved while another one was chosen.
   */
  asShown: (view: View) => View;
};

/** What a list shows, and in which order. */
export type View = Pick<SavedFilter, 'filters' | 'sort'>;

/** The platform sorts by so many columns at once. */
const SORTS_MOST = 5;

/**
 * Sort terms out of the URL; what is not one, not of these columns, names a column again or is one too many, is left
 * out.
 */
export function parseSort(text: string | undefined, columns?: readonly string[]): SortTerm[] {
  const terms = (text ?? '').split(',');
  const first = (column: string, index: number) => terms.findIndex((term) => term.startsWith(`${column}:`)) === index;
  const sound = terms.filter((term, index): term is SortTerm => {
    const [, column] = /^([\w.]+):(?:asc|desc)$/.exec(term) ?? [];
    return column !== undefined && first(column, index) && (columns === undefined || columns.includes(column));
  });
  return sound.slice(0, SORTS_MOST);
}

/** The filters in force: those of the URL, else the defaults. */
export function filtersInForce<F extends string>(
  spec: Pick<ListSpec<F>, 'filters' | 'defaultFilters' | 'accepts'>,
  search: Search,
): Partial<Record<F, string>> {
  const inForce: Partial<Record<F, string>> = {};
  for (const name of spec.filters) {
    const given = search[name];
    const standard = spec.defaultFilters?.[name];
    const refused = given !== undefined && spec.accepts?.[name]?.(given, search) === false;
    // Where nothing is to be taken away, it may be a word that somebody looks for.
    if (given === ANY && (standard !== undefined || refused)) continue;
    const value = given === undefined || refused ? standard : given;
    if (value !== undefined && value !== '') inForce[name] = value;
  }
  return inForce;
}

/** The part of a URL's query that filters. */
function filtersOf(names: readonly string[], search: Search): Record<string, string> {
  const entries = names.map((name) => [name, search[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Clicking a head sorts by it upwards, again downwards. `adding`: the others stay before it; a third time takes it out
 * of the order again, unless it is the only one.
 */
export function nextSort(current: readonly SortTerm[], column: string, adding = false): SortTerm[] {
  if (!adding) return [current[0] === `${column}:asc` ? `${column}:desc` : `${column}:asc`];
  const present = current.find((term) => term.startsWith(`${column}:`));
  if (!present) return [...current.slice(0, SORTS_MOST - 1), `${column}:asc`];
  if (present.endsWith(':asc')) return current.map((term) => (term === present ? (`${column}:desc` as const) : term));
  return current.length > 1 ? current.filter((term) => term !== present) : [`${column}:asc`];
}

/**
 * The entries of the browser's history that a list has shown. Their address says all of what was chosen there, also
 * where it names no filter: Back takes a filter off.
 */
const shownEntries = new Set<string>();

export function useList<const F extends string>(spec: ListSpec<F>): List<F> {
  const { key, hash, search: inUrl, typing: typed, change: go } = useOwnAddress();
  const { remember } = spec;
  const setting = useListSetting(remember);
  const [hiddenHere, setHiddenHere] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(() => pageSizeOf(read('pageSize')));
  const filtersInUrl = filtersOf(spec.filters, inUrl);
  const isPassing = (name: F) => spec.passing?.includes(name) ?? false;
  const lasting = spec.filters.filter((name) => !isPassing(name));
  const isShown = key !== undefined && shownEntries.has(key);
  // An address that names filters means those; one without gets the person's last ones.
  const savedFilters = isShown || Object.keys(filtersInUrl).length > 0 ? {} : filtersOf(lasting, setting.filters);
  const restored = Object.keys(savedFilters).length > 0;
  const given: Search = restored ? { ...inUrl, ...savedFilters } : inUrl;
  const page = pageOfHash(hash);
  const chosen = parseSort(given['sort'], spec.sorts);
  const sort = chosen.length > 0 ? chosen : [...spec.defaultSort];
  const filters = filtersInForce(spec, given);

  useEffect(() => {
    if (restored) go({ search: given, hash }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only a change from not restored to restored counts
  }, [restored]);
  // Other rows stand now, such as those of the account that was just chosen: what page it was says nothing of them.
  const standing = JSON.stringify(spec.defaultFilters);
  const standingBefore = useRef(standing);
  useEffect(() => {
    if (standingBefore.current !== standing && hash !== '') go({ search: given, hash: '' }, { replace: true });
    standingBefore.current = standing;
    // oxlint-disable-next-line react/exhaustive-deps -- only what stands by itself counts
  }, [standing]);
  const filtersBefore = useRef<string | null>(null);
  useEffect(() => {
    if (restored || key === undefined) return;
    const before = filtersBefore.current;
    filtersBefore.current = JSON.stringify(filtersInUrl);
    // Who comes back to other filters looks at the list that way now.
    if (shownEntries.has(key) && before !== null && before !== filtersBefore.current && remember !== undefined)
      changeListSetting(remember, { filters: filtersOf(lasting, inUrl) });
    shownEntries.add(key);
    // oxlint-disable-next-line react/exhaustive-deps -- the filters are those of the entry
  }, [key, restored]);

  /** Any change but of the page goes back to page 1. Each is an entry of the browser's history, typing is one. */
  const change = (next: Search, typing?: F) => {
    const search = { ...given, ...next };
    if (hash === '' && stringifySearch(search) === stringifySearch(inUrl)) return;
    go({ search, hash: '' }, { replace: typing !== undefined && typing === typed, typing });
  };
  const changeFilters = (next: Search, typing?: F) => {
    if (remember !== undefined) changeListSetting(remember, { filters: filtersOf(lasting, { ...given, ...next }) });
    change(next, typing);
  };
  /** What stands in the URL for a filter that is taken away. */
  const away = (name: F) => (spec.defaultFilters?.[name] === undefined ? undefined : ANY);

  /** What the URL says of a view; nothing of what holds anyway. */
  const searchOf = (view: View): Search => {
    const values = Object.fromEntries(
      spec.filters.map((name) => [name, isPassing(name) ? undefined : (view.filters[name] ?? away(name))]),
    );
    const isDefault = lasting.every((name) => view.filters[name] === spec.defaultFilters?.[name]);
    const order = parseSort(view.sort.join(','), spec.sorts);
    return {
      ...(isDefault ? Object.fromEntries(spec.filters.map((name) => [name, undefined])) : values),
      sort: order.join() === spec.defaultSort.join() ? undefined : order.join(','),
    };
  };
  const viewOf = (search: Search): View => {
    const order = parseSort(search['sort'], spec.sorts);
    return {
      filters: filtersOf(lasting, filtersInForce(spec, search)),
      sort: order.length > 0 ? order : [...spec.defaultSort],
    };
  };

  return {
    page,
    limit,
    paging: { limit, offset: offsetOf(page, limit), sort },
    sort,
    filters,
    filtered: Object.keys(filters).length > 0,
    setPage: (to, replace = false) => go({ search: given, hash: String(to) }, { replace }),
    setSort: (column, adding) =>
      change({
        ...Object.fromEntries((spec.passing ?? []).map((name) => [name, undefined])),
        sort: nextSort(sort, column, adding).join(','),
      }),
    setFilters: (values, typing) =>
      changeFilters(
        Object.fromEntries(
          (Object.entries(values) as [F, string | null][]).map(([name, value]) => [name, value ?? away(name)]),
        ),
        typing,
      ),
    clearFilters: () => changeFilters(Object.fromEntries(spec.filters.map((name) => [name, away(name)]))),
    setLimit: (size) => {
      write('pageSize', String(size));
      setLimit(size);
      change({});
    },
    saved: remember === undefined ? null : (setting.saved ?? []),
    changeSaved: (act) => remember !== undefined && changeSavedFilters(remember, act),
    present: { filters: filtersOf(lasting, filters), sort },
    plain: { filters: filtersInForce<string>(spec, {}) as Record<string, string>, sort: [...spec.defaultSort] },
    show: (view) => changeFilters(searchOf(view)),
    asShown: (view) => viewOf(searchOf(view)),
    hidden: remember === undefined ? hiddenHere : setting.hidden_columns,
    setHidden: (keys) =>
      remember === undefined ? setHiddenHere(keys) : changeListSetting(remember, { hidden_columns: [...keys] }),
  };
}
