import { tellByMail } from '../../mail/queue.ts';
import type { SignInCall } from '../call.ts';
import { deleteDevices } from '../devices/device-store.ts';
import { rememberDevice } from '../devices/known-device.ts';
import { storePassword, type Person } from '../person-store.ts';
import { endSessionsOf, type EndedSessions } from '../sessions/session-store.ts';
import { hashChosen } from './guessable.ts';
import { liftLocks } from './failure-store.ts';

/**
 * Gives a person a new password: ends every session but `except` (a session id), lifts every lock, knows of all
 * browsers only this one any more, and tells the person by mail. Answers what ended. Throws what
 * {@link hashChosen} does.
 */
export async function replacePassword(
  call: Pick<SignInCall, 'db' | 'runtime' | 'now' | 'deviceCookie'>,
  person: Person,
  password: string,
  except: string | null = null,
): Promise<EndedSessions> {
  const { db, runtime, now } = call;
  await storePassword(db, person.id, await hashChosen(runtime.passwords, password, person));
  await liftLocks(db, person.user_name);
  await deleteDevices(db, person.id);
  await rememberDevice(call, person.id);
  const ended = await endSessionsOf(db, person.id, 'password', now, except);
  await tellByMail(db, runtime, {
    to: person.email,
    locale: person.locale,
    kind: 'password-changed',
    userId: person.id,
    params: { name: person.name, user_name: person.user_name },
  });
  return ended;
}
