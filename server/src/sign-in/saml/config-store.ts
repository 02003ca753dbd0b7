/** The SAML settings of an account, as signing in needs them. */
import type { SamlAttributeNames } from '@signet/contract/areas/saml-attributes';
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import { sql } from 'kysely';
import { PREPARED, type Db } from '../../db/open.ts';
import { readMetadata, type Binding, type LogoutService } from './metadata.ts';

export type ProviderCertificate = {
  thumb_print: string;
  certificate: Buffer;
  common_name: string;
  valid_from: Date;
  valid_to: Date;
  state: SamlCertificateState;
  last_used_at: Date | null;
  /** Since when the metadata has it no more; null for what it has, and for what never was in it. */
  dropped_at: Date | null;
};

export type Provider = {
  accountId: string;
  accountName: string;
  /** Whether people of the account sign in by it. */
  enabled: boolean;
  entityId: string;
  signOnAddress: string;
  signOnBinding: Binding;
  idpInitiated: boolean;
  /** What it calls what it says of people. */
  attributeNames: SamlAttributeNames;
  certificates: ProviderCertificate[];
};

type Row = Omit<Provider, 'certificates' | 'attributeNames'> & AttributeColumns;
type AttributeColumns = {
  email_attribute: string | null;
  first_name_attribute: string | null;
  last_name_attribute: string | null;
};

/** The names as they are stored. */
export const attributeNamesOf = (row: AttributeColumns): SamlAttributeNames => ({
  email: row.email_attribute,
  first_name: row.first_name_attribute,
  last_name: row.last_name_attribute,
});

/** The provider of an account that is there; null for none. */
export async function findProvider(db: Db, accountId: string): Promise<Provider | null> {
  const { rows } = await sql<Row>`${PREPARED}
    select a.id as "accountId", a.name as "accountName", a.saml_sign_in as enabled, c.entity_id as "entityId",
      c.sign_on_address as "signOnAddress", c.sign_on_binding as "signOnBinding", c.idp_initiated as "idpInitiated",
      c.email_attribute, c.first_name_attribute, c.last_name_attribute
    from saml_config c join account a on a.id = c.account_id
    where c.account_id = ${accountId} and a.deleted_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { email_attribute, first_name_attribute, last_name_attribute, ...provider } = row;
  const attributeNames = attributeNamesOf({ email_attribute, first_name_attribute, last_name_attribute });
  return { ...provider, attributeNames, certificates: await providerCertificates(db, accountId) };
}

/**
 * Where the provider of an account that is there logs people out, and which it is, by the metadata that is kept; null
 * for nowhere.
 */
export async function findLogoutService(
  db: Db,
  accountId: string,
): Promise<(LogoutService & { issuer: string }) | null> {
  const row = await db
    .selectFrom('saml_config as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select('c.metadata')
    .where('c.account_id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  const read = row && readMetadata(row.metadata);
  return read && !('fault' in read) && read.logout ? { ...read.logout, issuer: read.entityId } : null;
}

/** Those of an account's provider, what is next first, then by their ends. */
export async function providerCertificates(db: Db, accountId: string): Promise<ProviderCertificate[]> {
  const { rows } = await sql<ProviderCertificate>`
    select thumb_print, certificate, common_name, valid_from, valid_to, state, last_used_at, dropped_at
    from saml_certificate
    where account_id = ${accountId}
    order by array_position(array['next', 'current', 'retired'], state), valid_to desc, thumb_print`.execute(db);
  return rows;
}

/** Remembers that a certificate was used. A minute is exact enough: not every sign-in writes. */
export async function noteUse(tx: Db, accountId: string, thumbPrint: string, now: Date): Promise<void> {
  await sql`update saml_certificate set last_used_at = ${now}
    where account_id = ${accountId} and thumb_print = ${thumbPrint}
      and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`.execute(tx);
}

/** Writes the certificates of a provider over those that are stored. */
export async function replaceCertificates(
  tx: Db,
  accountId: string,
  before: readonly ProviderCertificate[],
  after: readonly ProviderCertificate[],
  now: Date,
): Promise<void> {
  const stays = new Set(after.map(({ thumb_print }) => thumb_print));
  const gone = before.filter(({ thumb_print }) => !stays.has(thumb_print)).map(({ thumb_print }) => thumb_print);
  if (gone.length > 0)
    await tx
      .deleteFrom('saml_certificate')
      .where('account_id', '=', accountId)
      .where('thumb_print', 'in', gone)
      .execute();
  await tx
    .insertInto('saml_certificate')
    .values(after.map((one) => ({ ...one, account_id: accountId, added_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'thumb_print'])
        .doUpdateSet((row) => ({ state: row.ref('excluded.state'), dropped_at: row.ref('excluded.dropped_at') })),
    )
    .execute();
}
