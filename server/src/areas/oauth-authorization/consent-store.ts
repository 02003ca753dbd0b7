/** What people let OAuth clients do for them. */
import { IDENTITY_SCOPES } from '@signet/contract/areas/oauth-client-record';
import { storedDateTime } from '@signet/contract/dates';
import { notFound } from '@signet/contract/problem';
import { PERMISSIONS, type SessionViewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { dropOfPerson } from '../../oauth/artifact-store.ts';

/** What somebody has agreed to for a client; nothing where they were never asked. */
export async function consentScopes(db: Db, userId: string, clientId: string): Promise<string[]> {
  const row = await db
    .selectFrom('oauth_consent')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('oauth_client_id', '=', clientId)
    .executeTakeFirst();
  return row?.scopes ?? [];
}

/** Remembers what somebody agrees to, beside what they agreed to before. */
export async function storeConsent(
  tx: Db,
  userId: string,
  clientId: string,
  scopes: readonly string[],
  now: Date,
): Promise<'new' | 'wider' | 'same'> {
  const before = await consentScopes(tx, userId, clientId);
  const added = scopes.filter((scope) => !before.includes(scope));
  if (before.length > 0 && added.length === 0) return 'same';
  const all = [...before, ...added];
  await sql`insert into oauth_consent (user_id, oauth_client_id, scopes, created_at, updated_at)
    values (${userId}, ${clientId}, ${all}, ${now}, ${now})
    on conflict (user_id, oauth_client_id) do update set updated_at = excluded.updated_at,
      scopes = oauth_consent.scopes || array(
        select s from unnest(excluded.scopes) s where s <> all (oauth_consent.scopes))`.execute(tx);
  return before.length > 0 ? 'wider' : 'new';
}

type Row = {
  id: string;
  name: string;
  account_name: string | null;
  scopes: string[];
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
};

/** The clients that the viewer lets act for them, by name. */
export async function listConsents(viewer: SessionViewer, db: Db) {
  const { rows } = await sql<Row>`
    select c.id, c.name, case when a.system_account then null else a.name end as account_name, k.scopes,
      k.created_at, k.updated_at, c.last_used_at
    from oauth_consent k join oauth_client c on c.id = k.oauth_client_id join account a on a.id = c.account_id
    where k.user_id = ${viewer.userId} order by c.name, c.id`.execute(db);
  const items = rows.map(({ id, name, account_name, scopes, ...times }) => ({
    client: { id, name },
    account_name,
    created_at: storedDateTime(times.created_at),
    updated_at: storedDateTime(times.updated_at),
    last_used_at: times.last_used_at && storedDateTime(times.last_used_at),
    identity: IDENTITY_SCOPES.filter((scope) => scopes.includes(scope)),
    permissions: PERMISSIONS.filter((permission) => scopes.includes(permission)),
  }));
  return { items, total: items.length };
}

/** Takes back what the viewer lets a client do: its tokens end, and it has to ask again. Throws 404. */
export async function revokeConsent(viewer: SessionViewer, tx: Db, clientId: string) {
  const { rows } = await sql<{ id: string; name: string; scopes: string[]; account_id: string }>`
    delete from oauth_consent k using oauth_client c
    where c.id = k.oauth_client_id and k.user_id = ${viewer.userId} and k.oauth_client_id = ${clientId}
    returning c.id, c.name, k.scopes, c.account_id`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  await dropOfPerson(tx, viewer.userId, clientId);
  return row;
}
