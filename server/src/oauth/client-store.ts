/** OAuth clients as the authorization server sees them: at each request as they are now. */
import { payloadDate } from '@signet/contract/dates';
import type { ClientAuthentication, ClientScope, GrantType } from '@signet/contract/areas/oauth-client-record';
import { sql } from 'kysely';
import { inService } from '../db/in-service.ts';
import { PREPARED, type Db } from '../db/open.ts';

/** A client that may ask for tokens: enabled, of an account in service. */
export type LiveClient = {
  id: string;
  client_id: string;
  name: string;
  authentication: ClientAuthentication;
  jwks: string | null;
  jwks_uri: string | null;
  grant_types: GrantType[];
  redirect_uris: string[];
  scopes: ClientScope[];
  account_id: string;
  account_name: string;
  account_type: 'standard' | 'partner';
  system_account: boolean;
  /** SHA-256 of the secrets that are good now, in hexadecimal. */
  secret_hashes: string[];
  last_used_at: Date | null;
};

/** Every scope a client may ask for: its own, and the one by which OpenID Connect asks for a refresh token. */
export const scopesOf = ({ scopes, grant_types }: Pick<LiveClient, 'scopes' | 'grant_types'>): string[] =>
  grant_types.includes('refresh_token') ? [...scopes, 'offline_access'] : scopes;

/** What a client may call itself: visible ASCII. No database looks for a NUL. */
const CLIENT_ID = /^[\x21-\x7e]{1,255}$/;

/** The client that calls itself so; undefined where there is none, or it is disabled or its account out of service. */
export async function findLiveClient(db: Db, clientId: string, now: Date): Promise<LiveClient | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined;
  const { rows } = await sql<LiveClient>`${PREPARED}
    select c.id, c.client_id, c.name, c.authentication, c.jwks, c.jwks_uri, c.grant_types, c.redirect_uris, c.scopes,
      c.account_id, a.name as account_name, a.type as account_type, a.system_account, c.last_used_at,
      array(select s.secret_hash from oauth_client_secret s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})
        order by s.secret_hash) as secret_hashes
    from oauth_client c join account a on a.id = c.account_id
    where c.client_id = ${clientId} and c.enabled and ${inService('a', payloadDate(now))}`.execute(db);
  return rows[0];
}

/** True once in so many seconds for each client: whether the audit log is to be told of it again. */
export async function isDueToTell(
  tx: Db,
  clientId: string,
  what: 'issued' | 'refused',
  seconds: number,
  now: Date,
): Promise<boolean> {
  // A time that far ahead was told under a clock that was wrong.
  const [due, ahead] = [-1, 1].map((sign) => new Date(now.getTime() + sign * seconds * 1000));
  const { numAffectedRows } = await sql`insert into oauth_client_told (oauth_client_id, what, at)
    values (${clientId}, ${what}, ${now})
    on conflict (oauth_client_id, what) do update set at = excluded.at
      where oauth_client_told.at <= ${due} or oauth_client_told.at > ${ahead}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * The row of people that stands for a client as the author of what it does, made at its first token. It is made as
 * deleted: nobody signs in as it and no list has it.
 */
export async function authorOf(tx: Db, client: LiveClient, scope: string, now: Date): Promise<string> {
  // Written only where it says something else: whoever asks for tokens of the same client would wait for the row.
  const known = await tx
    .selectFrom('app_user')
    .select('id')
    .where('oauth_client_id', '=', client.id)
    .where('first_name', '=', client.name)
    .executeTakeFirst();
  if (known) return known.id;
  const { rows } = await sql<{ id: string }>`
    insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id, service_user,
      active, oauth_client_id, created_at, updated_at, deleted_at)
    values (${crypto.randomUUID()}, ${client.client_id}, '', ${client.name}, '', ${scope}, ${client.account_id}, true,
      false, ${client.id}, ${now}, ${now}, ${now})
    on conflict (oauth_client_id) where oauth_client_id is not null
      do update set first_name = excluded.first_name
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The OAuth client has no author.');
  return row.id;
}
