import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { writtenBy } from './event-mac.ts';
import type { EventMac, Written } from './event-mac.ts';
import type { Place, Unsigned } from './findings.ts';
import { contentHash } from './leaf.ts';
import type { AuditEventRow } from './tables.ts';
import { endOfLog } from './tree-store.ts';

/** Places read at a time: large enough to be fast, small enough to keep memory level. */
const PAGE = 2_000;

/**
 * One place of the stored log. `leaf` is the tree's own copy of the hash, `nodes` the stored inner nodes that it
 * completes, lowest first; null where nothing is stored.
 */
export type StoredPlace = { index: number; leaf: Buffer | null; nodes: (Buffer | null)[]; row: AuditEventRow | null };
/** A stored checkpoint; `size` is the size it is filed under. */
export type StoredCheckpoint = { size: number; note: string };
/** A stored event that no checkpoint covers, and what the platform's MAC proves of it. */
export type StoredUnsigned = { unsigned: AuditEventRow; written: Written };

type Joined = { place: string; leaf: Buffer | null } & { [K in keyof AuditEventRow]: AuditEventRow[K] | null };

/**
 * The whole log as it is stored: the places in tree order, each checkpoint after the place it ends with, the newest one
 * last; then the events that none covers. What lies below a checkpoint never changes, so pages need no snapshot that
 * would be held open for hours.
 */
export async function* readWholeLog(
  db: Db,
  mac: EventMac,
): AsyncGenerator<StoredPlace | StoredCheckpoint | StoredUnsigned> {
  const { places, newest } = await endOfLog(db);
  yield* readLog(db, 0, places);
  if (newest && newest.size > places) yield newest;
  for await (const row of readUnsigned(db)) yield { unsigned: row, written: writtenBy(mac, row, contentHash(row)) };
}

/** The places [from, end) in tree order, each checkpoint after the place it ends with. */
export async function* readLog(db: Db, from: number, end: number): AsyncGenerator<StoredPlace | StoredCheckpoint> {
  for (let first = from; first < end; first += PAGE) {
    const to = Math.min(first + PAGE, end);
    const [places, checkpoints] = await Promise.all([readPlaces(db, first, to), readCheckpoints(db, first, to)]);
    for (const place of places) {
      yield place;
      const checkpoint = checkpoints.get(place.index + 1);
      if (checkpoint) yield checkpoint;
    }
  }
}

/** A stored place as it is judged. */
export function placeOf({ index, leaf, nodes, row }: StoredPlace): Place {
  return { index, id: row?.id ?? null, leaf, hash: row?.leaf_hash ?? null, content: row && contentHash(row), nodes };
}

/** A stored event that no checkpoint covers, as it is judged. */
export function unsignedOf({ unsigned: row, written }: StoredUnsigned): Unsigned {
  return {
    id: row.id,
    index: row.tree_index === null ? null : Number(row.tree_index),
    hash: row.leaf_hash,
    content: contentHash(row),
    written,
    refused: row.refused_at !== null,
  };
}

/** The places [from, to) of the stored log, each whether or not anything stands there. */
async function readPlaces(db: Db, from: number, to: number): Promise<StoredPlace[]> {
  const [{ rows }, nodes] = await Promise.all([
    sql<Joined>`
      select place, node.hash as leaf, event.*
      from generate_series(${from}::bigint, ${to - 1}::bigint) as place
      left join audit_node node on node.level = 0 and node.index = place and node.index between ${from} and ${to - 1}
      left join audit_event event on event.tree_index = place and event.tree_index between ${from} and ${to - 1}
      order by place`.execute(db),
    readInnerNodes(db, from, to),
  ]);
  return rows.map(({ place, leaf, ...row }) => {
    const index = Number(place);
    return { index, leaf, nodes: nodes(index), row: isEvent(row) ? row : null };
  });
}

const HIGHEST = 52;

/**
 * The inner nodes that the leaves [from, to) complete: by leaf, lowest first. Each level is asked for by its bounds:
 * where PostgreSQL has to reckon them itself it takes them for much of the table, and reads all of it.
 */
async function readInnerNodes(db: Db, from: number, to: number): Promise<(leaf: number) => (Buffer | null)[]> {
  const levels = Array.from({ length: HIGHEST }, (_, below) => below + 1)
    .map((level) => ({ level, first: Math.floor(from / 2 ** level), end: Math.floor(to / 2 ** level) }))
    .filter(({ first, end }) => first < end)
    .map(
      ({ level, first, end }) => sql`select level, index, hash from audit_node
        where level = ${level} and index >= ${first} and index < ${end}`,
    );
  const { rows } =
    levels.length === 0
      ? { rows: [] }
      : await sql<{ level: number; index: string; hash: Buffer }>`${sql.join(levels, sql` union all `)}`.execute(db);
  const found = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return (leaf) => {
    const completed: (Buffer | null)[] = [];
    for (let [level, count] = [1, leaf + 1]; count % 2 === 0; level += 1) {
      count /= 2;
      completed.push(found.get(`${level}/${count - 1}`) ?? null);
    }
    return completed;
  };
}

async function readCheckpoints(db: Db, from: number, to: number): Promise<Map<number, StoredCheckpoint>> {
  const rows = await db
    .selectFrom('audit_checkpoint')
    .select(['tree_size', 'note'])
    .where(sql<boolean>`tree_size > ${from} and tree_size <= ${to}`)
    .execute();
  return new Map(rows.map(({ tree_size, note }) => [Number(tree_size), { size: Number(tree_size), note }]));
}

/** The events that no stored checkpoint covers: those that claim a place, then those that wait or were refused one. */
async function* readUnsigned(db: Db): AsyncGenerator<AuditEventRow> {
  let from = sql<boolean>`tree_index >= coalesce((select max(tree_size) from audit_checkpoint), 0)`;
  for (let rows: AuditEventRow[] = []; ;) {
    rows = await db.selectFrom('audit_event').selectAll().where(from).orderBy('tree_index').limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) break;
    from = sql<boolean>`tree_index > ${rows.at(-1)?.tree_index}`;
  }
  let after = sql<boolean>`true`;
  for (let rows: AuditEventRow[] = []; ;) {
    rows = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('tree_index', 'is', null)
      .where(after)
      .orderBy('at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql<boolean>`(at, id) > (${last.at}, ${last.id})`;
  }
}

function isEvent(row: Omit<Joined, 'place' | 'leaf'>): row is AuditEventRow {
  return row.id !== null;
}
