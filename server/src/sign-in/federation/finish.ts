/** The end of a sign-in by an identity provider: from the person it named to the tab that began. */
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { Problem } from '@signet/contract/problem';
import { admit } from '../admission.ts';
import type { SignInCall } from '../call.ts';
import { callbackUrl } from '../callback.ts';
import { closeLogin } from '../login-store.ts';
import { requireMethod } from '../method-store.ts';
import type { Person } from '../person-store.ts';
import type { SealedSamlSession } from '../saml/session-store.ts';

/** How a provider has authenticated a person; the time is null where it doesn't say. */
type SignOn = {
  method: FederatedMethod;
  state: string;
  authenticatedAt: Date | null;
  samlSession?: SealedSamlSession;
};

/**
 * Where the sign-in of a person whom the provider has authenticated is completed, in the tab that opened the login
 * transaction of `state`. Throws METHOD_DISABLED, what admit throws, and STATE_EXPIRED.
 */
export async function finishFederated(
  call: SignInCall,
  person: Person,
  { method, state, ...said }: SignOn,
): Promise<string> {
  await requireMethod(call, person, method);
  await admit(call, person);
  if (!(await closeLogin(call.db, state))) throw new Problem('STATE_EXPIRED');
  const begun = { proofs: ['provider'], state, provider: method, ...said } as const;
  return `${call.runtime.publicUrl}${await callbackUrl(call, person.id, begun)}`;
}
