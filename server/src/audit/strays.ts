import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Finding } from './findings.ts';
import { ownHash } from './leaf.ts';
import type { NoteVerifier } from './note.ts';
import { newestSigned } from './tree-store.ts';

/** Waiting events read at a time. */
const PAGE = 2_000;

/**
 * How far the log is signed at one moment, and what is stored beyond that: the next checkpoint, and a row that claims a
 * place.
 */
export type Horizon = { size: number; later: { size: number; note: string } | null; beyondFinding: Finding | null };

/** Looks at the end of the log in one snapshot, since a sequencer may be adding to it. */
export async function horizon(db: Db, verifier: NoteVerifier): Promise<Horizon> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const signed = await newestSigned(tx, verifier, Number.POSITIVE_INFINITY);
      const size = signed?.size ?? 0;
      const after = sql<boolean>`tree_size > ${size}`;
      const later = await tx
        .selectFrom('audit_checkpoint')
        .select(['tree_size', 'note'])
        .where(after)
        .orderBy('tree_size')
        .limit(1)
        .executeTakeFirst();
      const above = sql<boolean>`tree_index >= ${size}`;
      const row = await tx
        .selectFrom('audit_event')
        .select(['id', 'tree_index'])
        .where(above)
        .orderBy('tree_index')
        .limit(1)
        .executeTakeFirst();
      return {
        size,
        later: later ? { size: Number(later.tree_size), note: later.note } : null,
        beyondFinding: row ? beyondSigned(Number(row.tree_index), row.id, size) : null,
      };
    });
}

function beyondSigned(index: number, id: string, size: number): Finding {
  const row = `row ${index} (event ${id})`;
  return size === 0
    ? {
        reason: 'bad-checkpoint',
        index,
        id,
        sentence: `No checkpoint that the log's key signed is stored, though ${row} has its place in the log.`,
      }
    : {
        reason: 'inserted',
        index,
        id,
        sentence: `R${row.slice(1)} claims a place beyond the ${size} rows that are signed.`,
      };
}

/** The first event that waits for its place and no longer agrees with its own hash. */
export async function alteredWaiting(db: Db): Promise<Finding | null> {
  let after = sql<boolean>`true`;
  for (;;) {
    const rows = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('tree_index', 'is', null)
      .where(after)
      .orderBy('at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const altered = rows.find((row) => !ownHash(row));
    if (altered) {
      const sentence =
        `Event ${altered.id}, which waits for its place in the log, was changed: its content is not what ` +
        'was recorded.';
      return { reason: 'changed', index: null, id: altered.id, sentence };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return null;
    after = sql<boolean>`(at, id) > (${last.at}, ${last.id})`;
  }
}

/**
 * The first stored node that is missing or is not the hash of its children, in a tree whose rows
 * are known to be right. Proofs are made of these nodes, so a wrong one makes them fail.
 */
export async function damagedNode(db: Db, size: number): Promise<Finding | null> {
  const { rows } = await sql<{ level: number; index: string }>`
    with recursive levels (level, nodes) as (
      select 0, ${size}::bigint union all select level + 1, nodes / 2 from levels where nodes >= 2
    ), wrong as (
      select parent.level, parent.index
      from audit_node parent
      left join audit_node l on l.level = parent.level - 1 and l.index = parent.index * 2
      left join audit_node r on r.level = parent.level - 1 and r.index = parent.index * 2 + 1
      where parent.level > 0 and (parent.index + 1) * (1::bigint << parent.level) <= ${size}
        and parent.hash is distinct from sha256('\\x01'::bytea || l.hash || r.hash)
    ), missing as (
      select levels.level, place as index
      from levels cross join lateral generate_series(0, nodes - 1) as place
      where nodes > (select count(*) from audit_node node where node.level = levels.level and node.index < nodes)
        and not exists (select from audit_node node where node.level = levels.level and node.index = place)
    )
    select level, index from (select * from wrong union all select * from missing) as found
    order by level, index limit 1`.execute(db);
  const node = rows[0];
  if (!node) return null;
  const { level, index } = node;
  return {
    reason: 'damaged-tree',
    index: Number(index) * 2 ** level,
    id: null,
    sentence:
      `Every row is as it was signed, but node ${index} at level ${level} of the stored tree is not: ` +
      'proofs cannot be made of it.',
  };
}
