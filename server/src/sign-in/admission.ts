/** The door that every way of signing in leads through: prove who it is, then {@link admit}, then begin the session. */
import { Problem } from '@signet/contract/problem';
import { currentLicense } from '../license/license-store.ts';
import { asResource, type SignInCall } from './call.ts';
import type { Person } from './person-store.ts';

/** Why a person whose identity is proved may not come in. */
export type Refusal = 'USER_DISABLED' | 'ACCOUNT_EXPIRED' | 'PLATFORM_LICENSE_EXPIRED';

/**
 * Why a person may not come in, or null: disabled, every account has ended, or the platform's license has. System scope
 * stays after the license has ended, to install a new one.
 */
export function whyNotAdmit(
  { db, runtime, now }: Pick<SignInCall, 'db' | 'runtime' | 'now'>,
  person: Person,
): Promise<Refusal | null> {
  return whyNotStay(person, async () => (await currentLicense(db, runtime.config, now))?.status === 'expired');
}

/** The same of somebody who is in, told by whoever knows whether the platform's license has ended. */
export async function whyNotStay(
  person: Pick<Person, 'active' | 'accounts_ended' | 'access_scope'>,
  hasLicenseEnded: () => Promise<boolean>,
): Promise<Refusal | null> {
  if (!person.active) return 'USER_DISABLED';
  if (person.accounts_ended) return 'ACCOUNT_EXPIRED';
  if (person.access_scope === 'system') return null;
  return (await hasLicenseEnded()) ? 'PLATFORM_LICENSE_EXPIRED' : null;
}

/** Lets a person in whose identity is proved. Throws the {@link Refusal}. */
export async function admit(call: SignInCall, person: Person): Promise<void> {
  const refusal = await whyNotAdmit(call, person);
  if (!refusal) return;
  call.audit(asResource(person));
  throw new Problem(refusal);
}
