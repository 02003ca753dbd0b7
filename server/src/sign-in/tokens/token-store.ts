import { createHash } from 'node:crypto';
import type { API_CREDENTIALS } from '@signet/contract/areas/service-user-record';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { NEWEST_LICENSE } from '../../license/license-store.ts';
import { resolved, viewerColumns, type Resolved, type ViewerRow } from '../viewer-store.ts';

/** By what a service user calls the API; everybody else's programs by a token. */
export type ApiCredential = (typeof API_CREDENTIALS)[number];

/** How the text of a token is kept. */
export const hashToken = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a token is beside its viewer. */
export type FoundToken = {
  id: string;
  enabled: boolean;
  /** The last day on which it is good, YYYY-MM-DD; null for one that does not end. */
  end_date: string | null;
  allowed_addresses: string[];
  last_used_at: Date | null;
  /** By what its user calls the API. */
  api_credential: ApiCredential;
  /** The platform's license that is in force, or the last that was. */
  license_id: string | null;
};

type TokenRow = ViewerRow & FoundToken & { token_name: string; token_permissions: string[] | null };

/**
 * Who a token is, as the database has it now, and the token itself: one query, by the index of the hashes. Null where
 * there is no such token. Whether it is good today is the caller's to ask; a person who is switched off or deleted is
 * refused.
 */
export async function findToken(db: Db, hash: string, now: Date): Promise<(FoundToken & Resolved) | null> {
  const { rows } = await sql<TokenRow>`${PREPARED}
    select ${viewerColumns(payloadDate(now))}, t.id, t.enabled, t.end_date, t.allowed_addresses, t.last_used_at,
      u.api_credential, t.name as token_name, t.permissions as token_permissions,
      ${NEWEST_LICENSE} as license_id
    from api_token t join app_user u on u.id = t.user_id
    where t.token_hash = ${hash}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { id, enabled, end_date, allowed_addresses, last_used_at, api_credential, license_id } = row;
  const found = resolved(
    { ...row, credential_open: true },
    { by: 'token', tokenId: id, name: row.token_name },
    row.token_permissions,
  );
  return { ...found, id, enabled, end_date, allowed_addresses, last_used_at, api_credential, license_id };
}

/**
 * Keeps when a token was used last, and from where: at most once a minute, whichever processes it calls. Whoever comes
 * at the same moment, or while its row is being changed, leaves it to the next call.
 */
export async function keepLastUse(db: Db, token: FoundToken, address: string, now: Date): Promise<void> {
  const due = new Date(now.getTime() - LIMITS.tokenUseSeconds * 1000);
  if (token.last_used_at !== null && token.last_used_at > due) return;
  await sql`update api_token set last_used_at = ${now}, last_used_address = ${address}
    where id = (select id from api_token where id = ${token.id} and (last_used_at is null or last_used_at <= ${due})
      for no key update skip locked)`.execute(db);
}
