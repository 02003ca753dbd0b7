/** The second step of a sign-in: what is given after the password, until the session begins. */
import { hasSecondFactor, type Proof } from '@signet/contract/areas/second-factor-rules';
import type { KeyAnswer } from '@signet/contract/areas/security-key-shapes';
import { Problem } from '@signet/contract/problem';
import { admit } from '../admission.ts';
import { asResource, tellingRefusals, type SignInCall } from '../call.ts';
import { requireMethod } from '../method-store.ts';
import { findPerson, type Person } from '../person-store.ts';
import { beginSession, type Tokens } from '../sessions/family.ts';
import { beginApp, confirmApp, type AppSecret } from './app-store.ts';
import { lockedPerson, requireUnlocked, takeCode, wrong } from './check.ts';
import { factorState, forgetReset } from './factor-store.ts';
import { askKeys, takeKeyAnswer } from './keys.ts';
import { closePending, ownerOfPending } from './pending-store.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-store.ts';

/** A session that has begun, and what its person should know of their recovery codes. */
export type Finished = Tokens & {
  /** How many are left, where one was used; null otherwise. */
  recovery_codes_left: number | null;
  /** New ones, where the first factor was set up; shown once. */
  recovery_codes: string[];
};

/**
 * Who is signing in, locked. What came to one factor began with a password, and ends with standard sign-in. Throws
 * STATE_EXPIRED, and what requireMethod and admit throw.
 */
async function personOfPending(call: SignInCall, token: string): Promise<Person> {
  const userId = await ownerOfPending(call.db, token, call.now);
  if (userId === null) throw new Problem('STATE_EXPIRED');
  const person = await lockedPerson(call, userId);
  // Once more: whoever had the person may have ended it, with a session or without.
  if ((await ownerOfPending(call.db, token, call.now)) === null) throw new Problem('STATE_EXPIRED');
  await requireMethod(call, person, 'standard');
  await admit(call, person);
  return person;
}

/** Begins the session of a sign-in that has come to two factors: once. Throws STATE_EXPIRED. */
export async function finish(call: SignInCall, token: string, person: Person): Promise<Tokens> {
  if (!(await closePending(call.db, token))) throw new Problem('STATE_EXPIRED');
  return beginSession(call, person, { twoFactors: true });
}

/** Finishes a sign-in by an app's code or a recovery code. Throws as {@link personOfPending} and takeCode. */
export async function finishByCode(call: SignInCall, token: string, code: string): Promise<Finished> {
  const person = await personOfPending(call, token);
  const proof: Proof = await takeCode(call, person, code);
  const left = proof === 'recovery_code' ? await countRecoveryCodes(call.db, person.id) : null;
  return { ...(await finish(call, token, person)), recovery_codes_left: left, recovery_codes: [] };
}

/** What the security keys of who is signing in are asked. Throws as {@link personOfPending}. */
export async function askKeysOf(call: SignInCall, token: string) {
  const person = await personOfPending(call, token);
  return askKeys(call, 'sign-in', person.id);
}

/** Finishes a sign-in by a security key. Throws as {@link personOfPending} and takeKeyAnswer. */
export async function finishByKey(call: SignInCall, token: string, answer: KeyAnswer): Promise<Finished> {
  const person = await personOfPending(call, token);
  await tellingRefusals(call, asResource(person), () => takeKeyAnswer(call, 'sign-in', person.id, answer));
  return { ...(await finish(call, token, person)), recovery_codes_left: null, recovery_codes: [] };
}

/**
 * Signs in by a passkey that has verified its person: nothing else is asked. It belongs to standard sign-in. Throws
 * what takeKeyAnswer, requireMethod and admit throw.
 */
export async function signInByPasskey(call: SignInCall, answer: KeyAnswer): Promise<Tokens> {
  const { userId } = await takeKeyAnswer(call, 'passkey', null, answer);
  const person = await findPerson(call.db, userId, call.now, { lock: true });
  if (!person) throw new Problem('SECURITY_KEY_UNKNOWN');
  await requireMethod(call, person, 'standard');
  await admit(call, person);
  return beginSession(call, person, { twoFactors: true });
}

/** Nobody who has a second factor gets another one by a password alone. */
async function requireNone({ db }: SignInCall, person: Person): Promise<void> {
  if (hasSecondFactor(await factorState(db, person.id))) throw new Problem('STATE_EXPIRED');
}

/** Begins the app of somebody who has no second factor yet. Throws STATE_EXPIRED, also for who has one. */
export async function beginSetUp(call: SignInCall, token: string): Promise<AppSecret> {
  const person = await personOfPending(call, token);
  await requireNone(call, person);
  return beginApp(call.db, call.runtime.seal, person, call.now);
}

/** Makes the app count by its first code, makes recovery codes, and begins the session. */
export async function finishBySetUp(
  call: SignInCall,
  token: string,
  { code, name }: { code: string; name: string },
): Promise<Finished> {
  const { db, runtime, now } = call;
  const person = await personOfPending(call, token);
  await requireNone(call, person);
  await requireUnlocked(call, person);
  if (!(await confirmApp(db, runtime.seal, { userId: person.id, name, code }, now))) throw await wrong(call, person);
  await forgetReset(db, person.id);
  const recovery_codes = await makeRecoveryCodes(db, person.id, now);
  const tokens = await finish(call, token, person);
  call.audit({
    as: { action: 'CREATE', resource: 'SECOND_FACTOR', result: 'success' },
    resource_id: person.id,
    resource_name: person.user_name,
    account_id: person.primary_account_id,
    actor: { id: person.id, name: person.name, scope: person.access_scope },
    after: { kind: 'app', name },
  });
  return { ...tokens, recovery_codes_left: null, recovery_codes };
}
