import { expect, test } from 'vitest';
import { isSameView, renamed, without, withSaved } from './saved-filters.ts';

const one = { name: 'Ending soon', filters: { ends: '30', active: 'true' }, sort: ['name:asc'] };
const two = { name: 'Partners', filters: { type: 'partner' }, sort: [] };

test('a filter is saved once under its name; again it takes the place of the first', () => {
  expect(withSaved([one], two)).toEqual([one, two]);
  expect(withSaved([one, two], { ...one, name: ' ending SOON ', filters: { ends: '60' } })).toEqual([
    { ...one, name: 'ending SOON', filters: { ends: '60' } },
    two,
  ]);
});

test('renamed it keeps its place, and no two have one name; deleted it is gone', () => {
  expect(renamed([one, two], 'Ending soon', 'This month ')).toEqual([{ ...one, name: 'This month' }, two]);
  expect(renamed([one, two], 'Ending soon', 'partners')).toEqual([{ ...one, name: 'partners' }]);
  expect(without([one, two], 'Ending soon')).toEqual([two]);
});

test('done to a list that another tab has changed meanwhile, nothing of that is lost', () => {
  expect(renamed([two], 'Ending soon', 'partners')).toEqual([two]);
  expect(without([two], 'Ending soon')).toEqual([two]);
  const most = Array.from({ length: 20 }, (_, n) => ({ ...two, name: `Filter ${n}` }));
  expect(withSaved(most, one)).toEqual(most);
});

test('the one in force is known by its filters and its order, in whatever order the filters stand', () => {
  expect(isSameView(one, { filters: { active: 'true', ends: '30' }, sort: ['name:asc'] })).toBe(true);
  expect(isSameView(one, { filters: { active: 'true', ends: '30' }, sort: ['name:desc'] })).toBe(false);
  expect(isSameView(one, { filters: { ends: '30' }, sort: ['name:asc'] })).toBe(false);
});
