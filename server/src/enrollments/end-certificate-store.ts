/** The end of a certificate that came by an invitation. */
import { revokeCertificate } from '../authority/revocation-store.ts';
import type { Db } from '../db/open.ts';
import { discount } from '../license-ledger/counted.ts';

/** A certificate that nobody has redeemed, or that was replaced, is good no more; its place in the license is free. */
export async function endCertificate(
  tx: Db,
  id: string,
  { reason, by }: { reason: 'superseded' | 'cessationOfOperation'; by: string | null },
  now: Date,
): Promise<void> {
  await revokeCertificate(tx, id, { reason, by }, now);
  await discount(tx, { kind: 'certificate', id }, now);
}
