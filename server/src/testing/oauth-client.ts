import type { Insertable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { hashToken } from '../sign-in/tokens/token-store.ts';
import { lastFour, newClientId, newClientSecretText } from '../sign-in/tokens/token-text.ts';
import { REDIRECT } from './oauth-flow.ts';
import type { TestApp } from './app.ts';

/** An OAuth client of an account with its secret, as they are stored; answers its ids and the secret's text. */
export async function insertOauthClient(
  app: TestApp,
  accountId: string,
  values: Partial<Insertable<Database['oauth_client']>> = {},
): Promise<{ id: string; clientId: string; secret: string }> {
  const now = app.clock.now();
  const id = newId();
  const clientId = newClientId();
  const secret = newClientSecretText();
  await app.db
    .insertInto('oauth_client')
    .values({
      id,
      account_id: accountId,
      client_id: clientId,
      name: `Client ${id}`,
      created_at: now,
      updated_at: now,
      ...values,
    })
    .execute();
  await app.db
    .insertInto('oauth_client_secret')
    .values({
      id: newId(),
      client_id: id,
      secret_hash: hashToken(secret),
      last_four: lastFour(secret),
      created_at: now,
    })
    .execute();
  return { id, clientId, secret };
}

/** A client that people of the account sign in to, by codes and refresh tokens. */
export const insertPortal: typeof insertOauthClient = (app, accountId, values) =>
  insertOauthClient(app, accountId, {
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [REDIRECT],
    scopes: ['openid', 'view_account'],
    ...values,
  });
