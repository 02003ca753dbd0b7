/** Somebody comes back from the SAML identity provider of their account. */
import { Problem } from '@signet/contract/problem';
import { admit } from '../admission.ts';
import type { SignInCall } from '../call.ts';
import { ticketUrl } from '../callback.ts';
import { holdAccount } from '../federation/account-store.ts';
import { finishFederated } from '../federation/finish.ts';
import type { Newcomers } from '../federation/newcomer.ts';
import { proveByProvider } from '../federation/proof.ts';
import { takeRequest, type FederatedRequest } from '../federation/request-store.ts';
import { triedBy } from '../federation/trial.ts';
import { keepName, personOf } from '../federation/who.ts';
import { failedInWindow, windowPage } from '../federation/window.ts';
import { requireMethod } from '../method-store.ts';
import type { Person } from '../person-store.ts';
import { judged, readAnswer, type SamlAnswer, type Seen } from './answer.ts';
import { keepingSpent } from './answer-store.ts';
import { findProvider, type Provider } from './config-store.ts';
import { saidOf } from './attributes.ts';
import type { Said } from './judge.ts';
import { SamlProblem } from './refusal.ts';
import { sealSession, type SealedSamlSession } from './session-store.ts';
import { keepSamlFailure, trySaml } from './trial.ts';

/**
 * Where the sign-in of the person whom the provider of the account has named goes on. `form` is what the browser
 * posted. Throws METHOD_DISABLED, what finishFederated throws, and each problem of SAML, of which the log has the
 * detail. An answer is spent, whatever becomes of it.
 */
export async function finishSaml(
  call: SignInCall,
  accountId: string,
  form: Uint8Array,
  newcomers: Newcomers,
): Promise<string> {
  const seen: Seen = { answer: null, request: null, certificate: null, said: null };
  try {
    return await finish(call, accountId, { answer: readAnswer(form), newcomers, seen });
  } catch (error) {
    const detail = error instanceof SamlProblem ? { after: { detail: error.detail } } : {};
    if (error instanceof Problem) call.audit({ resource_id: null, account_id: accountId, ...detail });
    if (error instanceof SamlProblem && seen.answer) await keepSamlFailure(call, accountId, error, seen);
    throw error;
  }
}

type Came = { answer: SamlAnswer | null; newcomers: Newcomers; seen: Seen };

async function finish(call: SignInCall, accountId: string, { answer, newcomers, seen }: Came): Promise<string> {
  const { db, runtime, now } = call;
  if (answer) await holdAccount(db, accountId);
  const provider = await findProvider(db, accountId);
  const requestId = answer?.requestId ?? null;
  const found = requestId === null ? null : await takeRequest({ db, runtime, now }, requestId, 'saml');
  const request = found?.accountId === accountId ? found : null;
  Object.assign(seen, { request, answer: provider && answer });
  const tried = triedBy(request);
  if (tried && answer) return trySaml(call, tried, answer, { newcomers, seen });
  if (!provider) throw new SamlProblem('SAML_NOT_SET_UP', 'no configuration');
  if (!answer) throw new SamlProblem('SAML_UNREADABLE', 'no response of SAML 2.0 in XML without a document type');
  if (requestId !== null && !request)
    throw new SamlProblem('SAML_WRONG_REQUEST', `${requestId} is no open request of this account`);
  if (!provider.enabled) throw new Problem('METHOD_DISABLED', { commit: true });
  if (request?.proof) return provedBy(call, provider, answer, { ...request, proof: request.proof });
  return signInAs(call, provider, request, { ...(await judged(call, provider, answer, seen)), newcomers });
}

/** Back to the tab in which somebody proves again who they are. */
async function provedBy(
  call: SignInCall,
  provider: Provider,
  answer: SamlAnswer,
  request: FederatedRequest & { proof: NonNullable<FederatedRequest['proof']> },
): Promise<string> {
  const { accountId } = provider;
  const { proof } = request;
  try {
    const { name, authenticatedAt } = await judged(call, provider, answer);
    const named = { accountId, method: 'saml', name, email: null } as const;
    const code = await proveByProvider(call, named, request, { proof, authenticatedAt });
    return windowPage(call, proof.state_hash, { code });
  } catch (error) {
    return failedInWindow(call, { accountId, method: 'saml', proof }, error);
  }
}

async function signInAs(
  called: SignInCall,
  { accountId, entityId, attributeNames }: Provider,
  request: FederatedRequest | null,
  { name, attributes, subject, authenticatedAt, newcomers }: Said & { newcomers: Newcomers },
): Promise<string> {
  const said = { accountId, method: 'saml', name, ...saidOf({ name, attributes }, attributeNames) } as const;
  return keepingSpent(called, async (call) => {
    const person = await personOf(call, said, newcomers);
    if ('nobody' in person)
      throw new SamlProblem('SAML_NOBODY', `${name}, ${said.email ?? 'no mail'}: ${person.nobody}`);
    const samlSession = sealSession(call.runtime.seal, person.id, {
      ...subject,
      account_id: accountId,
      issuer: entityId,
    });
    const url = await completed(call, person, { request, samlSession, authenticatedAt });
    await keepName(call, person, said, said.email);
    return url;
  });
}

/** What the session keeps of the provider's own, and when the provider asked the person. */
type SealedSignOn = { samlSession: SealedSamlSession; authenticatedAt: Date | null };

/** In the tab that began; where the provider did, by a ticket in any tab, once the person has said so. */
async function completed(
  call: SignInCall,
  person: Person,
  { request, ...session }: { request: FederatedRequest | null } & SealedSignOn,
): Promise<string> {
  if (request?.state != null)
    return finishFederated(call, person, { method: 'saml', state: request.state, ...session });
  await requireMethod(call, person, 'saml');
  await admit(call, person);
  return `${call.runtime.publicUrl}${await ticketUrl(call, person.id, { provider: 'saml', ...session })}`;
}
