import { Problem } from '@signet/contract/problem';
import { asResource, type SignInCall } from '../call.ts';
import { ownerOfCode, spendCode, type CodePurpose } from './code-store.ts';
import { findPerson, type Person } from '../person-store.ts';

/**
 * Throws CODE_INVALID where {@link holderOf} and what follows it would: a link that is spent, or that is for somebody
 * who is, or is not, verified.
 */
export async function checkCode(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  code: string,
  purpose: 'reset' | 'verify',
): Promise<void> {
  const person = await findPerson(db, userId, now);
  const owner = await ownerOfCode(db, code, purpose, now);
  if (!person?.active || owner !== person.id || person.verified !== (purpose === 'reset'))
    throw new Problem('CODE_INVALID');
}

/**
 * The active person whose unspent code this is, the row locked. Throws CODE_INVALID and tells the audit log whom the
 * refusal concerns.
 */
export async function holderOf(
  { db, now, audit }: SignInCall,
  userId: string,
  code: string,
  purpose: CodePurpose,
): Promise<Person> {
  const person = await findPerson(db, userId, now, { lock: true });
  const spent = await spendCode(db, code, purpose, now);
  if (person?.active && spent === person.id) return person;
  audit(person ? asResource(person) : { resource_id: null });
  throw new Problem('CODE_INVALID');
}
