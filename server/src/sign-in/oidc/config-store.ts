/** The provider of an account, as signing in needs it; what is kept of it for the next sign-in. */
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { KEYS_AHEAD, type ProviderKeys, type ProviderMetadata } from '../../db/provider-metadata.ts';
import type { Seal } from '../../secrets.ts';

/** Binds the sealed secret of a client to its configuration. */
export const secretContext = (configId: string): string => `oidc-secret:${configId}`;

export type Provider = {
  configId: string;
  accountId: string;
  enabled: boolean;
  issuer: string;
  clientId: string;
  secret: string;
  scopes: string;
  userClaim: string;
  metadata: ProviderMetadata;
  discoveredAt: Date;
  keys: ProviderKeys | null;
};
type Row = {
  id: string;
  account_id: string;
  enabled: boolean;
  issuer: string;
  client_id: string;
  scopes: string;
  user_claim: string;
  secret_sealed: Buffer;
  metadata: ProviderMetadata;
  discovered_at: Date;
  keys: ProviderKeys | null;
};

/** The provider of a living account; null for none. */
export async function findProvider(db: Db, seal: Seal, accountId: string): Promise<Provider | null> {
  const { rows } = await sql<Row>`${PREPARED}
    select c.id, c.account_id, a.oidc_sign_in as enabled, c.issuer, c.client_id, c.scopes, c.user_claim,
      n.secret_sealed, n.metadata, n.discovered_at, n.keys
    from oidc_config c join oidc_connection n on n.config_id = c.id join account a on a.id = c.account_id
    where c.account_id = ${accountId} and a.deleted_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    configId: row.id,
    accountId: row.account_id,
    enabled: row.enabled,
    issuer: row.issuer,
    clientId: row.client_id,
    secret: seal.open(row.secret_sealed, secretContext(row.id)).toString('utf8'),
    scopes: row.scopes,
    userClaim: row.user_claim,
    metadata: row.metadata,
    discoveredAt: row.discovered_at,
    keys: row.keys,
  };
}

/**
 * Whether an account still has the provider that was asked, and it still names people as it did. Who has held the
 * account finds it so until the transaction ends.
 */
export async function isProviderStill(
  tx: Db,
  { accountId, issuer, userClaim }: Pick<Provider, 'accountId' | 'issuer' | 'userClaim'>,
): Promise<boolean> {
  const { rows } = await sql`select from oidc_config
    where account_id = ${accountId} and issuer = ${issuer} and user_claim = ${userClaim}`.execute(tx);
  return rows.length > 0;
}

/** Keeps what the provider says of itself now, unless it was set up anew meanwhile. */
export async function storeMetadata(
  db: Db,
  { configId, discoveredAt }: Pick<Provider, 'configId' | 'discoveredAt'>,
  metadata: ProviderMetadata,
  now: Date,
): Promise<void> {
  await db
    .updateTable('oidc_connection')
    .set({ metadata: JSON.stringify(metadata), discovered_at: now })
    .where('config_id', '=', configId)
    .where('discovered_at', '=', discoveredAt)
    .execute();
}

/** Keeps its keys, unless somebody has fetched newer ones, which under a clock that was ahead nobody has. */
export async function storeKeys(
  db: Db,
  { configId, metadata }: Pick<Provider, 'configId' | 'metadata'>,
  keys: ProviderKeys,
): Promise<void> {
  await sql`update oidc_connection set keys = ${JSON.stringify(keys)}
    where config_id = ${configId} and metadata ->> 'jwks_uri' = ${metadata.jwks_uri}
      and coalesce((keys ->> 'uat')::bigint, 0)
        not between ${keys.uat}::bigint and ${keys.uat + KEYS_AHEAD}::bigint`.execute(db);
}
