/**
 * Whether single keys are shortcuts for this person (WCAG 2.1.4): on, unless the person has switched them off in this
 * browser.
 */
import { cell, useCell } from '../cell.ts';
import { useProfile } from './profile.ts';
import { readOwn, writeOwn } from './storage.ts';

const KEY = 'single_keys';
/** What was switched in this tab, by person. */
const switched = cell<Readonly<Record<string, boolean>>>({});

export function useSingleKeys(): { on: boolean; turn: (on: boolean) => void } {
  const { id } = useProfile();
  const on = useCell(switched)[id] ?? readOwn(id, KEY) !== false;
  return {
    on,
    turn(next) {
      writeOwn(id, KEY, next);
      switched.set((before) => ({ ...before, [id]: next }));
    },
  };
}
