import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import { PREPARED, type Db } from './open.ts';

const WINDOW_MS = 60_000;

const tooMany = (start: number, now: Date): Problem =>
  new Problem('TOO_MANY_REQUESTS', { params: { seconds: Math.ceil((start + WINDOW_MS - now.getTime()) / 1000) } });

/**
 * Counts one request of `bucket` in the current minute, in the database so that all processes count together.
 * Throws 429 with the seconds left once `limit` is passed. Runs outside the request's transaction: a refused call still
 * counts. It waits for no disk: what a crash of the database server takes with it is the count of its last moment.
 */
export async function countRequest(db: Db, bucket: string, limit: number, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
  const { rows } = await sql<{ hits: number }>`${PREPARED}
    insert into rate_window (bucket, window_start, hits)
    select ${bucket}::text, ${new Date(start)}::timestamptz, 1
    where set_config('synchronous_commit', 'off', true) is not null
    on conflict (bucket, window_start) do update set hits = rate_window.hits + 1 returning hits`.execute(db);
  if ((rows[0]?.hits ?? 0) > limit) throw tooMany(start, now);
}

/** Throws 429 as {@link countRequest} does, and counts nothing. */
export async function requireRoom(db: Db, bucket: string, limit: number, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
  const { rows } = await sql<{ hits: number }>`
    select hits from rate_window where bucket = ${bucket} and window_start = ${new Date(start)}`.execute(db);
  if ((rows[0]?.hits ?? 0) >= limit) throw tooMany(start, now);
}
