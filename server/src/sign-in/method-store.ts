/** By which ways somebody may sign in: those of the person's account. */
import type { MethodStates, SignInMethod } from '@signet/contract/areas/sign-in-method-rules';
import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../db/open.ts';
import { asResource, type SignInCall } from './call.ts';
import type { Person } from './person-store.ts';

/** Of people whose account is not there: a password, as everybody else. */
const USUAL: MethodStates = { standard: true, saml: false, oidc: false, certificate: false };
/** SQL for the states of an account's ways; `a` is its alias. */
export const METHOD_STATES = sql<MethodStates>`a.standard_sign_in as standard, a.saml_sign_in as saml,
  a.oidc_sign_in as oidc, a.certificate_sign_in as certificate`;

/** SQL for whether the ways of account `a` are those of user `u`; system scope belongs to the platform's own. */
export const ARE_WAYS_OF = sql<boolean>`(a.id = u.primary_account_id
  or u.primary_account_id is null and a.system_account)`;

/** The ways of a person's primary account. */
export async function methodStates(db: Db, userId: string): Promise<MethodStates> {
  const { rows } = await sql<MethodStates>`${PREPARED}
    select ${METHOD_STATES} from app_user u
    join account a on ${ARE_WAYS_OF}
    where u.id = ${userId}`.execute(db);
  return rows[0] ?? USUAL;
}

/** Throws METHOD_DISABLED where the person's account does not let its people sign in this way. */
export async function requireMethod(
  { db, audit }: Pick<SignInCall, 'db' | 'audit'>,
  person: Person,
  method: SignInMethod,
): Promise<void> {
  if ((await methodStates(db, person.id))[method]) return;
  audit(asResource(person));
  throw new Problem('METHOD_DISABLED');
}
