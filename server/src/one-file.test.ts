/** The server as it is built for `npm start` (docs/decisions/088). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAIN } from './testing/spawn-signet.ts';

test('each character of it takes one byte in memory, and functions keep their names', () => {
  const text = readFileSync(MAIN, 'utf8');
  expect(/[^\0-\u007F]/.exec(text)?.[0]).toBeUndefined();
  expect(text).toContain('function sentenceOf(');
});
