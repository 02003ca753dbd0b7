import { beforeEach, expect, test, vi } from 'vitest';
import { isDismissed, saveDismissal, savedDismissals, parseDismissals } from './dismissals.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

test('[A-042] a dismissed banner stays away for that person, the other banner and the other person keep theirs', () => {
  saveDismissal('ada', {}, 30, 6);
  expect(isDismissed(savedDismissals('ada'), 30, 6)).toBe(true);
  expect(isDismissed(savedDismissals('ada'), 60, 11)).toBe(false);
  expect(isDismissed(savedDismissals('zoe'), 30, 6)).toBe(false);
  saveDismissal('ada', savedDismissals('ada'), 60, 11);
  expect(savedDismissals('ada')).toEqual({ 30: 6, 60: 11 });
});

test('[A-042] it comes back when more accounts end than the person has seen', () => {
  expect(isDismissed({ 30: 6 }, 30, 5)).toBe(true);
  expect(isDismissed({ 30: 6 }, 30, 7)).toBe(false);
});

test('what somebody else wrote into the storage dismisses nothing', () => {
  for (const kept of [null, 'x', 3, [], { 30: 'six' }]) expect(parseDismissals(kept)).toEqual({});
});
