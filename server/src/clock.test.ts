import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { clockFrom } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';

it('a clock that is set begins there and runs on', async () => {
  const start = new Date('2026-11-21T12:00:00Z');
  const clock = clockFrom(start);
  const first = clock.now().getTime();
  expect(first - start.getTime()).toBeGreaterThanOrEqual(0);
  expect(first - start.getTime()).toBeLessThan(5_000);
  await expect.poll(() => clock.now().getTime()).toBeGreaterThan(first);
});

it('CLOCK_START is an instant', () => {
  expect(readConfig({ CLOCK_START: '2026-11-21T12:00:00Z' }).CLOCK_START).toEqual(new Date('2026-11-21T12:00:00Z'));
  expect(readConfig({}).CLOCK_START).toBeUndefined();
  expect(() => readConfig({ CLOCK_START: 'yesterday' })).toThrow(ConfigError);
});

it('a platform that people use can’t be moved to another time', () => {
  const dataDir = join(tmpdir(), `signet-clock-${process.pid}`);
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], CLOCK_START: '2030-01-01T00:00:00Z', DATA_DIR: dataDir, PORT: '0' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe('CLOCK_START must not be set, except in development and for the demo.');
  expect(stdout).toBe('');
  expect(existsSync(dataDir)).toBe(false);
});
