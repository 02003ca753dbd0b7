import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { LOCK_MEMORY_MS } from './passwords/lock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How many rows went, by table. */
export type Swept = Record<
  'login_transaction' | 'user_code' | 'rate_window' | 'login_failure' | 'known_device' | 'refresh_token' | 'session',
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
    user_code: await deletedRows(sql`delete from user_code where expires_at <= ${now}`),
    rate_window: await deletedRows(sql`delete from rate_window where window_start <= ${ago(2 * MINUTE)}`),
    login_failure: await deletedRows(sql`delete from login_failure where at <= ${ago(LOCK_MEMORY_MS)}`),
    known_device: await deletedRows(
      sql`delete from known_device where signed_in_at <= ${ago(LIMITS.deviceDays * DAY)}`,
    ),
    refresh_token: await deletedRows(sql`delete from refresh_token where expires_at <= ${now}`),
    // Kept for a while, to answer "when was I signed out, and why".
    session: await deletedRows(sql`delete from session where expires_at <= ${oldest} or ended_at <= ${oldest}`),
  };
}
