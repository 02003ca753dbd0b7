import { expect, test } from 'vitest';
import { callEach } from './call-each.ts';
import { Failure } from './failure.ts';

/** Calls that settle when the test says so. */
function calls() {
  const open = new Map<number, { resolve: () => void; reject: (thrown: unknown) => void }>();
  const begun: number[] = [];
  const run = (item: number): Promise<void> => {
    begun.push(item);
    return new Promise((resolve, reject) => open.set(item, { resolve, reject }));
  };
  const settle = async (item: number, failure?: Failure) => {
    const call = open.get(item);
    if (failure) call?.reject(failure);
    else call?.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, run, settle };
}
const never = () => false;

test('[S-397] a few at a time, each with its own outcome', async () => {
  const { begun, run, settle } = calls();
  const outcomes: [number, string | null][] = [];
  const all = callEach([1, 2, 3, 4], run, {
    atOnce: 2,
    stopped: never,
    settled: (item, failure) => outcomes.push([item, failure?.status ?? null]),
  });
  expect(begun).toEqual([1, 2]);
  await settle(2, new Failure('NOT_FOUND', ''));
  expect(begun).toEqual([1, 2, 3]);
  for (const item of [1, 3, 4]) await settle(item);
  await all;
  expect(outcomes).toEqual([
    [2, 'NOT_FOUND'],
    [1, null],
    [3, null],
    [4, null],
  ]);
});

test('once stopped nothing further begins, and what was begun is waited for', async () => {
  const { begun, run, settle } = calls();
  let stopped = false;
  const outcomes: number[] = [];
  const all = callEach([1, 2, 3, 4, 5], run, {
    atOnce: 2,
    stopped: () => stopped,
    settled: (item) => outcomes.push(item),
  });
  stopped = true;
  await settle(1);
  await settle(2);
  await all;
  expect([begun, outcomes]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('[S-401] a session that has ended begins nothing more', async () => {
  const { begun, run, settle } = calls();
  const all = callEach([1, 2, 3], run, { atOnce: 1, stopped: never, settled: () => {} });
  await settle(1, new Failure('UNAUTHORIZED', '', { httpStatus: 401 }));
  await all;
  expect(begun).toEqual([1]);
});

test('nothing to do is done at once', async () => {
  await callEach([], () => Promise.reject(new Error('no')), {
    atOnce: 4,
    stopped: never,
    settled: () => expect.unreachable(),
  });
});
