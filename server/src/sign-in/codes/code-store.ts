import type { Db } from '../../db/open.ts';
import { hashSecret, newSecret } from '../../secrets.ts';

/**
 * What a one-time code is for. `verify`: an invited person chooses name and password. `reset`: a forgotten password.
 * `callback`: completes a sign-in in the browser, bound to a login state. `idp`: an identity provider has just
 * authenticated the person.
 */
export type CodePurpose = 'verify' | 'reset' | 'callback' | 'idp';

/** Codes that travel by mail: a new one makes the older ones worthless. */
const BY_MAIL: ReadonlySet<CodePurpose> = new Set<CodePurpose>(['verify', 'reset']);

export type NewCode = { userId: string; purpose: CodePurpose; ttlSeconds: number; stateHash?: Buffer; now: Date };

/** Makes a one-time code (43 characters, 256 random bits) and stores its hash. The code itself is in no table. */
export async function makeCode(db: Db, { userId, purpose, ttlSeconds, stateHash, now }: NewCode): Promise<string> {
  if (BY_MAIL.has(purpose)) await cancelCodes(db, userId, purpose, now);
  const code = newSecret();
  await db
    .insertInto('user_code')
    .values({
      code_hash: hashSecret(code),
      user_id: userId,
      purpose,
      state_hash: stateHash ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + ttlSeconds * 1000),
    })
    .execute();
  return code;
}

/** Makes a user's unused codes of a purpose worthless. */
export async function cancelCodes(db: Db, userId: string, purpose: CodePurpose, now: Date): Promise<void> {
  await db
    .updateTable('user_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** How many codes of a purpose a user was made since an instant. */
export async function countCodes(db: Db, userId: string, purpose: CodePurpose, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('user_code')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whose unspent code this is, without spending it; null when there is none, or it is bound to another state. */
export async function ownerOfCode(
  db: Db,
  code: string,
  purpose: CodePurpose,
  now: Date,
  stateHash: Buffer | null = null,
): Promise<string | null> {
  const row = await db
    .selectFrom('user_code')
    .select('user_id')
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('state_hash', 'is not distinct from', stateHash)
    .executeTakeFirst();
  return row?.user_id ?? null;
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
): Promise<string | null> {
  const row = await tx
    .updateTable('user_code')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('state_hash', 'is not distinct from', stateHash)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
