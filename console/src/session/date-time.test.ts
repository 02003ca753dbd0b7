import { expect, test } from 'vitest';
import { displayMoment } from './date-time.ts';

test('evidence is dated to the second, with the zone of this computer', () => {
  const shown = displayMoment('2026-11-21 13:05:07', 'DD-MMM-YYYY', 'en-US');
  expect(shown).toMatch(/^2[12]-Nov-2026 \d\d:\d\d:07 (?:[A-Z]{3,4}|GMT[+-][\d:]+)$/);
});

test('what is no moment stays as it is', () => {
  expect(displayMoment('never', 'DD-MMM-YYYY', 'en-US')).toBe('never');
});
