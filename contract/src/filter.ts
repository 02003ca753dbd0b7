/**
 * What a list can be filtered by, declared once: the queries of list and export, the conditions of the store and the
 * filters of the console's list are made of it. No schemas here; `record-schemas.ts` makes them.
 */
import { isPayloadDate } from './dates.ts';
import type { Reason } from './problem.ts';

export type Filter = (
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'boolean' | 'id' | 'country' }
  /** `notBefore`: the last day of a range whose first day is that filter. */
  | { readonly type: 'day'; readonly notBefore?: string }
) & {
  /** Which rows match, for the API's document, where the name does not say it. */
  readonly description?: string;
};
export type Filters = Readonly<Record<string, Filter>>;

/** Declares the filters of a list. */
export const filters = <const F extends Filters>(declared: F): F => declared;

/** The value of a filter once the query is parsed. */
export type FilterValue<F extends Filter> = F extends { type: 'choice'; of: readonly (infer Value)[] }
  ? Value
  : F extends { type: 'boolean' }
    ? boolean
    : string;

/** The filters in force, parsed: those that are absent don't filter. */
export type FilterValues<F extends Filters> = { [K in keyof F]?: FilterValue<F[K]> | undefined };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this text is an id, for filters that take one beside a name. */
export const isId = (text: string): boolean => UUID.test(text);

/** Whether the API takes this text as the filter's value. A country is its code in capitals. */
export function acceptsFilter(filter: Filter, text: string): boolean {
  switch (filter.type) {
    case 'text':
      return text.length <= filter.max;
    case 'choice':
      return filter.of.includes(text);
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'day':
      return isPayloadDate(text);
    case 'id':
      return isId(text);
    case 'country':
      return /^[A-Z]{2}$/.test(text);
  }
}

/** The last day of a range that ends before it begins, and why that can't be; null where there is none. */
export function whyNotRange(
  declared: Filters,
  given: Readonly<Record<string, unknown>>,
): { field: string; reason: Reason } | null {
  for (const [field, filter] of Object.entries(declared)) {
    const first = filter.type === 'day' && filter.notBefore !== undefined ? given[filter.notBefore] : undefined;
    const last = given[field];
    if (typeof first === 'string' && typeof last === 'string' && isPayloadDate(first) && isPayloadDate(last))
      if (last < first) return { field, reason: { status: 'END_BEFORE_START' } };
  }
  return null;
}
