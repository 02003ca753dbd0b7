/** What a page makes of the filters that the contract declares for its list. */
import { acceptsFilter, type Filter, type Filters } from '@signet/contract/filter';
import type { FilterSpec } from './filter-spec.ts';

export type FilterName<F extends Filters> = keyof F & string;

/** How a filter is called and changed. */
export type FilterEditor = Omit<FilterSpec<string>, 'name'>;

/**
 * An editor for each filter; null for one that is changed elsewhere, such as in the search field, or not at all. A
 * filter that has been forgotten does not compile.
 */
export type FilterEditors<N extends string> = { readonly [K in N]: FilterEditor | null };

export const filterNames = <F extends Filters>(declared: F): FilterName<F>[] =>
  Object.keys(declared).filter((name): name is FilterName<F> => name in declared);

/** The filters that the filter row offers, in the order of the editors. */
export function filterSpecs<N extends string>(editors: FilterEditors<N>): FilterSpec<N>[] {
  const names = Object.keys(editors) as N[];
  return names.flatMap((name) => {
    const editor = editors[name];
    return editor === null ? [] : [{ ...editor, name }];
  });
}

/** Whether the API takes a text as the value, by filter. */
export function acceptsOf<F extends Filters>(declared: F): Record<FilterName<F>, (text: string) => boolean> {
  const entries = Object.entries(declared).map(([name, filter]) => [
    name,
    (text: string) => acceptsFilter(filter, text),
  ]);
  return Object.fromEntries(entries) as Record<FilterName<F>, (text: string) => boolean>;
}

/** A filter's value in the query of the API. */
type Sent<F extends Filter> = F extends { type: 'choice'; of: readonly (infer Value)[] }
  ? Value
  : F extends { type: 'boolean' }
    ? 'true' | 'false'
    : string;
export type FilterQuery<F extends Filters> = { [K in FilterName<F>]?: Sent<F[K]> };

/** Of filters that were kept, those that the list still has and the API still takes: as its query has them. */
export function soundFilters<F extends Filters>(
  declared: F,
  kept: Readonly<Record<string, string | undefined>>,
): FilterQuery<F> {
  const accepts = acceptsOf(declared);
  const sound = filterNames(declared).flatMap((name) => {
    const text = kept[name];
    return text !== undefined && accepts[name](text) ? [[name, text]] : [];
  });
  return Object.fromEntries(sound) as FilterQuery<F>;
}
