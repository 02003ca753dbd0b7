import { Problem, type ProblemStatus, type ReasonParams } from '@signet/contract/problem';
import type { AuditDetail } from '../http/handler.ts';
import { currentLicense } from '../license/license-store.ts';
import { addWrongPassword, forgetWrongPasswords, queueGuesses, wrongPasswords } from './passwords/failure-store.ts';
import type { SignInCall } from './sessions/family.ts';
import { lockEnd } from './passwords/lock.ts';
import { findPersonByName, type Person } from './person-store.ts';

/** A person as the resource of an audit event. */
export function about(person: Person): AuditDetail {
  return { resource_id: person.id, resource_name: person.user_name, account_id: person.primary_account_id };
}

/** A person as resource and actor: who signs in has no viewer yet. */
export function by(person: Person): AuditDetail {
  return { ...about(person), actor: { id: person.id, name: person.name, scope: person.access_scope } };
}

type Guess = { userName: string; password: string };

/**
 * The person whose user name and password these are. Throws INVALID_CREDENTIALS, the same and after the same work for
 * a wrong password, an unknown name and a person without a password; USER_LOCKED while the name is locked, even for
 * the right password; and what {@link admit} throws. A wrong password is counted although the call is refused.
 */
export async function checkPassword(call: SignInCall, { userName, password }: Guess): Promise<Person> {
  const { db, platform, now, audit } = call;
  await queueGuesses(db, userName);
  const person = await findPersonByName(db, userName, now, { lock: true });
  const detail = person ? about(person) : { resource_id: null, resource_name: userName };
  const refuse = (status: ProblemStatus, options: { params?: ReasonParams; commit?: boolean } = {}): Problem => {
    audit(detail);
    return new Problem(status, options);
  };
  const tries = await wrongPasswords(db, userName, now);
  const locked = lockEnd(tries);
  if (locked && locked > now)
    throw refuse('USER_LOCKED', { params: { minutes: Math.ceil((locked.getTime() - now.getTime()) / 60_000) } });
  const hash = person?.verified ? person.password_hash : null;
  const right = await platform.passwords.matches(password, hash);
  if (!right || !person) {
    await addWrongPassword(db, userName, now);
    const until = lockEnd([...tries, now]);
    if (until && until > now)
      audit({
        ...detail,
        as: { action: 'UPDATE', resource: 'USER', result: 'success' },
        message: 'USER_LOCKED',
        after: { locked_until: until },
      });
    throw refuse('INVALID_CREDENTIALS', { commit: true });
  }
  await forgetWrongPasswords(db, userName);
  await admit(call, person);
  return person;
}

/**
 * Lets a person in whose identity is proved. Throws USER_DISABLED, ACCOUNT_EXPIRED when every account of the person
 * has ended, and PLATFORM_LICENSE_EXPIRED for all but system scope once the platform's license has ended.
 */
export async function admit({ db, platform, now, audit }: SignInCall, person: Person): Promise<void> {
  const refuse = (status: ProblemStatus): Problem => {
    audit(about(person));
    return new Problem(status);
  };
  if (!person.active) throw refuse('USER_DISABLED');
  if (person.accounts_ended) throw refuse('ACCOUNT_EXPIRED');
  if (await licenseKeepsOut({ db, platform, now }, person)) throw refuse('PLATFORM_LICENSE_EXPIRED');
}

/** Whether the platform's license has ended for this person: system scope stays, to install a new one. */
export async function licenseKeepsOut(
  { db, platform, now }: Pick<SignInCall, 'db' | 'platform' | 'now'>,
  person: Person,
): Promise<boolean> {
  return person.access_scope !== 'system' && (await currentLicense(db, platform.config, now))?.status === 'expired';
}
