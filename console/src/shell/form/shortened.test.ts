import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('a text that is too long is cut between characters, not within one', () => {
  expect(shortened('Auditor', 7)).toBe('Auditor');
  expect(shortened('Auditors', 7)).toBe('Auditor');
  expect(shortened('Audit 2027', 6)).toBe('Audit');
  expect(shortened('ab𝒸', 3)).toBe('ab');
  expect(shortened('abe\u0301', 3)).toBe('ab');
  expect(shortened('a👩‍🔧', 5)).toBe('a');
});
