/** One record by its id. */
import { id, type Person, type Plan } from '../seed/plan.ts';
import { CONNECTIONS, type Case, type Turn } from './case.ts';
import type { ListSpec } from './list.ts';

/** One number after the other of those that a person sees; no two connections get the same at once. */
export function inTurn(numbers: readonly number[]): (turn: Turn) => number {
  // 7,919 is prime: neighbours in time are not neighbours in the table.
  return ({ lane, n }) => numbers[(lane + n * CONNECTIONS * 7_919) % numbers.length] ?? 0;
}

export function readCase(plan: Plan, spec: ListSpec<string>, viewer: Person): Case {
  const next = inTurn(spec.numbers(viewer));
  const idOf = (turn: Turn): string => id(plan, spec.kind, next(turn));
  const { sql, values } = spec.visible(viewer);
  const place = values.length + 1;
  return {
    area: spec.area,
    name: 'one by id',
    viewer,
    async api(api, turn, world) {
      const got = await api.ask<{ id: string; name: string }>('GET', `${spec.path}/${idOf(turn)}`, {
        token: world.tokens[viewer],
      });
      if (got.id !== idOf(turn)) throw new Error('Another record came than the one asked for.');
      return { rows: 1, fingerprint: `${got.id} ${got.name}` };
    },
    async floor(db, turn) {
      const [got] = await db.ask<{ id: string; name: string }>(
        `select ${spec.record} from ${spec.from} ${spec.joins ?? ''} where ${spec.id} = $${place} and ${sql}`,
        [...values, idOf(turn)],
      );
      return { rows: 1, fingerprint: `${got?.id} ${got?.name}` };
    },
  };
}
