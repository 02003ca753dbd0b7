import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { fieldProblem, Problem } from '@signet/contract/problem';
import { queueMail } from '../../mail/queue.ts';
import { asActor, asResource, type SignInCall } from '../call.ts';
import { holderOf } from '../codes/holder.ts';
import { cancelCodes, countCodes, makeCode } from '../codes/code-store.ts';
import { findPersonByName } from '../person-store.ts';
import { replacePassword } from './replace.ts';

const HOUR = 3_600_000;

/**
 * Mails the link to choose a new password, to people who are active and have one to forget; to others, and to those
 * who were sent five within the hour, nothing. Says nothing of which it was.
 */
export async function sendReset(
  { db, runtime, now, audit }: Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>,
  userName: string,
  locale: Locale,
): Promise<void> {
  const person = await findPersonByName(db, userName, now);
  const known = person?.active && person.verified && person.password_hash !== null;
  if (!known || (await countCodes(db, person.id, 'reset', new Date(now.getTime() - HOUR))) >= LIMITS.resetMailsPerHour)
    return audit('nothing');
  const code = await makeCode(db, {
    userId: person.id,
    purpose: 'reset',
    ttlSeconds: LIMITS.resetCodeMinutes * 60,
    now,
  });
  await queueMail(db, runtime, {
    to: person.email,
    locale,
    kind: 'password-reset',
    userId: person.id,
    link: `${runtime.publicUrl}/account/reset-password/${person.id}/${code}`,
    params: { name: person.name, user_name: person.user_name, minutes: LIMITS.resetCodeMinutes },
  });
  audit(asResource(person));
}

/** Sets a new password by the code of a mail: ends every session, lifts the lock, and tells the person by mail. */
export async function resetPassword(call: SignInCall, userId: string, code: string, password: string): Promise<void> {
  const { db, runtime, now, audit } = call;
  const person = await holderOf(call, userId, code, 'reset');
  if (!person.verified) throw new Problem('CODE_INVALID');
  if (await runtime.passwords.matches(password, person.password_hash))
    throw fieldProblem('password', { status: 'PASSWORD_REUSED' });
  await cancelCodes(db, person.id, 'reset', now);
  const ended = await replacePassword(call, person, password);
  audit({ ...asActor(person), after: { sessions_ended: ended } });
}
