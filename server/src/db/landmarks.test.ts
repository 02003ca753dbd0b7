/** What a process remembers of long lists has bounds, and is made by one at a time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LANDMARKS, openLandmarks, type Landmarks } from './landmarks.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const some = (count: number): Landmarks => ({
  step: 500,
  keys: Array.from({ length: count }, (_, n) => [`${n}`]),
  seen: 500 * count,
});
const settled = () => vi.advanceTimersByTimeAsync(0);

test('one list is walked at a time, and none for a while after it', async () => {
  const memory = openLandmarks();
  memory.make('first', async () => {
    await new Promise((done) => setTimeout(done, 100));
    return some(3);
  });
  memory.make('second', async () => some(3));
  await vi.advanceTimersByTimeAsync(100);
  expect([memory.find('first')?.keys.length, memory.find('second')]).toEqual([3, null]);
  await vi.advanceTimersByTimeAsync(100 * LANDMARKS.rest - 1);
  memory.make('second', async () => some(4));
  await settled();
  expect(memory.find('second')).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  memory.make('second', async () => some(4));
  await settled();
  expect(memory.find('second')?.keys.length).toBe(4);
});

test('they are made anew after a while, and forgotten after a longer one', async () => {
  const memory = openLandmarks();
  memory.make('list', async () => some(3));
  await vi.advanceTimersByTimeAsync(LANDMARKS.fresh);
  expect(memory.find('list')?.isOld).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(memory.find('list')?.isOld).toBe(true);
  memory.make('list', async () => some(5));
  await settled();
  expect(memory.find('list')).toMatchObject({ isOld: false, seen: 2_500 });
  await vi.advanceTimersByTimeAsync(LANDMARKS.kept - 1);
  expect(memory.find('list')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(memory.find('list')).toBeNull();
});

test('beyond a bound the list goes that was not asked for longest', async () => {
  const memory = openLandmarks();
  const most = Math.floor(LANDMARKS.mostOfAll / LANDMARKS.most) - 1;
  for (let n = 0; n < most; n += 1) {
    memory.make(`${n}`, async () => some(LANDMARKS.most));
    await settled();
  }
  expect(memory.find('0')).not.toBeNull();
  for (const question of ['more', 'and more']) {
    memory.make(question, async () => some(LANDMARKS.most));
    await settled();
  }
  expect(['0', '1', 'and more'].map((question) => memory.find(question) !== null)).toEqual([true, false, true]);
});

test('a walk that fails leaves the landmarks that there are', async () => {
  const memory = openLandmarks();
  memory.make('list', async () => some(3));
  await settled();
  await vi.advanceTimersByTimeAsync(LANDMARKS.fresh + 1);
  memory.make('list', async () => {
    throw new Error('canceling statement due to statement timeout');
  });
  await settled();
  expect(memory.find('list')).toMatchObject({ keys: { length: 3 }, isOld: true });
});

test('a walk that fails is told once, is not begun again at once, and hinders no other', async () => {
  const failed = vi.fn<(error: unknown) => void>();
  const memory = openLandmarks(failed);
  const walk = vi.fn<() => Promise<Landmarks>>(async () => {
    throw new Error('canceling statement due to statement timeout');
  });
  memory.make('list', walk);
  await settled();
  memory.make('list', walk);
  memory.make('other', async () => some(3));
  await settled();
  expect(walk).toHaveBeenCalledTimes(1);
  expect(failed.mock.calls).toEqual([[new Error('canceling statement due to statement timeout')]]);
  expect([memory.find('list')?.keys, memory.find('other')?.keys.length]).toEqual([[], 3]);
  await vi.advanceTimersByTimeAsync(LANDMARKS.kept);
  memory.make('list', walk);
  expect(walk).toHaveBeenCalledTimes(2);
});
