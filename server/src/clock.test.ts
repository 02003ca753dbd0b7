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
