import { expect, test } from 'vitest';
import { NOTHING, ranged, toggled } from './selection.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];

test('a row is selected and no longer', () => {
  expect([...toggled(NOTHING, 'a')]).toEqual(['a']);
  expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b']);
});

test('a range is selected or taken away whole, in either direction, and leaves the others', () => {
  expect([...ranged(new Set(['e']), IDS, 'b', 'd', true)].toSorted()).toEqual(['b', 'c', 'd', 'e']);
  expect([...ranged(NOTHING, IDS, 'd', 'b', true)]).toEqual(['b', 'c', 'd']);
  expect([...ranged(new Set(IDS), IDS, 'a', 'c', false)]).toEqual(['d', 'e']);
});

test('a range without a beginning on this page is its last row', () => {
  expect([...ranged(NOTHING, IDS, null, 'c', true)]).toEqual(['c']);
  expect([...ranged(NOTHING, IDS, 'gone', 'c', true)]).toEqual(['c']);
  expect([...ranged(NOTHING, IDS, 'a', 'gone', true)]).toEqual(['a']);
});
