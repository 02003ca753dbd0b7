import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { levelOf, type Proof } from '@signet/contract/areas/second-factor-rules';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import { hashSecret, newSecret } from '../secrets.ts';
import { admit } from './admission.ts';
import { asResource, byCertificate, type SignInCall } from './call.ts';
import { lockCertificate } from './certificates/certificate-store.ts';
import type { GoodCertificate } from './certificates/check.ts';
import { whyNotCertificate } from './certificates/judge.ts';
import { makeCode, ownerOfCode, spendCode, type BegunBy, type SpentCode } from './codes/code-store.ts';
import { requireMethod } from './method-store.ts';
import type { SealedSamlSession } from './saml/session-store.ts';
import { beginSession, SIGN_ON, type Tokens } from './sessions/family.ts';
import { findPerson, type Person } from './person-store.ts';
import { requireLevel } from './second-factor/require.ts';

/**
 * The sign-in that a callback completes: by what its person was proved, the state that its tab has made, the
 * certificate or the kind of provider that began it, what the session keeps of one of SAML, and when the provider asked
 * the person who they are.
 */
type Begun = {
  proofs: readonly Proof[];
  state?: string;
  certificateId?: string | null;
  provider?: FederatedMethod | null;
  samlSession?: SealedSamlSession | null | undefined;
  authenticatedAt?: Date | null;
};

/**
 * Where the browser completes the sign-in of a person whose identity is proved: once, within minutes, since a person
 * may be asked first.
 */
export async function callbackUrl(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  { proofs, state = newSecret(), certificateId = null, provider = null, samlSession, authenticatedAt = null }: Begun,
): Promise<string> {
  const code = await makeCode(db, {
    userId,
    purpose: 'callback',
    ttlSeconds: LIMITS.callbackCodeSeconds,
    stateHash: hashSecret(state),
    certificateId,
    twoFactors: levelOf(proofs) === 2,
    provider,
    samlSession,
    authenticatedAt,
    now,
  });
  return `/account/callback/oauth?${new URLSearchParams({ code, state }).toString()}`;
}

/** What a provider has said of a person whom it sends by itself. */
type SentBy = { provider: FederatedMethod; samlSession: SealedSamlSession; authenticatedAt: Date | null };

/**
 * Where a person is asked whom a provider sends without being asked: no tab has begun the sign-in, so that nothing but
 * the person's word binds it to this one.
 */
export async function ticketUrl(
  { db, now }: Pick<SignInCall, 'db' | 'now'>,
  userId: string,
  said: SentBy,
): Promise<string> {
  const ttlSeconds = LIMITS.callbackCodeSeconds;
  const ticket = await makeCode(db, { userId, purpose: 'idp', ttlSeconds, ...said, now });
  return `/account/callback/oauth?${new URLSearchParams({ ticket }).toString()}`;
}

/**
 * Redeems the code of a callback: the one place where a session begins without a password. Throws CODE_INVALID, what
 * admit, requireMethod and requireLevel throw, and what is wrong by now with the certificate that began the sign-in.
 */
export async function redeemCallback(call: SignInCall, code: string, state: string): Promise<Tokens> {
  const { person, spent, told } = await spend(call, { code, purpose: 'callback', stateHash: hashSecret(state) });
  // A provider, a certificate and the operator count as two: what came to less began with a password.
  if (!spent.twoFactors) {
    await requireMethod(told, person, 'standard');
    await requireLevel(told, person, ['link']);
  }
  // The way by which it began may have been switched off since.
  if (spent.provider) await requireMethod(told, person, spent.provider);
  if (spent.certificateId) await requireMethod(told, person, 'certificate');
  const certificate = spent.certificateId ? await stillGood(told, spent.certificateId, person) : null;
  return beginSession(told, person, {
    certificate,
    provider: spent.provider,
    samlSession: spent.samlSession,
    authenticatedAt: spent.authenticatedAt,
  });
}

/** Whose sign-in a callback would complete. Nothing is spent. Throws CODE_INVALID. */
export const personOfCallback = async (call: SignInCall, code: string, state: string): Promise<Person> =>
  (await personOfCode(call, { code, purpose: 'callback', stateHash: hashSecret(state) }, { lock: false })).person;

/** Whose sign-in a ticket would complete. Nothing is spent. Throws CODE_INVALID. */
export const personOfTicket = async (call: SignInCall, ticket: string): Promise<Person> =>
  (await personOfCode(call, { code: ticket, purpose: 'idp', stateHash: null }, { lock: false })).person;

/**
 * Redeems the ticket of a sign-in that an identity provider began for a callback address, which carries on what the
 * provider has said. Throws CODE_INVALID, and what admit and requireMethod throw.
 */
export async function redeemTicket(call: SignInCall, ticket: string): Promise<string> {
  const { person, spent } = await spend(call, { code: ticket, purpose: 'idp', stateHash: null });
  const { provider, samlSession, authenticatedAt } = spent;
  // Without a provider nobody vouches for the person, and no way could be asked whether it is still on.
  if (!provider) throw new Problem('CODE_INVALID');
  await requireMethod(call, person, provider);
  return callbackUrl(call, person.id, { proofs: ['provider'], provider, samlSession, authenticatedAt });
}

/** The certificate that began a sign-in minutes ago. Nobody revokes it before the session is there to be ended. */
async function stillGood(call: SignInCall, certificateId: string, person: Person): Promise<GoodCertificate> {
  const stored = await lockCertificate(call.db, certificateId, call.now);
  const refusal = stored?.user_id === person.id ? whyNotCertificate(stored, call.now) : 'CLIENT_CERTIFICATE_UNKNOWN';
  if (stored && !refusal) return { id: stored.id, validTo: stored.valid_to };
  call.audit(asResource(person));
  throw new Problem(refusal ?? 'CLIENT_CERTIFICATE_UNKNOWN');
}

type Code = { code: string; purpose: 'idp' | 'callback'; stateHash: Buffer | null };

/** Whose a code is, and by what its sign-in began. Throws CODE_INVALID. */
async function personOfCode(
  { db, now }: SignInCall,
  { code, purpose, stateHash }: Code,
  options: { lock: boolean },
): Promise<{ person: Person; begunBy: BegunBy }> {
  const owner = await ownerOfCode(db, code, purpose, now, stateHash);
  const person = owner && (await findPerson(db, owner.userId, now, options));
  if (!person) throw new Problem('CODE_INVALID');
  return { person, begunBy: owner };
}

/** The same call, whose refusals the log has as those of the way by which the sign-in began. */
function toldAs(call: SignInCall, { certificateId, provider }: BegunBy): SignInCall {
  const resource = provider ? { resource: SIGN_ON[provider] } : {};
  const way = certificateId ? byCertificate({ id: certificateId }) : resource;
  return { ...call, audit: (detail) => call.audit(detail === 'nothing' ? detail : { ...way, ...detail }) };
}

/**
 * Spends a code for the person whose it is, who is locked first: whoever switches them off meanwhile, or gives them
 * another password, ends the session that begins here, or this code. `told`: the call as the log has it from then on.
 * Throws CODE_INVALID, and what admit throws.
 */
async function spend(call: SignInCall, given: Code): Promise<{ person: Person; spent: SpentCode; told: SignInCall }> {
  const { person, begunBy } = await personOfCode(call, given, { lock: true });
  const told = toldAs(call, begunBy);
  await admit(told, person);
  const { code, purpose, stateHash } = given;
  const spent = await spendCode(call.db, code, purpose, call.now, stateHash);
  if (!spent) throw new Problem('CODE_INVALID');
  return { person, spent, told };
}
