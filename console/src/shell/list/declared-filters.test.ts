import { filters } from '@signet/contract/filter';
import { expect, test } from 'vitest';
import { acceptsOf, filterNames, filterSpecs, soundFilters } from './declared-filters.ts';

const FILTERS = filters({ name: { type: 'text', max: 5 }, since: { type: 'day' }, open: { type: 'boolean' } });

test('the filter row offers what has an editor, in the order of the editors', () => {
  const specs = filterSpecs({ name: null, open: { label: 'Open' }, since: { label: 'Since', kind: 'day' } });
  expect(specs).toEqual([
    { name: 'open', label: 'Open' },
    { name: 'since', label: 'Since', kind: 'day' },
  ]);
});

test('of kept filters those hold that the list still has and the API still takes', () => {
  const kept = { name: 'longer than five', since: '2026-02-30', open: 'true', former: 'x' };
  expect(soundFilters(FILTERS, kept)).toEqual({ open: 'true' });
  expect(soundFilters(FILTERS, { name: 'short', since: '2026-02-28' })).toEqual({ name: 'short', since: '2026-02-28' });
});

test('a value is taken by the filter of its name', () => {
  expect(filterNames(FILTERS)).toEqual(['name', 'since', 'open']);
  const accepts = acceptsOf(FILTERS);
  expect([accepts.open('true'), accepts.open('yes'), accepts.since('2026-02-28')]).toEqual([true, false, true]);
});
