import { describe, expect, it } from 'vitest';
import { lockEnd } from './lock.ts';

const T0 = Date.parse('2026-11-21T12:00:00Z');
const at = (...minutes: number[]): Date[] => minutes.map((minute) => new Date(T0 + minute * 60_000));
const minutes = (end: Date | null): number | null => (end ? (end.getTime() - T0) / 60_000 : null);

describe('the lock that wrong passwords bring', () => {
  it.each<[why: string, tries: number[], ends: number | null]>([
    ['none without a try', [], null],
    ['none after nine at once', [0, 0, 0, 0, 0, 0, 0, 0, 0], null],
    ['fifteen minutes after ten at once', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 15],
    ['fifteen minutes from the tenth', [0, 1, 2, 3, 4, 5, 6, 7, 8, 14.99], 29.99],
    ['none when the tenth comes a window after the first', [0, 1, 2, 3, 4, 5, 6, 7, 8, 15], null],
    ['when the first of eleven has left the window', [0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 15.5], 30.5],
    ['not prolonged by a single try after it', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15], 15],
  ])('is %s', (_why, tries, ends) => expect(minutes(lockEnd(at(...tries)))).toBe(ends));
});
