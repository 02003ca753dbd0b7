import { expect, test } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { parse } from './parse.ts';

const SCHEMA = z.strictObject({
  name: z.string().max(3).optional(),
  counts: z.record(z.string(), z.number()).optional(),
});

function refusalOf(value: unknown): Problem {
  try {
    parse(SCHEMA, value);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '[S-246] a field that is called %s is unknown like any other, and named',
  (name) => {
    const { reason, fields } = refusalOf(Object.fromEntries([[name, '1']]));
    expect(reason).toEqual({ status: 'UNKNOWN_FIELD' });
    expect(Object.entries(fields ?? {})).toEqual([[name, { status: 'UNKNOWN_FIELD' }]]);
  },
);

test('[S-218] a handful of wrong fields is named, those that are known first, and how many more there are', () => {
  const strange = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`strange${n}`, n]));
  const { reason, fields, moreFields } = refusalOf({ ...strange, name: 'much too long' });
  expect(reason).toEqual({ status: 'INVALID_INPUT' });
  expect(Object.keys(fields ?? {})).toHaveLength(LIMITS.problemFields);
  expect(Object.entries(fields ?? {})[0]).toEqual(['name', { status: 'MAX_LENGTH', params: { max: 3 } }]);
  expect(moreFields).toBe(501 - LIMITS.problemFields);
  expect(refusalOf({ strange: 1 }).moreFields).toBe(0);
});

test('a name that the client made up is cut, at every level', () => {
  const long = 'k'.repeat(10_000);
  const cut = `${'k'.repeat(LIMITS.problemFieldNameMax)}…`;
  expect(Object.keys(refusalOf({ [long]: 1 }).fields ?? {})).toEqual([cut]);
  const [name = ''] = Object.keys(refusalOf({ counts: { [long]: 'x' } }).fields ?? {});
  expect(name).toMatch(/^counts\.k+…$/);
  expect(name.length).toBeLessThanOrEqual(LIMITS.problemFieldNameMax + 1);
});
