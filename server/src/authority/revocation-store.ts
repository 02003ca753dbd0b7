/** Revoking certificates, and what is answered of their status. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { RevocationReason } from '../x509/crl.ts';
import type { CertificateStatus } from '../x509/ocsp.ts';
import { plainSerial } from './intention-store.ts';
import { askForList } from './list-store.ts';
import { lockKeyOf } from './same-key-store.ts';

/** Who revokes, and why. */
export type RevocationBy = { reason: RevocationReason; by: string | null };

/**
 * Whoever issues for the key of a certificate comes before a revocation that stops the key, or learns of it
 * (requireSafeKey). Taken before any row is: whoever has the lock may go on to others of the key.
 */
export async function lockToRevoke(tx: Db, id: string, reason: RevocationReason): Promise<void> {
  if (reason === 'keyCompromise' || reason === 'certificateHold') await lockKeyOf(tx, id);
}

/**
 * Revokes a certificate of ours, at once for signing in and OCSP, and in the list as soon as a job has signed it. False
 * where it was revoked before, or was never ours. One on hold may be revoked for good.
 */
export async function revokeCertificate(tx: Db, id: string, { reason, by }: RevocationBy, now: Date): Promise<boolean> {
  await lockToRevoke(tx, id, reason);
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

/** When the authority `ca` of a certificate was revoked, for {@link revocationOf}. */
export const AUTHORITY_REVOKED_AT = sql`case when ca.state = 'revoked' then
  (select own.revoked_at from certificate own where own.id = ca.certificate_id) end as authority_revoked_at`;

/** What is stored of the revocation of a certificate, with {@link AUTHORITY_REVOKED_AT}. */
export type StoredRevocation<R extends string = RevocationReason> = {
  revoked_at: Date | null;
  revocation_reason: R | null;
  authority_revoked_at: Date | null;
};

/**
 * Since when a certificate is revoked, and why. With its authority all that this has signed is (RFC 6960, 2.7), also
 * what was only on hold.
 */
export function revocationOf<R extends string>({
  revoked_at,
  revocation_reason,
  authority_revoked_at,
}: StoredRevocation<R>): { revoked_at: Date | null; revocation_reason: R | 'cACompromise' | null } {
  if (authority_revoked_at === null || (revocation_reason !== null && revocation_reason !== 'certificateHold'))
    return { revoked_at, revocation_reason };
  return { revoked_at: authority_revoked_at, revocation_reason: 'cACompromise' };
}

/** The authorities that were revoked. */
export async function revokedAuthorities(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from certificate_authority where state = 'revoked'`.execute(db);
  return rows.map(({ id }) => id);
}

/** The status of each serial of an authority, in their order: `unknown` for one that it has not issued. */
export async function statusesOf(
  db: Db,
  authorityId: string,
  serials: readonly Uint8Array[],
): Promise<CertificateStatus[]> {
  const wanted = serials.map(plainSerial);
  const { rows } = await sql<StoredRevocation & { serial: Buffer }>`
    select c.serial, c.revoked_at, c.revocation_reason, ${AUTHORITY_REVOKED_AT}
    from certificate c join certificate_authority ca on ca.id = c.authority_id
    where c.authority_id = ${authorityId} and c.serial = any(${wanted}) and c.state <> 'intended'`.execute(db);
  const known = new Map(rows.map((row) => [row.serial.toString('hex'), row]));
  return wanted.map((serial): CertificateStatus => {
    const row = known.get(serial.toString('hex'));
    if (!row) return { status: 'unknown' };
    const { revoked_at: at, revocation_reason: reason } = revocationOf(row);
    return at === null || reason === null ? { status: 'good' } : { status: 'revoked', at, reason };
  });
}
