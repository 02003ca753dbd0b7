import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962 §2.1 (unchanged in RFC 9162 §2.1) as pure functions. Sizes and
 * indexes are numbers below 2^53, so bits are taken by arithmetic, never by 32-bit operators.
 */

const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = Buffer.from([1]);

/** The head of the empty tree: SHA-256 of nothing (RFC 6962 §2.1). */
export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer');

/** Hash of a leaf: SHA-256(0x00 || data), 32 bytes (RFC 6962 §2.1). */
export function leafHash(data: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([LEAF_PREFIX, data]), 'buffer');
}

/** Hash of an inner node: SHA-256(0x01 || left || right), 32 bytes (RFC 6962 §2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer');
}

/** The place of a complete subtree: it covers the leaves [index * 2^level, (index + 1) * 2^level). */
export type NodePlace = { level: number; index: number };

/** A complete subtree with its hash. */
export type TreeNode = NodePlace & { hash: Buffer };

/** A tree as its frontier: the hashes of its largest complete subtrees, left to right, one per 1-bit of `size`. */
export type Tree = { size: number; peaks: Buffer[] };

/** The tree without leaves. */
export const EMPTY_TREE: Tree = { size: 0, peaks: [] };

/**
 * The tree with one leaf more. `onNode` gets each complete subtree that the leaf finishes,
 * the leaf itself first; exactly these are the nodes that proofs are made from.
 */
export function append(tree: Tree, leaf: Buffer, onNode?: (node: TreeNode) => void): Tree {
  const peaks = [...tree.peaks];
  let node: TreeNode = { level: 0, index: tree.size, hash: leaf };
  onNode?.(node);
  while (node.index % 2 === 1) {
    const left = peaks.pop();
    if (left === undefined)
      throw new Error(`A tree of ${tree.size} leaves needs more than ${tree.peaks.length} peaks.`);
    node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left, node.hash) };
    onNode?.(node);
  }
  peaks.push(node.hash);
  return { size: tree.size + 1, peaks };
}

/** The tree head: MTH of RFC 6962 §2.1, folded from the peaks. */
export function rootOf(tree: Tree): Buffer {
  return tree.peaks.length === 0 ? EMPTY_ROOT : foldRight(tree.peaks);
}

/** Where the peaks of a tree of `size` leaves are stored, left to right. */
export function peakPlaces(size: number): NodePlace[] {
  return subtrees({ from: 0, to: size });
}

/** A run of leaves [from, to), as RFC 6962 splits the tree: `from` is a multiple of every power of two in the run. */
export type LeafRange = { from: number; to: number };

/** The complete subtrees that a run of leaves is made of, left to right. */
export function subtrees(range: LeafRange): NodePlace[] {
  const places: NodePlace[] = [];
  let from = range.from;
  while (from < range.to) {
    const level = Math.floor(Math.log2(range.to - from));
    places.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return places;
}

/** The hash of a run of leaves from its complete subtrees; `get` throws when a node is missing. */
export function rangeHash(range: LeafRange, get: (place: NodePlace) => Buffer): Buffer {
  return foldRight(subtrees(range).map(get));
}

function foldRight(hashes: Buffer[]): Buffer {
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}
