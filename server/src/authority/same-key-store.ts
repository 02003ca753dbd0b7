/** Certificates of one key: who comes with it at once waits, and an answer that was lost costs no second one. */
import { LIMITS } from '@signet/contract/limits';
import { fieldProblem } from '@signet/contract/problem';
import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';
import { fingerprintOf } from './intention-store.ts';

/** The lock of a key by its SHA-256, in SQL. */
const lockOf = (sha256: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended('certificates of key ' || ${sha256}, 0))`;

/** Those who come with the same key wait for each other until the caller's transaction ends. */
export async function lockKey(tx: Db, publicKey: Uint8Array): Promise<void> {
  await sql`select ${lockOf(sql`${fingerprintOf(publicKey)}::text`)}`.execute(tx);
}

/** Waits likewise for the key of a certificate: whoever comes with that key sees what became of the certificate. */
export async function lockKeyOf(tx: Db, certificateId: string): Promise<void> {
  await sql`select ${lockOf(sql`key_sha256`)} from certificate
    where id = ${certificateId} and key_sha256 is not null`.execute(tx);
}

/**
 * Throws under `field` KEY_COMPROMISED for a key of which a certificate was revoked because others have the key:
 * whoever they are could be taken for the holder of the next one too. And KEY_ON_HOLD while one of it is on hold that
 * could be released: what was stopped would go on by another. Until the transaction ends no certificate of the key is
 * revoked so.
 */
export async function requireSafeKey(tx: Db, publicKey: Uint8Array, field = 'csr'): Promise<void> {
  await lockKey(tx, publicKey);
  const { rows } = await sql<{ compromised: boolean }>`
    select c.revocation_reason = 'keyCompromise' as compromised from certificate c
    where c.key_sha256 = ${fingerprintOf(publicKey)}
      and (c.revocation_reason = 'keyCompromise'
        or c.revocation_reason = 'certificateHold' and c.authority_id is not null and ${authorityStands('c')})
    order by compromised desc limit 1`.execute(tx);
  const [found] = rows;
  if (found) throw fieldProblem(field, { status: found.compromised ? 'KEY_COMPROMISED' : 'KEY_ON_HOLD' });
}

/**
 * SQL for "seat, template and profile of certificate `c` are as they were when it was made": whoever has corrected one
 * of them since, and asks once more with the same request, wishes for a certificate that says so.
 */
const isAsItWas = sql<boolean>`not exists (
  select from seat s, certificate_template t join certificate_profile p on p.id = t.profile_id
  where s.id = c.seat_id and t.id = c.template_id
    and greatest(s.updated_at, t.updated_at, p.updated_at) > c.created_at)`;

/** What was wished: whoever wishes anything else gets another certificate. */
type Wish = { publicKey: Uint8Array; by: string } & (
  | { seatId: string; templateId: string }
  | { userId: string; name: string; notAfter: Date }
);

/**
 * The good certificate that the same caller had issued for the same key and wish a moment ago; null where there is
 * none. Until the transaction ends nobody else gets one for this key.
 */
export async function issuedBefore(tx: Db, wish: Wish, now: Date): Promise<string | null> {
  await lockKey(tx, wish.publicKey);
  // No certificate ends later than its authority.
  const same =
    'seatId' in wish
      ? sql<boolean>`c.seat_id = ${wish.seatId} and c.template_id = ${wish.templateId} and ${isAsItWas}`
      : sql<boolean>`c.user_id = ${wish.userId} and c.name = ${wish.name}
          and c.valid_to = least(${wish.notAfter}::timestamptz, a.valid_to)`;
  const since = new Date(now.getTime() - LIMITS.certificateAgainMinutes * 60_000);
  const { rows } = await sql<{ id: string }>`
    select c.id from certificate c join certificate_authority a on a.id = c.authority_id
    where c.key_sha256 = ${fingerprintOf(wish.publicKey)} and c.state = 'issued' and a.state <> 'revoked'
      and c.created_by = ${wish.by} and c.created_at > ${since} and ${same}
    order by c.created_at desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
