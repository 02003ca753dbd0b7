import { scopeOfAccount } from '@signet/contract/areas/oauth-client-rules';
import { withinAccount, whyNotActFor } from '@signet/contract/areas/oauth-authorization-rules';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { isPermission, permissionsInScope, type ByOauth, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { inService } from '../../db/in-service.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { NEWEST_LICENSE } from '../../license/license-store.ts';
import { hashSecret } from '../../secrets.ts';
import { resolved, viewerColumns, type ViewerRow } from '../viewer-store.ts';

type Row = ViewerRow & {
  kind: 'AccessToken' | 'ClientCredentials';
  scope: string | null;
  client_uuid: string;
  client_name: string;
  client_scopes: string[];
  client_open: boolean;
  last_used_at: Date | null;
  account_id: string;
  account_type: 'standard' | 'partner';
  system_account: boolean;
  account_open: boolean;
  /** The platform's license that is in force, or the last that was. */
  license_id: string | null;
};

/** Whom an access token carries, or why it carries nobody any more: itself or its client, or the account. */
export type FoundAccessToken = { clientId: string; last_used_at: Date | null; license_id: string | null } & (
  | { viewer: Viewer }
  | { refused: 'token' | 'account' }
);

/**
 * Who an access token is, as the database has it now: one query by its hash. Null where there is no such token, or it
 * has ended, or what it was made for was taken back while it was made. It gives what its scopes name and its client
 * still has: of a client that acts by itself in the scope of its account, of one that acts for a person what that
 * person holds today.
 */
export async function findAccessToken(db: Db, text: string, now: Date): Promise<FoundAccessToken | null> {
  const today = payloadDate(now);
  const { rows } = await sql<Row>`${PREPARED}
    select ${viewerColumns(today)}, t.kind, t.payload->>'scope' as scope, c.id as client_uuid, c.name as client_name,
      c.scopes as client_scopes, c.enabled as client_open, c.last_used_at, c.account_id,
      owner.type as account_type, owner.system_account, ${inService('owner', today)} as account_open,
      ${NEWEST_LICENSE} as license_id
    from oauth_artifact t join oauth_client c on c.id = t.oauth_client_id join account owner on owner.id = c.account_id
      join app_user u on u.id = t.user_id
    where t.id_hash = ${hashSecret(text)} and t.expires_at > ${now}
      and (t.kind = 'ClientCredentials' or t.kind = 'AccessToken'
        and exists (select from oauth_artifact g where g.grant_id = t.grant_id and g.kind = 'Grant'))`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { client_uuid: clientId, last_used_at, license_id } = row;
  return { clientId, last_used_at, license_id, ...carried(row) };
}

function carried(row: Row): { viewer: Viewer } | { refused: 'token' | 'account' } {
  if (!row.client_open) return { refused: 'token' };
  if (!row.account_open) return { refused: 'account' };
  const scopes = (row.scope ?? '').split(' ').filter((name) => row.client_scopes.includes(name));
  const credential = { clientId: row.client_uuid, name: row.client_name };
  return row.kind === 'ClientCredentials'
    ? { viewer: clientItself(row, scopes, { by: 'oauth_client', ...credential }) }
    : forPerson(row, scopes, { by: 'oauth', ...credential });
}

/** A client in its account, as one of its people with these permissions. */
function clientItself(row: Row, scopes: readonly string[], via: ByOauth): Viewer {
  const scope = scopeOfAccount({ system_account: row.system_account, type: row.account_type });
  return {
    userId: row.user_id,
    userName: row.user_name,
    name: row.client_name,
    scope,
    primaryAccountId: row.account_id,
    accountIds: [row.account_id],
    permissions: new Set(permissionsInScope(scopes.filter(isPermission), scope)),
    termsAccepted: true,
    via,
  };
}

function forPerson(row: Row, scopes: readonly string[], via: ByOauth): ReturnType<typeof carried> {
  const found = resolved({ ...row, credential_open: true }, via, scopes);
  if ('refused' in found) return { refused: found.refused === 'account' ? 'account' : 'token' };
  return whyNotActFor(row, found.viewer) ? { refused: 'token' } : { viewer: withinAccount(found.viewer, row) };
}

/** Keeps when a client was used last: at most once a minute, and whoever comes meanwhile leaves it to the next. */
export async function keepClientUse(db: Db, id: string, lastUsed: Date | null, now: Date): Promise<void> {
  const due = new Date(now.getTime() - LIMITS.tokenUseSeconds * 1000);
  if (lastUsed !== null && lastUsed > due) return;
  await sql`update oauth_client set last_used_at = ${now}
    where id = (select id from oauth_client where id = ${id} and (last_used_at is null or last_used_at <= ${due})
      for no key update skip locked)`.execute(db);
}
