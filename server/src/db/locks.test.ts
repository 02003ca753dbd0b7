import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCKS } from './locks.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);

test('no two locks have one number, and those that are taken in SQL are among them', () => {
  const numbers: number[] = Object.values(LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
  const taken = readdirSync(MIGRATIONS).flatMap((file) =>
    [...readFileSync(new URL(file, MIGRATIONS), 'utf8').matchAll(/advisory\w*lock\w*\((\d+)/g)].map((match) =>
      Number(match[1]),
    ),
  );
  expect(taken).toContain(LOCKS.rowCounts);
  expect(taken.filter((number) => !numbers.includes(number))).toEqual([]);
});
