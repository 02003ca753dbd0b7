/** Certificates from the intention to sign one to the certificate. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Intention } from '../x509/certificate.ts';
import type { KeyType } from '@signet/contract/key-types';
import { askForList } from './list-store.ts';
import type { CertType } from '@signet/contract/areas/certificate-template-record';

/** Whose a certificate is: an account's, and a person's who signs in with it. */
export type Belonging = { accountId?: string | null; userId?: string | null };

/** An intention that nobody has carried out by then never will be: no request lives for so long. */
const LEFT_OPEN = 15 * 60_000;

export type WrittenIntention = {
  id: string;
  authorityId: string;
  intention: Intention;
  /** What will be signed, DER. */
  content: Uint8Array;
  certType: CertType;
  profileId: string;
  keyType: KeyType;
  subjectText: string;
  issuerText: string;
  email: string;
  by: string | null;
  now: Date;
};

/** A serial as it is compared: octets without noughts before the number. */
export function plainSerial(serial: Uint8Array): Buffer {
  let start = 0;
  while (start < serial.length - 1 && serial[start] === 0) start += 1;
  return Buffer.from(serial.subarray(start));
}

/** Writes down what is about to be signed. `aside` is no transaction of the caller's: this is committed at its end. */
export async function writeIntention(aside: Db, written: WrittenIntention): Promise<void> {
  const { id, authorityId, intention, content, now } = written;
  await aside
    .insertInto('certificate')
    .values({
      id,
      authority_id: authorityId,
      serial: plainSerial(intention.serial),
      state: 'intended',
      cert_type: written.certType,
      purposes: [...intention.profile.purposes],
      profile_id: written.profileId,
      common_name: intention.subject.common_name ?? '',
      subject_text: written.subjectText,
      issuer_text: written.issuerText,
      email: written.email,
      key_type: written.keyType,
      key_sha256: fingerprintOf(intention.publicKey),
      valid_from: intention.notBefore,
      valid_to: intention.notAfter,
      content: Buffer.from(content),
      created_at: now,
      created_by: written.by,
      updated_at: now,
      updated_by: written.by,
    })
    .execute();
}

/** SHA-256 in hexadecimal: how a certificate is found by its octets, and a key by its SubjectPublicKeyInfo. */
export const fingerprintOf = (octets: Uint8Array): string => createHash('sha256').update(octets).digest('hex');

/** What was intended is done. Throws where a job has given it up meanwhile. */
export async function completeIntention(
  tx: Db,
  id: string,
  certificate: Buffer,
  { accountId = null, userId = null }: Belonging,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('certificate')
    .set({
      state: 'issued',
      certificate,
      fingerprint: fingerprintOf(certificate),
      account_id: accountId,
      user_id: userId,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'intended')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('The intention was given up before it was carried out.');
}

/**
 * Revokes what was written down and never completed: it may have been signed, and nobody has it. Answers how many. Safe
 * to run at any time, in several processes at once.
 */
export async function settleIntentions(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ authority_id: string }>`
      update certificate set state = 'revoked', revoked_at = ${now}, revocation_reason = 'unspecified',
        updated_at = ${now}
      where state = 'intended' and created_at < ${new Date(now.getTime() - LEFT_OPEN)}
      returning authority_id`.execute(tx);
    await sql`update certificate_authority set state = 'revoked', updated_at = ${now}
      where state = 'intended' and created_at < ${new Date(now.getTime() - LEFT_OPEN)}`.execute(tx);
    for (const authority of new Set(rows.map(({ authority_id }) => authority_id))) await askForList(tx, authority);
    return rows.length;
  });
}
