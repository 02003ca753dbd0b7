import { FEDERATED_METHODS } from '@signet/contract/areas/sign-in-method-rules';
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Db } from '../db/open.ts';
import { violatedIndex } from '../db/violation.ts';
import { queueMail } from '../mail/queue.ts';
import type { Runtime } from '../runtime.ts';
import { activationOf } from './activation-store.ts';
import { asActor, asResource, type SignInCall } from './call.ts';
import { sendCertificatePickup } from './certificates/pickup.ts';
import { holderOf } from './codes/holder.ts';
import { cancelCodes, makeCode } from './codes/code-store.ts';
import { requireOwnDomain } from './federation/domain-store.ts';
import { tellOfSignOn } from './federation/sign-on-mail.ts';
import { methodStates, requireMethod } from './method-store.ts';
import { hashChosen } from './passwords/guessable.ts';
import type { Reachable } from './passwords/reset.ts';
import { holdAccountOf, stampInvited, verifyPerson, type Person } from './person-store.ts';

/** Whom a mail with a link goes to. */
export type Addressee = Reachable & { locale: Locale };

/**
 * Invites a person by what their account lets them sign in with: by a link to user name and password, else to where
 * single sign-on begins, else by a link to a certificate. A new invitation makes the older ones worthless. Runs in the
 * caller's transaction. Throws TOO_MANY_REQUESTS where the links of an hour to a certificate are used up.
 */
export async function inviteUser(tx: Db, runtime: Runtime, user: Addressee): Promise<void> {
  const now = runtime.clock.now();
  await cancelCodes(tx, user.id, 'verify', now);
  await stampInvited(tx, user.id, now);
  const states = await methodStates(tx, user.id);
  if (states.standard) return mailInvitation(tx, runtime, user, now);
  if (FEDERATED_METHODS.some((method) => states[method])) return tellOfSignOn(tx, runtime, user);
  return sendCertificatePickup(tx, runtime, user, user.locale, now);
}

/** Mails the link by which the person chooses user name and password. It works for 72 hours. */
async function mailInvitation(tx: Db, runtime: Runtime, user: Addressee, now: Date): Promise<void> {
  const code = await makeCode(tx, {
    userId: user.id,
    purpose: 'verify',
    ttlSeconds: LIMITS.invitationHours * 3600,
    sentTo: user.email,
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
 * Completes an invitation: the person gets the user name and password they chose. Throws what {@link holderOf} does,
 * CODE_INVALID also where it was completed before, USERNAME_EXISTS and DOMAIN_LEADS_ELSEWHERE under `login`, what
 * {@link hashChosen} does, METHOD_DISABLED where the account lets nobody sign in with a password, and
 * ACTIVATION_REQUIRED where there is something to activate by now and the person has not.
 */
export async function verifyInvited(
  call: SignInCall,
  userId: string,
  chosen: { code: string; login: string; password: string; activate: boolean },
): Promise<Person> {
  const { db, runtime, now, audit } = call;
  await holdAccountOf(db, userId);
  const person = await holderOf(call, userId, chosen.code, 'verify');
  if (person.verified) throw new Problem('CODE_INVALID');
  await requireMethod(call, person, 'standard');
  const activation = await activationOf(db, person);
  if (activation !== null && !chosen.activate) {
    audit(asResource(person));
    throw new Problem('ACTIVATION_REQUIRED');
  }
  // Nothing is said of it where nothing was asked for.
  const signing = (activated: boolean) => (activation === null ? {} : { signing_activated: activated });
  const hash = await hashChosen(runtime.passwords, chosen.password, { ...person, user_name: chosen.login });
  try {
    await verifyPerson(db, person.id, chosen.login, hash, now);
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name') throw fieldProblem('login', { status: 'USERNAME_EXISTS' });
    throw error;
  }
  await requireOwnDomain(db, person.id, { name: chosen.login, before: person.user_name, field: 'login' });
  await cancelCodes(db, person.id, 'verify', now);
  audit({
    ...asActor(person),
    resource_name: chosen.login,
    before: { user_name: person.user_name, verified: false, ...signing(false) },
    after: { user_name: chosen.login, verified: true, ...signing(true) },
  });
  return person;
}
