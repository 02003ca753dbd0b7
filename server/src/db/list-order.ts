/** The order of a list: its terms, the SQL of them, and the rows that come from one of them on. */
import { sql, type RawBuilder } from 'kysely';

/** One term of an order; the last one is the id, which makes it total. */
export type OrderTerm = {
  /** SQL, as an index has it. */
  column: RawBuilder<unknown>;
  downwards: boolean;
  /** Whether it may be null: such rows come last, or first downwards. */
  nullable: boolean;
  /** Whether it is a condition that no index has, true or false of every row, by which a list is halved. */
  halves: boolean;
};

type OrderOptions = {
  /** The column that orders what the terms leave equal, upwards always, unless one of them is it or is `unique`. */
  ties?: string | undefined;
  unique?: readonly string[] | undefined;
  nullable?: readonly string[] | undefined;
  halvedBy?: readonly string[] | undefined;
};

/**
 * The terms of a list's order. `columns` are SQL by the contract's column names, as their indexes have them. `id` runs
 * the way of the term before it, so that one index serves both directions.
 */
export function orderTerms(
  sort: readonly string[],
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
  { ties, unique = [], nullable = [], halvedBy = [] }: OrderOptions = {},
): OrderTerm[] {
  const named = sort.map((term) => term.split(':')[0] ?? '');
  const isDecided = ties === undefined || named.some((column) => column === ties || unique.includes(column));
  const terms = (isDecided ? sort : [...sort, `${ties}:asc`]).flatMap((term, index): OrderTerm[] => {
    const [name = '', direction] = term.split(':');
    const column = columns[name];
    if (column === undefined) return [];
    const halves = index === 0 && halvedBy.includes(name);
    return [{ column, downwards: direction === 'desc', nullable: nullable.includes(name), halves }];
  });
  return [...terms, { column: id, downwards: terms.at(-1)?.downwards ?? false, nullable: false, halves: false }];
}

/** SQL of an order; `backwards`: of the same order from its end. */
export const orderSql = (terms: readonly OrderTerm[], backwards = false): RawBuilder<unknown> =>
  sql.join(terms.map(({ column, downwards }) => (downwards === backwards ? sql`${column} asc` : sql`${column} desc`)));

/** SQL of the order that {@link orderTerms} describes, for lists that put their query together themselves. */
export const orderBy = (
  sort: readonly string[],
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => orderSql(orderTerms(sort, columns, id));

/** What a row has in the terms of an order, as PostgreSQL writes it. */
export type OrderKey = readonly (string | null)[];

/** Some of the rows of a list, all before or all after those of another range; in the order of its terms. */
export type OrderRange = { where: RawBuilder<boolean>; terms: readonly OrderTerm[] };

/**
 * The rows that have `key` in the terms or come after it, as ranges in their order: each is one stretch of an index
 * that has the terms. Of an order of one direction there is one range.
 */
export function rangesFrom(terms: readonly OrderTerm[], key: OrderKey): OrderRange[] {
  const [first] = terms;
  if (first === undefined) return [];
  const length = first.nullable || first.halves ? 1 : runOf(terms, first.downwards);
  const run = terms.slice(0, length);
  const values = key.slice(0, length);
  const row = sql`(${sql.join(run.map(({ column }) => column))})`;
  const value = sql`(${sql.join(values)})`;
  const beyond = sql.raw(first.downwards ? '<' : '>');
  if (length === terms.length) return [{ where: sql<boolean>`${row} ${beyond}= ${value}`, terms }];
  const rest = terms.slice(length);
  const inner = rangesFrom(rest, key.slice(length));
  if (first.halves) return halvesFrom(first, values[0] === 'true', rest, inner);
  // Equal columns are left in the order: PostgreSQL knows of those that have a value, and of null it must be told.
  const equal = first.nullable && values[0] === null ? sql`${first.column} is null` : sql`${row} = ${value}`;
  return [
    ...inner.map(({ where, terms: order }) => ({
      where: sql<boolean>`${equal} and ${where}`,
      terms: [...run, ...order],
    })),
    ...(first.nullable ? beyondNullable(first, values[0] ?? null) : [sql<boolean>`${row} ${beyond} ${value}`]).map(
      (where) => ({ where, terms }),
    ),
  ];
}

/** How many terms from the first on are one comparison of rows: of one direction, and never null. */
function runOf(terms: readonly OrderTerm[], downwards: boolean): number {
  const end = terms.findIndex((term) => term.downwards !== downwards || term.nullable || term.halves);
  return end === -1 ? terms.length : end;
}

/** What comes after a value of a column that may be null. */
function beyondNullable({ column, downwards }: OrderTerm, value: string | null): RawBuilder<boolean>[] {
  if (downwards) return [value === null ? sql<boolean>`${column} is not null` : sql<boolean>`${column} < ${value}`];
  return value === null ? [] : [sql<boolean>`${column} > ${value}`, sql<boolean>`${column} is null`];
}

/** Each half is in the order of the other terms, which an index has. */
function halvesFrom(
  { column, downwards }: OrderTerm,
  isTrue: boolean,
  rest: readonly OrderTerm[],
  inner: readonly OrderRange[],
): OrderRange[] {
  const half = (is: boolean) => (is ? sql<boolean>`${column}` : sql<boolean>`not ${column}`);
  return [
    ...inner.map(({ where, terms }) => ({ where: sql<boolean>`${half(isTrue)} and ${where}`, terms })),
    ...(isTrue === downwards ? [{ where: half(!isTrue), terms: rest }] : []),
  ];
}
