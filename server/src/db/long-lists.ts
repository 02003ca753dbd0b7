import type { Db } from './open.ts';

/**
 * What was found of a list is taken for true so long, in milliseconds: "more than" stays true unless the list shrinks.
 */
const FOR = 30_000;
const MOST = 1_000;

/** Questions whose lists were lately found to have more rows than are counted. */
export type LongLists = { has(question: string): boolean; add(question: string): void };

const byDatabase = new WeakMap<Db, LongLists>();

/**
 * Those of a database. Counting costs more than the page itself, and a list of that length is seldom short a moment
 * later.
 */
export function longLists(db: Db): LongLists {
  const found = byDatabase.get(db) ?? remember();
  byDatabase.set(db, found);
  return found;
}

function remember(): LongLists {
  const until = new Map<string, number>();
  return {
    has: (question) => (until.get(question) ?? 0) > performance.now(),
    add(question) {
      if (until.size >= MOST) until.clear();
      until.set(question, performance.now() + FOR);
    },
  };
}
