import type { KyselyPlugin } from 'kysely';

/**
 * Counts the rows that statements insert, update or delete, at no query of its own; rows that are locked, and what
 * triggers and functions write, do not count. One for each transaction: `tx.withPlugin(counter.plugin)`.
 */
export function countWrites(): { plugin: KyselyPlugin; rows: () => number } {
  let rows = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += Number(result.numAffectedRows ?? 0);
        return result;
      },
    },
    rows: () => rows,
  };
}
