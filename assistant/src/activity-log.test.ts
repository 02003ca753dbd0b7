/** What the log keeps, and who can't push what out of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activityLog } from './activity-log.ts';
import { runAssistant } from './testing/assistant.ts';
import { movableClock } from './testing/clock.ts';

const CONSOLE = 'https://console.example';
const STRANGER = 'https://stranger.example';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'signet-activity-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a site that is not approved fills its own file, and what was done for others stays', () => {
  const clock = movableClock();
  const log = activityLog(folder, clock);
  log.write({ origin: CONSOLE, what: 'sign', result: 'done' });
  clock.move(1_000);
  const detail = 'x'.repeat(100_000);
  for (let times = 0; times < 40; times += 1)
    log.writeOfStranger({ origin: STRANGER, what: 'unknown', result: 'UNKNOWN_COMMAND', detail });
  clock.move(1_000);
  log.write({ origin: CONSOLE, what: 'generate', result: 'done' });
  const lines = log.read().trim().split('\n');
  expect(lines[0]).toContain('"what":"sign"');
  expect(lines.at(-1)).toContain('"what":"generate"');
  // Two files of a mebibyte, and what went beyond by its last line.
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThan(26);
});

test('which file it is, is decided by the approval of the session', async () => {
  const assistant = await runAssistant();
  try {
    const stranger = await assistant.open(STRANGER);
    await stranger.call('service');
    const { page } = await assistant.approved(CONSOLE);
    await page.call('format');
    const linesOf = (name: string) => readFileSync(path.join(assistant.folder, name), 'utf8');
    expect(linesOf('strangers.log')).toContain(STRANGER);
    expect(linesOf('strangers.log')).not.toContain(CONSOLE);
    expect(linesOf('activity.log')).toContain(CONSOLE);
    expect(linesOf('activity.log')).not.toContain(STRANGER);
    expect(assistant.log().map(({ origin }) => origin)).toEqual([STRANGER, CONSOLE, CONSOLE]);
  } finally {
    await assistant.close();
  }
});

test('a line that can’t be written keeps nobody from what they asked for, and is told of later', async () => {
  const assistant = await runAssistant();
  try {
    const { page } = await assistant.approved(CONSOLE);
    const file = path.join(assistant.folder, 'activity.log');
    rmSync(file);
    mkdirSync(file);
    expect(await page.call('service')).toHaveProperty('output');
    expect(await page.call('format')).toMatchObject({ error: { status: 'UNKNOWN_COMMAND' } });
    rmdirSync(file);
    expect(await page.call('service')).toHaveProperty('output');
    expect(assistant.log()).toMatchObject([
      { what: 'log', result: 'LINES_MISSING', detail: '2' },
      { origin: CONSOLE, what: 'service', result: 'done' },
    ]);
  } finally {
    await assistant.close();
  }
});
