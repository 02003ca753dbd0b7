/** The audit log as the sequencer would have left it: events with their places, the tree over them, signed heads. */
import type pg from 'pg';
import { signCheckpoint } from '../../server/src/audit/checkpoint.ts';
import { append, EMPTY_TREE, rootOf, type Tree, type TreeNode } from '../../server/src/audit/merkle.ts';
import type { NoteSigner } from '../../server/src/audit/note.ts';
import { copyRows, type Value } from './copy.ts';
import { eventRow } from './events.ts';
import { madeAt, type Plan } from './plan.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Events of one run of the sequencer. */
const BATCH = 10_000;
/** Events left to the product's own sequencer, so that its speed can be measured. */
const LEFT = 20_000;

/** How many of the events get their place here: all but the newest, which the real sequencer takes. */
export const placedCount = (plan: Plan): number => plan.audit - Math.min(LEFT, Math.floor(plan.audit / 10));

const COLUMNS = [
  'id',
  'at',
  'action',
  'resource_type',
  'resource_id',
  'resource_name',
  'account_id',
  'actor_id',
  'actor_name',
  'actor_scope',
  'actor_via',
  'ip',
  'user_agent',
  'correlation_id',
  'result',
  'message',
  'before',
  'after',
  'leaf_hash',
  'mac',
] as const;

/** Rows to copy; `onLeaf` gets each leaf hash in the order of the tree. */
function* rows(plan: Plan, onLeaf: (leaf: Buffer) => void): Generator<Value[]> {
  for (let n = 0; n < plan.audit; n += 1) {
    const row = eventRow(plan, n);
    const isPlaced = n < placedCount(plan);
    if (isPlaced) onLeaf(row.leaf_hash);
    yield [...COLUMNS.map((column) => row[column] ?? null), isPlaced ? n : null];
  }
}

/** The nodes of the tree over `leaves` (32 bytes each); `onHead` gets the tree after each batch and at the end. */
function* nodes(leaves: Buffer, onHead: (tree: Tree) => void): Generator<Value[]> {
  const finished: TreeNode[] = [];
  let tree = EMPTY_TREE;
  for (let from = 0; from < leaves.length; from += 32) {
    tree = append(tree, leaves.subarray(from, from + 32), (node) => finished.push(node));
    for (const { level, index, hash } of finished) yield [level, index, hash];
    finished.length = 0;
    if (tree.size % BATCH === 0 || from + 32 === leaves.length) onHead(tree);
  }
}

/** Copies events, tree and signed heads in the caller's transaction. */
export async function copyLog(client: pg.ClientBase, plan: Plan, signer: NoteSigner): Promise<void> {
  const leaves = Buffer.alloc(placedCount(plan) * 32);
  let size = 0;
  await withoutIndexes(client, 'audit_event', () =>
    copyRows(
      client,
      'audit_event',
      [...COLUMNS, 'tree_index'],
      rows(plan, (leaf) => (size += leaf.copy(leaves, size))),
    ),
  );
  const heads: Tree[] = [];
  await copyRows(
    client,
    'audit_node',
    ['level', 'index', 'hash'],
    nodes(leaves, (tree) => heads.push(tree)),
  );
  const checkpoints = heads.map((tree): Value[] => {
    const head = { size: tree.size, root: rootOf(tree) };
    return [head.size, head.root, signCheckpoint(head, signer), new Date(madeAt(plan, head.size, plan.audit))];
  });
  await copyRows(client, 'audit_checkpoint', ['tree_size', 'root_hash', 'note', 'at'], checkpoints);
}
