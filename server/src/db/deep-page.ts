/** Pages far down a list: from the landmark before them, or from the nearer end. */
import { LIMITS } from '@signet/contract/limits';
import type { PageQuery } from '@signet/contract/paging';
import { sql, type RawBuilder } from 'kysely';
import { LANDMARKS, landmarksOf, type Landmarks } from './landmarks.ts';
import { countRows, type Counted } from './list-count.ts';
import { orderSql, rangesFrom, type OrderRange } from './list-order.ts';
import type { ListQuery } from './list-query.ts';
import { LONG, type Db } from './open.ts';

type Page<Selected> = { rows: readonly Selected[]; counted: Counted };
/** A list whose order is known by its terms, and of whose rows, or of all that a viewer sees, the number is kept. */
type Walked<Selected> = ListQuery<Selected, unknown> & Required<Pick<ListQuery<Selected>, 'terms' | 'seen'>>;

/**
 * A page far down. One is read from the nearer end; where that was far, landmarks are made behind it, and the next ones
 * are read from those.
 */
export async function deepPage<Selected>(
  db: Db,
  query: PageQuery,
  list: ListQuery<Selected, unknown>,
): Promise<Page<Selected>> {
  if (!isWalked(list) || db.isTransaction) return pageFromAnEnd(db, query, list, await countRows(db, query, list));
  const memory = landmarksOf(db);
  const question = questionOf(db, list);
  const found = memory.find(question);
  const known = found && (await pageFromLandmark(db, query, list, found));
  const page = known?.rows
    ? { rows: known.rows, counted: known.counted }
    : await pageFromAnEnd(db, query, list, known?.counted ?? (await countRows(db, query, list)));
  if (found?.isOld || (!known?.rows && isFar(query, page.counted))) memory.make(question, () => walk(db, list));
  return page;
}

/**
 * Whether the list is one for landmarks. What a text finds is a few rows, which are sorted, and so is what a viewer
 * sees who sees a handful; and where nothing tells that rows came or went, nobody knows whether landmarks still stand.
 */
const isWalked = <Selected>(list: ListQuery<Selected, unknown>): list is Walked<Selected> =>
  list.terms !== undefined && list.seen !== undefined && !list.byText && !list.short;

/** Landmarks of one moment stand for the questions of the same minute that ask of another one, such as "expired". */
const MINUTE = 60_000;

/** The list by its SQL and values: who asks and what for are in it. */
function questionOf(db: Db, { from, where, order }: ListQuery<never, unknown>): string {
  const { sql: text, parameters } = sql`select from ${from} where ${where} order by ${order}`.compile(db);
  const values = parameters.map((value) => (value instanceof Date ? Math.floor(value.getTime() / MINUTE) : value));
  return JSON.stringify([text, values]);
}

/** How many rows come after a page. */
const after = ({ limit, offset }: PageQuery, total: number): number => total - offset - limit;

/** Whether a page of a list that is longer than what is counted was far from both of its ends. */
const isFar = (query: PageQuery, { total, total_exact }: Counted): boolean =>
  query.offset >= LANDMARKS.far &&
  (!total_exact || (total > LIMITS.countBound && after(query, total) >= LANDMARKS.far));

/**
 * Made behind the answer, of one snapshot, by a walk of the index of the order alone where it has all that is asked. A
 * column that has nulls and was not said to is none to be compared: then there are no landmarks.
 */
async function walk<Selected>(db: Db, { from, where, order, terms, seen }: Walked<Selected>): Promise<Landmarks> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await sql`set local statement_timeout = ${sql.lit(LANDMARKS.longest)}`.execute(tx);
    const total = await numberOf(seen, tx);
    const step = Math.max(LANDMARKS.step, Math.ceil(total / LANDMARKS.most));
    const names = terms.map((_, index) => sql.ref(`k${index}`));
    const unexpected = terms.flatMap(({ nullable }, index) => (nullable ? [] : [sql`k${sql.raw(`${index}`)} is null`]));
    const { rows } = await sql<{ key: (string | null)[] }>`${LONG}
      select array[${sql.join(names.map((name) => sql`${name}::text`))}] as key
      from (select row_number() over (order by ${order}) as n,
        ${sql.join(terms.map(({ column }, index) => sql`${column} as ${names[index]}`))} from ${from} where ${where}) w
      where (n - 1) % ${sql.lit(step)} = 0 or ${sql.join(unexpected, sql` or `)}
      order by n limit ${LANDMARKS.most + 1}`.execute(tx);
    const keys = rows.map(({ key }) => key);
    const isComparable = keys.every((key) => key.every((value, index) => value !== null || terms[index]?.nullable));
    return { step, keys: isComparable ? keys : [], seen: total };
  } finally {
    await tx.rollback().execute();
  }
}

/** The number that is kept, at this moment. */
const numberOf = async (kept: RawBuilder<{ total: number }>, db: Db): Promise<number> =>
  (await kept.execute(db)).rows[0]?.total ?? 0;

/**
 * A page from the landmark before it, and how many rows there are; no rows where it is not to be had so. Its rows are
 * those that may be seen and match now, but where it begins is as old as the landmark: so it is taken while the viewer
 * sees as many rows as they did then, and not at the end of the list.
 */
