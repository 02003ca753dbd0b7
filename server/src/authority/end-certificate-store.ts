/** Certificates that end with something else: an invitation, or another certificate of their key. */
import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';
import { discount } from '../license-ledger/counted.ts';
import { revokeCertificate } from './revocation-store.ts';

/** What the audit log shall have of a certificate that ended. */
export type EndedCertificate = NonNullable<Awaited<ReturnType<typeof endCertificate>>>;

/**
 * A certificate that nobody has redeemed, that was replaced, or whose key others have, is good no more; what becomes of
 * its place in the license is the caller's. Answers what the audit log shall have of it; null where it was good no more
 * before.
 */
export async function endCertificate(
  tx: Db,
  id: string,
  { reason, by }: { reason: 'superseded' | 'cessationOfOperation' | 'keyCompromise'; by: string | null },
  now: Date,
) {
  const { serial, ...before } = await tx
    .selectFrom('certificate')
    .select(['common_name', 'subject_text', 'account_id', 'user_id', 'serial', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isEnded = await revokeCertificate(tx, id, { reason, by }, now);
  if (!isEnded) return null;
  const known = { serial: serial.toString('hex') };
  return {
    as: {
      action: 'UPDATE',
      resource: before.user_id === null ? 'CERTIFICATE' : 'CLIENT_AUTH_CERT',
      result: 'success',
    } as const,
    resource_id: id,
    resource_name: before.common_name || before.subject_text,
    account_id: before.account_id,
    // One that was revoked for good was not ended.
    before: { status: before.state === 'issued' ? 'issued' : 'on_hold', ...known },
    after: { status: 'revoked', revocation_reason: reason, ...known },
  };
}

/**
 * Others have the key of this certificate: those of the key among `c` that are good, or on hold, end as well, and their
 * places in licenses are free. Answers what the audit log shall have of each. The caller has the lock of the key.
 */
export async function endOthersOfKey(
  tx: Db,
  id: string,
  { among, by }: { among: RawBuilder<boolean>; by: string | null },
  now: Date,
): Promise<EndedCertificate[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from certificate c
    where c.key_sha256 = (select one.key_sha256 from certificate one where one.id = ${id}) and c.id <> ${id}
      and c.authority_id is not null and c.valid_to > ${now}
      and (c.state = 'issued' or c.revocation_reason = 'certificateHold') and ${authorityStands('c')} and ${among}
    order by c.id for no key update of c`.execute(tx);
  const ended: EndedCertificate[] = [];
  for (const other of rows) {
    const event = await endCertificate(tx, other.id, { reason: 'keyCompromise', by }, now);
    if (!event) continue;
    await discount(tx, { kind: 'certificate', id: other.id }, now);
    ended.push(event);
  }
  return ended;
}
