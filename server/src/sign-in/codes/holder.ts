import { Problem } from '@signet/contract/problem';
import { activationOf, type Activation } from '../activation-store.ts';
import { asResource, type SignInCall } from '../call.ts';
import { ownerOfCode, spendCode, type CodePurpose } from './code-store.ts';
import { methodStates } from '../method-store.ts';
import { findPerson, proveByLink, type Person } from '../person-store.ts';

/**
 * Answers what the person activates who answers an invitation by it; null for every other link. Throws CODE_INVALID
 * where {@link holderOf} and what follows it would: a link that is spent, or that is for somebody
 * who is, or is not, verified; METHOD_DISABLED where it chooses a password that would sign nobody in.
 */
export async function checkCode(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  code: string,
  purpose: 'reset' | 'verify' | 'unlock' | 'recovery',
): Promise<Activation | null> {
  const person = await findPerson(db, userId, now);
  const owner = await ownerOfCode(db, code, purpose, now);
  if (!person?.active || owner?.userId !== person.id || person.verified !== (purpose !== 'verify'))
    throw new Problem('CODE_INVALID');
  // The lock that is lifted is that of guesses, which the account may let people make again; who recovers comes in
  // whatever the ways of the account are.
  if (purpose !== 'unlock' && purpose !== 'recovery' && !(await methodStates(db, person.id)).standard)
    throw new Problem('METHOD_DISABLED');
  return purpose === 'verify' ? activationOf(db, person) : null;
}

/** The kinds of mail that bring a code whose use shows who reads that mail. */
const MAILED_AS: Partial<Record<CodePurpose, readonly string[]>> = {
  verify: ['invitation'],
  reset: ['password-reset', 'password-invitation'],
  certificate: ['certificate-pickup'],
};

/**
 * The active person whose unspent code this is, the row locked; they have the mailbox that it was sent to, if
 * it was sent. Throws CODE_INVALID and tells the audit log whom the refusal concerns.
 */
export async function holderOf(
  { db, now, audit }: Pick<SignInCall, 'db' | 'now' | 'audit'>,
  userId: string,
  code: string,
  purpose: CodePurpose,
): Promise<Person> {
  const person = await findPerson(db, userId, now, { lock: true });
  const spent = await spendCode(db, code, purpose, now);
  if (person?.active && spent?.userId === person.id) {
    const kinds = MAILED_AS[purpose];
    if (kinds && spent.sentTo !== null)
      await proveByLink(db, person.id, { to: spent.sentTo, kinds, since: spent.madeAt });
    return person;
  }
  audit(person ? asResource(person) : { resource_id: null });
  throw new Problem('CODE_INVALID');
}
