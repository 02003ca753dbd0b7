import { newId } from '../ids.ts';
import type { TestApp } from './app.ts';
import { insertOauthClient } from './oauth-client.ts';

/** An OAuth client of the platform, which accounts can choose as their provider; answers its id. */
export async function insertSigningProvider(app: TestApp, name?: string): Promise<string> {
  const own = await app.db.selectFrom('account').select('id').where('system_account', '=', true).executeTakeFirst();
  return (await insertOauthClient(app, own?.id ?? '', name === undefined ? {} : { name })).id;
}

/** A signing client of an account, as it is stored. */
export async function insertSigningClient(
  app: TestApp,
  accountId: string,
  values: { oauth_client_account_id?: string; updated_by?: string } = {},
): Promise<{ clientId: string; configId: string }> {
  const clientId = await insertSigningProvider(app);
  const configId = newId();
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('signing_client')
    .values({
      id: configId,
      account_id: accountId,
      oauth_client_id: clientId,
      oauth_client_account_id: 'service-1',
      ...stamps,
      ...values,
    })
    .execute();
  return { clientId, configId };
}
