import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { fieldProblem, Problem, type ReasonParams } from '@signet/contract/problem';
import { whyNotEmail } from '@signet/contract/rules';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { asActor, asResource, type SignInCall } from '../call.ts';
import { holderOf } from '../codes/holder.ts';
import { cancelCodes, makeCode, requireRoomForCode, waitForCode } from '../codes/code-store.ts';
import { methodStates, requireMethod } from '../method-store.ts';
import { findPerson, findPersonByName, type Person } from '../person-store.ts';
import { replacePassword } from './replace.ts';

/** Whom a mail goes to. */
export type Reachable = Pick<Person, 'id' | 'name' | 'user_name' | 'email'>;

/**
 * Mails the link to choose a new password, to people who are active and have one to forget that signs them in, and an
 * address; to others, and to those who were sent five within the hour, nothing. Says nothing of which it was.
 */
export async function sendReset(
  { db, runtime, now, audit }: Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>,
  userName: string,
  locale: Locale,
): Promise<void> {
  // Links of one person are made one by one, or each finds that few were sent and that no other is to be ended.
  const person = await findPersonByName(db, userName, now, { lock: true });
  const known = person?.active && person.verified && person.password_hash !== null && !whyNotEmail(person.email);
  if (!known || !(await methodStates(db, person.id)).standard || (await waitForCode(db, person.id, 'reset', now)) > 0)
    return audit('nothing');
  await mailReset(db, runtime, person, locale, now);
  audit(asResource(person));
}

/**
 * The same for who may know of whom: throws PASSWORD_SIGN_IN_OFF, and TOO_MANY_REQUESTS where the links of an hour are
 * used up.
 */
export async function sendResetTo(tx: Db, runtime: Runtime, person: Reachable, locale: Locale, now: Date) {
  await requireRoomForLink(tx, person, now);
  await mailReset(tx, runtime, person, locale, now);
}

/**
 * Invites somebody who has no password, such as people of single sign-on, to choose one: by the same link, in
 * words of its own and for as long as other invitations. Throws what {@link sendResetTo} does, and HAS_PASSWORD.
 */
export async function inviteToPassword(
  tx: Db,
  runtime: Runtime,
  person: Reachable & { locale: Locale },
  now: Date,
): Promise<void> {
  const known = await findPerson(tx, person.id, now);
  if (known?.password_hash) throw new Problem('HAS_PASSWORD');
  await requireRoomForLink(tx, person, now);
  const { name, user_name } = person;
  const hours = LIMITS.invitationHours;
  await mailLink(tx, runtime, person, {
    kind: 'password-invitation',
    locale: person.locale,
    minutes: hours * 60,
    params: { name, user_name, hours },
    now,
  });
}

async function requireRoomForLink(tx: Db, person: Reachable, now: Date): Promise<void> {
  if (!(await methodStates(tx, person.id)).standard) throw new Problem('PASSWORD_SIGN_IN_OFF');
  await requireRoomForCode(tx, person.id, 'reset', now);
}

function mailReset(tx: Db, runtime: Runtime, person: Reachable, locale: Locale, now: Date): Promise<void> {
  const minutes = LIMITS.resetCodeMinutes;
  const params = { name: person.name, user_name: person.user_name, minutes };
  return mailLink(tx, runtime, person, { kind: 'password-reset', locale, minutes, params, now });
}

/** Mails a link to the page where a new password is chosen; it works once, for so many minutes. */
async function mailLink(
  tx: Db,
  runtime: Runtime,
  person: Reachable,
  letter: { kind: string; locale: Locale; minutes: number; params: ReasonParams; now: Date },
): Promise<void> {
  const { kind, locale, minutes, params, now } = letter;
  const code = await makeCode(tx, {
    userId: person.id,
    purpose: 'reset',
    ttlSeconds: minutes * 60,
    sentTo: person.email,
    now,
  });
  await queueMail(tx, runtime, {
    to: person.email,
    locale,
    kind,
    userId: person.id,
    link: `${runtime.publicUrl}/account/reset-password/${person.id}/${code}`,
    params,
    awaited: kind === 'password-reset',
  });
}

/** Sets a new password by the code of a mail: ends every session, lifts the lock, and tells the person by mail. */
export async function resetPassword(call: SignInCall, userId: string, code: string, password: string): Promise<void> {
  const { db, runtime, now, audit } = call;
  const person = await holderOf(call, userId, code, 'reset');
  if (!person.verified) throw new Problem('CODE_INVALID');
  await requireMethod(call, person, 'standard');
  if (await runtime.passwords.matches(password, person.password_hash))
    throw fieldProblem('password', { status: 'PASSWORD_REUSED' });
  await cancelCodes(db, person.id, 'reset', now);
  const ended = await replacePassword(call, person, password);
  audit({ ...asActor(person), after: ended });
}
