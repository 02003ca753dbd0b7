import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { LOCKS } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { contradiction } from './continuation.ts';
import { writtenBy } from './event-mac.ts';
import type { EventMac } from './event-mac.ts';
import { KEPT_HEAD_FILE } from './kept-head.ts';
import type { KeptHead } from './kept-head.ts';
import { contentHash } from './leaf.ts';
import { append, EMPTY_TREE, peakPlaces, rootOf } from './merkle.ts';
import type { Tree, TreeNode } from './merkle.ts';
import type { NoteSigner } from './note.ts';
import type { AuditEventRow } from './tables.ts';
import { newestCheckpoint, readNodes, writeNodes } from './tree-store.ts';

/**
 * What the sequencer works with: the log's key, the platform's MAC, the head that this process keeps. `announce` gets
 * each new head once it is stored; `batch` is the most rows of one run, 10,000 by default.
 */
export type Sequencing = {
  signer: NoteSigner;
  mac: EventMac;
  kept: KeptHead;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  announce?: (note: string) => void;
  batch?: number;
};

/** A row that gets its place, and the leaf that it has in the tree. */
type Placed = { row: AuditEventRow; leaf: Buffer };

/** What one run did: the head that it signed, null where no row got its place. */
type Run = { taken: number; head: { size: number; note: string } | null };

/**
 * Gives committed events their place in the tree, in the order of (at, id), stores the complete
 * subtrees and signs the new head, all in one transaction. Returns how many events it took: 0 when
 * there are none or another process is at it, `batch` when more may wait.
 *
 * An event without the MAC of the platform is refused: no process of ours wrote it. It is marked and named in the
 * process log, stays outside the tree, and the others go on, so that an intruder can neither have an event signed nor
 * stop the log by inventing one.
 *
 * A row whose content is not the one of its hash enters the tree with what the MAC proves. That was made by the writer
 * in the transaction of the change, so it is the older testimony. Signing a hash of what the row says now would turn
 * tampering into evidence; leaving the row out would let a tamperer decide what is logged. As it is, the row never
 * verifies, and can be named.
 *
 * Throws, and signs nothing, when the stored tree is not the one of the newest checkpoint, or does not go on from the
 * head that this process keeps: a log must not sign a head that contradicts an earlier one (C2SP tlog-checkpoint).
 */
export async function sequence(db: Db, sequencing: Sequencing): Promise<number> {
  // Read committed, whatever the server's default: after the lock each statement must see what its last holder wrote.
  const run = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute((tx) => sequenceLocked(tx, sequencing));
  if (!run) {
    await follow(db, sequencing);
    return 0;
  }
  const { kept, log, announce } = sequencing;
  // Only what is stored is announced: a head that a failed commit took back must not be held against its successor.
  if (run.head) {
    await kept.keep(run.head.note);
    // The log of the process is a second place, outside the database, where each head is kept.
    log.info({ tree_size: run.head.size, checkpoint: run.head.note }, 'audit log: checkpoint signed');
    announce?.(run.head.note);
  }
  return run.taken;
}

/**
 * Keeps the newest head that another process has signed. Throws when it does not go on from the one that this process
 * keeps.
 */
async function follow(db: Db, { signer, kept }: Sequencing): Promise<void> {
  // First what is kept, then what is stored: that may only be ahead.
  const before = kept.note();
  const newest = await newestCheckpoint(db, signer);
  const note = newest?.note ?? null;
  if (note === before) return;
  await refuseContradiction(db, newest, { signer, kept: before });
  if (note !== null) await kept.keep(note);
}

