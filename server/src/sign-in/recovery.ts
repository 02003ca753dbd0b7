/** What the link of `npm run recover` does (docs/decisions/059-recovery.md). */
import { hasSecondFactor } from '@signet/contract/areas/second-factor-rules';
import { asActor, type SignInCall } from './call.ts';
import { callbackUrl } from './callback.ts';
import { admit } from './admission.ts';
import { holderOf } from './codes/holder.ts';
import { liftLocks } from './passwords/failure-store.ts';
import { replacePassword } from './passwords/replace.ts';
import { factorState } from './second-factor/factor-store.ts';
import { resetSecondFactor } from './second-factor/reset.ts';

type Recovery = { user_id: string; code: string; password?: string | undefined; second_factor_lost: boolean };

/**
 * Spends the link: lifts the lock of wrong passwords, sets the password where one is given, takes the second factors
 * away where they are lost, and answers the callback that signs the person in, by whatever ways others do. Throws
 * CODE_INVALID and what {@link admit} does.
 */
export async function recover(
  call: SignInCall,
  { user_id, code, password, second_factor_lost }: Recovery,
): Promise<string> {
  const { db, runtime, now, audit } = call;
  const person = await holderOf(call, user_id, code, 'recovery');
  await admit(call, person);
  await liftLocks(db, person.user_name);
  const factors = await factorState(db, person.id);
  const removed = second_factor_lost && hasSecondFactor(factors);
  if (removed) await resetSecondFactor(db, runtime, person, 'recovery', now);
  const ended = password === undefined ? { sessions_ended: 0 } : await replacePassword(call, person, password);
  audit({
    ...asActor(person),
    message: 'RECOVERY_LINK_USED',
    after: { password_changed: password !== undefined, second_factors_removed: removed, ...ended },
  });
  if (password !== undefined)
    audit({
      ...asActor(person),
      as: { action: 'UPDATE_PASSWORD', resource: 'USER', result: 'success' },
      after: ended,
    });
  return callbackUrl(call, person.id, { proofs: ['operator'] });
}
