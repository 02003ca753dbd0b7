import { expect, test } from 'vitest';
import { staleVisits, unvisitedPages, pagesOf, VISITS } from '../../e2e/visits.ts';
import { routes } from './routes.tsx';

test('npm run pictures visits every page of the map, and nothing else', () => {
  expect(unvisitedPages(routes)).toEqual([]);
  expect(staleVisits(routes)).toEqual([]);
});

test('a page without a visit is found, whatever it hangs under; a mere redirect is no page', () => {
  const page = () => undefined;
  const map = [
    { path: 'login', page },
    { path: 'new', children: [{ path: '$id', page }] },
    { path: 'old', redirect: page },
  ];
  expect(pagesOf(map)).toEqual(['/account/login', '/account/new/$id']);
  expect(unvisitedPages(map)).toEqual(['/account/new/$id']);
});

test('no two visits share the name of their pictures', () => {
  const names = VISITS.map((visit) => visit.name);
  expect(new Set(names).size).toBe(names.length);
});
