/** Inviting to a certificate: whom an enrollment is for, and what it will say. */
import { ACCESS, allows } from '@signet/contract/access';
import { SUBJECT_FIELDS, whyNotLocationOf } from '@signet/contract/areas/enrollment-rules';
import { whyNotReachByCertificate } from '@signet/contract/areas/person-rules';
import type { Enrollment, NewEnrollment } from '@signet/contract/areas/enrollments';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@signet/contract/locales';
import { fieldProblem, Problem, refuseField } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { accountFor } from '../../authority/owner-store.ts';
import { templateToIssue, whyNotCertifySeat } from '../../authority/seat-certificate-store.ts';
import type { Db } from '../../db/open.ts';
import { requireConfirmed } from '../../db/unconfirmed.ts';
import { createRecord, type ChangeEvent, type Created } from '../../db/record.ts';
import { newId } from '../../ids.ts';
import { closedAccounts, isAccountOpen } from '../../people/account-store.ts';
import { lockPerson, requireHelp } from '../../people/person-store.ts';
import type { Runtime } from '../../runtime.ts';
import { createSeat, holdSeat, type HeldSeat } from '../../seats/seat-store.ts';
import { newSecret } from '../../secrets.ts';
import { visibleShared } from '../../sight.ts';
import { methodStates } from '../../sign-in/method-store.ts';
import { chosenForPerson, fieldOfAccount, fieldOfSeat, givenAgainst, givenOf } from './given.ts';
import { endOfLink, hashCode, linkOf, sendInvitation } from '../../enrollments/letter.ts';
import { ENROLLMENT_KIND } from './store.ts';

/** Whom it is for. */
type Whom = {
  account_id: string;
  seat_id: string | null;
  user_id: string | null;
  template_id: string | null;
  name: string;
  first_name: string;
  last_name: string;
  email: string;
  locale: Locale | null;
  /** The event of a seat that was made on the way. */
  seatMade: ChangeEvent | null;
};

/**
 * Invites to a certificate by mail. `link` is there for those who are not persons: theirs is mailed to their own
 * address and told to nobody, for who has it signs in as them. Throws what is wrong under its field, LICENSE_USED_UP
 * where a seat has no place, and for a person why the viewer may not send them such a mail.
 */
export async function invite(
  runtime: Runtime,
  viewer: Viewer,
  tx: Db,
  body: NewEnrollment,
  now: Date,
  id: string = newId(),
): Promise<Created<Enrollment> & { link: string | null; seatMade: ChangeEvent | null }> {
  const { seatMade, locale: own, ...whom } = await whomOf(viewer, tx, body, now);
  const locale = body.locale ?? own ?? (await localeOf(tx, viewer.userId));
  const { keystore_location, enrollment_method, validity = null, asked = [], open_days } = body;
  const code = newSecret();
  const expires_at = endOfLink(now, open_days);
  const values = {
    ...whom,
    ...Object.fromEntries(SUBJECT_FIELDS.map((field) => [field, body[field]])),
    locale,
    keystore_location,
    enrollment_method,
    stage: 'invited' as const,
    validity,
    asked,
    code_hash: hashCode(code),
    sent_at: now,
    expires_at,
    created_by: viewer.userId,
  };
  const created = await createRecord(ENROLLMENT_KIND, viewer, tx, { id, key: id, values, now });
  const { account_name } = created.after;
  const mail = await sendInvitation(tx, runtime, { ...whom, id, locale, account_name, expires_at }, code);
  const after = { ...created.after, mail };
  return { ...created, after, seatMade, link: whom.user_id === null ? linkOf(runtime, id, code) : null };
}

function whomOf(viewer: Viewer, tx: Db, body: NewEnrollment, now: Date): Promise<Whom> {
  if (body.seat_id !== undefined && body.user_id !== undefined)
    throw fieldProblem('user_id', { status: 'INVITE_ONE_WAY' });
  return body.user_id === undefined ? toSeat(viewer, tx, body, now) : toPerson(viewer, tx, body.user_id, body, now);
}

/** A person, at the address that is theirs. */
async function toPerson(viewer: Viewer, tx: Db, userId: string, body: NewEnrollment, now: Date): Promise<Whom> {
  const chosen = chosenForPerson(body);
  if (chosen !== null) throw fieldProblem(chosen, { status: 'NOT_FOR_PERSONS' });
  const person = await lockPerson(viewer, tx, userId, { serviceUser: false }).catch(underField('user_id'));
  requireHelp(viewer, person);
  const { certificate: certificate_sign_in } = await methodStates(tx, userId);
  const account_open = await isAccountOpen(tx, userId, now);
  refuseField('user_id', whyNotReachByCertificate({ active: person.active, account_open, certificate_sign_in }));
  const { rows } = await sql<{ first_name: string; last_name: string; account_id: string }>`
    select u.first_name, u.last_name, coalesce(u.primary_account_id,
      (select a.id from account a where a.system_account)) as account_id
    from app_user u where u.id = ${userId}`.execute(tx);
  const [row] = rows;
  if (!row) throw fieldProblem('user_id', { status: 'NOT_FOUND' });
  await requireConfirmed(tx, row.account_id, 'user_id');
  const { name, email, locale } = person;
  return { ...row, seat_id: null, user_id: person.id, template_id: null, name, email, locale, seatMade: null };
}

