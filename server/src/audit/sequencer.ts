import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/open.ts';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import { ownHash } from './leaf.ts';
import { append, EMPTY_TREE, peakPlaces, rootOf } from './merkle.ts';
import type { Tree, TreeNode } from './merkle.ts';
import type { NoteSigner } from './note.ts';
import type { AuditEventRow } from './tables.ts';
import { readNodes, writeNodes } from './tree-store.ts';

/** Any number that nothing else uses: of all processes one sequences. */
const LOCK = 7_346_022;

/** What the sequencer works with; `batch` is the most rows of one run, 10,000 by default. */
export type Sequencing = { signer: NoteSigner; clock: Clock; log: Pick<Logger, 'info' | 'warn'>; batch?: number };

/**
 * Gives committed events their place in the tree, in the order of (at, id), stores the complete
 * subtrees and signs the new head, all in one transaction. Returns how many events it took: 0 when
 * there are none or another process is at it, `batch` when more may wait.
 *
 * A row whose stored leaf hash does not match its content enters the tree with the *stored* hash.
 * That hash was made by the writer in the transaction of the change, so it is the older testimony.
 * Signing a hash of what the row says now would turn tampering into evidence; leaving the row out
 * would let a tamperer decide what is logged. As it is, the row never verifies, and can be named.
 *
 * Throws, and signs nothing, when the stored tree is not the one of the newest checkpoint: a log
 * must not sign a head that contradicts an earlier one (C2SP tlog-checkpoint).
 */
export async function sequence(db: Db, { signer, clock, log, batch = 10_000 }: Sequencing): Promise<number> {
  // Read committed, whatever the server's default: after the lock each statement must see what its last holder wrote.
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const { rows: locks } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(
        tx,
      );
      if (!locks[0]?.taken) return 0;
      const rows = await tx
        .selectFrom('audit_event')
        .selectAll()
        .where('tree_index', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .limit(batch)
        .execute();
      if (rows.length === 0) return 0;
      const before = await signedTree(tx, signer);
      const nodes: TreeNode[] = [];
      const after = rows.reduce((tree, row) => append(tree, row.leaf_hash, (node) => nodes.push(node)), before);
      await place(tx, rows, before.size);
      await writeNodes(tx, nodes);
      const root = rootOf(after);
      const note = signCheckpoint({ size: after.size, root }, signer);
      await tx
        .insertInto('audit_checkpoint')
        .values({ tree_size: after.size, root_hash: root, note, at: clock.now() })
        .execute();
      warnOfAltered(rows, log);
      // The log of the process is a second place, outside the database, where each head is remembered.
      log.info({ tree_size: after.size, checkpoint: note }, 'audit log: checkpoint signed');
      return rows.length;
    });
}

async function place(tx: Db, rows: AuditEventRow[], first: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update audit_event set tree_index = ${first}::bigint + position - 1
    from unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality as placed (id, position)
    where audit_event.id = placed.id and tree_index is null`.execute(tx);
  if (Number(numAffectedRows) !== rows.length)
    throw broken('rows vanished or were given a place while it was sequencing');
}

function warnOfAltered(rows: AuditEventRow[], log: Pick<Logger, 'warn'>): void {
  const altered = rows.filter((row) => !ownHash(row));
  if (altered.length === 0) return;
  log.warn(
    { events: altered.slice(0, 20).map(({ id }) => id), count: altered.length },
    'audit log: rows were changed before they were sequenced',
  );
}

/** The tree as stored, once it has been found to be the one that the newest checkpoint signs. */
async function signedTree(tx: Db, signer: NoteSigner): Promise<Tree> {
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
  if (rows[0]?.event || rows[0]?.node) throw broken(`it goes on beyond the ${size} events of its newest checkpoint`);
  if (!newest) return EMPTY_TREE;
  const opened = openCheckpoint(newest.note, signer);
  if (!opened.ok || opened.checkpoint.size !== size)
    throw broken(`its checkpoint of ${size} events is not signed by its key`);
  const places = peakPlaces(size);
  const get = await readNodes(tx, places);
  const tree = { size, peaks: places.map(get) };
  if (!rootOf(tree).equals(opened.checkpoint.root))
    throw broken(`its stored tree is not the one signed at ${size} events`);
  return tree;
}

function broken(why: string): Error {
  return new Error(`The audit log is not continued: ${why}. Verify it before anything else is done.`);
}
