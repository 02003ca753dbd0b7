/** The cases that every list has: pages, search, each sortable column. */
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import type { QueryResultRow } from 'pg';
import type { Kind } from '../seed/draw.ts';
import { SEARCHES } from '../seed/names.ts';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import type { Api } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import type { Case, Answer, World } from './case.ts';

/** SQL with its values; `$1` is the first of them. */
export type Where = { sql: string; values: readonly unknown[] };

export type ListSpec<Sort extends string> = {
  area: string;
  kind: Kind;
  /** The path of the endpoint. */
  path: string;
  /** `account a`; the columns of a row, and what they are read from besides. */
  from: string;
  columns: string;
  /** The columns of one record, where it has more than a row. */
  record: string;
  joins?: string;
  id: string;
  /** Each sortable column in SQL, as its index has it, and the one that is the default. */
  order: Record<Sort, string>;
  sortedBy: Sort;
  /** Columns of which no two rows have the same value; of the others the name orders what is equal. */
  unique: readonly Sort[];
  /** The column that the filter `name` searches. */
  searched: string;
  /** What a person sees. */
  visible: (person: Person) => Where;
  /** The numbers of those rows on the platform that is measured. */
  numbers: (person: Person) => readonly number[];
};

type Question = { offset: number; sort: string; downwards?: boolean; search: string | null };
const LIMIT = LIMITS.pageLimit;
export const PERSONS: readonly Person[] = ['system', 'partner', 'account'];

/** What a person sees of a table whose rows belong to accounts and carry their partner's; `alias` names the table. */
export function ownedRows(plan: Plan, alias: string, person: Person): Where {
  if (person === 'system') return { sql: `${alias}.owner_account_id is not null`, values: [] };
  if (person === 'partner') return { sql: `${alias}.owner_account_id = $1`, values: [id(plan, 'account', 1)] };
  return {
    sql: `${alias}.account_id = any($1::uuid[]) and ${alias}.owner_account_id is not null`,
    values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))],
  };
}

/** The deep pages that are measured where a person has so many. */
const DEEP = [500, 4_500].map((page) => ({ page, name: `page ${page.toLocaleString('en-US')}` }));
/** That of longer lists which is farthest from both ends. */
const MIDDLE = 'page in the middle';
/** Those of which each takes about as long as page 1. */
export const DEEP_PAGES: readonly string[] = [...DEEP.map(({ name }) => name), MIDDLE];

async function askApi(
  api: Api,
  world: World,
  spec: ListSpec<string>,
  person: Person,
  { offset, sort, downwards = false, search }: Question,
  compressed: boolean,
): Promise<Answer> {
  const query = new URLSearchParams({
    limit: String(LIMIT),
    offset: String(offset),
    sort: `${sort}:${downwards ? 'desc' : 'asc'}`,
    ...(search === null ? {} : { name: search }),
  });
  const list = await api.ask<ListOf<{ id: string }>>('GET', `${spec.path}?${query}`, {
    token: world.tokens[person],
    compressed,
  });
  if (list.offset !== offset || list.limit !== LIMIT || !Array.isArray(list.items))
    throw new Error(`${spec.path} answered another page than the one asked for.`);
  return { rows: list.items.length, fingerprint: fingerprintOf(list.items, list.total) };
}

/** Totals beyond the bound are a case of their own. */
const fingerprintOf = (items: readonly { id: string }[], total: number): string =>
  `${Math.min(total, LIMITS.countBound)}: ${items.map((item) => item.id).join(' ')}`;

