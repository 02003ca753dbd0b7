/** A file that a package puts another in the place of, while the program runs. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onReplaced } from './replaced.ts';

let folder: string;
let file: string;
let isQuiet = true;
const done = vi.fn<() => void>();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-replaced-'));
  file = path.join(folder, 'signet-assistant.js');
  writeFileSync(file, 'old');
  isQuiet = true;
  done.mockReset();
  vi.useFakeTimers();
  onReplaced(file, () => isQuiet, done);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});
function replace(): void {
  writeFileSync(path.join(folder, 'new'), 'new');
  renameSync(path.join(folder, 'new'), file);
}

test('is noticed once, and one that stays never', () => {
  vi.advanceTimersByTime(60_000);
  expect(done).not.toHaveBeenCalled();
  replace();
  vi.advanceTimersByTime(5_000);
  expect(done).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(done).toHaveBeenCalledOnce();
});

test('is noticed when nothing is under way any more', () => {
  isQuiet = false;
  replace();
  vi.advanceTimersByTime(60_000);
  expect(done).not.toHaveBeenCalled();
  isQuiet = true;
  vi.advanceTimersByTime(1_000);
  expect(done).toHaveBeenCalledOnce();
});

test('is not noticed before the new one is there', () => {
  rmSync(file);
  vi.advanceTimersByTime(60_000);
  expect(done).not.toHaveBeenCalled();
  replace();
  vi.advanceTimersByTime(5_000);
  expect(done).toHaveBeenCalledOnce();
});
