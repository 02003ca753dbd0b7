import type { Insertable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { hashToken } from '../sign-in/tokens/token-store.ts';
import { lastFour, newTokenText } from '../sign-in/tokens/token-text.ts';
import type { TestApp } from './app.ts';

/** A token of somebody, as it is stored; answers its id and its text. */
export async function insertToken(
  app: TestApp,
  userId: string,
  values: Partial<Insertable<Database['api_token']>> = {},
): Promise<{ id: string; text: string }> {
  const text = newTokenText();
  const now = app.clock.now();
  const id = newId();
  const stored = { token_hash: hashToken(text), last_four: lastFour(text), created_at: now, updated_at: now };
  await app.db
    .insertInto('api_token')
    .values({ id, user_id: userId, name: `Token ${id}`, ...stored, ...values })
    .execute();
  return { id, text };
}
