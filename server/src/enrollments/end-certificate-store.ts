/** The end of a certificate that came by an invitation. */
import { revokeCertificate } from '../authority/revocation-store.ts';
import type { Db } from '../db/open.ts';

/**
 * A certificate that nobody has redeemed, or that was replaced, is good no more; what becomes of its place in the
 * license is the caller's. Answers what the audit log shall have of it; null where it was good no more before.
 */
export async function endCertificate(
  tx: Db,
  id: string,
  { reason, by }: { reason: 'superseded' | 'cessationOfOperation'; by: string | null },
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
