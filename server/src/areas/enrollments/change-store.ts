/** What becomes of an enrollment once it was sent: another link, or its end. */
import {
  tellsOfCancellation,
  whyNotCancelEnrollment,
  whyNotResendEnrollment,
} from '@signet/contract/areas/enrollment-rules';
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { daysBetween, parseStoredDateTime, payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { endCertificate, type EndedCertificate } from '../../authority/end-certificate-store.ts';
import { concerning } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import { changeRecord, type Changed } from '../../db/record.ts';
import { discount } from '../../license-ledger/counted.ts';
import { lockPerson, requireHelp } from '../../people/person-store.ts';
import type { Runtime } from '../../runtime.ts';
import { newSecret } from '../../secrets.ts';
import { methodStates } from '../../sign-in/method-store.ts';
import { endOfLink, hashCode, sendCancellation, sendInvitation } from '../../enrollments/letter.ts';
import { requireHolder } from './link-store.ts';
import { giveBackPlace, renewedBy } from './renewal-store.ts';
import { ENROLLMENT_KIND, readEnrollment } from './store.ts';

/**
 * Ends an enrollment, and a certificate that was not redeemed with it; whoever has a link that was good until now is
 * told. `also`: what the audit log shall have of that certificate. Throws 404 and ENROLLMENT_OVER.
 */
export async function cancelEnrollment(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<Changed<Enrollment> & { also?: EndedCertificate[] }> {
  const certificate: { ended: EndedCertificate | null } = { ended: null };
  const changed = await changeRecord(ENROLLMENT_KIND, viewer, tx, id, {
    now,
    whyNot: (one) => whyNotCancelEnrollment(viewer, one),
    async set({ certificate_id, renews, account_id }) {
      if (certificate_id !== null) {
        const why = { reason: 'cessationOfOperation', by: viewer.userId } as const;
        certificate.ended = await endCertificate(tx, certificate_id, why, now);
        // The place of one that was revoked before has been free since, for whoever came first.
        if (certificate.ended) await giveBackPlace(tx, certificate_id, { renews, account_id }, now);
        else await discount(tx, { kind: 'certificate', id: certificate_id }, now);
      }
      return { stage: 'canceled' as const };
    },
    alsoSet: { canceled_at: now },
  });
  const { before, after } = changed;
  if (tellsOfCancellation(before)) await sendCancellation(tx, runtime, after, now);
  return certificate.ended ? { ...changed, also: [certificate.ended] } : changed;
}

/**
 * Mails a new link, which ends the one before and is good for as many days as that one was. Throws 404,
 * ENROLLMENT_OVER, SUSPENDED where the link would open nothing, as of a person who may not come in,
 * CERTIFICATE_SIGN_IN_OFF where their account lets nobody sign in so, RENEWAL_OVER where what it renews can't be
 * renewed any more, TOO_MANY_REQUESTS right after the last mail, and NO_MAIL_ADDRESS.
 */
export async function resendEnrollment(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  id: string,
  now: Date,
): Promise<Changed<Enrollment>> {
  const seen = await readEnrollment(viewer, tx, id, { now });
  const about = { resource_id: id, resource_name: seen.name, account_id: seen.account_id };
  return concerning(about, () => resend(runtime, viewer, tx, seen, now));
}

async function resend(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  { id, user_id, renews }: Enrollment,
  now: Date,
): Promise<Changed<Enrollment>> {
  // People before what is theirs, as everywhere.
  const person = user_id === null ? null : await lockPerson(viewer, tx, user_id, { serviceUser: false });
  if (person) {
    requireHelp(viewer, person);
    if (!person.active) throw new Problem('SUSPENDED');
    if (!(await methodStates(tx, person.id)).certificate) throw new Problem('CERTIFICATE_SIGN_IN_OFF');
  }
  const renewed = await renewedBy(tx, { renews, user_id }, now);
  const code = newSecret();
  const changed = await changeRecord(ENROLLMENT_KIND, viewer, tx, id, {
    now,
    whyNot: (one) => whyNotResendEnrollment(viewer, one),
    async set({ sent_at, expires_at, name: called, email, locale: before, ...one }) {
      await requireHolder(tx, one, now);
      const sent = parseStoredDateTime(sent_at);
      const seconds = Math.ceil(LIMITS.enrollmentResendSeconds - (now.getTime() - sent.getTime()) / 1_000);
      if (seconds > 0) throw new Problem('TOO_MANY_REQUESTS', { params: { seconds } });
      const over = parseStoredDateTime(expires_at);
      const days = daysBetween(payloadDate(sent), payloadDate(over));
      // A renewal is open as long as there is something to renew, whenever its link is sent.
      const until = renewed ? over : endOfLink(now, days);
      // Nobody has chosen the language of a renewal: it is the person's, who may have changed it since.
      const language = (renewed && person?.locale) ?? before;
      // As the person is called and reached today.
      const { name, email: to } = person ?? { name: called, email };
      return { sent_at: now, expires_at: until, name, email: to, locale: language };
    },
    alsoSet: { code_hash: hashCode(code) },
  });
  const { name, email, locale, account_name, expires_at: until } = changed.after;
  const expires_at = parseStoredDateTime(until);
  const ends = renewed ? { endsAt: renewed.validTo } : {};
  const invited = { id, name, email, locale, user_id, account_name, expires_at, ...ends };
  const mail = await sendInvitation(tx, runtime, invited, code);
  return { ...changed, after: { ...changed.after, mail } };
}
