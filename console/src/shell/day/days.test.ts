import { expect, test } from 'vitest';
import { addMonths, dayByKey } from './days.ts';

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-03-31', -1, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
])('%s and %i months are %s', (day, count, expected) => expect(addMonths(day, count)).toBe(expected));

// 2026-11-18 is a Wednesday.
test.each([
  ['ArrowLeft', false, '2026-11-17'],
  ['ArrowRight', false, '2026-11-19'],
  ['ArrowUp', false, '2026-11-11'],
  ['ArrowDown', false, '2026-11-25'],
  ['Home', false, '2026-11-16'],
  ['End', false, '2026-11-22'],
  ['PageUp', false, '2026-10-18'],
  ['PageDown', false, '2026-12-18'],
  ['PageUp', true, '2025-11-18'],
  ['PageDown', true, '2027-11-18'],
  ['x', false, null],
])('%s, with Shift %s, leads to %s', (key, shift, expected) =>
  expect(dayByKey(key, shift, '2026-11-18', 1)).toBe(expected),
);

test('a week that begins on Sunday ends on Saturday; after the last year there is no day', () => {
  expect(dayByKey('Home', false, '2026-11-18', 0)).toBe('2026-11-15');
  expect(dayByKey('End', false, '2026-11-18', 0)).toBe('2026-11-21');
  expect(dayByKey('ArrowRight', false, '9999-12-31', 1)).toBeNull();
});
