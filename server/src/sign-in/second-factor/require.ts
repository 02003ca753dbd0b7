/** Where a sign-in stops that has not come to as many factors as it must. */
import { hasSecondFactor, levelNeeded, levelOf, type Proof } from '@signet/contract/areas/second-factor-rules';
import { Problem } from '@signet/contract/problem';
import { asResource, type SignInCall } from '../call.ts';
import type { Person } from '../person-store.ts';
import { factorState } from './factor-store.ts';
import { openPending } from './pending-store.ts';

/**
 * Returns where the proofs of a sign-in suffice. Throws SECOND_FACTOR_REQUIRED, with the handle of the waiting sign-in
 * (`sign_in`) and what may be given (`app`, `key`: 1 where there is one), and SECOND_FACTOR_SETUP_REQUIRED, with the
 * handle, where there is nothing to give yet. Both are thrown with `commit`.
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
