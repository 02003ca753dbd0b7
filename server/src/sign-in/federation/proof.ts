/** People who prove again who they are by the identity provider that they sign in by. */
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { hashSecret } from '../../secrets.ts';
import { whyNotAdmit } from '../admission.ts';
import type { SignInCall } from '../call.ts';
import { makeCode, spendCode } from '../codes/code-store.ts';
import { methodStates } from '../method-store.ts';
import { findFederatedPerson, type Named } from './person-store.ts';
import type { FederatedRequest } from './request-store.ts';

/** By how much clocks may differ, in milliseconds. */
const TOLERANCE = LIMITS.samlClockSeconds * 1000;

/**
 * A code for the tab that asked, once the provider has named the person of the session, having asked them again: silent
 * single sign-on proves nothing of who sits there. Throws OTHER_PERSON, NOT_ASKED_AGAIN, METHOD_DISABLED, and why
 * the person may not come in.
 */
export async function proveByProvider(
  call: SignInCall,
  named: Named,
  { askedAt }: Pick<FederatedRequest, 'askedAt'>,
  { proof, authenticatedAt }: { proof: NonNullable<FederatedRequest['proof']>; authenticatedAt: Date | null },
): Promise<string> {
  const person = await findFederatedPerson(call.db, named, call.now);
  if (person?.id !== proof.user_id) throw new Problem('OTHER_PERSON');
  if (!authenticatedAt || authenticatedAt.getTime() + TOLERANCE < askedAt.getTime())
    throw new Problem('NOT_ASKED_AGAIN');
  if (!(await methodStates(call.db, person.id))[named.method]) throw new Problem('METHOD_DISABLED');
  const refusal = await whyNotAdmit(call, person);
  if (refusal) throw new Problem(refusal);
  return makeCode(call.db, {
    userId: person.id,
    purpose: 'idp',
    ttlSeconds: LIMITS.callbackCodeSeconds,
    stateHash: Buffer.from(proof.state_hash, 'base64'),
    now: call.now,
  });
}

/** Takes such a code. Throws CODE_INVALID for another person's, and for one that another tab was given. */
export async function takeProof(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  { code, state }: { code: string; state: string },
): Promise<void> {
  const spent = await spendCode(db, code, 'idp', now, hashSecret(state));
  if (spent?.userId !== userId) throw new Problem('CODE_INVALID');
}