/** The same as bare SQL: the rows of the page, and the count within the bound that the API counts within. */
async function askDatabase(
  db: Bare,
  spec: ListSpec<string>,
  person: Person,
  { offset, sort, downwards = false, search }: Question,
): Promise<Answer> {
  const visible = spec.visible(person);
  const values = [...visible.values, ...(search === null ? [] : [search])];
  const pieces =
    search !== null && /\P{ASCII}/u.test(search)
      ? `foreign_pieces(${spec.searched}) @> foreign_pieces(folded($${values.length})) and `
      : '';
  const where =
    search === null ? visible.sql : `${visible.sql} and ${pieces}${spec.searched} like holds($${values.length})`;
  const ties = sort === spec.sortedBy || spec.unique.includes(sort) ? '' : `${spec.order[spec.sortedBy]}, `;
  const order = `${spec.order[sort]}${downwards ? ' desc' : ''}, ${ties}${spec.id}`;
  // A plan for any text, or for any account, would be a bad one for most.
  const ask = <T extends QueryResultRow>(statement: string, all: readonly unknown[]): Promise<T[]> =>
    values.length > 0 ? db.plan<T>(statement, all) : db.ask<T>(statement, all);
  const page = await ask<{ id: string }>(
    `select ${spec.columns} from (
        select ${spec.id} as id from ${spec.from} where ${where} order by ${order}
        limit $${values.length + 1} offset $${values.length + 2}
      ) page
      join ${spec.from} on ${spec.id} = page.id ${spec.joins ?? ''} order by ${order}`,
    [...values, LIMIT, offset],
  );
  const counted = await ask<{ total: number }>(
    `select count(*)::int as total from (
      select from ${spec.from} where ${where} limit ${LIMITS.countBound + 1}
    ) counted`,
    values,
  );
  return { rows: page.length, fingerprint: fingerprintOf(page, counted[0]?.total ?? 0) };
}

/** How many rows there are in all, which bare SQL has to count. */
const totalCase = (spec: ListSpec<string>, viewer: Person): Case => ({
  area: spec.area,
  name: 'exact total',
  // The count of bare SQL may be.
  slow: true,
  viewer,
  async api(api, _, world) {
    const list = await api.ask<ListOf<{ id: string }>>('GET', `${spec.path}?limit=1`, { token: world.tokens[viewer] });
    return { rows: 1, fingerprint: `${list.total} ${list.total_exact}` };
  },
  async floor(db) {
    const { sql, values } = spec.visible(viewer);
    const statement = `select count(*)::int as total from ${spec.from} where ${sql}`;
    const [counted] =
      values.length > 0
        ? await db.plan<{ total: number }>(statement, values)
        : await db.ask<{ total: number }>(statement, values);
    return { rows: 1, fingerprint: `${counted?.total ?? 0} true` };
  },
});

/**
 * The cases of a list: for each person page 1, the deep pages that the person has, the search, every other column; and
 * one page as browsers ask for it.
 */
export function listCases<Sort extends string>(plan: Plan, typed: ListSpec<Sort>): Case[] {
  const spec: ListSpec<string> = typed;
  const one = (viewer: Person, name: string, question: (n: number) => Question, compressed = false): Case => ({
    area: spec.area,
    name,
    viewer,
    api: (api, { n }, world) => askApi(api, world, spec, viewer, question(n), compressed),
    floor: (db, { n }) => askDatabase(db, spec, viewer, question(n)),
  });
  const at =
    (page: number, sort: string = spec.sortedBy, downwards = false) =>
    (): Question => ({ offset: (page - 1) * LIMIT, sort, downwards, search: null });
  const found =
    (searches: readonly string[]) =>
    (n: number): Question => ({ offset: 0, sort: spec.sortedBy, search: searches[n % searches.length] ?? '' });
  const ofPerson = (viewer: Person): Case[] => [
    one(viewer, 'page 1', at(1)),
    ...DEEP.filter(({ page }) => page * LIMIT <= spec.numbers(viewer).length).map(({ page, name }) =>
      one(viewer, name, at(page)),
    ),
    ...(spec.numbers(viewer).length > LIMITS.countBound
      ? [one(viewer, MIDDLE, at(Math.ceil(spec.numbers(viewer).length / LIMIT / 2))), totalCase(spec, viewer)]
      : []),
    one(viewer, 'search', found(SEARCHES)),
    one(viewer, 'search for two letters', found(['ar', 'st', 'or', 'an'])),
    ...Object.keys(spec.order)
      .filter((sort) => sort !== spec.sortedBy)
      .map((sort) => one(viewer, `by ${sort}`, at(1, sort))),
  ];
  const downwards = Object.keys(spec.order)
    .filter((sort) => sort !== spec.sortedBy && !spec.unique.some((column) => column === sort))
    .map((sort) => one('system', `by ${sort}, downwards`, at(1, sort, true)));
  return [...PERSONS.flatMap(ofPerson), ...downwards, one('system', 'page 1, compressed', at(1), true)];
}
