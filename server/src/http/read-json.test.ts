import { expect, test } from 'vitest';
import { LIMITS } from '@signet/contract/limits';
import { isTooComplex } from './read-json.ts';

const complex = (json: string): boolean => isTooComplex(Buffer.from(json));
const list = (count: number): string => `[${Array.from({ length: count }, () => '1').join(',')}]`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('as many values and levels as the limits say are taken, one more is not', () => {
  expect(complex(list(LIMITS.bodyValues - 1))).toBe(false);
  expect(complex(list(LIMITS.bodyValues))).toBe(true);
  expect(complex(nested(LIMITS.bodyDepth))).toBe(false);
  expect(complex(nested(LIMITS.bodyDepth + 1))).toBe(true);
  expect(complex('{"a":'.repeat(LIMITS.bodyDepth + 1))).toBe(true);
});

test('the largest request of ours is taken', () => {
  const ids = Array.from({ length: LIMITS.bulkChosenMax }, () => '00000000-0000-0000-0000-000000000000');
  expect(complex(JSON.stringify({ ids, input: { partner_account_id: null } }))).toBe(false);
});

test('where a long list is allowed no object is as wide: reading its keys is what takes long', () => {
  const long = (json: string): boolean => isTooComplex(Buffer.from(json), LIMITS.bulkBodyValues);
  const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join(',')}}`;
  const people = `{"users":[${Array.from({ length: LIMITS.bulkMax }, () => keys(10)).join(',')}]}`;
  // All that a row can say, with an account and so many roles that it has some 800 bytes: ten thousand are 8 MiB.
  const ids = (count: number) => Array.from({ length: count }, () => '00000000-0000-0000-0000-000000000000');
  const row = { ...JSON.parse(keys(8)), account_ids: ids(1), role_ids: ids(19) };
  const furnished = JSON.stringify({ users: Array.from({ length: LIMITS.bulkMax }, () => row) });
  expect(furnished.length).toBeGreaterThan(LIMITS.bulkBodyBytes);
  expect(long(furnished)).toBe(false);
  expect([complex(people), long(people)]).toEqual([true, false]);
  expect(long(list(LIMITS.bulkBodyValues))).toBe(true);
  expect(long(keys(LIMITS.bodyValues - 1))).toBe(false);
  expect(long(`{"users":[{},${keys(LIMITS.bodyValues + 2)}]}`)).toBe(true);
});

test('what stands in a string is not counted, whatever it holds', () => {
  const signs = '[{,'.repeat(LIMITS.bodyValues);
  expect(complex(JSON.stringify({ text: signs }))).toBe(false);
  expect(complex(JSON.stringify({ text: `"${signs}` }))).toBe(false);
  expect(complex(JSON.stringify({ text: `\\"${signs}\\` }))).toBe(false);
  expect(complex(JSON.stringify({ text: 'é🙂\\', more: signs }))).toBe(false);
  expect(complex(`{"text":"\\\\",${list(LIMITS.bodyValues)}`)).toBe(true);
});

test('a text that breaks off is the parser’s to refuse', () => {
  for (const text of ['', '"', '"\\', '[', '{"a":"b', ']]]]']) expect(complex(text)).toBe(false);
});
