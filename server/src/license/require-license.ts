import { fieldProblem } from '@signet/contract/problem';
import type { Config } from '../config.ts';
import { trustedIssuers } from './issuers.ts';
import { readLicense, type License } from './license.ts';

/** The license in a pasted text. Throws the reason under the field `body` when it can't be installed. */
export async function requireLicenseText(text: string, config: Config, now: Date): Promise<License> {
  const { license, refused } = await readLicense(text, trustedIssuers(config), now);
  if (refused) throw fieldProblem('body', refused);
  return license;
}
