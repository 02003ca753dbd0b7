import { LIMITS } from '@signet/contract/limits';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Db } from '../db/open.ts';
import { violatedIndex } from '../db/violation.ts';
import { queueMail } from '../mail/queue.ts';
import type { Runtime } from '../runtime.ts';
import { asActor, type SignInCall } from './call.ts';
import { holderOf } from './codes/holder.ts';
import { cancelCodes, makeCode } from './codes/code-store.ts';
import { requireMethod } from './method-store.ts';
import { hashChosen } from './passwords/guessable.ts';
import { verifyPerson, type Person } from './person-store.ts';

/** Whom a mail with a link goes to. */
export type Addressee = { id: string; email: string; locale: string; name: string };

/**
 * Mails an invited person the link by which they choose user name and password. It works for 72 hours; a new
 * invitation makes the older ones worthless. Runs in the caller's transaction.
 */
export async function inviteUser(tx: Db, runtime: Runtime, user: Addressee): Promise<void> {
  const now = runtime.clock.now();
  const code = await makeCode(tx, {
    userId: user.id,
    purpose: 'verify',
    ttlSeconds: LIMITS.invitationHours * 3600,
    now,
  });
  await queueMail(tx, runtime, {
    to: user.email,
    locale: user.locale,
    kind: 'invitation',
    userId: user.id,
    link: `${runtime.publicUrl}/account/verify/${user.id}/${code}`,
    params: { name: user.name, hours: LIMITS.invitationHours },
  });
}

/**
 * Completes an invitation: the person gets the user name and password they chose. Throws USERNAME_EXISTS under `login`,
 * what {@link hashChosen} does, and METHOD_DISABLED where the account lets nobody sign in with a password.
 */
export async function verifyInvited(
  call: SignInCall,
  userId: string,
  chosen: { code: string; login: string; password: string },
): Promise<Person> {
  const { db, runtime, now, audit } = call;
  const person = await holderOf(call, userId, chosen.code, 'verify');
  if (person.verified) throw new Problem('CODE_INVALID');
  await requireMethod(call, person, 'standard');
  const hash = await hashChosen(runtime.passwords, chosen.password, { ...person, user_name: chosen.login });
  try {
    await verifyPerson(db, person.id, chosen.login, hash, now);
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name') throw fieldProblem('login', { status: 'USERNAME_EXISTS' });
    throw error;
  }
  await cancelCodes(db, person.id, 'verify', now);
  audit({
    ...asActor(person),
    resource_name: chosen.login,
    before: { user_name: person.user_name, verified: false },
    after: { user_name: chosen.login, verified: true },
  });
  return person;
}
