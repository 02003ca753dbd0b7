/** Where a sign-in stops that has not come to as many factors as it must. */
import { hasSecondFactor, levelNeeded, levelOf, type Proof } from '@signet/contract/areas/second-factor-rules';
import { Problem } from '@signet/contract/problem';
import { asResource, type SignInCall } from '../call.ts';
import type { Person } from '../person-store.ts';
import { factorState } from './factor-store.ts';
import { openPending } from './pending-store.ts';

/**
 * Lets a sign-in go on whose proofs suffice. Throws SECOND_FACTOR_REQUIRED with what names the sign-in meanwhile and
 * with what may be given (`app`, `key`: 1 where there is one), SECOND_FACTOR_SETUP_REQUIRED where there is nothing to
 * give yet. What was written before is kept.
 */
export async function requireLevel(call: SignInCall, person: Person, proofs: readonly Proof[]): Promise<void> {
  const level = levelOf(proofs);
  if (level === 2) return;
  const state = await factorState(call.db, person.id);
  if (level >= levelNeeded(state)) return;
  const sign_in = await openPending(call.db, person.id, call.now);
  call.audit(asResource(person));
  if (!hasSecondFactor(state)) throw new Problem('SECOND_FACTOR_SETUP_REQUIRED', { commit: true, params: { sign_in } });
  const params = { sign_in, app: Math.sign(state.apps), key: Math.sign(state.keys) };
  throw new Problem('SECOND_FACTOR_REQUIRED', { commit: true, params });
}
