import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('only what changed, as texts; a field that came or went counts from or to nothing', () => {
  expect(
    differences({ name: 'A', active: true, to: null }, { name: 'B', active: true, to: '2027-01-01', extra: 1 }),
  ).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'to', before: '', after: '2027-01-01' },
    { field: 'extra', before: '', after: '1' },
  ]);
  expect(differences(null, null)).toEqual([]);
});
