import { expect, test } from 'vitest';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { labelsOf, titlesAbove } from './choice-labels.ts';

test('screens of one title are told apart by the pages above them, else by what opens them', () => {
  const screen = (act: string, ...trail: string[]) => ({ trail, act });
  expect(
    labelsOf([
      screen('View accounts', 'Accounts'),
      screen('View accounts', 'Accounts', 'Plan'),
      screen('View mail', 'Platform settings', 'Outgoing mail', 'Plan'),
      screen('Create administrators', 'Administrators', 'Create administrator'),
      screen('Give roles', 'Administrators', 'Create administrator'),
    ]),
  ).toEqual([
    'Accounts',
    'Accounts › Plan',
    'Platform settings › Outgoing mail › Plan',
    'Create administrator (Create administrators)',
    'Create administrator (Give roles)',
  ]);
});

test('above a page stand the pages of the map: neither the root nor a frame is one', () => {
  const root = createRootRoute({ staticData: { title: 'page.failed' } });
  const frame = createRoute({ getParentRoute: () => root, id: 'secured' });
  const list = createRoute({ getParentRoute: () => frame, path: 'list', staticData: { title: 'accounts.title' } });
  const page = createRoute({ getParentRoute: () => list, path: 'page', staticData: { title: 'accounts.history' } });
  createRouter({ routeTree: root.addChildren([frame.addChildren([list.addChildren([page])])]) });
  expect(titlesAbove(page)).toEqual(['accounts.title']);
  expect(titlesAbove(list)).toEqual([]);
});
