import { filters } from '@signet/contract/filter';
import { expect, test } from 'vitest';
import { acceptsOf } from './declared-filters.ts';
import { filtersInForce, nextSort, parseSort } from './list-state.ts';
import { lastPage, offsetOf, pageOfHash, pagerOf, pageSizeOf, pagesOf, totalOf } from './paging.ts';

test.each([
  ['3', 3],
  ['1', 1],
  ['0', 1],
  ['-1', 1],
  ['', 1],
  ['abc', 1],
  ['2abc', 1],
  ['1.5', 1],
  ['9999', 9999],
  ['99999999999999999999', 1],
])('[S-010] [S-011] [S-012] hash #%s is page %d', (hash, page) => {
  expect(pageOfHash(hash)).toBe(page);
});

test('[S-012] an offset is never negative and never beyond what the platform accepts', () => {
  expect(offsetOf(1, 20)).toBe(0);
  expect(offsetOf(3, 20)).toBe(40);
  expect(offsetOf(999_999_999, 100)).toBe(99_999_999);
});

test('an empty list has one page, a rest opens one more', () => {
  expect([lastPage(0, 20), lastPage(20, 20), lastPage(21, 20)]).toEqual([1, 1, 2]);
});

test('[S-411] the page size is 20 without a choice and 10 for anything that is no number', () => {
  expect([pageSizeOf(null), pageSizeOf('50'), pageSizeOf('x'), pageSizeOf('7')]).toEqual([20, 50, 10, 20]);
});

test('the pager shows the ends, the neighbours and gaps of more than one page', () => {
  expect(pagerOf(1, 1)).toEqual([1]);
  expect(pagerOf(1, 7)).toEqual([1, 2, 3, 'gap', 7]);
  expect(pagerOf(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pagerOf(10, 20)).toEqual([1, 'gap', 9, 10, 11, 'gap', 20]);
  expect(pagerOf(20, 20)).toEqual([1, 'gap', 18, 19, 20]);
});

test('the pager of a list whose end nobody knows leads on, and never to a last page', () => {
  expect(pagerOf(1, 500, true)).toEqual([1, 2, 3, 'gap']);
  expect(pagerOf(250, 500, true)).toEqual([1, 'gap', 249, 250, 251, 'gap']);
  expect(pagerOf(501, 502, true)).toEqual([1, 'gap', 500, 501, 502, 'gap']);
});

const answer = (rows: number, more: object) => ({
  items: Array.from({ length: rows }),
  total: 10_000,
  limit: 20,
  offset: 0,
  ...more,
});

test('a total is exact when the server says so, when it was counted whole, and on a page that is not full', () => {
  expect(totalOf(answer(20, { total: 128, total_exact: true }), null)).toEqual({ count: 128, exact: true });
  expect(totalOf(answer(20, { total: 128 }), null)).toEqual({ count: 128, exact: true });
  expect(totalOf(answer(20, { total_exact: false }), null)).toEqual({ count: 10_000, exact: false });
  expect(totalOf(answer(20, { total_exact: false }), 48_231)).toEqual({ count: 48_231, exact: true });
  expect(totalOf(answer(7, { total_exact: false, offset: 12_000 }), null)).toEqual({ count: 12_007, exact: true });
  expect(totalOf(answer(0, { total_exact: false, offset: 99_980 }), null)).toEqual({ count: 10_000, exact: false });
});

test('with more rows than were counted there is a next page as long as the page is full', () => {
  const many = { count: 10_000, exact: false };
  expect(pagesOf(1, 20, 20, many)).toMatchObject({ last: 500, open: true, from: 1, to: 20 });
  expect(pagesOf(600, 20, 20, many)).toMatchObject({ page: 600, last: 601, open: true, from: 11_981, to: 12_000 });
  expect(pagesOf(3, 20, 20, { count: 45, exact: true })).toMatchObject({
    page: 3,
    last: 3,
    open: false,
    from: 41,
    to: 45,
  });
  expect(pagesOf(9, 20, 0, { count: 45, exact: true })).toMatchObject({ page: 3, last: 3 });
});

test('[S-250] sort terms are read from the URL and nonsense is left out', () => {
  expect(parseSort('name:asc,service_period.to:desc')).toEqual(['name:asc', 'service_period.to:desc']);
  expect(parseSort('name:up,:asc,;drop')).toEqual([]);
  expect(parseSort('name:asc,salary:desc', ['name'])).toEqual(['name:asc']);
  expect(nextSort(['name:asc'], 'name')).toEqual(['name:desc']);
  expect(nextSort(['name:desc'], 'name')).toEqual(['name:asc']);
  expect(nextSort(['name:asc'], 'type')).toEqual(['type:asc']);
  expect(parseSort('name:asc,type:asc,name:desc')).toEqual(['name:asc', 'type:asc']);
  expect(parseSort('a:asc,b:asc,c:asc,d:asc,e:asc,f:asc')).toHaveLength(5);
});

test('[S-250] with Shift a column comes after the others, turns round, and goes out of the order again', () => {
  expect(nextSort(['type:asc'], 'name', true)).toEqual(['type:asc', 'name:asc']);
  expect(nextSort(['type:asc', 'name:asc'], 'type', true)).toEqual(['type:desc', 'name:asc']);
  expect(nextSort(['type:desc', 'name:asc'], 'type', true)).toEqual(['name:asc']);
  expect(nextSort(['name:desc'], 'name', true)).toEqual(['name:asc']);
  expect(nextSort(['a:asc', 'b:asc', 'c:asc', 'd:asc', 'e:asc'], 'f', true)).toEqual([
    'a:asc',
    'b:asc',
    'c:asc',
    'd:asc',
    'f:asc',
  ]);
  expect(nextSort(['type:asc', 'name:asc'], 'name')).toEqual(['name:asc']);
});

test('a default filter holds until it is taken away or replaced', () => {
  const spec = { filters: ['active', 'name'], defaultSort: [], defaultFilters: { active: 'true' } } as const;
  expect(filtersInForce(spec, {})).toEqual({ active: 'true' });
  expect(filtersInForce(spec, { active: 'false', name: 'nord' })).toEqual({ active: 'false', name: 'nord' });
  expect(filtersInForce(spec, { active: 'any' })).toEqual({});
  expect(filtersInForce(spec, { other: 'x' })).toEqual({ active: 'true' });
});

test('a value of the URL that the API would refuse counts as not there', () => {
  const spec = {
    filters: ['active', 'name'],
    defaultFilters: { active: 'true' },
    accepts: { active: (value: string) => value === 'true' || value === 'false' },
  } as const;
  expect(filtersInForce(spec, { active: 'perhaps', name: 'nord' })).toEqual({ active: 'true', name: 'nord' });
  expect(filtersInForce(spec, { active: 'any' })).toEqual({});
});

test('the word "any" takes away what it can’t be a value of, and is looked for where a text is', () => {
  const declared = filters({
    name: { type: 'text', max: 100 },
    kind: { type: 'choice', of: ['a', 'b'] },
    account_id: { type: 'id' },
  });
  const spec = { filters: ['name', 'kind', 'account_id'], accepts: acceptsOf(declared) } as const;
  expect(filtersInForce(spec, { name: 'any', kind: 'any', account_id: 'any' })).toEqual({ name: 'any' });
  const standing = { ...spec, defaultFilters: { kind: 'a' } };
  expect(filtersInForce(standing, { kind: 'any' })).toEqual({});
  expect(filtersInForce(standing, { name: 'any' })).toEqual({ name: 'any', kind: 'a' });
});
