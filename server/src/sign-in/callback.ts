import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { hashSecret, newSecret } from '../secrets.ts';
import { admit } from './admission.ts';
import type { SignInCall } from './call.ts';
import { makeCode, ownerOfCode, spendCode } from './codes/code-store.ts';
import { beginSession, type Tokens } from './sessions/family.ts';
import { findPerson, type Person } from './person-store.ts';

/**
 * Where the browser completes the sign-in of a person whose identity is proved: once, within minutes, since a person
 * may be asked first.
 */
export async function callbackUrl({ db, now }: Pick<SignInCall, 'db' | 'now'>, userId: string): Promise<string> {
  const state = newSecret();
  const code = await makeCode(db, {
    userId,
    purpose: 'callback',
    ttlSeconds: LIMITS.callbackCodeSeconds,
    stateHash: hashSecret(state),
    now,
  });
  return `/account/callback/oauth?${new URLSearchParams({ code, state }).toString()}`;
}

/**
 * Redeems the code of a callback: the one place where a session begins without a password. Throws CODE_INVALID and what
 * admit throws.
 */
export async function redeemCallback(call: SignInCall, code: string, state: string): Promise<Tokens> {
  const person = await personOf(call, await spendCode(call.db, code, 'callback', call.now, hashSecret(state)));
  return beginSession(call, person);
}

/** Whose sign-in a callback would complete. Nothing is spent. Throws CODE_INVALID. */
export async function personOfCallback({ db, now }: SignInCall, code: string, state: string): Promise<Person> {
  const owner = await ownerOfCode(db, code, 'callback', now, hashSecret(state));
  const person = owner === null ? null : await findPerson(db, owner, now);
  if (!person) throw new Problem('CODE_INVALID');
  return person;
}

/** Redeems the ticket of an identity provider's sign-in for a callback address. Throws as {@link redeemCallback}. */
export async function redeemTicket(call: SignInCall, ticket: string): Promise<string> {
  const person = await personOf(call, await spendCode(call.db, ticket, 'idp', call.now));
  return callbackUrl(call, person.id);
}

async function personOf(call: SignInCall, userId: string | null): Promise<Person> {
  const person = userId === null ? null : await findPerson(call.db, userId, call.now);
  if (!person) throw new Problem('CODE_INVALID');
  await admit(call, person);
  return person;
}
