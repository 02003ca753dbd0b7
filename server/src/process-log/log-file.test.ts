import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../testing/app.ts';
import { openLogFile } from './log-file.ts';

const clock = movableClock();
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-log-'));
  file = path.join(folder, 'signet.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesOf = (name = file): string[] => readFileSync(name, 'utf8').split('\n').slice(0, -1);

test.runIf(existsSync('/dev/full'))(
  'a full disk costs lines, which are counted; when there is room again the log goes on and says how many are missing',
  () => {
    symlinkSync('/dev/full', file);
    const log = openLogFile(file, clock);
    for (let n = 0; n < 1_000; n += 1) log.write(`lost ${n}\n`);
    expect(log.dropped()).toBe(1_000);
    rmSync(file);
    log.write('back\n');
    log.write('and on\n');
    expect(log.dropped()).toBe(1_000);
    const [first, missing = '', last] = linesOf();
    expect([first, last]).toEqual(['back', 'and on']);
    expect(JSON.parse(missing)).toMatchObject({ level: 50, time: clock.now().getTime(), missing: 1_000 });
  },
);

test('a folder that is gone costs lines too, and the log goes on once it is back', () => {
  const below = path.join(folder, 'below', 'signet.log');
  const log = openLogFile(below, clock);
  log.write('lost\n');
  expect(log.dropped()).toBe(1);
  mkdirSync(path.dirname(below));
  log.write('back\n');
  expect(linesOf(below)[0]).toBe('back');
});

test('a full file is followed by a fresh one, and the oldest goes', () => {
  const log = openLogFile(file, clock, { bytes: 30, files: 3 });
  for (let n = 1; n <= 10; n += 1) log.write(`line number ${n}\n`);
  expect(linesOf(`${file}.2`)).toEqual(['line number 5', 'line number 6']);
  expect(linesOf(`${file}.1`)).toEqual(['line number 7', 'line number 8']);
  expect(linesOf()).toEqual(['line number 9', 'line number 10']);
  expect(existsSync(`${file}.3`)).toBe(false);
  // The next process goes on where this one ended.
  openLogFile(file, clock, { bytes: 30, files: 3 }).write('line number 11\n');
  expect(linesOf()).toEqual(['line number 11']);
  expect(log.dropped()).toBe(0);
});

test('a line that is longer than a whole file is written all the same', () => {
  const log = openLogFile(file, clock, { bytes: 10, files: 2 });
  log.write('a rather long line\n');
  log.write('next\n');
  expect([linesOf(`${file}.1`), linesOf()]).toEqual([['a rather long line'], ['next']]);
});

test('its owner alone may read it, also where an earlier version let everybody', () => {
  openLogFile(file, clock).write('one\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  openLogFile(file, clock).write('two\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
