import { expect, test } from 'vitest';
import { placeOf } from './Tip.tsx';

const target = (left: number, top: number) => ({ left, top, width: 32, height: 32, bottom: top + 32 }) as DOMRect;
const view = { width: 400, height: 300 };

test('a tip stands below its target, above where there is no room, and inside the window', () => {
  expect(placeOf(target(184, 10), { width: 100, height: 26 }, view)).toEqual({ left: 150, top: 48 });
  expect(placeOf(target(184, 262), { width: 100, height: 26 }, view)).toEqual({ left: 150, top: 230 });
  expect(placeOf(target(0, 10), { width: 100, height: 26 }, view).left).toBe(6);
  expect(placeOf(target(368, 10), { width: 100, height: 26 }, view).left).toBe(294);
});
