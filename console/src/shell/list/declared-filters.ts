/** What a page makes of the filters that the contract declares for its list. */
import { acceptsFilter, whyNotRange, type Filter, type Filters } from '@signet/contract/filter';
import { notAllowed } from '@signet/contract/rules';
import type { FilterSpec } from './filter-spec.ts';

export type FilterName<F extends Filters> = keyof F & string;

/** How a filter is called and changed. What it takes is declared. */
export type FilterEditor = Omit<FilterSpec<string>, 'name' | 'max' | 'whyNot'>;

/**
 * An editor for each filter; null for one that is changed elsewhere, such as in the search field, or not at all. A
 * filter that has been forgotten does not compile.
 */
export type FilterEditors<N extends string> = { readonly [K in N]: FilterEditor | null };

/** The choices of a filter that is true or false, each as people read it. */
export const yesNo = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];

export const filterNames = <F extends Filters>(declared: F): FilterName<F>[] =>
  Object.keys(declared).filter((name): name is FilterName<F> => name in declared);

/** The filters that the filter row offers, in the order of the editors, beside those in force. */
export function filterSpecs<N extends string>(
  editors: FilterEditors<N>,
  declared: Filters,
  inForce: Readonly<Partial<Record<N, string>>>,
): FilterSpec<N>[] {
  const names = Object.keys(editors) as N[];
  return names.flatMap((name) => {
    const editor = editors[name];
    return editor === null ? [] : [{ ...editor, ...takenBy(name, declared, inForce), name }];
  });
}

/** What a filter takes: a text up to its length, an id, a day of a range on the right side of the other one. */
function takenBy(
  name: string,
  declared: Filters,
  inForce: Readonly<Record<string, string | undefined>>,
): Pick<FilterSpec<string>, 'max' | 'whyNot'> {
  const filter = declared[name];
  if (filter?.type === 'text') return { max: filter.max };
  if (filter?.type === 'id') return { whyNot: (text) => (acceptsFilter(filter, text) ? null : notAllowed('uuid')) };
  if (filter?.type !== 'day') return {};
  return { whyNot: (day) => whyNotRange(declared, { ...inForce, [name]: day })?.reason ?? null };
}

/** Whether the API takes a text as the value of a filter beside the others that are given. */
type Accepts = (text: string, given?: Readonly<Record<string, unknown>>) => boolean;

/** {@link Accepts} by filter. Of two days that exclude each other it is the last one that the API refuses. */
export function acceptsOf<F extends Filters>(declared: F): Record<FilterName<F>, Accepts> {
  const entries = Object.entries(declared).map(([name, filter]): [string, Accepts] => [
    name,
    (text, given) =>
      acceptsFilter(filter, text) && whyNotRange({ [name]: filter }, { ...given, [name]: text }) === null,
  ]);
  return Object.fromEntries(entries) as Record<FilterName<F>, Accepts>;
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
    return text !== undefined && accepts[name](text, kept) ? [[name, text]] : [];
  });
  return Object.fromEntries(sound) as FilterQuery<F>;
}
