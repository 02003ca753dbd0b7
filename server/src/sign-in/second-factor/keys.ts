/** Asking security keys (WebAuthn level 3) and judging what they answer. */
import type { KeyAnswer, KeyRegistration } from '@signet/contract/areas/security-key-shapes';
import type { Proof } from '@signet/contract/areas/second-factor-rules';
import { Problem } from '@signet/contract/problem';
import { z } from 'zod';
import { violatedIndex } from '../../db/violation.ts';
import type { SignInCall } from '../call.ts';
import {
  insertKey,
  keysOf,
  lockKey,
  lockOwner,
  storeChallenge,
  storeUse,
  takeChallenge,
  type ChallengePurpose,
  type StoredKey,
} from './key-store.ts';

type KeyCall = Pick<SignInCall, 'db' | 'runtime' | 'now'>;
/** A large library, which only a platform with security keys needs. */
const webAuthn = () => import('@simplewebauthn/server');
const NAME = 'Signet';
const TIMEOUT_MS = 120_000;

/** Keys are bound to the address of the console; an answer that was given to another page is none. */
function relyingParty({ runtime }: Pick<KeyCall, 'runtime'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(runtime.publicUrl);
  return { rpID: hostname, origin };
}

/** A refusal that keeps what was written: the challenge is spent. */
const refused = (status: 'SECURITY_KEY_REFUSED' | 'SECURITY_KEY_UNKNOWN' | 'SECURITY_KEY_CLONED'): Problem =>
  new Problem(status, { commit: true });

const clientData = z.object({ challenge: z.string() });
/** The challenge that an answer names; whether it signs it is verified with the rest. */
function challengeIn(encoded: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString())).challenge;
  } catch {
    throw refused('SECURITY_KEY_REFUSED');
  }
}

const descriptor = ({ credential_id, transports }: StoredKey) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
});

/**
 * What keys are asked: those of `userId`, or whichever passkey the person chooses (null), which then must verify the
 * person.
 */
export async function askKeys(call: KeyCall, purpose: ChallengePurpose, userId: string | null) {
  const keys = userId === null ? [] : await keysOf(call.db, userId);
  const { rpID } = relyingParty(call);
  const userVerification = userId === null ? ('required' as const) : ('preferred' as const);
  const { generateAuthenticationOptions } = await webAuthn();
  const { challenge } = await generateAuthenticationOptions({ rpID, userVerification });
  await storeChallenge(call.db, { challenge, purpose, userId }, call.now);
  return { challenge, rpId: rpID, timeout: TIMEOUT_MS, userVerification, allowCredentials: keys.map(descriptor) };
}

/**
 * Judges the answer to {@link askKeys}: whose key it is, and what it proves. Throws SECURITY_KEY_UNKNOWN for a key of
 * nobody or of somebody else, SECURITY_KEY_CLONED where its counter did not go on (WebAuthn, 6.1.1),
 * SECURITY_KEY_REFUSED for whatever else is wrong. The challenge is spent either way.
 */
export async function takeKeyAnswer(
  call: KeyCall,
  purpose: ChallengePurpose,
  userId: string | null,
  answer: KeyAnswer,
): Promise<{ userId: string; proof: Proof }> {
  const { db, now } = call;
  const challenge = challengeIn(answer.response.clientDataJSON);
  if (!(await takeChallenge(db, { challenge, purpose, userId }, now))) throw refused('SECURITY_KEY_REFUSED');
  // Who is known already is locked already.
  if (userId === null) await lockOwner(db, answer.id);
  const key = await lockKey(db, answer.id);
  if (!key || (userId !== null && key.user_id !== userId)) throw refused('SECURITY_KEY_UNKNOWN');
  const { newCounter, userVerified } = await verified(call, key, answer, { challenge, verify: userId === null });
  if ((newCounter > 0 || key.counter > 0) && newCounter <= key.counter) throw refused('SECURITY_KEY_CLONED');
  await storeUse(db, key.id, newCounter, now);
  return { userId: key.user_id, proof: userVerified ? 'passkey' : 'security_key' };
}

async function verified(
  call: KeyCall,
  key: StoredKey,
  { response: { userHandle, ...response }, ...answer }: KeyAnswer,
  { challenge, verify }: { challenge: string; verify: boolean },
): Promise<{ newCounter: number; userVerified: boolean }> {
  const { rpID, origin } = relyingParty(call);
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== key.user_id)
    throw refused('SECURITY_KEY_REFUSED');
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified: good, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: verify,
      // A counter that did not go on has a refusal of its own, once the signature is known to be the key's.
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 },
    });
    if (good) return authenticationInfo;
  } catch (error) {
    call.runtime.log.info({ err: error }, 'the answer of a security key was refused');
  }
  throw refused('SECURITY_KEY_REFUSED');
}

/** What a new key is asked. Those that its person has already are left out. */
export async function askNewKey(call: KeyCall, person: { id: string; user_name: string; name: string }) {
  const { rpID } = relyingParty(call);
  const { generateRegistrationOptions } = await webAuthn();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: NAME,
    rpID,
    userID: new TextEncoder().encode(person.id),
    userName: person.user_name,
    userDisplayName: person.name,
  });
  await storeChallenge(call.db, { challenge, purpose: 'add', userId: person.id }, call.now);
  return {
    rp: { id: rpID, name: NAME },
    user,
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    excludeCredentials: (await keysOf(call.db, person.id)).map(descriptor),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
    attestation: 'none' as const,
    extensions: { credProps: true },
  };
}

/** Adds the key that has answered {@link askNewKey}. Throws SECURITY_KEY_REFUSED and SECURITY_KEY_EXISTS. */
export async function addKey(
  call: KeyCall,
  userId: string,
  { name, answer }: { name: string; answer: KeyRegistration },
): Promise<{ id: string; passkey: boolean }> {
  const { db, now } = call;
  const { rpID, origin } = relyingParty(call);
  const challenge = challengeIn(answer.response.clientDataJSON);
  if (!(await takeChallenge(db, { challenge, purpose: 'add', userId }, now))) throw refused('SECURITY_KEY_REFUSED');
  const { attestationObject, clientDataJSON, transports = [] } = answer.response;
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {}, response: { attestationObject, clientDataJSON } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    call.runtime.log.info({ err: error }, 'a new security key was refused');
    throw refused('SECURITY_KEY_REFUSED');
  });
  if (!registrationInfo) throw refused('SECURITY_KEY_REFUSED');
  const { id: credential_id, publicKey, counter } = registrationInfo.credential;
  const passkey = answer.clientExtensionResults.credProps?.rk === true;
  const key = {
    user_id: userId,
    name,
    credential_id,
    public_key: Buffer.from(publicKey),
    counter,
    transports,
    passkey,
  };
  try {
    return { id: await insertKey(db, key, now), passkey };
  } catch (error) {
    if (violatedIndex(error) === 'security_key_credential') throw new Problem('SECURITY_KEY_EXISTS');
    throw error;
  }
}
