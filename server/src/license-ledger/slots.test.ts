import { expect, test } from 'vitest';
import { MOST_SLOTS, sharedOut } from './slots.ts';

test.each<[string, number, number[], { share: number; used: number }[]]>([
  ['little is one slot', 5, [], [{ share: 5, used: 0 }]],
  ['nothing is one slot', 0, [], [{ share: 0, used: 0 }]],
  ['more is several, and the first have what is left over', 25, [], [9, 8, 8].map((share) => ({ share, used: 0 }))],
  [
    'each keeps what it uses',
    10,
    [4, 1],
    [
      { share: 7, used: 4 },
      { share: 3, used: 1 },
    ],
  ],
  ['what is used up is one slot', 10, [6, 4], [{ share: 10, used: 10 }]],
  ['and so is what a reset left below use', 5, [6, 4], [{ share: 5, used: 10 }]],
])('the slots of a pool: %s', (_case, held, used, slots) => {
  expect(sharedOut(held, false, used)).toEqual(slots);
});

test('the slots of a pool: never more than there may be, and all of one without a limit', () => {
  expect(sharedOut(1_000_000, false, [])).toHaveLength(MOST_SLOTS);
  expect(sharedOut(0, true, [3])).toHaveLength(MOST_SLOTS);
});