/** A seat that is there, or that of somebody's address. */
async function toSeat(viewer: Viewer, tx: Db, body: NewEnrollment, now: Date): Promise<Whom> {
  const { template_id, first_name = '', last_name = '' } = body;
  if (template_id === undefined) throw fieldProblem('template_id', { status: 'REQUIRED' });
  const { seat, made } =
    body.seat_id === undefined
      ? await seatOfAddress(viewer, tx, body, now)
      : { seat: await seatById(viewer, tx, body.seat_id), made: null };
  if ((await closedAccounts(tx, [seat.account_id], now)).size > 0)
    throw fieldProblem(fieldOfAccount(body), { status: 'ACCOUNT_OUT_OF_SERVICE' });
  await requireConfirmed(tx, seat.account_id, fieldOfAccount(body));
  const asked = { id: template_id, accountId: seat.account_id };
  const found = await templateToIssue(tx, asked, now, visibleShared(viewer, 't', sql`p.cert_type`));
  if (!found) throw fieldProblem('template_id', { status: 'NOT_FOUND' });
  if (!found.template.seat_types.includes(seat.type))
    throw fieldProblem('template_id', { status: 'TEMPLATE_NOT_FOR_SEAT' });
  refuseField('keystore_location', whyNotLocationOf(found.template, body.keystore_location));
  for (const { field, reason } of givenAgainst(found.template, body)) refuseField(field, reason);
  const uncertifiable = whyNotCertifySeat(seat, found.template, givenOf(body));
  if (uncertifiable) refuseField(fieldOfSeat(body, made === null, uncertifiable), uncertifiable);
  const email = body.email ?? (seat.email || (seat.type === 'user' ? seat.identifier : ''));
  if (email === '') throw fieldProblem('email', { status: 'REQUIRED' });
  const { account_id, id: seat_id, name } = seat;
  const names = { name, first_name, last_name, email };
  return { account_id, seat_id, user_id: null, template_id, ...names, locale: null, seatMade: made };
}

/** A seat that the viewer sees, which stays until the transaction ends. */
async function seatById(viewer: Viewer, tx: Db, id: string): Promise<HeldSeat> {
  const seat = await holdSeat(viewer, tx, id);
  if (!seat) throw fieldProblem('seat_id', { status: 'NOT_FOUND' });
  return seat;
}

/** The seat of a person by their address; it is made, and counted, where the account has none. */
async function seatOfAddress(
  viewer: Viewer,
  tx: Db,
  { email, first_name = '', last_name = '', account_id: named }: NewEnrollment,
  now: Date,
): Promise<{ seat: HeldSeat; made: ChangeEvent | null }> {
  if (email === undefined) throw fieldProblem('email', { status: 'INVITE_ONE_WAY' });
  const account_id = await accountFor(viewer, tx, named);
  const { rows } = await sql<{ id: string }>`select s.id from seat s
    where s.account_id = ${account_id} and s.type = 'user' and lower(s.identifier) = lower(${email})`.execute(tx);
  if (rows[0]) return { seat: await seatById(viewer, tx, rows[0].id), made: null };
  if (first_name === '') throw fieldProblem('first_name', { status: 'REQUIRED' });
  if (last_name === '') throw fieldProblem('last_name', { status: 'REQUIRED' });
  if (!allows(ACCESS.seats.manage, viewer)) throw new Problem('FORBIDDEN');
  const name = `${first_name} ${last_name}`;
  const values = { account_id, type: 'user' as const, name, identifier: email, email };
  const { after, event } = await createSeat(viewer, tx, values, now);
  return { seat: await seatById(viewer, tx, after.id), made: event };
}

/** The language that somebody has chosen. */
async function localeOf(tx: Db, userId: string): Promise<Locale> {
  const row = await tx.selectFrom('app_user').select('locale').where('id', '=', userId).executeTakeFirst();
  return row && isLocale(row.locale) ? row.locale : DEFAULT_LOCALE;
}

/** What is not there is said under the field that names it. */
const underField =
  (field: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof Problem && thrown.reason.status === 'NOT_FOUND'
      ? fieldProblem(field, thrown.reason)
      : thrown;
  };
