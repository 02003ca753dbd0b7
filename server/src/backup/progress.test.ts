/** What a person sees while rows are written: not every frame, and enough to know that it goes on. */
import { expect, test } from 'vitest';
import { counted, openProgress, sizeOf } from './progress.ts';

/** Tells of a frame each second for a minute; answers what was shown. */
function aMinute(isTTY: boolean, everyMs: number): string[] {
  const shown: string[] = [];
  let now = 0;
  const terminal = { isTTY, write: (text: string) => shown.push(text) };
  const progress = openProgress(terminal, 'Written', () => now);
  for (let frame = 1; now < 60_000; frame += 1) {
    now += everyMs;
    progress.at('account', frame * 1000, frame * 1024 * 1024);
  }
  progress.done();
  return shown;
}

test('a file that somebody reads later gets a line each quarter of a minute, with how much there is by then', () => {
  expect(aMinute(false, 1000)).toEqual([
    'Written 15,000 rows, 15.0 MiB; at account\n',
    'Written 30,000 rows, 30.0 MiB; at account\n',
    'Written 45,000 rows, 45.0 MiB; at account\n',
    'Written 60,000 rows, 60.0 MiB; at account\n',
  ]);
});

test('on a terminal one line changes four times a second, and is taken away at the end', () => {
  const shown = aMinute(true, 50);
  expect(shown).toHaveLength(4 * 60 + 1);
  expect(shown[0]).toBe('\r\u001B[KWritten 5,000 rows, 5.0 MiB; at account');
  expect(shown.at(-1)).toBe('\r\u001B[K');
});

test('what is done at once shows nothing', () => {
  const shown: string[] = [];
  const progress = openProgress({ isTTY: true, write: (text) => shown.push(text) }, 'Read', () => 0);
  progress.at('account', 1, 1);
  progress.done();
  expect(shown).toEqual([]);
});

test('numbers and sizes as people say them', () => {
  expect([counted(1, 'row'), counted(0, 'row'), counted(1234, 'row')]).toEqual(['1 row', '0 rows', '1,234 rows']);
  expect([0, 1, 1023, 1024, 1536, 1024 ** 2, 1024 ** 4, 5000 * 1024 ** 4].map(sizeOf)).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1.0 KiB',
    '1.5 KiB',
    '1.0 MiB',
    '1.0 TiB',
    '5000.0 TiB',
  ]);
});
