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

test('what has fields of its own is told by those that changed, a list of texts as one reads it', () => {
  expect(
    differences(
      { app_code: 'ca_manager', features: { certificates: 400, seats: 5 }, domains: [] },
      { app_code: 'ca_manager', features: { certificates: 500, seats: 5 }, domains: ['a.example', 'b.example'] },
    ),
  ).toEqual([
    { field: 'features.certificates', before: '400', after: '500' },
    { field: 'domains', before: '', after: 'a.example, b.example' },
  ]);
});
