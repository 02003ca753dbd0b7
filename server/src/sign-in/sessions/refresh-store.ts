import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { hashSecret } from '../../secrets.ts';

/** A refresh token as it is kept, with the session it belongs to. */
export type RefreshToken = {
  session_id: string;
  user_id: string;
  session_created_at: Date;
  /** False once the session has ended or run out. */
  session_open: boolean;
  expires_at: Date;
  used_at: Date | null;
  successor_sealed: Buffer | null;
};

/** Stores a refresh token by its hash. */
export async function insertRefreshToken(
  tx: Db,
  token: string,
  sessionId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({ token_hash: hashSecret(token), session_id: sessionId, issued_at: now, expires_at: expiresAt })
    .execute();
}

/** The token as presented; with `lock`, nobody else gets it until the transaction ends. */
export async function findRefreshToken(
  db: Db,
  token: string,
  now: Date,
  { lock = false } = {},
): Promise<RefreshToken | null> {
  const { rows } = await sql<RefreshToken>`${PREPARED}
    select t.session_id, s.user_id, s.created_at as session_created_at,
      s.ended_at is null and s.expires_at > ${now} as session_open, t.expires_at, t.used_at, t.successor_sealed
    from refresh_token t join session s on s.id = t.session_id
    where t.token_hash = ${hashSecret(token)} ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Marks a token used and keeps its sealed successor beside it. */
export async function spendRefreshToken(tx: Db, token: string, successorSealed: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ used_at: now, successor_sealed: successorSealed })
    .where('token_hash', '=', hashSecret(token))
    .execute();
}
