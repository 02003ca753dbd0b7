/** A page that is asked for in one way alone: of a short list, or of one that has no columns to sort by. */
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import type { Person } from '../seed/plan.ts';
import type { Bare } from '../load/bare.ts';
import type { Answer, Case, Turn, World } from './case.ts';
import { DEEP_PAGES, type Where } from './list.ts';

/** The rows that the answer must have, and what is counted of it; with `counted` the number of all rows is one. */
export type PageSpec = {
  area: string;
  name: string;
  viewer: Person;
  /** Path and query, of each turn or of all. */
  path: (turn: Turn, world: World) => string | Promise<string>;
  /** The rows as bare SQL, each with its `id`. */
  rows: (turn: Turn) => Where;
  /** What counts all rows within the bound, where the page doesn't tell; answers `total`. */
  total?: (turn: Turn) => Where;
};

const answerOf = (items: readonly { id: string }[], total: number): Answer => ({
  rows: items.length,
  fingerprint: `${Math.min(total, LIMITS.countBound)}: ${items.map((item) => item.id).join(' ')}`,
});

/** SQL that counts the rows of `from` within the bound. */
export const countOf = (from: string): string =>
  `select count(*)::int as total from (select from ${from} limit ${LIMITS.countBound + 1}) counted`;

async function ask<T extends object>(db: Bare, { sql, values }: Where): Promise<T[]> {
  return values.length > 0 ? db.plan<T>(sql, values) : db.ask<T>(sql);
}

/** One page by one viewer, beside the rows and their number as bare SQL. */
export function pageCase({ area, name, viewer, path, rows, total }: PageSpec): Case {
  return {
    area,
    name,
    viewer,
    async api(api, turn, world) {
      const list = await api.ask<ListOf<{ id: string }>>('GET', await path(turn, world), {
        token: world.tokens[viewer],
      });
      return answerOf(list.items, list.total);
    },
    async floor(db, turn) {
      const items = await ask<{ id: string }>(db, rows(turn));
      const counted = total ? await ask<{ total: number }>(db, total(turn)) : [];
      return answerOf(items, total ? (counted[0]?.total ?? 0) : items.length);
    },
  };
}

/** Of all cases of a list those that tell whether it is fast: its pages, a search, and one other order. */
export const few = (cases: readonly Case[], sort: string): Case[] =>
  cases.filter(
    ({ name, viewer }) =>
      name === 'page 1' ||
      DEEP_PAGES.includes(name) ||
      (viewer === 'system' && ['search', 'exact total', `by ${sort}`].includes(name)),
  );
