/** Refusals of a sign-in that have a page of their own. */
import type { Failure } from '../../api/failure.ts';
import { endOf } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { licenseDestination } from '../../session/license-gate.ts';
import { rememberAwaited } from './second-factor-step.ts';

/**
 * Where a refused sign-in leads: the second factor, ended accounts (S-038) and an ended license (S-149). Null: it is
 * said where it happened.
 */
export async function leadsTo(failure: Failure): Promise<string | null> {
  if (rememberAwaited(failure)) return paths.secondFactor();
  const end = endOf(failure);
  if (end === 'account-ended') return paths.accountExpiredError();
  return end === 'license-ended' ? licenseDestination() : null;
}
