/** The SAML configuration of an account as it is stored: read, compared with what is saved, and written. */
import { isDeepStrictEqual } from 'node:util';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { nextRefresh, UNREFRESHED, validityAfter } from '../../provider-metadata/refresh-store.ts';
import type { Runtime } from '../../runtime.ts';
import { providerCertificates, type ProviderCertificate } from '../../sign-in/saml/config-store.ts';
import { addOwnKey, shownKeys, type ShownKey } from '../../sign-in/saml/key-store.ts';
import type { Binding } from '../../sign-in/saml/metadata.ts';

/** Whose configuration, when, and by what. */
export type Place = { accountId: string; now: Date; runtime: Pick<Runtime, 'publicUrl' | 'seal' | 'clientAuthUrl'> };

export type StoredRow = {
  id: string;
  entity_id: string;
  sign_on_address: string;
  sign_on_binding: Binding;
  metadata: string;
  metadata_url: string | null;
  valid_until: Date | null;
  idp_initiated: boolean;
  email_attribute: string | null;
  first_name_attribute: string | null;
  last_name_attribute: string | null;
  refreshed_at: Date | null;
  refresh_fault: string | null;
  offered_metadata: string | null;
  offered_at: Date | null;
  offer_declined: boolean;
  version: number;
  updated_at: Date;
  updated_by_name: string | null;
};

async function find(viewer: Viewer, db: Db, accountId: string): Promise<StoredRow | null> {
  const { rows } = await sql<StoredRow>`
    select c.id, c.entity_id, c.sign_on_address, c.sign_on_binding, c.metadata, c.metadata_url, c.valid_until,
      c.idp_initiated, c.email_attribute, c.first_name_attribute, c.last_name_attribute, c.refreshed_at,
      c.refresh_fault, c.offered_metadata, c.offered_at, c.offer_declined, c.version, c.updated_at,
      ${savedByName(viewer, 'c')} as updated_by_name
    from saml_config c where c.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** What is stored with its certificates; null for no configuration. */
export type Stored = { row: StoredRow; certificates: ProviderCertificate[]; keys: ShownKey[] } | null;

/** Reads it as it is now. */
export async function findStored(viewer: Viewer, db: Db, accountId: string): Promise<Stored> {
  const row = await find(viewer, db, accountId);
  if (!row) return null;
  return {
    row,
    certificates: await providerCertificates(db, accountId),
    keys: await shownKeys(db, accountId),
  };
}

type Values = Pick<
  StoredRow,
  | 'entity_id'
  | 'sign_on_address'
  | 'sign_on_binding'
  | 'metadata'
  | 'metadata_url'
  | 'valid_until'
  | 'idp_initiated'
  | 'email_attribute'
  | 'first_name_attribute'
  | 'last_name_attribute'
>;

/** Whether a save would write what is stored already. */
export const hasAll = (
  { row, certificates }: NonNullable<Stored>,
  values: Values,
  after: readonly ProviderCertificate[],
) => isDeepStrictEqual({ ...row, ...values }, row) && isDeepStrictEqual(byPrint(after), byPrint(certificates));

/** What a save can change of certificates, in whatever order they are given. */
const byPrint = (all: readonly ProviderCertificate[]) =>
  new Map(all.map(({ thumb_print, state, dropped_at }) => [thumb_print, { state, dropped_at }]));

/** Writes it; the first time with a key of ours. */
export async function write(
  viewer: Viewer,
  tx: Db,
  { accountId, now, runtime }: Place,
  stored: StoredRow | null,
  values: Values,
): Promise<void> {
  // Other metadata has been read just now, and of another address nothing is known: what was offered before is out of
  // date. Where both stay, so does what the address has said, and what was answered to it.
  const isRead = stored?.metadata === values.metadata && stored.metadata_url === values.metadata_url;
  const refresh_at = values.metadata_url === null ? null : nextRefresh(now, 0);
  const settled = isRead ? {} : { ...UNREFRESHED, refresh_at };
  const validity = validityAfter(stored?.valid_until ?? null, values.valid_until, now);
  const stamped = { ...values, ...settled, ...validity, updated_at: now, updated_by: viewer.userId };
  if (stored) {
    await tx
      .updateTable('saml_config')
      .set({ ...stamped, version: stored.version + 1 })
      .where('account_id', '=', accountId)
      .execute();
    return;
  }
  await tx
    .insertInto('saml_config')
    .values({ ...stamped, id: newId(), account_id: accountId, created_at: now })
    .execute();
  await addOwnKey(tx, runtime, { accountId, state: 'current', now });
}
