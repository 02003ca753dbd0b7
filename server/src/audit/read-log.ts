import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { AuditEventRow } from './tables.ts';

/** Places read at a time: large enough to be fast, small enough to keep memory level. */
const PAGE = 2_000;

/** One place of the stored log. `leaf` is the tree's own copy of the hash; both are null where nothing is stored. */
export type StoredPlace = { index: number; leaf: Buffer | null; row: AuditEventRow | null };
/** A stored checkpoint; `size` is the size it is filed under. */
export type StoredCheckpoint = { size: number; note: string };

type Joined = { place: string; leaf: Buffer | null } & { [K in keyof AuditEventRow]: AuditEventRow[K] | null };

/**
 * The first `size` places in tree order, each checkpoint after the place it ends with. What lies
 * below a checkpoint never changes, so pages need no snapshot that would be held open for hours.
 */
export async function* readLog(db: Db, size: number): AsyncGenerator<StoredPlace | StoredCheckpoint> {
  for (let from = 0; from < size; from += PAGE) {
    const to = Math.min(from + PAGE, size);
    const [places, checkpoints] = await Promise.all([readPlaces(db, from, to), readCheckpoints(db, from, to)]);
    for (const place of places) {
      yield place;
      const checkpoint = checkpoints.get(place.index + 1);
      if (checkpoint) yield checkpoint;
    }
  }
}

/** The places [from, to) of the stored log, each whether or not anything stands there. */
export async function readPlaces(db: Db, from: number, to: number): Promise<StoredPlace[]> {
  const { rows } = await sql<Joined>`
    select place, node.hash as leaf, event.*
    from generate_series(${from}::bigint, ${to - 1}::bigint) as place
    left join audit_node node on node.level = 0 and node.index = place and node.index between ${from} and ${to - 1}
    left join audit_event event on event.tree_index = place and event.tree_index between ${from} and ${to - 1}
    order by place`.execute(db);
  return rows.map(({ place, leaf, ...row }) => ({ index: Number(place), leaf, row: isEvent(row) ? row : null }));
}

async function readCheckpoints(db: Db, from: number, to: number): Promise<Map<number, StoredCheckpoint>> {
  const rows = await db
    .selectFrom('audit_checkpoint')
    .select(['tree_size', 'note'])
    .where(sql<boolean>`tree_size > ${from} and tree_size <= ${to}`)
    .execute();
  return new Map(rows.map(({ tree_size, note }) => [Number(tree_size), { size: Number(tree_size), note }]));
}

function isEvent(row: Omit<Joined, 'place' | 'leaf'>): row is AuditEventRow {
  return row.id !== null;
}
