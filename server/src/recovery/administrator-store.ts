import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Whether somebody may manage the people of the platform, and their permissions: a row that the database keeps. */
export async function administersPlatform(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from administrator where user_id = ${userId} and account_id is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}
