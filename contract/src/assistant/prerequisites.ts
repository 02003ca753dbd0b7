/**
 * What must hold before a page uses the trust assistant: its version, the system of the computer, and what each
 * capability version has. Pure and without schemas.
 */
import type { Reason } from '../problem.ts';
import { notAllowed } from '../rules.ts';
import type { Command } from './commands.ts';

/** Where a page wants keys to lie, as far as versions differ. */
export type AssistantLocation = 'software' | 'hardware_token';

/** The oldest assistant that will do (S-211, S-212), and the oldest desktop helper (S-217). */
export const MINIMUM_VERSIONS = { hardware_token: '1.0.0', software: '1.0.2', helper: '3.3.1' } as const;

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
/** Of a prerelease: a number without leading zeros, or anything with a letter or hyphen in it. */
const WORD = String.raw`(?:${NUMBER}|\d*[A-Za-z-][\dA-Za-z-]*)`;
/** semver.org, 2.0.0; the groups are the three numbers and what stands behind a hyphen. */
const SEMVER = new RegExp(
  String.raw`^(${NUMBER})\.(${NUMBER})\.(${NUMBER})` +
    String.raw`(?:-(${WORD}(?:\.${WORD})*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$`,
);

function numbersOf(version: string): { numbers: number[]; isPrerelease: boolean } | null {
  const found = SEMVER.exec(version);
  if (!found) return null;
  return { numbers: found.slice(1, 4).map(Number), isPrerelease: found[4] !== undefined };
}

export type VersionFault = 'invalid_semver' | 'outdated_version';

/** Why a version does not reach a minimum, which is a release. A prerelease of the minimum itself is older than it. */
export function whyNotVersion(version: string, minimum: string): VersionFault | null {
  const is = numbersOf(version);
  const must = numbersOf(minimum);
  if (!is || !must) return 'invalid_semver';
  const differs = is.numbers.findIndex((number, at) => number !== must.numbers[at]);
  if (differs === -1) return is.isPrerelease ? 'outdated_version' : null;
  return (is.numbers[differs] ?? 0) < (must.numbers[differs] ?? 0) ? 'outdated_version' : null;
}

/** The higher of two minimums, of which the second need not be there. */
export const higherMinimum = (minimum: string, other: string | null): string =>
  other !== null && whyNotVersion(minimum, other) === 'outdated_version' ? other : minimum;

/** Why a platform may not demand it as the oldest version: it must be a release, as the assistant says its own. */
export const whyNotMinimumVersion = (text: string): Reason | null =>
  numbersOf(text) !== null && /^[\d.]{5,40}$/.test(text) ? null : notAllowed('version');

/** From which capability version on the assistant has a command (S-417). */
const CAPABILITIES: Record<Command, string> = {
  initialize: '1.1.1',
  service: '1.1.1',
  certificate: '1.1.1',
  config: '1.1.1',
  generate: '1.1.1',
  keystore: '1.1.1',
  initToken: '1.1.1',
  verifypin: '1.1.1',
  sign: '1.1.1',
  importCert: '1.1.1',
  exportCert: '1.1.1',
  deleteCert: '1.1.1',
  token: '1.1.1',
  refresh: '1.1.1',
  changepin: '1.1.3',
  resetpin: '1.1.3',
  backupToken: '1.1.3',
  restoreToken: '1.1.3',
  registerProvider: '1.1.4',
  parseFile: '1.1.4',
};

/** From here on there are hardware tokens. */
export const HARDWARE_TOKENS = '1.1.2';

/** From here on the PIN of a YubiKey is reset by its PUK; before it the PUK was tried as its PIN. */
export const RESET_BY_PUK = '1.1.5';

/** Whether the assistant of this capability version has what came with another one. */
export const reaches = (capability: string, needed: string): boolean => whyNotVersion(capability, needed) === null;

export const hasCapability = (capability: string, command: Command): boolean =>
  reaches(capability, CAPABILITIES[command]);

export type System = 'macos' | 'windows' | 'linux' | 'mobile' | 'other';

/**
 * The system of a computer by what its browser says of itself. An iPad says that it is a Mac; its fingers give it away.
 */
export function systemOf({ userAgent, touchPoints }: { userAgent: string; touchPoints: number }): System {
  if (/\b(?:Android|iPhone|iPad|iPod|Mobile|Tablet)\b/.test(userAgent)) return 'mobile';
  if (/\bMacintosh\b/.test(userAgent)) return touchPoints > 1 ? 'mobile' : 'macos';
  if (/\bWindows NT\b/.test(userAgent)) return 'windows';
  return /\b(?:Linux|X11)\b/.test(userAgent) && !/\bCrOS\b/.test(userAgent) ? 'linux' : 'other';
}

/** Mac and Windows (S-213); Linux where the platform allows it. */
export const isSupportedSystem = (system: System, { linux }: { linux: boolean }): boolean =>
  system === 'macos' || system === 'windows' || (system === 'linux' && linux);
