/** Where the assistant keeps what it has, by what the person's system says. */
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings } from './settings.ts';

afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === 'linux').each([
  ['is not set', undefined, '/home/cleo/.local/share/signet-assistant'],
  ['is empty', '', '/home/cleo/.local/share/signet-assistant'],
  ['is relative', 'data', '/home/cleo/.local/share/signet-assistant'],
  ['is absolute', '/mnt/cleo', '/mnt/cleo/signet-assistant'],
])('where XDG_DATA_HOME %s, its files are where the specification says', (_what, value, folder) => {
  vi.stubEnv('HOME', '/home/cleo');
  vi.stubEnv('SIGNET_ASSISTANT_DATA', undefined);
  vi.stubEnv('XDG_DATA_HOME', value);
  expect(readSettings().folder).toBe(folder);
});

test('a folder of its own may be named from where one is', () => {
  vi.stubEnv('SIGNET_ASSISTANT_DATA', 'own');
  expect(readSettings().folder).toBe(path.resolve('own'));
});
