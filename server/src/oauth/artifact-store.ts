/** Codes, tokens, grants and authorizations in hand, as oidc-provider keeps them. */
import { sql } from 'kysely';
import { PREPARED, type Db } from '../db/open.ts';
import { hashSecret } from '../secrets.ts';
import { scopesOf, type LiveClient } from './client-store.ts';

/** What oidc-provider keeps of one. */
export type Payload = Record<string, unknown>;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The client that an artifact was made for: its own, or that of the request of an authorization. */
function clientOf({ clientId, params }: Payload): string | null {
  if (typeof clientId === 'string') return clientId;
  return typeof params === 'object' && params !== null && 'client_id' in params ? textOf(params.client_id) : null;
}

/** One that is new, or its new state. `userId`: whom it stands for, where the payload does not say so. */
export async function storeArtifact(
  tx: Db,
  { kind, id, payload, userId = textOf(payload['accountId']) }: Artifact,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  const { jti: _jti, ...kept } = payload;
  const grantId = kind === 'Grant' ? id : textOf(payload['grantId']);
  await sql`insert into oauth_artifact
      (id_hash, kind, payload, grant_id, oauth_client_id, user_id, created_at, expires_at)
    values (${hashSecret(id)}, ${kind}, ${JSON.stringify(kept)}, ${grantId},
      (select c.id from oauth_client c where c.client_id = ${clientOf(payload)}), ${userId}, ${now}, ${expiresAt})
    on conflict (id_hash, kind) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(tx);
}

export type Artifact = { kind: string; id: string; payload: Payload; userId?: string | null };

/** Remembers that an identifier was used; false where it was before. */
export async function storeOnce(tx: Db, { kind, id, payload }: Artifact, expiresAt: Date, now: Date): Promise<boolean> {
  const { jti: _jti, ...kept } = payload;
  const { numAffectedRows } = await sql`insert into oauth_artifact (id_hash, kind, payload, created_at, expires_at)
    values (${hashSecret(id)}, ${kind}, ${JSON.stringify(kept)}, ${now}, ${expiresAt})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

type Row = { payload: Payload; consumed_at: Date | null; expires_at: Date } & (
  | Pick<LiveClient, 'scopes' | 'grant_types'>
  | { scopes: null; grant_types: null }
);

/**
 * One that has not ended, with its text put back, and of the scopes that it was made for those that its client still
 * has: oidc-provider compares them only where an authorization begins. Undefined where there is none.
 */
export async function findArtifact(db: Db, kind: string, id: string, now: Date): Promise<Payload | undefined> {
  const { rows } = await sql<Row>`${PREPARED}
    select t.payload, t.consumed_at, t.expires_at, c.scopes, c.grant_types
    from oauth_artifact t left join oauth_client c on c.id = t.oauth_client_id
    where t.id_hash = ${hashSecret(id)} and t.kind = ${kind} and t.expires_at > ${now}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const consumed =
    row.consumed_at === null ? {} : { consumed: inSeconds(row.consumed_at), exp: inSeconds(row.expires_at) };
  const payload = row.scopes === null ? row.payload : withinScopes(row.payload, scopesOf(row));
  return { ...payload, ...consumed, jti: id };
}

/** What of a token or a grant stays where its client has these scopes. */
function withinScopes(payload: Payload, scopes: readonly string[]): Payload {
  const within = (holder: Payload): Payload =>
    typeof holder['scope'] === 'string' ? { ...holder, scope: onlyScopes(holder['scope'], scopes) } : holder;
  const { openid } = payload;
  const isGrant = typeof openid === 'object' && openid !== null;
  return isGrant ? { ...within(payload), openid: within({ ...openid }) } : within(payload);
}

/** The scopes of a text that are among these. */
const onlyScopes = (text: string, scopes: readonly string[]): string =>
  text
    .split(' ')
    .filter((scope) => scopes.includes(scope))
    .join(' ');

/** One stays as it is until the transaction ends: of two who would answer it the second reads what the first did. */
export async function holdArtifact(tx: Db, kind: string, id: string): Promise<void> {
  await sql`select from oauth_artifact where id_hash = ${hashSecret(id)} and kind = ${kind} for no key update`.execute(
    tx,
  );
}

/** When one was made, and when it ends. */
export async function artifactTimes(db: Db, kind: string, id: string): Promise<{ created_at: Date; expires_at: Date }> {
  return db
    .selectFrom('oauth_artifact')
    .select(['created_at', 'expires_at'])
    .where('id_hash', '=', hashSecret(id))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
}

/**
 * Marks one as used. Whoever comes second, also at the same moment, ends all that came of the first use, and gets
 * false. A code that was used is kept for as long as what came of it may live, so that a late second is noticed too.
 */
export async function consumeArtifact(tx: Db, kind: string, id: string, now: Date): Promise<boolean> {
  const hash = hashSecret(id);
  const { numAffectedRows } = await sql`update oauth_artifact a set consumed_at = ${now},
      expires_at = case when a.kind <> 'AuthorizationCode' then a.expires_at else greatest(a.expires_at,
        (select g.expires_at from oauth_artifact g where g.grant_id = a.grant_id and g.kind = 'Grant')) end
    where a.id_hash = ${hash} and a.kind = ${kind} and a.consumed_at is null`.execute(tx);
  if (numAffectedRows === 1n) return true;
  await sql`delete from oauth_artifact
    where grant_id = (select grant_id from oauth_artifact where id_hash = ${hash} and kind = ${kind})`.execute(tx);
  return false;
}

/** Takes one away. */
export async function dropArtifact(tx: Db, kind: string, id: string): Promise<void> {
  await sql`delete from oauth_artifact where id_hash = ${hashSecret(id)} and kind = ${kind}`.execute(tx);
}

/** Takes away what of a kind came of a grant. */
export async function dropOfGrant(tx: Db, kind: string, grantId: string): Promise<void> {
  await sql`delete from oauth_artifact where grant_id = ${grantId} and kind = ${kind}`.execute(tx);
}

/** Takes away all that a client has of a person. */
export async function dropOfPerson(tx: Db, userId: string, clientId: string): Promise<void> {
  await sql`delete from oauth_artifact where user_id = ${userId} and oauth_client_id = ${clientId}`.execute(tx);
}

/** Takes away what has ended; says how many. */
export async function sweepArtifacts(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from oauth_artifact where expires_at <= ${now}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