async function pageFromLandmark<Selected>(
  db: Db,
  query: PageQuery,
  list: Walked<Selected>,
  { step, keys, seen }: Landmarks,
): Promise<{ rows: readonly Selected[] | null; counted: Counted } | null> {
  const { limit, offset } = query;
  const nearest = Math.min(Math.floor(offset / step), keys.length - 1);
  const key = keys[nearest];
  if (key === undefined || (list.kept && after(query, seen) < limit)) return null;
  const ranges = rangesFrom(list.terms, key);
  const [{ rows }, counted, seenNow] = await Promise.all([
    pageOfRanges(ranges, { limit, offset: offset - nearest * step }, list).execute(db),
    countRows(db, query, list),
    list.kept ? null : numberOf(list.seen, db),
  ]);
  const stands = (seenNow ?? counted.total) === seen;
  // Of a list whose length is told the page is as long as that says.
  const isInside = !counted.total_exact || (rows.length === limit && after(query, counted.total) >= limit);
  return { rows: stands && isInside ? rows : null, counted };
}

type Slice = { limit: number; offset: number };

/** A page of rows of ranges that come one after the other. */
function pageOfRanges<Selected>(
  ranges: readonly OrderRange[],
  { limit, offset }: Slice,
  list: ListQuery<Selected, unknown>,
): RawBuilder<Selected> {
  const { from, where, id } = list;
  const [only] = ranges;
  if (only && ranges.length === 1) {
    const slice = sql`order by ${orderSql(only.terms)} limit ${limit} offset ${offset}`;
    return pageOfIds(slice, { ...list, where: sql<boolean>`${where} and ${only.where}` });
  }
  // Numbered, so that nothing is sorted by more than two numbers.
  const rowsOf = (range: OrderRange, index: number): RawBuilder<unknown> => {
    const order = orderSql(range.terms);
    return sql`(select ${id} as id, ${sql.lit(index)} as range, row_number() over (order by ${order}) as n
      from ${from} where ${where} and ${range.where} order by ${order} limit ${offset + limit})`;
  };
  return rowsOfIds(
    sql`select id from (${sql.join(ranges.map(rowsOf), sql` union all `)}) r
      order by range, n limit ${limit} offset ${offset}`,
    list,
  );
}

/** Up to here the first rows of each part are found and put in order sooner than all that match are sorted. */
const DEEPEST_OF_PARTS = 20_000;

/** SQL for the ids of the first `count` rows of each part of a list, in no order. */
export const firstOfParts = <Selected>(
  { from, where, id }: ListQuery<Selected, unknown>,
  { conditions, order }: NonNullable<ListQuery<Selected, unknown>['parts']>,
  count: number,
): RawBuilder<unknown> =>
  sql.join(
    conditions.map(
      (part) => sql`(select ${id} as id from ${from} where ${where} and ${part} order by ${order} limit ${count})`,
    ),
    sql` union all `,
  );

/**
 * A page from the end of the list where that is nearer. The list is counted before: what comes or goes between the two
 * moves the page by as many rows, as it does between any page and the next.
 */
async function pageFromAnEnd<Selected>(
  db: Db,
  query: PageQuery,
  list: ListQuery<Selected, unknown>,
  counted: Counted,
): Promise<Page<Selected>> {
  const { limit, offset } = query;
  const left = after(query, counted.total);
  if (list.parts && !list.terms && offset + limit <= DEEPEST_OF_PARTS) {
    const ids = sql`select ${list.id} as id
      from (${firstOfParts(list, list.parts, offset + limit)}) part join ${list.from} on ${list.id} = part.id
      order by ${list.order} limit ${limit} offset ${offset}`;
    return { rows: (await rowsOfIds(ids, list).execute(db)).rows, counted };
  }
  if (!list.terms || !counted.total_exact || left >= offset) {
    const slice = sql`order by ${list.order} limit ${limit} offset ${offset}`;
    return { rows: (await pageOfIds(slice, list).execute(db)).rows, counted };
  }
  const rest = Math.max(0, Math.min(limit, counted.total - offset));
  const slice = sql`order by ${orderSql(list.terms, true)} limit ${rest} offset ${Math.max(0, left)}`;
  return { rows: rest > 0 ? (await pageOfIds(slice, list).execute(db)).rows : [], counted };
}

/**
 * A page whose ids are found first, so that the index of the order is walked and not the rows; of a query its rows are,
 * and then their columns.
 */
export function pageOfIds<Selected>(
  slice: RawBuilder<unknown>,
  list: ListQuery<Selected, unknown>,
): RawBuilder<Selected> {
  const { id, from, where, columns, joins = sql``, order, derived } = list;
  if (derived === undefined) return rowsOfIds(sql`select ${id} as id from ${from} where ${where} ${slice}`, list);
  const alias = sql.ref(derived);
  return sql<Selected>`select ${columns} from (select ${alias}.* from ${from} where ${where} ${slice}) ${alias} ${joins}
    order by ${order}`;
}

const rowsOfIds = <Selected>(
  ids: RawBuilder<unknown>,
  { from, order, columns, joins = sql``, id }: ListQuery<Selected, unknown>,
): RawBuilder<Selected> =>
  sql<Selected>`select ${columns} from (${ids}) page
    join ${from} on ${id} = page.id ${joins} order by ${order}`;
