import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { LOCK_MEMORY_MS } from './passwords/lock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How many rows went, by table. */
export type Swept = Record<
  | 'login_transaction'
  | 'federated_request'
  | 'federated_answer'
  | 'saml_assertion'
  | 'saml_form'
  | 'pending_sign_in'
  | 'key_challenge'
  | 'second_factor_failure'
  | 'user_code'
  | 'rate_window'
  | 'sign_in_setup_link'
  | 'login_failure'
  | 'known_device'
  | 'refresh_token'
  | 'session',
  number
>;

/**
 * Deletes what sign-ins leave behind: expired transactions, codes, counting windows, wrong passwords that can lock
 * nobody any more, browsers that nobody has signed in with for long, expired refresh tokens, and sessions that ended
 * more than 30 days ago. Safe to run at any time, in several processes at once.
 */
export async function sweepSessions(db: Db, now: Date): Promise<Swept> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const oldest = ago(LIMITS.sessionKeptDays * DAY);
  const deletedRows = async (statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0n);
  return {
    login_transaction: await deletedRows(sql`delete from login_transaction where expires_at <= ${now}`),
    federated_request: await deletedRows(sql`delete from federated_request where expires_at <= ${now}`),
    federated_answer: await deletedRows(sql`delete from federated_answer where expires_at <= ${now}`),
    saml_assertion: await deletedRows(sql`delete from saml_assertion where expires_at <= ${now}`),
    saml_form: await deletedRows(sql`delete from saml_form where expires_at <= ${now}`),
    pending_sign_in: await deletedRows(sql`delete from pending_sign_in where expires_at <= ${now}`),
    key_challenge: await deletedRows(sql`delete from key_challenge where expires_at <= ${now}`),
    second_factor_failure: await deletedRows(sql`delete from second_factor_failure where at <= ${ago(LOCK_MEMORY_MS)}`),
    user_code: await deletedRows(sql`delete from user_code where expires_at <= ${now}`),
    rate_window: await deletedRows(sql`delete from rate_window where window_start <= ${ago(2 * MINUTE)}`),
    sign_in_setup_link: await deletedRows(sql`delete from sign_in_setup_link where expires_at <= ${oldest}`),
    login_failure: await deletedRows(sql`delete from login_failure where at <= ${ago(LOCK_MEMORY_MS)}`),
    known_device: await deletedRows(
      sql`delete from known_device where signed_in_at <= ${ago(LIMITS.deviceDays * DAY)}`,
    ),
    refresh_token: await deletedRows(sql`delete from refresh_token where expires_at <= ${now}`),
    // Kept for a while, to answer "when was I signed out, and why".
    session: await deletedRows(sql`delete from session where expires_at <= ${oldest} or ended_at <= ${oldest}`),
  };
}
