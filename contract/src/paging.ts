/**
 * Lists: `limit`, `offset`, repeated `sort=column:asc`, and `{ items, total, total_exact, offset, limit }` back (S §7).
 */
import { z } from 'zod';
import { id, locale, queryNumber } from './fields.ts';
import { LIMITS } from './limits.ts';
import { DEFAULT_LOCALE } from './locales.ts';

/** The ceiling of an ordinary large list, and of profile lists (S §9). */
const LARGE_LIST = 99_999;

type SortTerm<C extends string> = `${C}:asc` | `${C}:desc`;

/** The paging part of a list's query. An unknown column or direction is refused with UNKNOWN_SORT_COLUMN. */
export function paging<const C extends readonly [string, ...string[]]>(columns: C, maxLimit: number = LARGE_LIST) {
  const terms = columns.flatMap((column) => [`${column}:asc`, `${column}:desc`]) as SortTerm<C[number]>[];
  return {
    limit: queryNumber(1, maxLimit).default(LIMITS.pageLimit).describe('How many rows to answer.'),
    offset: queryNumber(0, LIMITS.offsetMax).default(0).describe('How many matching rows to pass over.'),
    sort: z
      .preprocess(
        (value) => (value === undefined || Array.isArray(value) ? value : [value]),
        z
          .array(z.enum(terms, { error: 'UNKNOWN_SORT_COLUMN' }))
          .max(5)
          .default([]),
      )
      .describe('Column and direction; repeated, the first decides and the next ones break ties.'),
    count: z
      .literal('exact')
      .optional()
      .describe(
        `Counts every matching row, however many. Without it counting ends at ${LIMITS.countBound}, but for lists ` +
          'whose number of rows is kept, where nothing is filtered.',
      ),
  };
}

/** What the export of a list leaves out of the list's query: it has no pages. */
export const PAGES = { limit: true, offset: true, count: true } as const;

/** The query of an export has this instead. */
export const exporting = {
  id: z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(id).max(LIMITS.chosenMax).optional(),
    )
    .describe('Names rows, repeated: those of them that match are exported. Without it all that match.'),
  locale: locale.default(DEFAULT_LOCALE).describe('The language of column heads and values.'),
};

/**
 * The answer of a list. `total` counts the matching rows across pages; where `total_exact` is false there are more than
 * that.
 */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    total_exact: z.boolean(),
    offset: z.number().int(),
    limit: z.number().int(),
  });
}
export type ListOf<Row> = { items: Row[]; total: number; total_exact: boolean; offset: number; limit: number };

/** What the shell of a list knows of any list's query. */
export type PageQuery = { limit: number; offset: number; sort: string[]; count?: 'exact' | undefined };
