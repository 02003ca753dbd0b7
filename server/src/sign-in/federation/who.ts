/** What is made of what an identity provider says of somebody: sign-ins do it, trials show it. */
import type { NobodyReason } from '@signet/contract/areas/newcomers';
import { plainLine } from '@signet/contract/rules';
import type { Db } from '../../db/open.ts';
import { asActor, type SignInCall } from '../call.ts';
import { findPerson, type Person } from '../person-store.ts';
import type { Newcomer, Newcomers } from './newcomer.ts';
import {
  findFederatedPerson,
  findPersonOfName,
  keepFederatedName,
  keepVouchedEmail,
  type Named,
} from './person-store.ts';

/** What a provider says: its name of a person, and what it has told beside it. */
export type Said = Named & { firstName: string | null; lastName: string | null };

export type Who =
  | { kind: 'person'; person: Person }
  | { kind: 'newcomer'; newcomer: Newcomer }
  | { kind: 'nobody'; why: NobodyReason };

/**
 * Who somebody is: a person who is there, one who would be made, or nobody and why. Changes nothing; within a
 * transaction the row of the person stays as it is until that ends.
 */
export async function whoIs(db: Db, said: Said, newcomers: Newcomers, now: Date): Promise<Who> {
  const { firstName, lastName, email, ...named } = said;
  const person =
    (await findFederatedPerson(db, said, now)) ??
    (said.method === 'saml' ? await findPersonOfName(db, said, now) : null);
  if (person) return { kind: 'person', person };
  if (email === null) return { kind: 'nobody', why: 'no_email' };
  if (firstName === null || lastName === null) return { kind: 'nobody', why: 'no_name' };
  const newcomer = { ...named, email, firstName: plainLine(firstName), lastName: plainLine(lastName) };
  const why = await newcomers.whyNot(db, newcomer, now);
  return why === null ? { kind: 'newcomer', newcomer } : { kind: 'nobody', why };
}

/** The person as whom somebody signs in, made where that is to be; else why nobody. Tells the log who was made. */
export async function personOf(
  call: SignInCall,
  said: Said,
  newcomers: Newcomers,
): Promise<Person | { nobody: NobodyReason }> {
  const { db, now } = call;
  const who = await whoIs(db, said, newcomers, now);
  if (who.kind === 'person') return who.person;
  if (who.kind === 'nobody') return { nobody: who.why };
  const id = await newcomers.make(db, who.newcomer, now);
  const person = id === null ? null : await findPerson(db, id, now);
  if (!person) return { nobody: 'user_name_taken' };
  call.audit({
    ...asActor(person),
    as: { action: 'CREATE', resource: 'USER', result: 'success' },
    after: { name: person.name, email: who.newcomer.email, [`${said.method}_username`]: said.name },
  });
  return person;
}

/**
 * Keeps what the provider calls a person, and that `address`, which it gives them, is theirs by its word. The first
 * name is a change of that person, of which the log is told.
 */
export async function keepName(call: SignInCall, person: Person, named: Named, address: string | null): Promise<void> {
  await keepVouchedEmail(call.db, person, { accountId: named.accountId, address });
  const before = await keepFederatedName(call.db, person, named, call.now);
  if (before === null) return;
  const key = `${named.method}_username`;
  call.audit({
    ...asActor(person),
    as: { action: 'UPDATE', resource: 'USER', result: 'success' },
    before: { [key]: before.name, verified: before.verified },
    after: { [key]: named.name, verified: true },
  });
}
