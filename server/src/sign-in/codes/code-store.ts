import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import type { Db } from '../../db/open.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import type { SealedSamlSession } from '../saml/session-store.ts';

/**
 * What a one-time code is for. `verify`: an invited person chooses name and password. `reset`: a forgotten password.
 * `callback`: completes a sign-in in the browser, bound to a login state. `idp`: an identity provider has just
 * authenticated the person; with a state they prove again who they are in that tab, without one it is the ticket of a
 * sign-in that the provider began. `unlock`: lifts the lock of wrong passwords. `certificate`: makes one for signing
 * in. `recovery`: the operator lets an administrator of the platform in.
 */
export type CodePurpose = 'verify' | 'reset' | 'callback' | 'idp' | 'unlock' | 'certificate' | 'recovery';

const HOUR = 3_600_000;

/** Of these a new one makes the older ones worthless. */
const ONE_AT_A_TIME: ReadonlySet<CodePurpose> = new Set<CodePurpose>(['verify', 'reset', 'certificate', 'recovery']);

export type NewCode = {
  userId: string;
  purpose: CodePurpose;
  ttlSeconds: number;
  stateHash?: Buffer;
  /** The address that it is mailed to, where it is. */
  sentTo?: string;
  /** The certificate that has begun the sign-in. */
  certificateId?: string | null;
  /** The sign-in has come to two factors already. */
  twoFactors?: boolean;
  /** The kind of identity provider that has said who it is. */
  provider?: FederatedMethod | null;
  /** What the session will keep of a provider of SAML, sealed. */
  samlSession?: SealedSamlSession | null | undefined;
  /** When that provider asked the person who they are; null where it doesn't say. */
  authenticatedAt?: Date | null;
  now: Date;
};
/** Whose a code was, the certificate or provider by which its sign-in began, and whether it has come to two factors. */
export type SpentCode = {
  userId: string;
  certificateId: string | null;
  twoFactors: boolean;
  provider: FederatedMethod | null;
  samlSession: SealedSamlSession | null;
  authenticatedAt: Date | null;
  sentTo: string | null;
  madeAt: Date;
};

/** Makes a one-time code (43 characters, 256 random bits) and stores its hash. The code itself is in no table. */
export async function makeCode(
  db: Db,
  {
    userId,
    purpose,
    ttlSeconds,
    stateHash,
    sentTo,
    certificateId = null,
    twoFactors = false,
    provider = null,
    samlSession,
    authenticatedAt = null,
    now,
  }: NewCode,
): Promise<string> {
  if (ONE_AT_A_TIME.has(purpose)) await cancelCodes(db, userId, purpose, now);
  const code = newSecret();
  await db
    .insertInto('user_code')
    .values({
      code_hash: hashSecret(code),
      user_id: userId,
      purpose,
      state_hash: stateHash ?? null,
      sent_to: sentTo ?? null,
      certificate_id: certificateId,
      two_factors: twoFactors,
      provider,
      saml_sealed: samlSession?.sealed ?? null,
      saml_name_hash: samlSession?.nameHash ?? null,
      authenticated_at: authenticatedAt,
      created_at: now,
      expires_at: new Date(now.getTime() + ttlSeconds * 1000),
    })
    .execute();
  return code;
}

/** Makes a user's unused codes of a purpose worthless. Answers how many. */
export async function cancelCodes(db: Db, userId: string, purpose: CodePurpose, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('user_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Of these a user is made so many within an hour. */
const MOST_PER_HOUR = { reset: LIMITS.resetMailsPerHour, certificate: LIMITS.certificatePickupMailsPerHour };

/** In how many seconds a user may be made another code of a purpose; 0 for at once. */
export async function waitForCode(
  db: Db,
  userId: string,
  purpose: keyof typeof MOST_PER_HOUR,
  now: Date,
): Promise<number> {
  const counted = await db
    .selectFrom('user_code')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(now.getTime() - HOUR))
    .orderBy('created_at', 'desc')
    .offset(MOST_PER_HOUR[purpose] - 1)
    .limit(1)
    .executeTakeFirst();
  return counted ? Math.ceil((counted.created_at.getTime() + HOUR - now.getTime()) / 1000) : 0;
}

/** Throws TOO_MANY_REQUESTS with the seconds that are left where the codes of an hour are used up. */
export async function requireRoomForCode(...asked: Parameters<typeof waitForCode>): Promise<void> {
  const seconds = await waitForCode(...asked);
  if (seconds > 0) throw new Problem('TOO_MANY_REQUESTS', { params: { seconds } });
}

/** What began the sign-in that a code completes, where that was no password: a certificate or a provider. */
export type BegunBy = Pick<SpentCode, 'certificateId' | 'provider'>;

/**
 * Whose unspent code this is, and by what its sign-in began, without spending it; null when there is none, or it is
 * bound to another state.
 */
export async function ownerOfCode(
  db: Db,
  code: string,
  purpose: CodePurpose,
  now: Date,
  stateHash: Buffer | null = null,
): Promise<(BegunBy & { userId: string }) | null> {
  const row = await db
    .selectFrom('user_code')
    .select(['user_id', 'certificate_id', 'provider'])
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('state_hash', 'is not distinct from', stateHash)
    .executeTakeFirst();
  return row ? { userId: row.user_id, certificateId: row.certificate_id, provider: row.provider } : null;
}

/** Keeps with a code that was spent which certificate it has made. */
export async function keepMade(tx: Db, code: string, certificateId: string): Promise<void> {
  await tx
    .updateTable('user_code')
    .set({ certificate_id: certificateId })
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', 'certificate')
    .execute();
}

/** The good certificate that a person's code has made, within the time of the code; null where there is none. */
export async function madeByCode(
  db: Db,
  { userId, code }: { userId: string; code: string },
  now: Date,
): Promise<{ id: string; certificate: Buffer; keySha256: string | null } | null> {
  const row = await db
    .selectFrom('user_code as k')
    .innerJoin('certificate as c', 'c.id', 'k.certificate_id')
    .select(['c.id', 'c.certificate', 'c.key_sha256'])
    .where('k.code_hash', '=', hashSecret(code))
    .where('k.purpose', '=', 'certificate')
    .where('k.user_id', '=', userId)
    .where('k.used_at', 'is not', null)
    .where('k.expires_at', '>', now)
    .where('c.state', '=', 'issued')
    .executeTakeFirst();
  return row?.certificate ? { id: row.id, certificate: row.certificate, keySha256: row.key_sha256 } : null;
}

/**
 * Spends a code and answers whose it was; null when it is unknown, used, expired, of another purpose or bound to
 * another state. Two requests at once: one gets it. A transaction that rolls back gives it back.
 */
export async function spendCode(
  tx: Db,
  code: string,
  purpose: CodePurpose,
  now: Date,
  stateHash: Buffer | null = null,
): Promise<SpentCode | null> {
  const row = await tx
    .updateTable('user_code')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('state_hash', 'is not distinct from', stateHash)
    .returning(['user_id', 'certificate_id', 'two_factors', 'provider', 'saml_sealed', 'saml_name_hash'])
    .returning(['sent_to', 'created_at', 'authenticated_at'])
    .executeTakeFirst();
  if (!row) return null;
  const { user_id, certificate_id, two_factors, provider, saml_sealed, saml_name_hash } = row;
  return {
    userId: user_id,
    certificateId: certificate_id,
    twoFactors: two_factors,
    provider,
    samlSession: saml_sealed && saml_name_hash && { sealed: saml_sealed, nameHash: saml_name_hash },
    authenticatedAt: row.authenticated_at,
    sentTo: row.sent_to,
    madeAt: row.created_at,
  };
}
