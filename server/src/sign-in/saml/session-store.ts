/** What a session keeps of the SAML provider that opened it, so that either can end it for the other. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';

const text = z.string().nullable();
const kept = z.object({
  account_id: z.uuid(),
  /** The NameID, with the attributes that belong to it: a provider compares all of them. */
  name: z.string(),
  format: text,
  name_qualifier: text,
  sp_name_qualifier: text,
  /** What the provider calls its own session; null where it has not said. */
  session_index: text,
});
export type SamlSession = z.output<typeof kept>;
type Seal = Runtime['seal'];

const sealOf = (userId: string): string => `saml-session:${userId}`;
const hashOf = (accountId: string, name: string): Buffer =>
  createHash('sha256').update(`${accountId}\n${name}`).digest();

/** Sealed for the person whose session it will be. */
export const sealSession = (seal: Seal, userId: string, session: SamlSession): Buffer =>
  seal.seal(Buffer.from(JSON.stringify(session)), sealOf(userId));

const openSession = (seal: Seal, userId: string, sealed: Uint8Array): SamlSession =>
  kept.parse(JSON.parse(seal.open(sealed, sealOf(userId)).toString('utf8')));

/** Keeps with a session that has just begun what its callback brought, sealed by `sealSession`. */
export async function keepSamlSession(
  tx: Db,
  seal: Seal,
  { sessionId, userId, sealed }: { sessionId: string; userId: string; sealed: Buffer },
): Promise<void> {
  const { account_id, name } = openSession(seal, userId, sealed);
  await tx
    .updateTable('session')
    .set({ saml_sealed: sealed, saml_name_hash: hashOf(account_id, name) })
    .where('id', '=', sessionId)
    .execute();
}

/** What a session of a person keeps of its provider, whether it has ended or not; null for any other session. */
export async function samlSessionOf(
  db: Db,
  seal: Seal,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SamlSession | null> {
  const row = await db
    .selectFrom('session')
    .select('saml_sealed')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.saml_sealed ? openSession(seal, userId, row.saml_sealed) : null;
}

/**
 * Ends the living sessions that the provider of an account has opened for a name: those of `indexes`, or all where it
 * names none (SAML 2.0 Core, 3.7.1). One of which the provider has said no index ends with any. Answers how many of
 * whom.
 */
export async function endSamlSessions(
  tx: Db,
  seal: Seal,
  { accountId, name, indexes }: { accountId: string; name: string; indexes: readonly string[] },
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; user_id: string; saml_sealed: Buffer }>`
    select id, user_id, saml_sealed from session
    where saml_name_hash = ${hashOf(accountId, name)} and ended_at is null and expires_at > ${now}
    for update`.execute(tx);
  const meant = rows.filter(({ user_id, saml_sealed }) => {
    const { session_index: index } = openSession(seal, user_id, saml_sealed);
    return indexes.length === 0 || index === null || indexes.includes(index);
  });
  if (meant.length > 0)
    await tx
      .updateTable('session')
      .set({ ended_at: now, ended_reason: 'provider' })
      .where(
        'id',
        'in',
        meant.map(({ id }) => id),
      )
      .execute();
  const ended = new Map<string, number>();
  for (const { user_id } of meant) ended.set(user_id, (ended.get(user_id) ?? 0) + 1);
  return ended;
}
