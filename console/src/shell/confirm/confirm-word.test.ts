import { expect, test } from 'vitest';
import { isTyped } from './confirm-word.ts';

test('[A-244] the word is typed when it equals the one asked for, and in no other case', () => {
  expect(isTyped('UNLINK', 'UNLINK')).toBe(true);
  for (const typed of ['', 'unlink', 'UNLIN', 'UNLINK ', ' UNLINK', 'UNLINK UNLINK'])
    expect(isTyped(typed, 'UNLINK')).toBe(false);
});

test('a name is typed as the page shows it: two spaces look like one, and an accent may be a letter of its own', () => {
  expect(isTyped('Eyes Two Spaces', 'Eyes  Two Spaces')).toBe(true);
  expect(isTyped('Eyes\u00a0Two Spaces', 'Eyes Two  Spaces')).toBe(true);
  expect(isTyped('Mu\u0308ller', 'Müller')).toBe(true);
  expect(isTyped('EyesTwo Spaces', 'Eyes  Two Spaces')).toBe(false);
});
