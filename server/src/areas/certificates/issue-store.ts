/** Certificates for seats, as administrators have them made for a request. */
import { whyNotIssueBy } from '@signet/contract/areas/certificate-template-rules';
import { fieldProblem, refuseField } from '@signet/contract/problem';
import type { Certificate } from '@signet/contract/areas/certificates';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { requestFrom } from '../../authority/request.ts';
import { issuedBefore } from '../../authority/same-key-store.ts';
import { certifySeat, templateToIssue } from '../../authority/seat-certificate-store.ts';
import type { Db } from '../../db/open.ts';
import type { ChangeEvent } from '../../db/record.ts';
import type { Runtime } from '../../runtime.ts';
import { holdSeat } from '../../seats/seat-store.ts';
import { visibleShared } from '../../sight.ts';
import { readCertificateRecord } from './store.ts';

export type AskedForSeat = { seat_id: string; template_id: string; csr: string };

/**
 * Issues a certificate for a seat and counts it against the license of its account; asked again at once with the same
 * key, as after a lost answer, it is the same certificate, and no event, unless what it would say was changed since.
 * Throws what is wrong under its field, LICENSE_USED_UP, and CERTIFICATE_AUTHORITY_UNAVAILABLE where no authority can.
 */
export async function issueForSeat(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'pkiUrl' | 'log'>,
  viewer: Viewer,
  tx: Db,
  { seat_id, template_id, csr }: AskedForSeat,
  now: Date,
): Promise<{ after: Certificate; event: ChangeEvent | 'nothing' }> {
  const seat = await holdSeat(viewer, tx, seat_id);
  if (!seat) throw fieldProblem('seat_id', { status: 'NOT_FOUND' });
  const asked = { id: template_id, accountId: seat.account_id };
  const found = await templateToIssue(tx, asked, now, visibleShared(viewer, 't', sql`p.cert_type`));
  if (!found) throw fieldProblem('template_id', { status: 'NOT_FOUND' });
  if (!found.template.seat_types.includes(seat.type))
    throw fieldProblem('template_id', { status: 'TEMPLATE_NOT_FOR_SEAT' });
  refuseField('template_id', whyNotIssueBy(found.template));
  const { publicKey, keyType } = requestFrom(csr);
  const { keyTypes } = found.profile;
  if (!keyTypes.includes(keyType))
    throw fieldProblem('csr', { status: 'KEY_NOT_OF_PROFILE', params: { accepted: keyTypes.join(', ') } });
  const wish = { publicKey, by: viewer.userId, seatId: seat.id, templateId: template_id };
  const before = await issuedBefore(tx, wish, now);
  if (before !== null) return { after: await readCertificateRecord(viewer, tx, before, { now }), event: 'nothing' };
  const { id } = await certifySeat(runtime, tx, { seat, ...found, publicKey, keyType, by: viewer.userId }, now);
  const after = await readCertificateRecord(viewer, tx, id, { now });
  const event = {
    resource_id: id,
    resource_name: after.common_name,
    account_id: seat.account_id,
    after: { status: after.status, serial: after.serial, subject: after.subject, seat_id: seat.id, template_id },
  };
  return { after, event };
}
