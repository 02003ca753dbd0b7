import type { Db } from '../db/open.ts';
import { peakPlaces, rangeHash, subtrees } from './merkle.ts';
import type { Tree } from './merkle.ts';
import { inclusionPath, verifyInclusion } from './proof.ts';
import { MissingNode, readNodes } from './tree-store.ts';

/**
 * The inclusion proof of a place, made of the stored tree. `leaf` is the tree's own copy of the place's hash, null
 * where it is missing; `before` the tree of the places before it, which is part of every proof that verifies.
 */
export type EventProof = {
  index: number;
  size: number;
  path: Buffer[];
  leaf: Buffer | null;
  before: Tree;
  /** Whether the proof leads from a leaf hash to the head. */
  leads: (leaf: Buffer, head: { root: Buffer }) => boolean;
};

/** The proof of place `index` in the tree of `size` leaves; null where a node of it is missing. */
export async function proofOf(db: Db, index: number, size: number): Promise<EventProof | null> {
  const ranges = inclusionPath(index, size);
  const own = { level: 0, index };
  const get = await readNodes(db, [own, ...ranges.flatMap(subtrees), ...peakPlaces(index)]);
  try {
    const path = ranges.map((range) => rangeHash(range, get));
    const before = { size: index, peaks: peakPlaces(index).map(get) };
    const leads: EventProof['leads'] = (leaf, head) => verifyInclusion(leaf, index, size, path, head.root);
    return { index, size, path, leaf: hashOrNull(() => get(own)), before, leads };
  } catch (error) {
    if (error instanceof MissingNode) return null;
    throw error;
  }
}

function hashOrNull(get: () => Buffer): Buffer | null {
  try {
    return get();
  } catch (error) {
    if (error instanceof MissingNode) return null;
    throw error;
  }
}
