import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import type { LoggedSignIn } from '@signet/contract/audit';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import type { Act } from '../../http/handler.ts';
import { hasLicenseEnded } from '../../license/license-store.ts';
import { numberBeside, numberSetting } from '../../platform-settings/setting-store.ts';
import { deriveKey, newSecret, sealWith } from '../../secrets.ts';
import { whyNotStay } from '../admission.ts';
import { asActor, byCertificate, type SignInCall } from '../call.ts';
import type { GoodCertificate } from '../certificates/check.ts';
import { rememberDevice } from '../devices/known-device.ts';
import { findPerson, type Person } from '../person-store.ts';
import { keepSamlSession, type SealedSamlSession } from '../saml/session-store.ts';
import {
  findForRenewal,
  findRefreshToken,
  insertRefreshToken,
  rotateRefreshToken,
  type Holder,
  type Renewal,
} from './refresh-store.ts';
import { endSession, insertSession } from './session-store.ts';

/** What a sign-in and a refresh deliver; `expires_at` is when the access token does. */
export type Tokens = { access_token: string; refresh_token: string; expires_at: string };

const HOUR = 3_600_000;
const PURPOSE = 'refresh-successor';

/**
 * When a session that is used now ends: REFRESH_TOKEN_HOURS later, so that it lasts while it is used, but never more
 * than 90 days after its beginning.
 */
export function sessionEnd(now: Date, createdAt: Date, hours: number): Date {
  return new Date(Math.min(now.getTime() + hours * HOUR, createdAt.getTime() + LIMITS.sessionDaysMax * 24 * HOUR));
}

/** Tokens of a session; the access token lasts for so many seconds. */
function deliver(
  { runtime, now }: SignInCall,
  person: Pick<Person, 'id' | 'terms_accepted'>,
  sessionId: string,
  refreshToken: string,
  seconds: number,
): Tokens {
  const claims = { userId: person.id, sessionId, termsAccepted: person.terms_accepted };
  const access = runtime.accessTokens.issue(claims, now, seconds);
  return { access_token: access.token, refresh_token: refreshToken, expires_at: storedDateTime(access.expiresAt) };
}

/** By what a sign-in began, where that was not a password alone. */
type BegunBy = {
  certificate?: GoodCertificate | null;
  provider?: FederatedMethod | null;
  samlSession?: SealedSamlSession | null | undefined;
  /** When the provider asked the person who they are, which may be long ago; null where it doesn't say. */
  authenticatedAt?: Date | null;
  /** Whether a second factor was given here, or a passkey, which is two in one. */
  twoFactors?: boolean;
};

/** How the log calls sign-ins by each kind of provider (S-132). */
export const SIGN_ON = { saml: 'SSO_SAML', oidc: 'SSO_OIDC' } as const;

function methodOf({ certificate, provider, twoFactors }: BegunBy): LoggedSignIn {
  if (certificate) return 'CLIENT_AUTH_CERT';
  if (provider) return SIGN_ON[provider];
  return twoFactors ? 'BASIC_AUTH_MFA' : 'BASIC_AUTH';
}

/**
 * Begins the session of a person who was admitted: a family of refresh tokens, whose first are delivered. One that came
 * by a certificate ends with it, one that a SAML provider has begun with that provider's own. The event of the call
 * names the session, and says what began the sign-in.
 */
export async function beginSession(call: SignInCall, person: Person, begunBy: BegunBy = {}): Promise<Tokens> {
  const { db, now, origin, audit, runtime } = call;
  const { certificate = null, samlSession, authenticatedAt = null } = begunBy;
  const method = methodOf(begunBy);
  const where = { db, config: runtime.config };
  const expiresAt = sessionEnd(now, now, await numberSetting(where, 'session_hours'));
  const sessionId = await insertSession(db, person.id, origin, now, expiresAt, {
    method,
    certificate,
    authenticatedAt,
  });
  if (samlSession) await keepSamlSession(db, runtime.seal, { sessionId, userId: person.id }, samlSession);
  await rememberDevice(call, person.id);
  const refreshToken = newSecret();
  await insertRefreshToken(db, refreshToken, sessionId, now, expiresAt);
  audit({
    ...asActor(person),
    ...(certificate ? byCertificate(certificate) : {}),
    resource: method,
    after: { session_id: sessionId },
  });
  return deliver(call, person, sessionId, refreshToken, await numberSetting(where, 'access_token_seconds'));
}

