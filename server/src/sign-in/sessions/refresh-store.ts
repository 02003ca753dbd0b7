import type { LoggedSignIn } from '@signet/contract/audit';
import { payloadDate } from '@signet/contract/dates';
import type { Scope } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { NEWEST_LICENSE } from '../../license/license-store.ts';
import { settingsBeside, type ReadBeside } from '../../platform-settings/setting-store.ts';
import { hashSecret } from '../../secrets.ts';
import { isPerson } from '../person-store.ts';
import { accountsEnded, accountStatus, type AccountStatus } from '../viewer-store.ts';

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
  /** By which way its sign-in came; null for one that began before that was kept. */
  sign_in_method: LoggedSignIn | null;
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

const tokenColumns = (now: Date) => sql`t.session_id, s.user_id, s.created_at as session_created_at,
  s.ended_at is null and s.expires_at > ${now} as session_open, t.expires_at, t.used_at, t.successor_sealed,
  s.sign_in_method`;

/** The token as presented. */
export async function findRefreshToken(db: Db, token: string, now: Date): Promise<RefreshToken | null> {
  const { rows } = await sql<RefreshToken>`${PREPARED}
    select ${tokenColumns(now)} from refresh_token t join session s on s.id = t.session_id
    where t.token_hash = ${hashSecret(token)}`.execute(db);
  return rows[0] ?? null;
}

/** The person of a session that is renewed: what decides whether they may stay. */
export type Holder = {
  id: string;
  active: boolean;
  access_scope: Scope;
  terms_accepted: boolean;
  accounts_ended: boolean;
};

/** A refresh token with all that its rotation asks. */
export type Renewal = RefreshToken & {
  /** Null for somebody who is there no more. */
  holder: Holder | null;
  /** The platform's license that is in force, or the last that was. */
  license_id: string | null;
  /** The settings `session_hours` and `access_token_seconds`. */
  settings: ReadBeside;
};

type RenewalRow = RefreshToken &
  AccountStatus &
  Pick<Holder, 'active' | 'access_scope' | 'terms_accepted'> &
  Pick<Renewal, 'license_id' | 'settings'> & { is_person: boolean };

/**
 * The token as presented, with all that is asked before another takes its place: in one question, since every page that
 * is open asks it every few minutes.
 */
export async function findForRenewal(db: Db, token: string, now: Date): Promise<Renewal | null> {
  const { rows } = await sql<RenewalRow>`${PREPARED}
    select ${tokenColumns(now)}, ${isPerson} as is_person, u.active, u.access_scope,
      u.agreement_accepted_at is not null as terms_accepted, ${accountStatus(payloadDate(now))},
      ${NEWEST_LICENSE} as license_id,
      ${settingsBeside(['session_hours', 'access_token_seconds'])} as settings
    from refresh_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id
    where t.token_hash = ${hashSecret(token)}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { is_person, active, access_scope, terms_accepted, primary_in_service, memberships, ...renewal } = row;
  const accounts_ended = accountsEnded({ access_scope, primary_in_service, memberships });
  const holder = { id: row.user_id, active, access_scope, terms_accepted, accounts_ended };
  return { ...renewal, holder: is_person ? holder : null };
}

/** What the rotation of a token leaves: its successor, for itself and sealed under the token, and the session's end. */
export type Rotation = { sessionId: string; presented: string; successor: string; sealed: Buffer; expiresAt: Date };

/**
 * Puts a successor in the place of a token that has none, and moves its session on to a new end: one statement, of
 * which many may come at once. False where another has put one there meanwhile, or the session has ended; then there is
 * no successor of this one, and a token that was spent belongs to a session that is over.
 */
export async function rotateRefreshToken(
  db: Db,
  { sessionId, presented, successor, sealed, expiresAt }: Rotation,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`${PREPARED}
    with spent as (
      update refresh_token set used_at = ${now}, successor_sealed = ${sealed}
      where token_hash = ${hashSecret(presented)} and session_id = ${sessionId} and used_at is null
      returning session_id
    ), prolonged as (
      update session set last_used_at = ${now}, expires_at = least(${expiresAt}::timestamptz, latest_end)
      where id in (select session_id from spent) and ended_at is null returning id
    )
    insert into refresh_token (token_hash, session_id, issued_at, expires_at)
    select ${hashSecret(successor)}::bytea, id, ${now}::timestamptz, ${expiresAt}::timestamptz
    from prolonged`.execute(db);
  return numAffectedRows === 1n;
}
