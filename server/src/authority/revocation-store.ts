/** Revoking certificates, and what is answered of their status. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { RevocationReason } from '../x509/crl.ts';
import type { CertificateStatus } from '../x509/ocsp.ts';
import { plainSerial } from './intention-store.ts';
import { askForList } from './list-store.ts';

/** Who revokes, and why. */
export type RevocationBy = { reason: RevocationReason; by: string | null };

/**
 * Revokes a certificate of ours, at once for signing in and OCSP, and in the list as soon as a job has signed it. False
 * where it was revoked before, or was never ours. One on hold may be revoked for good.
 */
export async function revokeCertificate(tx: Db, id: string, { reason, by }: RevocationBy, now: Date): Promise<boolean> {
  const { rows } = await sql<{ authority_id: string }>`
    update certificate set state = 'revoked', revoked_at = ${now}, revocation_reason = ${reason}, revoked_by = ${by},
      version = version + 1, updated_at = ${now}, updated_by = ${by}
    where id = ${id} and authority_id is not null
      and (state = 'issued'
        or state = 'revoked' and revocation_reason = 'certificateHold' and ${reason} <> 'certificateHold')
    returning authority_id`.execute(tx);
  if (!rows[0]) return false;
  await askForList(tx, rows[0].authority_id);
  return true;
}

/**
 * Revokes an authority with its certificate; null where there was nothing to revoke. Nothing that it signed is good any
 * more.
 */
export async function revokeAuthority(
  tx: Db,
  authorityId: string,
  { reason, by }: RevocationBy,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ certificate_id: string }>`
    update certificate_authority set state = 'revoked', version = version + 1, updated_at = ${now}, updated_by = ${by}
    where id = ${authorityId} and state in ('active', 'retired') and issuer_id is not null
      and certificate_id is not null
    returning certificate_id`.execute(tx);
  return rows[0] !== undefined && revokeCertificate(tx, rows[0].certificate_id, { reason, by }, now);
}

/** Ends a hold, and no other revocation (RFC 5280, 5.3.1). False where it was not on hold. */
export async function releaseCertificate(tx: Db, id: string, by: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql<{ authority_id: string }>`
    update certificate set state = 'issued', revoked_at = null, revocation_reason = null, revoked_by = null,
      version = version + 1, updated_at = ${now}, updated_by = ${by}
    where id = ${id} and state = 'revoked' and revocation_reason = 'certificateHold' and authority_id is not null
    returning authority_id`.execute(tx);
  if (!rows[0]) return false;
  await askForList(tx, rows[0].authority_id);
  return true;
}

type Row = {
  serial: Buffer;
  revoked_at: Date | null;
  revocation_reason: RevocationReason | null;
  authority_revoked_at: Date | null;
};

/**
 * The status of each serial of an authority, in their order: `unknown` for one that it has not issued. With the
 * authority all that it signed is revoked (RFC 6960, 2.7).
 */
export async function statusesOf(
  db: Db,
  authorityId: string,
  serials: readonly Uint8Array[],
): Promise<CertificateStatus[]> {
  const wanted = serials.map(plainSerial);
  const { rows } = await sql<Row>`
    select c.serial, c.revoked_at, c.revocation_reason,
      case when ca.state = 'revoked' then own.revoked_at end as authority_revoked_at
    from certificate c join certificate_authority ca on ca.id = c.authority_id
    left join certificate own on own.id = ca.certificate_id
    where c.authority_id = ${authorityId} and c.serial = any(${wanted}) and c.state <> 'intended'`.execute(db);
  const known = new Map(rows.map((row) => [row.serial.toString('hex'), row]));
  return wanted.map((serial): CertificateStatus => {
    const row = known.get(serial.toString('hex'));
    if (!row) return { status: 'unknown' };
    const { revoked_at, revocation_reason, authority_revoked_at } = row;
    if (revoked_at !== null && revocation_reason !== null)
      return { status: 'revoked', at: revoked_at, reason: revocation_reason };
    if (authority_revoked_at !== null) return { status: 'revoked', at: authority_revoked_at, reason: 'cACompromise' };
    return { status: 'good' };
  });
}
