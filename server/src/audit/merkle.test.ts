import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  append,
  EMPTY_ROOT,
  EMPTY_TREE,
  leafHash,
  nodeHash,
  peakPlaces,
  rangeHash,
  rootOf,
  subtrees,
} from './merkle.ts';
import type { NodePlace, Tree } from './merkle.ts';
import { consistencyPath, inclusionPath, verifyConsistency, verifyInclusion } from './proof.ts';

/** The tree written down as the recursive definition of RFC 6962 §2.1 has it. */
function naiveRoot(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return hash('sha256', '', 'buffer');
  if (leaves.length === 1) return leaves[0]!;
  const k = naiveSplit(leaves.length);
  return nodeHash(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

function naivePath(m: number, leaves: Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = naiveSplit(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

function naiveProof(m: number, leaves: Buffer[], whole = true): Buffer[] {
  if (m === leaves.length) return whole ? [] : [naiveRoot(leaves)];
  const k = naiveSplit(leaves.length);
  return m <= k
    ? [...naiveProof(m, leaves.slice(0, k), whole), naiveRoot(leaves.slice(k))]
    : [...naiveProof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

function naiveSplit(count: number): number {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
}

/** Grows a tree leaf by leaf and keeps its nodes as the database does. */
function grow(leaves: Buffer[]): { tree: Tree; get: (place: NodePlace) => Buffer; count: number } {
  const nodes = new Map<string, Buffer>();
  let tree = EMPTY_TREE;
  for (const leaf of leaves) {
    tree = append(tree, leaf, ({ level, index, hash: node }) => nodes.set(`${level}/${index}`, node));
  }
  const get = ({ level, index }: NodePlace): Buffer => {
    const node = nodes.get(`${level}/${index}`);
    if (!node) throw new Error(`no node ${level}/${index}`);
    return node;
  };
  return { tree, get, count: nodes.size };
}

const LEAVES = Array.from({ length: 200 }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));
const ROOTS = Array.from({ length: 201 }, (_, size) => naiveRoot(LEAVES.slice(0, size)));
const { get: getNode } = grow(LEAVES);

function flipped(proof: Buffer[], at: number): Buffer[] {
  return proof.map((node, index) => (index === at ? leafHash(node) : node));
}

// Leaves, heads and proofs of the reference implementation of RFC 6962 (certificate-transparency, merkle_tree tests).
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex')));
const VECTOR_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const N = {
  a: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  b: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  c: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  d: 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  e: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  f: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
};

test('the empty tree has the head of RFC 6962', () => {
  expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(rootOf(EMPTY_TREE)).toEqual(EMPTY_ROOT);
});

test('the published heads of sizes 1 to 8 come out', () => {
  let tree = EMPTY_TREE;
  const roots = VECTOR_LEAVES.map((leaf) => {
    tree = append(tree, leaf);
    return rootOf(tree).toString('hex');
  });
  expect(roots).toEqual(VECTOR_ROOTS);
});

test.each([
  { index: 0, size: 8, proof: [N.a, N.b, N.c] },
  { index: 5, size: 8, proof: [N.d, N.e, VECTOR_ROOTS[3]!] },
  { index: 2, size: 3, proof: [VECTOR_ROOTS[1]!] },
  { index: 1, size: 5, proof: [VECTOR_ROOTS[0]!, N.b, N.d] },
])('the published inclusion proof of leaf $index in $size comes out', ({ index, size, proof }) => {
  const { get } = grow(VECTOR_LEAVES.slice(0, size));
  expect(inclusionPath(index, size).map((range) => rangeHash(range, get).toString('hex'))).toEqual(proof);
});

test.each([
  { first: 1, second: 8, proof: [N.a, N.b, N.c] },
  { first: 6, second: 8, proof: [N.f, N.e, VECTOR_ROOTS[3]!] },
  { first: 2, second: 5, proof: [N.b, N.d] },
])('the published consistency proof from $first to $second comes out', ({ first, second, proof }) => {
  const { get } = grow(VECTOR_LEAVES.slice(0, second));
  expect(consistencyPath(first, second).map((range) => rangeHash(range, get).toString('hex'))).toEqual(proof);
});

test('head and stored nodes agree with the definition for every size to 200', () => {
  for (let size = 1; size <= 200; size += 1) {
    const { tree, get, count } = grow(LEAVES.slice(0, size));
    expect(rootOf(tree)).toEqual(ROOTS[size]);
    expect(peakPlaces(size).map(get)).toEqual(tree.peaks);
    // One node per complete subtree: 2n minus the number of peaks.
    expect(count).toBe(2 * size - tree.peaks.length);
  }
});

test('every inclusion proof to size 200 is that of the definition and verifies; altered ones do not', () => {
  for (let size = 1; size <= 200; size += 1) {
    // Each index for small trees; beyond, the borders, where the tree is ragged.
    const indexes = size <= 40 ? [...Array(size).keys()] : [0, 1, (size * 7) % size, size >> 1, size - 2, size - 1];
    for (const index of indexes) {
      const proof = inclusionPath(index, size).map((range) => rangeHash(range, getNode));
      const root = ROOTS[size]!;
      expect(proof).toEqual(naivePath(index, LEAVES.slice(0, size)));
      const leaf = LEAVES[index]!;
      expect(verifyInclusion(leaf, index, size, proof, root)).toBe(true);
      const altered = [
        verifyInclusion(leafHash(Buffer.from('other')), index, size, proof, root),
        verifyInclusion(leaf, index, size, proof, leafHash(root)),
        verifyInclusion(leaf, size, size, proof, root),
        verifyInclusion(leaf, index, size, [...proof, root], root),
        size > 1 && verifyInclusion(leaf, (index + 1) % size, size, proof, root),
        size > 1 && verifyInclusion(leaf, index, size, proof.slice(1), root),
        ...proof.map((_, at) => verifyInclusion(leaf, index, size, flipped(proof, at), root)),
      ];
      expect(altered).not.toContain(true);
    }
  }
});

test('every consistency proof to size 64, and a sample to 200, is as defined and verifies; altered ones do not', () => {
  for (let second = 1; second <= 200; second += 1) {
    const firsts = second <= 64 ? [...Array(second + 1).keys()] : [0, 1, 63, 64, 65, second >> 1, second - 1, second];
    for (const first of firsts.filter((size) => size <= second)) {
      const proof = consistencyPath(first, second).map((range) => rangeHash(range, getNode));
      const [from, to] = [first, second].map((size) => ({ size, root: ROOTS[size]! })) as [HeadOf, HeadOf];
      expect(verifyConsistency(from, to, proof)).toBe(true);
      expect(proof).toEqual(first === 0 ? [] : naiveProof(first, LEAVES.slice(0, second)));
      const altered = [
        verifyConsistency(from, to, [...proof, to.root]),
        // Every tree begins with the empty one, whatever its head.
        first > 0 && verifyConsistency({ ...from, root: leafHash(from.root) }, to, proof),
        first > 0 && verifyConsistency(from, { ...to, root: leafHash(to.root) }, proof),
        first < second && verifyConsistency(to, from, proof),
        first > 0 && first < second && verifyConsistency(from, to, proof.slice(1)),
        ...proof.map((_, at) => verifyConsistency(from, to, flipped(proof, at))),
      ];
      expect(altered).not.toContain(true);
    }
  }
});

type HeadOf = { size: number; root: Buffer };

test('a proof that is too short for the size it claims is refused, even if it leads to the head', () => {
  const [first, second] = [LEAVES[0]!, LEAVES[1]!];
  expect(verifyInclusion(first, 0, 2, [second], nodeHash(first, second))).toBe(true);
  expect(verifyInclusion(first, 0, 4, [second], nodeHash(first, second))).toBe(false);
});

test('places stay exact beyond 32 bits', () => {
  const size = 2 ** 40 + 3;
  expect(subtrees({ from: 0, to: size })).toEqual([
    { level: 40, index: 0 },
    { level: 1, index: 2 ** 39 },
    { level: 0, index: 2 ** 40 + 2 },
  ]);
  expect(inclusionPath(2 ** 40 + 2, size)).toEqual([
    { from: 2 ** 40, to: 2 ** 40 + 2 },
    { from: 0, to: 2 ** 40 },
  ]);
});

test('a leaf or a beginning outside the tree is refused', () => {
  expect(() => inclusionPath(5, 5)).toThrow(RangeError);
  expect(() => inclusionPath(-1, 5)).toThrow(RangeError);
  expect(() => consistencyPath(6, 5)).toThrow(RangeError);
});
