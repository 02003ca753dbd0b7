/** What must hold before a page uses the assistant. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { hasCapability, isSupportedSystem, MINIMUM_VERSIONS, systemOf, whyNotVersion } from './prerequisites.ts';

describe('versions', () => {
  test.each(['abc', '', 'x', '1', '1.0', 'v1.0.0', '1.0.0.0', '01.0.0', '1.0.0-', '1.0.0-01', ' 1.0.0', '1.0.0\n'])(
    '[S-210] %j is no version',
    (version) => expect(whyNotVersion(version, '1.0.0')).toBe('invalid_semver'),
  );

  test.each([
    ['0.9.9', 'hardware_token', 'outdated_version'],
    ['1.0.0', 'hardware_token', null],
    ['1.0.1', 'hardware_token', null],
    ['1.0.1', 'software', 'outdated_version'],
    ['1.0.2', 'software', null],
    ['10.0.0', 'software', null],
    ['3.3.0', 'helper', 'outdated_version'],
    ['3.3.1', 'helper', null],
    ['3.10.0', 'helper', null],
    ['x', 'helper', 'invalid_semver'],
    ['3.3.1-rc.1', 'helper', 'outdated_version'],
    ['3.3.2-rc.1+build.5', 'helper', null],
  ] as const)('[S-211 S-212 S-217] %s for %s: %s', (version, what, fault) =>
    expect(whyNotVersion(version, MINIMUM_VERSIONS[what])).toBe(fault),
  );

  test('[S-417] a command is there from its capability version on; at 1.1.4 all twenty are', () => {
    const at = (version: string) => COMMANDS.filter((command) => hasCapability(version, command));
    expect(at('1.1.4')).toEqual([...COMMANDS]);
    expect(at('1.1.0')).toEqual([]);
    expect(at('1.1.1')).not.toContain('changepin');
    expect(at('1.1.3')).toContain('changepin');
    expect(at('1.1.3')).not.toContain('parseFile');
    expect(at('newest')).toEqual([]);
  });
});

describe('[S-213] the system', () => {
  const agents = {
    macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15',
    windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile',
    iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0',
  };
  test.each([
    [agents.macos, 0, 'macos'],
    [agents.macos, 5, 'mobile'],
    [agents.windows, 10, 'windows'],
    [agents.linux, 0, 'linux'],
    [agents.android, 5, 'mobile'],
    [agents.iphone, 5, 'mobile'],
    [agents.chromebook, 0, 'other'],
    ['', 0, 'other'],
  ])('%s with %i touch points', (userAgent, touchPoints, system) =>
    expect(systemOf({ userAgent, touchPoints })).toBe(system),
  );

  test('is Mac or Windows; Linux where the platform allows it, and nothing else', () => {
    const among = (linux: boolean) =>
      (['macos', 'windows', 'linux', 'mobile', 'other'] as const).filter((one) => isSupportedSystem(one, { linux }));
    expect(among(false)).toEqual(['macos', 'windows']);
    expect(among(true)).toEqual(['macos', 'windows', 'linux']);
  });
});
