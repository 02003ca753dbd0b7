/**
 * Guesses at passwords: counted by user name, those of a browser that has signed the person in before by themselves, so
 * that no stranger can lock the person out there. Refused while that count is locked.
 */
import { Problem } from '@signet/contract/problem';
import type { AuditDetail } from '../../http/handler.ts';
import { asNamed, type SignInCall } from '../call.ts';
import { findPersonByName, type Person } from '../person-store.ts';
import { knownDevice } from '../devices/known-device.ts';
import { addWrongPassword, forgetWrongPasswords, queueGuesses, wrongPasswords, type Guesser } from './failure-store.ts';
import { lockEnd } from './lock.ts';

type PasswordCheckCall = Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>;
/** Whose password is guessed at. `hash` is null where there is none: such a guess is wrong after the same work. */
type Guessed = { guesser: Guesser; hash: string | null; resource: AuditDetail };
/** How a guess went; `lockedUntil` is set where it was wrong and one too many. */
type Guess = { right: boolean; lockedUntil: Date | null };

/**
 * Compares a password and counts it where it is wrong. Throws USER_LOCKED while the guesser is locked out, even for the
 * right password. The caller has queued for the guesser ({@link queueGuesses}); it forgets the wrong ones after a right
 * one, and keeps a wrong one although it refuses the call (`commit`).
 */
export async function guessPassword(
  { db, runtime, now, audit }: PasswordCheckCall,
  { guesser, hash, resource }: Guessed,
  password: string,
): Promise<Guess> {
  const tries = await wrongPasswords(db, guesser, now);
  const locked = lockEnd(tries);
  if (locked && locked > now) {
    audit(resource);
    throw new Problem('USER_LOCKED', { params: { minutes: Math.ceil((locked.getTime() - now.getTime()) / 60_000) } });
  }
  if (await runtime.passwords.matches(password, hash)) return { right: true, lockedUntil: null };
  await addWrongPassword(db, guesser, now);
  const until = lockEnd([...tries, now]);
  return { right: false, lockedUntil: until && until > now ? until : null };
}

/** Tells the audit log of the lock that a wrong password brought. */
export function auditLock({ audit }: Pick<PasswordCheckCall, 'audit'>, resource: AuditDetail, lockedUntil: Date): void {
  audit({
    ...resource,
    as: { action: 'UPDATE', resource: 'USER', result: 'success' },
    message: 'USER_LOCKED',
    after: { locked_until: lockedUntil },
  });
}

/**
 * The person whose user name and password these are. Throws INVALID_CREDENTIALS, the same and after the same work for
 * a wrong password, an unknown name and a person without a password; USER_LOCKED as {@link guessPassword}. A wrong
 * password is counted although the call is refused.
 */
export async function checkPassword(call: SignInCall, userName: string, password: string): Promise<Person> {
  const { db, runtime, now, audit } = call;
  const known = call.deviceCookie.value === undefined ? null : await findPersonByName(db, userName, now);
  const device = known && (await knownDevice(call, known.id));
  await queueGuesses(db, { userName, device });
  const person = await findPersonByName(db, userName, now, { lock: true });
  const resource = asNamed(call, person, userName);
  const guesser = { userName: person?.user_name ?? runtime.unknownNames(userName), device };
  const hash = person?.verified ? person.password_hash : null;
  const { right, lockedUntil } = await guessPassword(call, { guesser, hash, resource }, password);
  if (!right || !person) {
    if (lockedUntil) auditLock(call, resource, lockedUntil);
    audit(resource);
    throw new Problem('INVALID_CREDENTIALS', { commit: true });
  }
  await forgetWrongPasswords(db, guesser);
  return person;
}
