import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../server/src/db/migrations/', import.meta.url));

test('every migration has a number of its own: two branches may have taken the next one', () => {
  const numbers = readdirSync(FOLDER).map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const number of numbers) expect(number).toMatch(/^\d{4}$/);
});
