/** Modules give handles in pieces: all of them are asked for. */
import { expect, test } from 'vitest';
import { ulong, type Cryptoki } from './cryptoki.ts';
import { findObjects } from './objects.ts';

/** A module with so many objects, of which it gives `atOnce` at a time. */
function moduleWith(count: number, atOnce: number) {
  let next = 1;
  let isFinding = false;
  const module: Partial<Cryptoki> = {
    C_FindObjectsInit: () => void (isFinding = true),
    C_FindObjects(_session, into, most, found): void {
      const given = Math.min(Number(most), atOnce, count - next + 1);
      for (let index = 0; index < given; index += 1, next += 1)
        ulong(next).copy(into ?? Buffer.alloc(0), index * ulong(0).length);
      if (found) ulong(given).copy(found);
    },
    C_FindObjectsFinal: () => void (isFinding = false),
  };
  return { module: module as Cryptoki, isFinding: () => isFinding };
}

test.each([
  [300, 256, 4_096, 300],
  [300, 7, 4_096, 300],
  [300, 300, 2, 2],
  [5_000, 256, 4_096, 4_096],
  [0, 256, 4_096, 0],
])('of %i objects, %i at a time, where at most %i are wanted: %i', (count, atOnce, most, found) => {
  const { module, isFinding } = moduleWith(count, atOnce);
  const handles = findObjects(module, 0, [], most);
  expect(handles).toEqual(Array.from({ length: found }, (_, index) => index + 1));
  expect(isFinding()).toBe(false);
});
