import { sql, type RawBuilder } from 'kysely';
import type { LoggedSignIn } from '@signet/contract/audit';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/handler.ts';
import { newId } from '../../ids.ts';
import { cancelCodes, type CodePurpose } from '../codes/code-store.ts';
import { closePendingOf } from '../second-factor/pending-store.ts';

/**
 * Why a session ended: by its owner, by its owner from another session, by a stolen token, by a new password, with its
 * user, with its certificate, by the identity provider that opened it.
 */
export type EndReason = 'logout' | 'elsewhere' | 'reuse' | 'password' | 'disabled' | 'certificate' | 'provider';

/** By what a session began. */
type Beginning = {
  method: LoggedSignIn;
  certificate?: { id: string; validTo: Date } | null;
  /** When a provider asked the person who they are, where that was before now. */
  authenticatedAt?: Date | null;
};

/** Opens a session and answers its id. One that came by a certificate does not outlive it. */
export async function insertSession(
  tx: Db,
  userId: string,
  origin: Origin,
  now: Date,
  expiresAt: Date,
  { method, certificate = null, authenticatedAt = null }: Beginning = { method: 'BASIC_AUTH' },
): Promise<string> {
  const id = newId();
  const latestEnd = certificate?.validTo ?? null;
  const row = {
    id,
    user_id: userId,
    created_at: now,
    // Silent single sign-on proves nothing of who sits there now.
    proved_at: authenticatedAt && authenticatedAt < now ? authenticatedAt : null,
    last_used_at: now,
    expires_at: latestEnd && latestEnd < expiresAt ? latestEnd : expiresAt,
    certificate_id: certificate?.id ?? null,
    latest_end: latestEnd,
    ip: origin.ip,
    user_agent: origin.userAgent,
    sign_in_method: method,
  };
  await tx.insertInto('session').values(row).execute();
  return id;
}

/** More than this is no list for a person. */
const SESSIONS_MOST = 200;

/** The living sessions of a user, the last used first. */
export async function sessionsOf(db: Db, userId: string, now: Date) {
  type Row = { id: string; created_at: Date; last_used_at: Date; ip: string; user_agent: string; total: number };
  const { rows } = await sql<Row>`
    select id, created_at, last_used_at, ip, user_agent, (count(*) over ())::int as total from session
    where user_id = ${userId} and ended_at is null and expires_at > ${now}
    order by last_used_at desc, id desc limit ${SESSIONS_MOST}`.execute(db);
  const items = rows.map(({ total: _, created_at, last_used_at, ...session }) => ({
    ...session,
    created_at: storedDateTime(created_at),
    last_used_at: storedDateTime(last_used_at),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/**
 * Ends one of a user's living sessions. Answers the way in by which it began, `method` null for one that is older than
 * that column; null when the user has no such session.
 */
export async function endSession(
  tx: Db,
  userId: string,
  id: string,
  reason: EndReason,
  now: Date,
): Promise<{ method: LoggedSignIn | null } | null> {
  const row = await tx
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('sign_in_method as method')
    .executeTakeFirst();
  return row ?? null;
}

/** How many sessions were ended, and sign-ins that were half done, as the audit log has it. */
export type EndedSessions = { sessions_ended: number; sign_ins_ended?: number };

/** Whether there was anything to end. */
export const endedAny = ({ sessions_ended, sign_ins_ended = 0 }: EndedSessions): boolean =>
  sessions_ended + sign_ins_ended > 0;

/** What codes are for that begin a session. */
const BEGINNING = ['idp', 'callback'] as const satisfies CodePurpose[];

/**
 * Ends every living session of a user but `except`, and the sign-ins that are half done, each of which would begin one.
 * Answers how many of each.
 */
export async function endSessionsOf(
  tx: Db,
  userId: string,
  reason: EndReason,
  now: Date,
  except: string | null = null,
): Promise<EndedSessions> {
  let begun = await closePendingOf(tx, userId, now);
  for (const purpose of BEGINNING) begun += await cancelCodes(tx, userId, purpose, now);
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst();
  return { sessions_ended: Number(numUpdatedRows), ...(begun > 0 ? { sign_ins_ended: begun } : {}) };
}

/**
 * SQL for the people whom nothing lets in without some accounts, to which they belong: who have no other one in
 * service. The query has them as `u`; `accounts` is a list or a subquery in parentheses.
 */
export const strandedWithout = (accounts: RawBuilder<unknown>, today: string): RawBuilder<boolean> =>
  sql<boolean>`(u.access_scope <> 'system'
    and (u.access_scope = 'partner' and u.primary_account_id in ${accounts}
      or not exists (
        select from user_account o join account a on a.id = o.account_id
        where o.user_id = u.id and o.account_id not in ${accounts} and ${inService('a', today)})))`;

/**
 * Ends every session of the people whom an account strands that was switched off or deleted, and their half-done
 * sign-ins. Answers how many sessions.
 */
export async function endStrandedSessions(tx: Db, accountId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with stranded as (
      select u.id from user_account m join app_user u on u.id = m.user_id
      where m.account_id = ${accountId} and ${strandedWithout(sql`(${accountId}::uuid)`, payloadDate(now))}
    ), pending as (
      delete from pending_sign_in p where p.user_id in (select id from stranded)
    ), codes as (
      update user_code k set used_at = ${now} where k.user_id in (select id from stranded)
        and k.purpose = any(${[...BEGINNING]}) and k.used_at is null and k.expires_at > ${now}
    )
    update session s set ended_at = ${now}, ended_reason = 'disabled'
    where s.ended_at is null and s.user_id in (select id from stranded)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
