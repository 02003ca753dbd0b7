import { Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from './open.ts';

const WINDOW_MS = 60_000;

const tooMany = (start: number, now: Date): Problem =>
  new Problem('TOO_MANY_REQUESTS', { params: { seconds: Math.ceil((start + WINDOW_MS - now.getTime()) / 1000) } });

/**
 * Counts one request of `bucket` in the current minute, in the database so that all processes count together.
 * Throws 429 with the seconds left once `limit` is passed. Runs outside the request's transaction: a refused call still
 * counts.
 */
export async function countRequest(db: Db, bucket: string, limit: number, now: Date): Promise<void> {
  const start = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
  const { rows } = await sql<{ hits: number }>`
    insert into rate_window (bucket, window_start, hits) values (${bucket}, ${new Date(start)}, 1)
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