/** Null when another process is at it, or no event waits. */
async function sequenceLocked(tx: Db, sequencing: Sequencing): Promise<Run | null> {
  const { signer, mac, clock, batch = 10_000 } = sequencing;
  const { rows: locks } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCKS.sequencer}) as taken`.execute(tx);
  if (!locks[0]?.taken) return null;
  const rows = await tx
    .selectFrom('audit_event')
    .selectAll()
    .where('tree_index', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(batch)
    .execute();
  if (rows.length === 0) return null;
  const before = await signedTree(tx, sequencing);
  const { placed, refused, altered } = judge(rows, mac);
  await refuse(tx, refused, sequencing);
  if (placed.length === 0) return { taken: rows.length, head: null };
  const nodes: TreeNode[] = [];
  const after = placed.reduce((tree, { leaf }) => append(tree, leaf, (node) => nodes.push(node)), before);
  await place(
    tx,
    placed.map(({ row }) => row),
    before.size,
  );
  await writeNodes(tx, nodes);
  const root = rootOf(after);
  const note = signCheckpoint({ size: after.size, root }, signer);
  await tx
    .insertInto('audit_checkpoint')
    .values({ tree_size: after.size, root_hash: root, note, at: clock.now() })
    .execute();
  if (altered.length > 0)
    sequencing.log.warn(named(altered), 'audit log: rows were changed before they were sequenced');
  return { taken: rows.length, head: { size: after.size, note } };
}

/** Tells the rows that the platform wrote from those that it did not, and finds those that were changed since. */
function judge(
  rows: AuditEventRow[],
  mac: EventMac,
): { placed: Placed[]; refused: AuditEventRow[]; altered: AuditEventRow[] } {
  const placed: Placed[] = [];
  const refused: AuditEventRow[] = [];
  const altered: AuditEventRow[] = [];
  for (const row of rows) {
    const content = contentHash(row);
    const written = writtenBy(mac, row, content);
    const leaf = written === 'content' ? content : row.leaf_hash;
    if (written === 'neither' || !leaf) refused.push(row);
    else {
      placed.push({ row, leaf });
      if (!content?.equals(row.leaf_hash)) altered.push(row);
    }
  }
  return { placed, refused, altered };
}

const named = (rows: AuditEventRow[]) => ({ events: rows.slice(0, 20).map(({ id }) => id), count: rows.length });

/** Marks events that no process of the platform wrote, so that they are looked at once. */
async function refuse(tx: Db, rows: AuditEventRow[], { clock, log }: Sequencing): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update audit_event set refused_at = ${clock.now()}
    where id = any (${rows.map(({ id }) => id)}::uuid[]) and refused_at is null`.execute(tx);
  log.error(named(rows), 'audit log: events refused, no process of this platform wrote them');
}

async function place(tx: Db, rows: AuditEventRow[], first: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update audit_event set tree_index = ${first}::bigint + position - 1
    from unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality as placed (id, position)
    where audit_event.id = placed.id and tree_index is null`.execute(tx);
  if (Number(numAffectedRows) !== rows.length)
    throw broken('Rows vanished or were given a place while it was sequencing.');
}

/**
 * The tree as stored, once it has been found to be the one that the newest checkpoint signs, and to go on from the head
 * that this process keeps.
 */
async function signedTree(tx: Db, { signer, kept }: Sequencing): Promise<Tree> {
  const newest = await tx
    .selectFrom('audit_checkpoint')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const size = Number(newest?.tree_size ?? 0);
  const { rows } = await sql<{ event: boolean; node: boolean }>`
    select exists (select from audit_event where tree_index >= ${size}) as event,
      exists (select from audit_node where level = 0 and index >= ${size}) as node`.execute(tx);
  if (rows[0]?.event || rows[0]?.node) throw broken(`It goes on beyond the ${size} events of its newest checkpoint.`);
  if (!newest) {
    await refuseContradiction(tx, null, { signer, kept: kept.note() });
    return EMPTY_TREE;
  }
  const opened = openCheckpoint(newest.note, signer);
  if (!opened.ok || opened.checkpoint.size !== size)
    throw broken(`Its checkpoint of ${size} events is not signed by its key.`);
  const places = peakPlaces(size);
  const get = await readNodes(tx, places);
  const tree = { size, peaks: places.map(get) };
  if (!rootOf(tree).equals(opened.checkpoint.root))
    throw broken(`Its stored tree is not the one signed at ${size} events.`);
  await refuseContradiction(tx, opened.checkpoint, { signer, kept: kept.note() });
  return tree;
}

async function refuseContradiction(
  db: Db,
  newest: Checkpoint | null,
  { signer, kept }: { signer: NoteSigner; kept: string | null },
): Promise<void> {
  const finding = await contradiction(db, kept, newest, signer);
  if (finding)
    throw broken(
      `${finding.sentence} Only if the database was restored or exchanged on purpose, ` +
        `move ${KEPT_HEAD_FILE} in DATA_DIR aside and start again.`,
    );
}

function broken(why: string): Error {
  return new Error(`The audit log is not continued. ${why} Verify it before anything else is done.`);
}
