import { afterEach, expect, test, vi } from 'vitest';
import { ownTimeZone } from './time-zone.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['Europe/Zurich', 'Europe/Zurich'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
])('where the browser says %s, days are of %s', (said, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: said as string });
  expect(ownTimeZone()).toBe(zone);
});
