/** Proving again who sits at a session, by one of the things that its person has. */
import type { areas } from '@signet/contract';
import { Problem } from '@signet/contract/problem';
import type { Act, Call } from '../../http/handler.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import { asResource } from '../../sign-in/call.ts';
import { knownDevice } from '../../sign-in/devices/known-device.ts';
import { takeProof } from '../../sign-in/federation/proof.ts';
import { accountOfPerson, provingProviders } from '../../sign-in/federation/proving-store.ts';
import { fresh, leadToProvider as leadToOidc } from '../../sign-in/oidc/begin.ts';
import { findProvider as findOidcProvider } from '../../sign-in/oidc/config-store.ts';
import { methodStates, requireMethod } from '../../sign-in/method-store.ts';
import { auditLock, guessPassword } from '../../sign-in/passwords/check.ts';
import { forgetWrongPasswords, queueGuesses } from '../../sign-in/passwords/failure-store.ts';
import { findPerson, type Person } from '../../sign-in/person-store.ts';
import { leadToProvider as leadToSaml } from '../../sign-in/saml/begin.ts';
import { findProvider as findSamlProvider } from '../../sign-in/saml/config-store.ts';
import { takeCode } from '../../sign-in/second-factor/check.ts';
import { factorState } from '../../sign-in/second-factor/factor-store.ts';
import { askKeys, takeKeyAnswer } from '../../sign-in/second-factor/keys.ts';
import { storeProof } from '../../sign-in/sessions/proof-store.ts';

type ProofCall = Call<typeof areas.secondFactors.prove>;

/** By what the viewer can prove who they are. Who signs in by other ways alone has none of it, and signs in again. */
export async function proofOptions(call: Call<typeof areas.secondFactors.proofOptions>) {
  const { viewer, db, now } = call;
  const person = await findPerson(db, viewer.userId, now);
  const { standard } = await methodStates(db, viewer.userId);
  const { apps, keys } = await factorState(db, viewer.userId);
  return {
    password: standard && person !== null && person.password_hash !== null,
    code: apps > 0,
    key: keys > 0 ? await askKeys(call, 'prove', viewer.userId) : null,
    providers: await provingProviders(db, viewer.userId),
  };
}

/**
 * The address at which the provider asks the person again. `state` is a secret of the tab that asks; `tab`, its hash in
 * base64, names that tab on the way back. Throws METHOD_DISABLED, SAML_NOT_SET_UP and OIDC_NOT_SET_UP.
 */
export async function beginProviderProof(
  call: Call<typeof areas.secondFactors.beginProviderProof>,
): Promise<Act<{ url: string; state: string; tab: string }>> {
  const { viewer, db, runtime, body } = call;
  if (!(await provingProviders(db, viewer.userId)).includes(body.method)) throw new Problem('METHOD_DISABLED');
  const accountId = await accountOfPerson(db, viewer.userId);
  const state = newSecret();
  const tab = hashSecret(state).toString('base64');
  const proof = { user_id: viewer.userId, state_hash: tab };
  const errand = { state: null, trialBy: null, proof };
  if (body.method === 'saml') {
    const provider = await findSamlProvider(db, accountId);
    if (!provider) throw new Problem('SAML_NOT_SET_UP');
    return async (tx) => ({ url: await leadToSaml({ ...call, db: tx }, provider, errand), state, tab });
  }
  const found = await findOidcProvider(db, runtime.seal, accountId);
  if (!found) throw new Problem('OIDC_NOT_SET_UP');
  const provider = await fresh(call, found);
  return async (tx) => ({
    url: await leadToOidc({ ...call, db: tx }, provider, { ...errand, loginHint: null }),
    state,
    tab,
  });
}

/**
 * Takes the first of answer, provider, code and password that is given. Throws the reason under its field,
 * METHOD_DISABLED for a password where the account lets nobody sign in by one, and UNAUTHORIZED where the person was
 * deleted meanwhile.
 */
export async function prove(call: ProofCall): Promise<void> {
  const { viewer, db, now, body, audit } = call;
  const guesser = { userName: viewer.userName, device: await knownDevice(call, viewer.userId) };
  if (body.password !== undefined) await queueGuesses(db, guesser);
  const person = await findPerson(db, viewer.userId, now, { lock: true });
  // Whoever was deleted meanwhile is answered as at their next call.
  if (!person) throw new Problem('UNAUTHORIZED');
  if (body.answer) await takeKeyAnswer(call, 'prove', person.id, body.answer);
  else if (body.provider) await takeProof(call, person.id, body.provider);
  else if (body.code !== undefined) await takeCode(call, person, body.code);
  else await givePassword(call, person, guesser);
  await storeProof(db, viewer.via.sessionId, now);
  audit({ ...asResource(person), resource_id: viewer.via.sessionId });
}

async function givePassword(
  call: ProofCall,
  person: Person,
  guesser: Parameters<typeof forgetWrongPasswords>[1],
): Promise<void> {
  const resource = asResource(person);
  await requireMethod(call, person, 'standard');
  const { password = '' } = call.body;
  const { right, lockedUntil } = await guessPassword(call, { guesser, hash: person.password_hash, resource }, password);
  if (right) return forgetWrongPasswords(call.db, guesser);
  if (lockedUntil) auditLock(call, resource, lockedUntil);
  call.audit(resource);
  throw new Problem('PASSWORD_WRONG', { fields: { password: { status: 'PASSWORD_WRONG' } }, commit: true });
}