/**
 * New tokens for a refresh token (rotation as in RFC 9700 §4.14.2). Its first use makes the successor; for
 * REFRESH_REPLAY_SECONDS it answers the same successor again, since several tabs may refresh at once. Used after
 * that it was copied: its family ends, no other, and what ends it is answered, for the caller to do in a transaction.
 * `call.db` needs none: whatever else is changed is one statement. Throws 401, or 403 for a reason that may pass and
 * leaves the family as it is: ACCOUNT_EXPIRED when every account has ended, PLATFORM_LICENSE_EXPIRED as at the sign-in.
 */
export async function refreshFamily(call: SignInCall, presented: string): Promise<Tokens | Act<never>> {
  const { db, now } = call;
  const token = await findForRenewal(db, presented, now);
  if (!token) throw new Problem('UNAUTHORIZED');
  if (isStolen(call, token)) return (tx) => endStolen({ ...call, db: tx }, token);
  const holder = await requireHolder(call, token);
  const successor = token.successor_sealed
    ? fetchSuccessor(presented, token.successor_sealed, token.session_id)
    : await rotate(call, presented, token);
  const seconds = numberBeside(call.runtime.config, token.settings, 'access_token_seconds');
  return deliver(call, holder, token.session_id, successor, seconds);
}

/** Whether an open session's token is used after its successor can have been fetched. */
const isStolen = ({ runtime, now }: SignInCall, { used_at, session_open, expires_at }: Renewal): boolean =>
  session_open &&
  expires_at > now &&
  used_at !== null &&
  Math.abs(now.getTime() - used_at.getTime()) >= runtime.config.REFRESH_REPLAY_SECONDS * 1000;

/** The person who may go on with the session. Throws why they may not. */
async function requireHolder({ db, runtime, now }: SignInCall, token: Renewal): Promise<Holder> {
  if (!token.session_open || token.expires_at <= now) throw new Problem(whyOver(token));
  const { holder } = token;
  if (!holder) throw new Problem('UNAUTHORIZED');
  const refusal = await whyNotStay(holder, () =>
    hasLicenseEnded({ db, config: runtime.config }, token.license_id, now),
  );
  if (refusal) throw new Problem(refusal === 'USER_DISABLED' ? 'UNAUTHORIZED' : refusal);
  return holder;
}

/** Why a session that is over can't be renewed: its person's accounts may have been switched off. */
const whyOver = ({ holder }: Renewal): 'ACCOUNT_EXPIRED' | 'UNAUTHORIZED' =>
  holder?.active && holder.accounts_ended ? 'ACCOUNT_EXPIRED' : 'UNAUTHORIZED';

/**
 * Only the holder of the presented token can read its successor: the key is made from the token, which is in no table.
 */
const successorBox = (presented: string) => sealWith(deriveKey(Buffer.from(presented), PURPOSE));

function fetchSuccessor(presented: string, sealed: Buffer, sessionId: string): string {
  return successorBox(presented).open(sealed, sessionId).toString();
}

/** A successor, or the one that another tab has just made. */
async function rotate({ db, runtime, now }: SignInCall, presented: string, token: Renewal): Promise<string> {
  const hours = numberBeside(runtime.config, token.settings, 'session_hours');
  const successor = newSecret();
  const rotation = {
    sessionId: token.session_id,
    presented,
    successor,
    sealed: successorBox(presented).seal(Buffer.from(successor), token.session_id),
    expiresAt: sessionEnd(now, token.session_created_at, hours),
  };
  if (await rotateRefreshToken(db, rotation, now)) return successor;
  const made = await findRefreshToken(db, presented, now);
  if (!made?.session_open || !made.successor_sealed) throw new Problem('UNAUTHORIZED');
  return fetchSuccessor(presented, made.successor_sealed, made.session_id);
}

/**
 * Ends the family of a token that was used again too late, keeps that although the call is refused, and says so in the
 * audit log.
 */
async function endStolen({ db, now, audit }: SignInCall, token: Renewal): Promise<never> {
  // Of several thieves at once the first is written down; the others come to a session that has ended.
  if (!(await endSession(db, token.user_id, token.session_id, 'reuse', now))) throw new Problem('UNAUTHORIZED');
  const person = await findPerson(db, token.user_id, now);
  audit({
    as: { action: 'LOGIN_ERROR', resource: 'SESSION', result: 'failure' },
    resource_id: token.session_id,
    resource_name: person?.user_name ?? null,
    account_id: person?.primary_account_id ?? null,
    message: 'TOKEN_REUSED',
    before: { ended: false },
    after: { ended: true, reason: 'reuse' },
  });
  throw new Problem('UNAUTHORIZED', { commit: true });
}
