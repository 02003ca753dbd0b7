/** What a session keeps of the SAML provider that opened it, so that either can end it for the other. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';

const text = z.string().nullable();
const kept = z.object({
  account_id: z.uuid(),
  /** The entity ID of the provider; null where an earlier version began the session. */
  issuer: text.default(null),
  /** The NameID, with the attributes that belong to it: a provider compares all of them. */
  name: z.string(),
  format: text,
  name_qualifier: text,
  sp_name_qualifier: text,
  /** What the provider calls its own session; null where it has not said. */
  session_index: text,
  /** When that session ends, in ISO 8601; null where the provider has not said. */
  until: z.iso.datetime().nullable().default(null),
});
export type SamlSession = z.output<typeof kept>;
type Seal = Runtime['seal'];

const sealOf = (userId: string): string => `saml-session:${userId}`;
/** By which a request of the provider of an account finds what belongs to a name. */
const hashOf = (accountId: string, name: string): Buffer =>
  createHash('sha256').update(`${accountId}\n${name}`).digest();

/** How a session, and before that the ticket and the code of its callback, keeps it: sealed, and found by its name. */
export type SealedSamlSession = { sealed: Buffer; nameHash: Buffer };

/** Sealed for the person whose session it will be. */
export const sealSession = (seal: Seal, userId: string, session: SamlSession): SealedSamlSession => ({
  sealed: seal.seal(Buffer.from(JSON.stringify(session)), sealOf(userId)),
  nameHash: hashOf(session.account_id, session.name),
});

const openSession = (seal: Seal, userId: string, sealed: Uint8Array): SamlSession =>
  kept.parse(JSON.parse(seal.open(sealed, sealOf(userId)).toString('utf8')));

/**
 * Keeps with a session that has just begun what its callback brought, sealed by `sealSession`. It ends with the
 * provider's own at the latest (SAML 2.0 Profiles, 4.1.4.3).
 */
export async function keepSamlSession(
  tx: Db,
  seal: Seal,
  { sessionId, userId }: { sessionId: string; userId: string },
  { sealed, nameHash }: SealedSamlSession,
): Promise<void> {
  const { until } = openSession(seal, userId, sealed);
  await sql`update session set saml_sealed = ${sealed}, saml_name_hash = ${nameHash},
      latest_end = least(latest_end, ${until}::timestamptz), expires_at = least(expires_at, ${until}::timestamptz)
    where id = ${sessionId}`.execute(tx);
}

/** What a session keeps of its provider, whether it has ended or not; null for any other session. */
export async function samlSessionOf(db: Db, seal: Seal, sessionId: string): Promise<SamlSession | null> {
  const row = await db
    .selectFrom('session')
    .select(['user_id', 'saml_sealed'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.saml_sealed ? openSession(seal, row.user_id, row.saml_sealed) : null;
}

/** What a request of the provider of an account names: sessions of `indexes`, or all of the name where it has none. */
type Named = { accountId: string; name: string; indexes: readonly string[] };
type Found = { user_id: string; saml_sealed: Buffer };

/** Whether a request means what is kept. What the provider has said no index of ends with any (Core, 3.7.1). */
const meantBy = (seal: Seal, { indexes }: Named) => {
  return ({ user_id, saml_sealed }: Found): boolean => {
    const { session_index: index } = openSession(seal, user_id, saml_sealed);
    return indexes.length === 0 || index === null || indexes.includes(index);
  };
};

/**
 * Ends what the provider of an account has opened for a name: the living sessions, and the sign-ins that wait for their
 * callback, which would begin one after the provider has heard that there is none. Answers how many of whom.
 */
export async function endSamlSessions(tx: Db, seal: Seal, named: Named, now: Date): Promise<Map<string, number>> {
  const hash = hashOf(named.accountId, named.name);
  const codesFor = (purpose: 'idp' | 'callback') =>
    sql<Found & { code_hash: Buffer }>`
      select code_hash, user_id, saml_sealed from user_code
      where saml_name_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
      for update`.execute(tx);
  // Tickets, codes, sessions, each by a query of its own: of one that is being spent at this moment the next is there
  // once it lets go of its row.
  const tickets = await codesFor('idp');
  const codes = await codesFor('callback');
  const sessions = await sql<Found & { id: string }>`
    select id, user_id, saml_sealed from session
    where saml_name_hash = ${hash} and ended_at is null and expires_at > ${now}
    for update`.execute(tx);
  const waiting = [...tickets.rows, ...codes.rows].filter(meantBy(seal, named));
  const living = sessions.rows.filter(meantBy(seal, named));
  for (const { code_hash } of waiting)
    await tx.updateTable('user_code').set({ used_at: now }).where('code_hash', '=', code_hash).execute();
  for (const { id } of living)
    await tx.updateTable('session').set({ ended_at: now, ended_reason: 'provider' }).where('id', '=', id).execute();
  const ended = new Map<string, number>();
  for (const { user_id } of [...waiting, ...living]) ended.set(user_id, (ended.get(user_id) ?? 0) + 1);
  return ended;
}
