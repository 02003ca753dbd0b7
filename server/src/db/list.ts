/**
 * What every list does alike: one page by its order, the total within a bound, a search that ignores case and accents.
 */
import type { FilterValue, FilterValues, Filters } from '@signet/contract/filter';
import type { ListOf, PageQuery } from '@signet/contract/paging';
import { sql, type RawBuilder } from 'kysely';
import { limitConcurrency } from '../in-turn.ts';
import { deepPage, firstOfParts, pageOfIds } from './deep-page.ts';
import { inBatches } from './in-batches.ts';
import { countRows, type Counted } from './list-count.ts';
import { orderSql, orderTerms } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { LONG_STATEMENT, PREPARED, type Db } from './open.ts';

/** What folded() leaves of a text beyond ASCII, near enough: where it is wrong the answer is the same, and slower. */
export const isForeign = (text: string): boolean =>
  /[^\p{ASCII}øđłıðħŧßæœ]/iu.test(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''));

/** Of one or two letters there is no trigram: their index would be read from end to end, and then every row. */
const hasNoTrigram = (text: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(text);

/**
 * What folded() makes a `σ` of, or a `ς` at the end of a word: of a name in capitals, which have one sign for both, a
 * beginning can so end otherwise than the name goes on.
 */
const SIGMA = /[Σσς]/u;

/** SQL: these foreign_pieces are those of a text, whichever sigma stands there. */
export function hasPieces(pieces: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const parts = text.normalize('NFKD').split(SIGMA);
  if (parts.length === 1) return sql<boolean>`${pieces} @> foreign_pieces(folded(${text}))`;
  const others = parts.filter(isForeign).map((part) => sql<boolean>`${pieces} @> foreign_pieces(folded(${part}))`);
  return allOf([sql<boolean>`${pieces} && '{σ,ς}'`, ...others]);
}

/** SQL: a folded text holds this one, whichever sigma stands there. */
export const likeHolds = (folded: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  SIGMA.test(text.normalize('NFKD'))
    ? sql<boolean>`translate(${folded}, 'ς', 'σ') like translate(holds(${text}), 'ς', 'σ')`
    : sql<boolean>`${folded} like holds(${text})`;

/**
 * SQL for "this column holds the text somewhere", blanks around it left out. `column` is a folded one: a stored column,
 * or `folded(…)`, as its indexes have it: one by trigrams, and one by `foreign_pieces` for scripts that have none.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const trimmed = text.trim();
  if (isForeign(trimmed))
    return sql<boolean>`(${hasPieces(sql`foreign_pieces(${column})`, trimmed)} and ${likeHolds(column, trimmed)})`;
  // The index is that of the column, not of what has something added.
  const looked = hasNoTrigram(trimmed) ? sql`(${column} || '')` : column;
  return sql<boolean>`${looked} like holds(${trimmed})`;
}

/** The condition of each filter of a list, by its name in the contract. */
export type FilterConditions<F extends Filters> = {
  readonly [K in keyof F]: (value: FilterValue<F[K]>) => RawBuilder<boolean>;
};

/** The conditions of the filters in force. An empty text filters nothing. */
export function inForce<F extends Filters>(
  conditions: FilterConditions<F>,
  values: FilterValues<F>,
): RawBuilder<boolean>[] {
  return Object.keys(conditions).flatMap((name: keyof F) => {
    const value = values[name];
    return value === undefined || value === '' ? [] : [conditions[name](value)];
  });
}

/** All of these; true for none. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** What a list is made of, whatever is asked of it. */
export type ListSource<F extends Filters, Sort extends string, Selected, Row> = Pick<
  ListQuery<Selected, Row>,
  'from' | 'id' | 'columns' | 'joins' | 'row'
> & {
  /** What the viewer may see. */
  visible: RawBuilder<boolean>;
  /** The filters of the contract, and the condition of each. */
  filters: F;
  conditions: FilterConditions<F>;
  /** SQL by the contract's columns of the order, as their indexes have them. */
  sorts: Readonly<Record<Sort, RawBuilder<unknown>>>;
  defaultSort: `${Sort}:${'asc' | 'desc'}`;
  /** The column by which rows are ordered that the others leave equal: the name. */
  ties?: Sort;
  /** Columns of which no two rows have the same value. */
  unique?: readonly Sort[];
  /** Whether the viewer sees a handful of rows, found by their owner. */
  ownedByFew?: boolean;
  /**
   * Columns of the order that are conditions and that no index has, such as one of the day: true or false of every row,
   * never null. Ordered by one first, a page is made of two halves, each in the order of an index; filtered by the
   * filter of the same name, there is one half alone.
   */
  halvedBy?: readonly Sort[];
  /** Columns of the order that may be null. */
  nullable?: readonly Sort[];
  /**
   * The owners of whom the viewer sees all rows, each as a condition; at most {@link MOST_PARTS}, else as with none.
   * Their rows may be the last of a long order, which would be walked until they come.
   */
  owners?: readonly RawBuilder<boolean>[];
  /** How many rows the viewer may see, where that is kept: `keptRows`. */
  kept?: RawBuilder<{ total: number }> | undefined;
  /** The same where nothing is asked but the rows of one account, the filter `account_id`: `keptRowsOf`. */
  keptOf?: ((accountId: string) => RawBuilder<{ total: number }>) | undefined;
};

/** How many owners a page is put together of; each is a search of its own. */
const MOST_PARTS = 10;

type ListInput<F extends Filters> = FilterValues<F> & { sort: readonly string[]; id?: readonly string[] | undefined };

/** The list that a query asks for; `id` names its rows, where only some are wanted. */
export function listQuery<F extends Filters, Sort extends string, Selected, Row>(
  {
    visible,
    filters,
    conditions,
    sorts,
    defaultSort,
    ties,
    unique,
    ownedByFew = false,
    halvedBy = [],
    nullable,
    owners = [],
    kept,
    keptOf,
    ...list
  }: ListSource<F, Sort, Selected, Row>,
  query: ListInput<F>,
): ListQuery<Selected, Row> {
  const chosen = query.id ? [sql<boolean>`${list.id} = any(${query.id})`] : [];
  const texts = Object.keys(filters).flatMap((name) => {
    const text: unknown = filters[name]?.type === 'text' ? query[name] : '';
    return typeof text === 'string' && text !== '' ? [text.trim()] : [];
  });
  const byText = texts.length > 0;
  const asked: readonly string[] = query.sort.length > 0 ? query.sort : [defaultSort];
  const termsOf = (sort: readonly string[]) => orderTerms(sort, sorts, list.id, { ties, unique, nullable, halvedBy });
  const half = halvedBy.find((column) => asked[0]?.startsWith(`${column}:`));
  const isHalved = half !== undefined && query[half] !== undefined;
  const asks = [...inForce(conditions, query), ...chosen];
  const terms = termsOf(isHalved ? asked.slice(1) : asked);
  const order = orderSql(terms);
  const keptNow = keptOfAsked();
  return {
    ...list,
    where: allOf([visible, ...asks]),
    order,
    terms,
    byText,
    scanned: !ownedByFew && texts.some(hasNoTrigram),
    short: ownedByFew && !byText,
    parts: partsOf(),
    kept: keptNow,
    seen: keptNow ?? kept,
  };

  function keptOfAsked(): ListQuery<Selected, Row>['kept'] {
    if (asks.length === 0) return kept;
    const account: unknown = query['account_id'];
    return asks.length === 1 && typeof account === 'string' && account !== '' ? keptOf?.(account) : undefined;
  }

  function partsOf(): ListQuery<Selected, Row>['parts'] {
    // What a text finds is a few rows, and finding them twice takes longer than sorting them.
    if (byText) return undefined;
    if (half !== undefined && !isHalved && !ownedByFew)
      return { conditions: [sql`not ${sorts[half]}`, sorts[half]], order: orderSql(terms.slice(1)) };
    return owners.length > 1 && owners.length <= MOST_PARTS ? { conditions: owners, order } : undefined;
  }
}

/**
 * From so many rows on, passing over ids alone and then reading the page's rows is faster than passing over whole rows.
 */
const DEEP = 500;

/** Reads one page near the beginning, the cheapest way; `limit` is that of the query, or one more. */
function pageOf<Selected>(
  { offset }: PageQuery,
  limit: number,
  list: ListQuery<Selected, unknown>,
): RawBuilder<Selected> {
  const { from, where, order, columns, joins = sql``, id, short = false, prepared = short, parts } = list;
  const slice = sql`order by ${order} limit ${limit} offset ${offset}`;
  if (parts && offset + limit <= DEEP) {
    return sql<Selected>`select ${columns}
      from (${firstOfParts(list, parts, offset + limit)}) page
      join ${from} on ${id} = page.id ${joins} ${slice}`;
  }
  if (list.dear) return pageOfIds(slice, list);
  return sql<Selected>`${prepared ? PREPARED : sql``}select ${columns} from ${from} ${joins} where ${where} ${slice}`;
}

/**
 * Lists that are scanned at once (`ListQuery.scanned`), each by one statement; so many more wait. Of 200,000 people one
 * takes 300 ms: sixteen side by side on two cores would all come to the end of a statement's time.
 */
const [SCANS, WAITING] = [4, 100];
const inTurn = limitConcurrency(SCANS, WAITING);

/** One page, in its turn where the list is scanned for it. Throws OVERLOADED where too many wait already. */
export const listPage = <Selected, Row>(
  db: Db,
  query: PageQuery,
  list: ListQuery<Selected, Row>,
): Promise<ListOf<Row>> => (list.scanned ? inTurn(() => readPage(db, query, list)) : readPage(db, query, list));

/**
 * One page. On a late one the ids come first, from the index of the order alone, so that it walks the index and not the
 * rows, from the nearest landmark or end; then the columns of those ids. Ordered by a condition, an early one comes of
 * the first rows of each part. How the total is found: `countRows`.
 */
async function readPage<Selected, Row>(db: Db, query: PageQuery, list: ListQuery<Selected, Row>): Promise<ListOf<Row>> {
  const { row, short = false, scanned = false } = list;
  const pageTells = short || scanned;
  if (query.offset >= DEEP) {
    const { rows, counted } = await deepPage(db, query, list);
    return { items: rows.map(row), ...counted, offset: query.offset, limit: query.limit };
  }
  // One more than the page tells whether it is the last.
  const reading = pageOf(query, query.limit + (pageTells ? 1 : 0), list).execute(db);
  const [{ rows }, counted] = await (pageTells
    ? reading.then(
        async (read) => [read, totalOfLastPage(read.rows, query) ?? (await countRows(db, query, list))] as const,
      )
    : Promise.all([reading, countRows(db, query, list)]));
  return { items: rows.slice(0, query.limit).map(row), ...counted, offset: query.offset, limit: query.limit };
}

/** The total where the page tells it, being the last one: `rows` are one more where it isn't. Null where it doesn't. */
function totalOfLastPage(rows: readonly unknown[], { limit, offset }: PageQuery): Counted | null {
  const isLastPage = rows.length <= limit && (rows.length > 0 || offset === 0);
  return isLastPage ? { total: offset + rows.length, total_exact: true } : null;
}

/** Rows read at once while a list is exported. */
const BATCH = 1_000;

/** A minute more than a file may be on its way. */
const LONGEST_EXPORT = '31min';

/**
 * Every row of a list in its order, in batches, from one snapshot; holds one connection until the last row is read or
 * the reader stops.
 */
export async function* everyRow<Selected, Row>(db: Db, list: ListQuery<Selected, Row>): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await LONG_STATEMENT.execute(tx);
    // Whoever takes the rows may be slow, and has an end of their own (http/unread.ts).
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    // What nobody ends keeps old rows from being cleared away. Versions before 17 don't know it.
    await sql`select set_config('transaction_timeout', ${LONGEST_EXPORT}, true)
      where current_setting('server_version_num')::int >= 170000`.execute(tx);
    const query = sql<Selected>`
      select ${list.columns} from ${list.from} ${list.joins ?? sql``}
      where ${list.where} order by ${list.order}`;
    for await (const rows of inBatches(tx, query, BATCH)) yield rows.map(list.row);
  } finally {
    await tx.rollback().execute();
  }
}
