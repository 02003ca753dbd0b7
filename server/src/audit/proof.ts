import { nodeHash } from './merkle.ts';
import type { LeafRange } from './merkle.ts';

/**
 * The runs of leaves whose hashes are the inclusion proof of leaf `index` in a tree of `size`
 * leaves, lowest first: PATH(m, D[n]) of RFC 6962 §2.1.1. Throws a RangeError for a leaf outside.
 */
export function inclusionPath(index: number, size: number): LeafRange[] {
  if (index < 0 || index >= size) throw new RangeError(`Leaf ${index} is not in a tree of ${size} leaves.`);
  const path: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitSize(to - from);
    if (index < middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  return path.toReversed();
}

/**
 * The runs of leaves whose hashes prove that the tree of `first` leaves is the beginning of the
 * tree of `second` leaves: PROOF(m, D[n]) of RFC 6962 §2.1.2. Empty for `first` 0 or equal sizes.
 */
export function consistencyPath(first: number, second: number): LeafRange[] {
  if (first < 0 || first > second) throw new RangeError(`A tree of ${second} leaves has no beginning of ${first}.`);
  if (first === 0 || first === second) return [];
  const path: LeafRange[] = [];
  let [from, to] = [0, second];
  while (to !== first) {
    const middle = from + splitSize(to - from);
    if (first <= middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  // The verifier knows the head of the first tree, so it is left out where it is a node of the second.
  if (from > 0) path.push({ from, to });
  return path.toReversed();
}

/** Whether `proof` leads from the leaf hash at `index` to the head of a tree of `size` leaves (RFC 9162 §2.1.3.2). */
export function verifyInclusion(leaf: Buffer, index: number, size: number, proof: Buffer[], root: Buffer): boolean {
  if (index < 0 || index >= size) return false;
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && hash.equals(root);
}

/** Whether `proof` shows the first tree to be the beginning of the second (RFC 9162 §2.1.4.2). */
export function verifyConsistency(
  first: { size: number; root: Buffer },
  second: { size: number; root: Buffer },
  proof: Buffer[],
): boolean {
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0;
  const path = isPowerOfTwo(first.size) ? [first.root, ...proof] : proof;
  const start = path[0];
  if (start === undefined) return false;
  let [fn, sn] = [first.size - 1, second.size - 1];
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
  let [firstHash, secondHash] = [start, start];
  for (const sibling of path.slice(1)) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      firstHash = nodeHash(sibling, firstHash);
      secondHash = nodeHash(sibling, secondHash);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      secondHash = nodeHash(secondHash, sibling);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && firstHash.equals(first.root) && secondHash.equals(second.root);
}

/** The largest power of two below `count`, which is at least 2 ("k" of RFC 6962 §2.1). */
function splitSize(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
const isPowerOfTwo = (value: number): boolean => Number.isInteger(Math.log2(value));
