import { expect, test } from 'vitest';
import { usageOf } from './usage.ts';

test('a share is rounded down, warned of from 90 % on, and used up at the limit alone', () => {
  const level = (used: number, limit: number) => {
    const usage = usageOf({ limit, used });
    return usage.kind === 'share' ? [usage.percent, usage.level] : usage.kind;
  };
  expect(level(4, 6)).toEqual([66, 'fine']);
  expect(level(29, 100)).toEqual([29, 'fine']);
  expect(level(89, 100)).toEqual([89, 'fine']);
  expect(level(90, 100)).toEqual([90, 'nearly']);
  expect(level(9_999, 10_000)).toEqual([99, 'nearly']);
  expect(level(1_500, 1_500)).toEqual([100, 'used_up']);
});

test('[A-081] no limit has no share; after a reset more may be in use than is allowed', () => {
  expect(usageOf({ limit: -1, used: 11_208 })).toEqual({ kind: 'no_limit' });
  expect(usageOf({ limit: 0, used: 0 })).toEqual({ kind: 'nothing' });
  expect(usageOf({ limit: 0, used: 3 })).toEqual({ kind: 'share', percent: 100, level: 'used_up' });
  expect(usageOf({ limit: 0, used: 3, draws_on: {} })).toEqual({ kind: 'above' });
  expect(usageOf({ limit: 0, used: 0, draws_on: {} })).toEqual({ kind: 'above' });
  expect(usageOf({ limit: 0, used: 3, draws_on: null })).toMatchObject({ level: 'used_up' });
  expect(usageOf({ limit: 10, used: 12 })).toEqual({ kind: 'share', percent: 120, level: 'used_up' });
});
