/** Invitations whose person has left the address that their link was sent to. */
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { endCertificate } from '../authority/end-certificate-store.ts';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { eventOfCanceled } from './canceled.ts';
import { sendCancellation, type Canceled } from './letter.ts';

type Open = Canceled & {
  id: string;
  account_id: string;
  certificate_id: string | null;
  stage: 'invited' | 'generated';
};

/**
 * Cancels the open invitations of a person whose link lies at another address than this one: whoever reads mails there
 * would come in as the person. What renews a certificate stays, for its link asks for the key of that one. Answers what
 * the audit log shall have of it. The caller has locked the person.
 */
export async function cancelAtLeftAddress(
  viewer: Viewer,
  tx: Db,
  runtime: Runtime,
  { id: userId, email }: { id: string; email: string },
  now: Date,
) {
  const { rows } = await sql<Open>`
    select e.id, e.name, e.email, e.locale, e.user_id, e.account_id, e.certificate_id, e.stage, e.renews,
      a.name as account_name
    from enrollment e join account a on a.id = e.account_id
    where e.user_id = ${userId} and e.stage in ('invited', 'generated') and e.renews is null
      and e.expires_at > ${now} and lower(e.email) <> lower(${email})
    order by e.id for no key update of e`.execute(tx);
  const why = { reason: 'cessationOfOperation', by: viewer.userId } as const;
  const certificates = [];
  for (const { id, certificate_id, ...one } of rows) {
    if (certificate_id !== null) certificates.push(await endCertificate(tx, certificate_id, why, now));
    await sql`update enrollment set stage = 'canceled', canceled_at = ${now}, updated_at = ${now},
      updated_by = ${viewer.userId}, version = version + 1 where id = ${id}`.execute(tx);
    await sendCancellation(tx, runtime, one, now);
  }
  const enrollments = rows.map(({ stage, ...one }) => eventOfCanceled({ ...one, status: stage }));
  return [...enrollments, ...certificates.filter((one) => one !== null)];
}
