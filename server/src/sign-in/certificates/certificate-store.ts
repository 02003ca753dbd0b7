/** Certificates as those who come by them are judged: what is stored of them now, and who stands above them. */
import { sql, type RawBuilder } from 'kysely';
import { payloadDate } from '@signet/contract/dates';
import { cameWithAccount } from '../../db/authority-stands.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { NEWEST_LICENSE } from '../../license/license-store.ts';
import type { ApiCredential } from '../tokens/token-store.ts';
import { resolved, viewerColumns, type Resolved, type ViewerRow } from '../viewer-store.ts';

/** What is stored of a certificate that somebody presents. */
export type StoredCertificate = {
  id: string;
  /**
   * Null for one that was uploaded: the person who did so stands for that very certificate. And for one that came with
   * its account, for which nobody here does.
   */
  authority_id: string | null;
  state: 'intended' | 'issued' | 'revoked';
  revocation_reason: string | null;
  enabled: boolean;
  user_id: string | null;
  cert_type: string;
  purposes: string[];
  valid_from: Date;
  valid_to: Date;
  /** False once its authority, or one above it, was revoked or has ended; and where that is another platform's. */
  authority_good: boolean;
};

/** The columns of {@link StoredCertificate} of the certificate `c` of a query. */
export const storedCertificate = (now: Date): RawBuilder<unknown> => sql`c.id, c.authority_id, c.state,
  c.revocation_reason, c.enabled, c.user_id, c.cert_type, c.purposes, c.valid_from, c.valid_to,
  coalesce((with recursive above (id, issuer_id, good) as (
      select ca.id, ca.issuer_id, ca.state in ('active', 'retired') and ca.valid_to > ${now}
      from certificate_authority ca where ca.id = c.authority_id
    union
      select ca.id, ca.issuer_id, ca.state in ('active', 'retired') and ca.valid_to > ${now}
      from above join certificate_authority ca on ca.id = above.issuer_id)
    select bool_and(good) from above), not ${cameWithAccount('c')}) as authority_good`;

/** A certificate by its SHA-256 fingerprint; null for one that is not known here. */
export async function findCertificate(db: Db, fingerprint: string, now: Date): Promise<StoredCertificate | null> {
  const { rows } = await sql<StoredCertificate>`${PREPARED}
    select ${storedCertificate(now)} from certificate c where c.fingerprint = ${fingerprint}`.execute(db);
  return rows[0] ?? null;
}

/** A certificate by its id, as it is now. */
export async function storedCertificateOf(db: Db, id: string, now: Date): Promise<StoredCertificate | null> {
  const { rows } = await sql<StoredCertificate>`
    select ${storedCertificate(now)} from certificate c where c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A certificate with the service user who calls the API with it. */
export type CertificateUser = StoredCertificate & {
  api_credential: ApiCredential;
  service_user: boolean;
  license_id: string | null;
};

/**
 * Who comes with a certificate, as the database has it now, and the certificate itself: one query, by the index of the
 * fingerprints. Null for one that is not known here, or nobody's. Whether it is good is the caller's to ask.
 */
export async function findCertificateUser(
  db: Db,
  fingerprint: string,
  now: Date,
): Promise<(CertificateUser & Resolved) | null> {
  const { rows } = await sql<CertificateUser & ViewerRow>`${PREPARED}
    select ${viewerColumns(payloadDate(now))}, ${storedCertificate(now)}, u.api_credential, u.service_user,
      ${NEWEST_LICENSE} as license_id
    from certificate c join app_user u on u.id = c.user_id where c.fingerprint = ${fingerprint}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return { ...row, ...resolved({ ...row, credential_open: true }, { by: 'certificate', certificateId: row.id }) };
}

/** A certificate by its id, as it and its authority stay until the transaction ends. */
export async function lockCertificate(tx: Db, id: string, now: Date): Promise<StoredCertificate | null> {
  // Before the certificate, as those who revoke an authority take them.
  await sql`select from certificate_authority ca
    where ca.id = (select c.authority_id from certificate c where c.id = ${id}) for share`.execute(tx);
  const { rows } = await sql<StoredCertificate>`
    select ${storedCertificate(now)} from certificate c where c.id = ${id} for share of c`.execute(tx);
  return rows[0] ?? null;
}

/** As many of one name as there are in reason; more are not looked at. */
const MOST_AUTHORITIES = 20;

/** The certificates of the authorities of this name (DER), DER. */
export async function authoritiesNamed(db: Db, name: Uint8Array): Promise<Buffer[]> {
  const { rows } = await sql<{ certificate: Buffer }>`
    select c.certificate from certificate_authority ca join certificate c on c.id = ca.certificate_id
    where ca.subject = ${Buffer.from(name)} and c.certificate is not null
    order by ca.created_at desc limit ${MOST_AUTHORITIES}`.execute(db);
  return rows.map(({ certificate }) => certificate);
}
