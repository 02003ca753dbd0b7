/** The people whom OAuth clients act for. */
import { whyNotActFor } from '@signet/contract/areas/oauth-authorization-rules';
import { payloadDate } from '@signet/contract/dates';
import type { Permission, Scope } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { resolved, viewerColumns, type ViewerRow } from '../sign-in/viewer-store.ts';
import { findLiveClient } from './client-store.ts';

/** What a client may be told of a person. */
export type Claims = {
  sub: string;
  name: string;
  given_name: string;
  family_name: string;
  preferred_username: string;
  locale: string;
  email: string;
  email_verified: boolean;
};

type Row = ViewerRow & {
  first_name: string;
  last_name: string;
  email: string;
  locale: string;
  verified: boolean;
};

/**
 * A person for whom a client acts, as they are now, with their scope and the permissions that they hold; undefined
 * where they may do nothing any more, or the client may not act for them.
 */
export async function findPersonOf(
  db: Db,
  clientId: string,
  userId: string,
  now: Date,
): Promise<{ claims: Claims; scope: Scope; permissions: ReadonlySet<Permission> } | undefined> {
  const client = await findLiveClient(db, clientId, now);
  const { rows } = await sql<Row>`select ${viewerColumns(payloadDate(now))}, u.first_name, u.last_name, u.email,
      u.locale, coalesce(lower(u.email_proved) = lower(u.email), false) as verified
    from app_user u where u.id = ${userId} and not u.service_user`.execute(db);
  const [row] = rows;
  const found = resolved(row && { ...row, credential_open: true }, { by: 'oauth', clientId: '', name: '' });
  if (!client || !row || !('viewer' in found) || whyNotActFor(client, found.viewer)) return undefined;
  const claims = {
    sub: row.user_id,
    name: row.name,
    given_name: row.first_name,
    family_name: row.last_name,
    preferred_username: row.user_name,
    locale: row.locale.replace('_', '-'),
    email: row.email,
    email_verified: row.verified,
  };
  const { scope, permissions } = found.viewer;
  return { claims, scope, permissions };
}
