import { queueMail } from '../../mail/queue.ts';
import type { SignInCall } from '../call.ts';
import { storePassword, type Person } from '../person-store.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { forgetWrongPasswords } from './failure-store.ts';

/**
 * Gives a person a new password: ends every session but `except` (a session id), lifts the lock, and tells the person
 * by mail. Answers how many sessions ended.
 */
export async function replacePassword(
  { db, runtime, now }: Pick<SignInCall, 'db' | 'runtime' | 'now'>,
  person: Person,
  password: string,
  except: string | null = null,
): Promise<number> {
  await storePassword(db, person.id, await runtime.passwords.hash(password), now);
  await forgetWrongPasswords(db, person.user_name);
  const ended = await endSessionsOf(db, person.id, 'password', now, except);
  await queueMail(db, runtime, {
    to: person.email,
    locale: person.locale,
    kind: 'password-changed',
    userId: person.id,
    params: { name: person.name, user_name: person.user_name },
  });
  return ended;
}
