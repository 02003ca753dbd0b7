/** The link that lifts the lock of too many wrong passwords, for people whom an administrator helps. */
import { LIMITS } from '@signet/contract/limits';
import type { Locale } from '@signet/contract/locales';
import { Problem } from '@signet/contract/problem';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { asActor, type SignInCall } from '../call.ts';
import { cancelCodes, makeCode } from '../codes/code-store.ts';
import { holderOf } from '../codes/holder.ts';
import { everyGuesser, liftLocks } from './failure-store.ts';
import { lockEnd } from './lock.ts';
import type { Reachable } from './reset.ts';

/** A lock of a user: until when, and whether it is of known browsers alone. */
type Lock = { until: Date; known: boolean };

/** The lock of a user: of everybody who is a stranger, else of known browsers, the last to end; null without one. */
export async function lockOf(db: Db, person: Pick<Reachable, 'id' | 'user_name'>, now: Date): Promise<Lock | null> {
  const guessers = await everyGuesser(db, person, now);
  const locks = guessers.flatMap(({ known, tries }): Lock[] => {
    const until = lockEnd(tries);
    return until !== null && until > now ? [{ until, known }] : [];
  });
  // While strangers are locked out, that is what the person meets who comes from another browser.
  const strangers = locks.filter(({ known }) => !known);
  const told = strangers.length > 0 ? strangers : locks;
  return told.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null;
}

/** Mails the link; a new one makes the older ones worthless. Throws NOT_LOCKED. */
export async function sendUnlock(
  tx: Db,
  runtime: Runtime,
  person: Reachable,
  locale: Locale,
  now: Date,
): Promise<void> {
  if ((await lockOf(tx, person, now)) === null) throw new Problem('NOT_LOCKED');
  await cancelCodes(tx, person.id, 'unlock', now);
  const minutes = LIMITS.resetCodeMinutes;
  // No `sentTo`: the password stays that of whoever had it, who may have saved somebody else's address.
  const code = await makeCode(tx, { userId: person.id, purpose: 'unlock', ttlSeconds: minutes * 60, now });
  await queueMail(tx, runtime, {
    to: person.email,
    locale,
    kind: 'unlock',
    userId: person.id,
    link: `${runtime.publicUrl}/account/unlock/${person.id}/${code}`,
    params: { name: person.name, user_name: person.user_name, minutes },
  });
}

/** Lifts the lock with the code of the link. Throws CODE_INVALID. */
export async function unlock(call: SignInCall, userId: string, code: string): Promise<void> {
  const person = await holderOf(call, userId, code, 'unlock');
  if (!person.verified) throw new Problem('CODE_INVALID');
  await liftLocks(call.db, person.user_name);
  call.audit({ ...asActor(person), before: { locked: true }, after: { locked: false } });
}
