import { expect, test } from 'vitest';
import { wholeOf } from './query.ts';

test('the exact number is asked for with the filters of the list alone, whatever page and sort', () => {
  const first = { query: { limit: 20, offset: 0, sort: ['name:asc'], active: 'true', name: 'nord' } };
  const other = { query: { ...first.query, offset: 40, sort: ['name:desc'] } };
  expect(wholeOf(first)).toEqual({ query: { limit: 1, count: 'exact', active: 'true', name: 'nord' } });
  expect(wholeOf(other)).toEqual(wholeOf(first));
});
