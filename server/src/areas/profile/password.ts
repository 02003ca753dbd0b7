import type { areas } from '@signet/contract';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import { whyNotChangePassword } from '@signet/contract/rules';
import { refuse } from '../../db/record.ts';
import type { Call } from '../../http/handler.ts';
import { asResource } from '../../sign-in/call.ts';
import { auditLock, guessPassword } from '../../sign-in/passwords/check.ts';
import { knownDevice } from '../../sign-in/devices/known-device.ts';
import { methodStates } from '../../sign-in/method-store.ts';
import { queueGuesses, type Guesser } from '../../sign-in/passwords/failure-store.ts';
import { replacePassword } from '../../sign-in/passwords/replace.ts';
import { findPerson, type Person } from '../../sign-in/person-store.ts';

type PasswordCall = Pick<
  Call<typeof areas.profile.updatePassword>,
  'viewer' | 'db' | 'runtime' | 'now' | 'deviceCookie' | 'audit'
>;

/**
 * Changes the viewer's own password: ends every other session and tells the person by mail. Throws PASSWORD_WRONG
 * under `current_password`, PASSWORD_REUSED under `password`, and USER_LOCKED as the sign-in does: guesses here are
 * counted with the guesses there. Where there is no password NO_PASSWORD, and nothing is counted.
 */
export async function changeOwnPassword(
  call: PasswordCall,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { viewer, db, now, audit } = call;
  const guesser = { userName: viewer.userName, device: await knownDevice(call, viewer.userId) };
  await queueGuesses(db, guesser);
  const person = await findPerson(db, viewer.userId, now, { lock: true });
  if (!person) throw notFound();
  const { standard } = await methodStates(db, person.id);
  refuse(whyNotChangePassword({ has_password: standard && person.password_hash !== null }));
  await checkCurrent(call, person, { guesser, password: current });
  if (next === current) throw fieldProblem('password', { status: 'PASSWORD_REUSED' });
  const ended = await replacePassword(call, person, next, viewer.via.sessionId);
  audit({ ...asResource(person), after: ended });
}

async function checkCurrent(
  call: PasswordCall,
  person: Person,
  { guesser, password }: { guesser: Guesser; password: string },
): Promise<void> {
  const resource = asResource(person);
  const guessed = { guesser, hash: person.password_hash, resource };
  const { right, lockedUntil } = await guessPassword(call, guessed, password);
  if (right) return;
  call.audit({
    ...resource,
    message: 'PASSWORD_WRONG',
    as: { action: 'UPDATE_PASSWORD', resource: 'USER', result: 'failure' },
  });
  if (lockedUntil) auditLock(call, resource, lockedUntil);
  // The wrong password stays counted although the call is refused.
  throw new Problem('PASSWORD_WRONG', { fields: { current_password: { status: 'PASSWORD_WRONG' } }, commit: true });
}
