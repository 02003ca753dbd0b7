/** Codes that somebody gives for their second factor: an app's or a recovery code, within one budget of guesses. */
import { isAppCode, plainCode, type Proof } from '@signet/contract/areas/second-factor-rules';
import { fieldProblem, Problem } from '@signet/contract/problem';
import { asResource, type SignInCall } from '../call.ts';
import { lockEnd } from '../passwords/lock.ts';
import { findPerson, type Person } from '../person-store.ts';
import { takeAppCode } from './app-store.ts';
import { addWrongCode, forgetWrongCodes, wrongCodes } from './failure-store.ts';
import { takeRecoveryCode } from './recovery-store.ts';

/** The parts of a call that a code is checked with. */
export type CheckCall = Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>;

/** The person, kept as they are until the transaction ends: codes that come at once wait for each other. */
export async function lockedPerson({ db, now }: Pick<CheckCall, 'db' | 'now'>, userId: string): Promise<Person> {
  const person = await findPerson(db, userId, now, { lock: true });
  if (!person) throw new Problem('STATE_EXPIRED');
  return person;
}

/** Throws SECOND_FACTOR_LOCKED while too many wrong codes lock the person's codes, even for a right one. */
export async function requireUnlocked({ db, now, audit }: CheckCall, person: Person): Promise<Date[]> {
  const tries = await wrongCodes(db, person.id, now);
  const locked = lockEnd(tries);
  if (locked && locked > now) {
    audit(asResource(person));
    const minutes = Math.ceil((locked.getTime() - now.getTime()) / 60_000);
    const reason = { status: 'SECOND_FACTOR_LOCKED' as const, params: { minutes } };
    throw fieldProblem('code', reason);
  }
  return tries;
}

/**
 * Takes a code, and answers what it proves. Throws SECOND_FACTOR_WRONG for one that is none or was taken before, and
 * counts it although the call is refused; SECOND_FACTOR_LOCKED as {@link requireUnlocked}. `person` is locked.
 */
export async function takeCode(call: CheckCall, person: Person, typed: string): Promise<Proof> {
  const { db, runtime, now } = call;
  await requireUnlocked(call, person);
  const code = plainCode(typed);
  const proof: Proof = isAppCode(code) ? 'app' : 'recovery_code';
  const right =
    proof === 'app'
      ? await takeAppCode(db, runtime.seal, person.id, code, now)
      : await takeRecoveryCode(db, person.id, code);
  if (!right) throw await wrong(call, person);
  await forgetWrongCodes(db, person.id);
  return proof;
}

/** Counts a wrong code, and answers the refusal that keeps it. */
export async function wrong({ db, now, audit }: CheckCall, person: Person): Promise<Problem> {
  await addWrongCode(db, person.id, now);
  audit(asResource(person));
  return new Problem('SECOND_FACTOR_WRONG', { commit: true, fields: { code: { status: 'SECOND_FACTOR_WRONG' } } });
}
