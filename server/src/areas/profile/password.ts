import type { areas } from '@signet/contract';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { Call } from '../../http/handler.ts';
import { queueMail } from '../../mail/queue.ts';
import { about } from '../../sign-in/admission.ts';
import {
  addWrongPassword,
  forgetWrongPasswords,
  queueGuesses,
  wrongPasswords,
} from '../../sign-in/passwords/failure-store.ts';
import { lockEnd } from '../../sign-in/passwords/lock.ts';
import { findPerson, storePassword, type Person } from '../../sign-in/person-store.ts';
import { endSessionsOf } from '../../sign-in/sessions/session-store.ts';

type PasswordCall = Pick<Call<typeof areas.profile.updatePassword>, 'viewer' | 'db' | 'platform' | 'now' | 'audit'>;

/**
 * Changes the viewer's own password: ends every other session and tells the person by mail. Throws PASSWORD_WRONG
 * under `current_password`, PASSWORD_REUSED under `password`, and USER_LOCKED as the sign-in does: guesses here are
 * counted with the guesses there.
 */
export async function changeOwnPassword(
  call: PasswordCall,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { viewer, db, platform, now, audit } = call;
  await queueGuesses(db, viewer.userName);
  const person = await findPerson(db, viewer.userId, now, { lock: true });
  if (!person) throw notFound();
  await checkCurrent(call, person, current);
  if (next === current) throw fieldProblem('password', { status: 'PASSWORD_REUSED' });
  await forgetWrongPasswords(db, person.user_name);
  await storePassword(db, person.id, await platform.passwords.hash(next), now);
  const ended = await endSessionsOf(db, person.id, 'password', now, viewer.via.sessionId);
  await queueMail(db, platform, {
    to: person.email,
    locale: person.locale,
    kind: 'password-changed',
    userId: person.id,
    params: { name: person.name, user_name: person.user_name },
  });
  audit({ ...about(person), after: { sessions_ended: ended } });
}

async function checkCurrent(
  { db, platform, now, audit }: PasswordCall,
  person: Person,
  current: string,
): Promise<void> {
  const tries = await wrongPasswords(db, person.user_name, now);
  const locked = lockEnd(tries);
  if (locked && locked > now) {
    audit(about(person));
    throw new Problem('USER_LOCKED', { params: { minutes: Math.ceil((locked.getTime() - now.getTime()) / 60_000) } });
  }
  if (await platform.passwords.matches(current, person.password_hash)) return;
  await addWrongPassword(db, person.user_name, now);
  audit({
    ...about(person),
    message: 'PASSWORD_WRONG',
    as: { action: 'UPDATE_PASSWORD', resource: 'USER', result: 'failure' },
  });
  const until = lockEnd([...tries, now]);
  if (until && until > now)
    audit({
      ...about(person),
      message: 'USER_LOCKED',
      after: { locked_until: until },
      as: { action: 'UPDATE', resource: 'USER', result: 'success' },
    });
  // The wrong password stays counted although the call is refused.
  throw new Problem('PASSWORD_WRONG', { fields: { current_password: { status: 'PASSWORD_WRONG' } }, commit: true });
}
