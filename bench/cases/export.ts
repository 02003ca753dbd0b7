/** CSV exports: every row a person sees. */
import type { Person } from '../seed/plan.ts';
import { addressOf } from '../load/api.ts';
import { CONNECTIONS, type Case } from './case.ts';
import type { ListSpec } from './list.ts';

/** Rows that the floor fetches at once, as many as the product does. */
const BATCH = 1_000;

/**
 * The export of a list by one person. The floor reads the same rows through a cursor in one snapshot and throws them
 * away.
 */
export function exportCase(spec: ListSpec<string>, viewer: Person): Case {
  return {
    area: spec.area,
    name: 'CSV export',
    viewer,
    slow: true,
    async api(api, { lane, n }, world) {
      const head = 1;
      const rows =
        (await api.lines(`${spec.path}/export`, {
          token: world.tokens[viewer],
          from: addressOf(n * CONNECTIONS + lane),
        })) - head;
      return { rows, fingerprint: String(rows) };
    },
    async floor(db) {
      const { sql, values } = spec.visible(viewer);
      // A cursor takes no parameters: the values stand in the statement.
      const where = values.reduce<string>(
        (text, value, index) => text.replaceAll(`$${index + 1}`, literal(value)),
        sql,
      );
      await db.run('begin isolation level repeatable read read only');
      await db.run(
        `declare every_row no scroll cursor for select ${spec.columns} from ${spec.from} ${spec.joins ?? ''}
          where ${where} order by ${spec.order[spec.sortedBy]}, ${spec.id}`,
      );
      let rows = 0;
      for (let fetched = BATCH; fetched === BATCH; rows += fetched)
        fetched = (await db.run(`fetch ${BATCH} from every_row`)).length;
      await db.run('rollback');
      return { rows, fingerprint: String(rows) };
    },
  };
}

/** An id or a list of ids as SQL. They are our own, made of digits. */
function literal(value: unknown): string {
  return Array.isArray(value) ? `'{${value.join(',')}}'::uuid[]` : `'${String(value)}'::uuid`;
}
