/**
 * Enrollments by their link: whom it invites, and that the certificate has arrived. Who calls has no session and is
 * nobody's viewer: what a link opens is the one enrollment of its id and code.
 */
import { ENROLLMENT } from '@signet/contract/areas/enrollment-record';
import {
  enrollmentStatus,
  latestEnrollmentEnd,
  SUBJECT_FIELDS,
  whyNotLocationOf,
  whyNotOpen,
  type AskableField,
  type SubjectField,
  leavesOpen,
  saidByTemplate,
} from '@signet/contract/areas/enrollment-rules';
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import { sql, type RawBuilder } from 'kysely';
import { authorityFor } from '../../authority/authority-store.ts';
import { periodOfDays } from '../../authority/period.ts';
import { namesOfPerson, type CertifiedPerson } from '../../authority/person-certificate-store.ts';
import { builtInProfile, type StoredProfile } from '../../authority/profile-store.ts';
import {
  namesOfSeat,
  subjectOfSeat,
  templateToIssue,
  type CertifiedSeat,
  type SeatTemplate,
} from '../../authority/seat-certificate-store.ts';
import { authorityStands } from '../../db/authority-stands.ts';
import { selected, type Selected } from '../../db/columns.ts';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import type { AuditDetail } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { methodStates } from '../../sign-in/method-store.ts';
import { findPerson, type Person } from '../../sign-in/person-store.ts';
import { renewedBy, shownRenewed } from './renewal-store.ts';
import type { NameComponents } from '../../x509/distinguished-name.ts';
import type { AlternativeNames } from '../../x509/extensions.ts';
import { givenOf } from './given.ts';
import { hashCode } from '../../enrollments/letter.ts';

const MINUTE = 60_000;

/** What a call by a link comes with; `db` is its transaction. */
export type LinkCall = {
  db: Db;
  now: Date;
  runtime: Runtime;
  audit: (detail: AuditDetail | 'nothing') => void;
};

const COLUMNS = [...memberNames(ENROLLMENT), 'stage', 'created_by', 'challenge_hash', 'challenge_until'] as const;
/** An enrollment as whoever has its code finds it. */
export type FoundEnrollment = Selected<
  typeof ENROLLMENT,
  MemberName<typeof ENROLLMENT> | 'stage' | 'created_by' | 'challenge_hash' | 'challenge_until'
> & {
  account_name: string;
  account_in_service: boolean;
};
/** For whom its certificate is. */
export type Holder = (
  | { seat: CertifiedSeat; template: SeatTemplate; person: null }
  | { seat: null; template: null; person: Person }
) & {
  profile: StoredProfile;
  /** Until when the authority is good that would sign; null where none can. */
  authorityEnd: Date | null;
};

/** A person as certificates name them: by the account that is theirs. */
export const certifiedPerson = (person: Person): CertifiedPerson => ({
  ...person,
  account_id: person.primary_account_id,
});

/** By id and code, whatever has become of it. What is compared is a hash, so that no time tells of the code. */
async function find(
  db: Db,
  { id, code }: { id: string; code: string },
  now: Date,
  lock: RawBuilder<unknown>,
): Promise<FoundEnrollment | null> {
  const { rows } = await sql<FoundEnrollment>`select ${selected('e', COLUMNS)}, a.name as account_name,
      ${inService('a', payloadDate(now))} as account_in_service
    from enrollment e join account a on a.id = e.account_id
    where e.id = ${id} and e.code_hash = ${hashCode(code)} ${lock}`.execute(db);
  return rows[0] ?? null;
}

/** The enrollment of a link for a call that only reads. Throws 404, the same for a wrong code and an unknown id. */
async function foundToRead(db: Db, link: { id: string; code: string }, now: Date): Promise<FoundEnrollment> {
  const found = await find(db, link, now, sql``);
  if (!found) throw notFound();
  return found;
}

/**
 * Does something with the enrollment of a link, which is locked: of two calls at once the other one waits, and finds
 * what the first has done. Account, seat and person are locked before it, in the order in which whoever deletes them
 * does. The log tells of which enrollment a refusal was. Throws 404.
 */
export async function withEnrollment<T>(
  { db, now, audit }: LinkCall,
  link: { id: string; code: string },
  work: (found: FoundEnrollment) => Promise<T>,
): Promise<T> {
  const seen = await find(db, link, now, sql``);
  if (seen) {
    await sql`select from account where id = ${seen.account_id} for share`.execute(db);
    if (seen.seat_id !== null) await sql`select from seat where id = ${seen.seat_id} for share`.execute(db);
    if (seen.user_id !== null) await findPerson(db, seen.user_id, now, { lock: true });
  }
  const found = seen && (await find(db, link, now, sql`for update of e`));
  try {
    if (!found) throw notFound();
    return await work(found);
  } catch (thrown) {
    audit({ ...(found ? asResource(found) : { resource_id: null }), resource: 'ENROLLMENT' });
    throw thrown;
  }
}

/** An enrollment as the log names it. */
export const asResource = ({ id, name, account_id }: FoundEnrollment): AuditDetail => ({
  resource_id: id,
  resource_name: name,
  account_id,
  message: 'BY_ENROLLMENT',
});

/** Throws what an enrollment opens no more: REDEEMED, CANCELED, EXPIRED. */
export const requireOpen = (found: FoundEnrollment, now: Date): void =>
  refuse(whyNotOpen(enrollmentStatus(found, now)));

/**
 * For whom the certificate is, by the rules of today: what template and profile say now is what is issued. Throws
 * SUSPENDED where account, person, seat or template are not what they were; the invited person learns no more of them.
 */
export async function holderOf(db: Db, found: FoundEnrollment, now: Date): Promise<Holder> {
  const holder = found.account_in_service ? await findHolder(db, found, now) : null;
  if (!holder) throw new Problem('SUSPENDED');
  return holder;
}

type ForWhom = Pick<FoundEnrollment, 'seat_id' | 'user_id' | 'template_id' | 'account_id' | 'keystore_location'>;

/** Throws SUSPENDED where a link would open nothing, since account, person, seat or template is off. */
export async function requireHolder(db: Db, forWhom: ForWhom, now: Date): Promise<void> {
  const { rows } = await sql`select from account a
    where a.id = ${forWhom.account_id} and ${inService('a', payloadDate(now))}`.execute(db);
  if (rows.length === 0 || !(await findHolder(db, forWhom, now))) throw new Problem('SUSPENDED');
}

async function findHolder(
  db: Db,
  { seat_id, user_id, template_id, account_id, keystore_location }: ForWhom,
  now: Date,
): Promise<Holder | null> {
  if (user_id !== null) {
    const person = await findPerson(db, user_id, now);
    // Whoever has no other way in gets none for a way that is off.
    if (!person?.active || !(person.verified || (await methodStates(db, user_id)).certificate)) return null;
    const authorityEnd = await endOfAuthority(db, await authorityFor(db, person.primary_account_id, now));
    return { person, seat: null, template: null, profile: await builtInProfile(db, 'client_auth'), authorityEnd };
  }
  if (seat_id === null || template_id === null) return null;
  const seat = await db
    .selectFrom('seat')
    .select(['id', 'account_id', 'type', 'name', 'identifier'])
    .where('id', '=', seat_id)
    .executeTakeFirst();
  const found = await templateToIssue(db, { id: template_id, accountId: account_id }, now);
  if (!seat || !found?.template.seat_types.includes(seat.type)) return null;
  // By a template that demands attestation since, a key that lies elsewhere gets nothing.
  if (whyNotLocationOf(found.template, keystore_location)) return null;
  return { seat, person: null, ...found, authorityEnd: await endOfAuthority(db, found.template.authority_id) };
}

async function endOfAuthority(db: Db, id: string | null): Promise<Date | null> {
  if (id === null) return null;
  const row = await db.selectFrom('certificate_authority').select('valid_to').where('id', '=', id).executeTakeFirst();
  return row?.valid_to ?? null;
}

/** The last day that its certificate can have: of a year, its own validity, profile and authority the soonest. */
export function lastDayOf({ validity }: FoundEnrollment, { profile, authorityEnd }: Holder, now: Date): string {
  const byProfile = payloadDate(periodOfDays(profile.days, now).notAfter);
  const latest = latestEnrollmentEnd(payloadDate(now), validity);
  const [soonest = latest] = [byProfile, latest, ...(authorityEnd ? [payloadDate(authorityEnd)] : [])].toSorted();
  return soonest;
}

/** What the invited person fills in: what is asked, where the template does not say it meanwhile. */
export const askedOf = (found: FoundEnrollment, { template }: Holder): AskableField[] =>
  [...SUBJECT_FIELDS, 'email' as const].filter((field) => found.asked.includes(field) && leavesOpen(template, field));

type Named = { subject: NameComponents & { common_name: string }; names: AlternativeNames };

/** What stands in the form (S-102): the certificate as it would be now. */
export async function formOf(db: Db, found: FoundEnrollment, { seat, template, person }: Holder) {
  const { subject, names }: Named = seat
    ? { subject: subjectOfSeat(seat, template, givenOf(found)), names: namesOfSeat(seat, template) }
    : await namesOfPerson(db, certifiedPerson(person));
  const valueOf = (field: SubjectField): string => saidByTemplate(template, field) || found[field];
  return {
    common_name: subject.common_name,
    organization_name: subject.organization ?? '',
    organization_units: valueOf('organization_units'),
    street_address: valueOf('street_address'),
    postal_code: valueOf('postal_code'),
    locality: valueOf('locality'),
    state: valueOf('state'),
    country: valueOf('country'),
    dns_names: [...(names.hosts ?? [])],
    emails: [...(names.emails ?? [])],
    user_principal_names: [...(names.principalNames ?? [])],
    email: found.email,
    validity: found.validity,
  };
}

/** A person by the names of today, which may have been corrected since they were invited. */
async function calledNow(
  db: Db,
  { user_id, first_name, last_name }: FoundEnrollment,
): Promise<Pick<PublicEnrollment, 'first_name' | 'last_name'>> {
  if (user_id === null) return { first_name, last_name };
  const person = db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', user_id);
  return person.executeTakeFirstOrThrow();
}

/** What the page shows. Throws 404, REDEEMED, CANCELED, EXPIRED, SUSPENDED. Changes nothing. */
export async function openByLink(
  { db, now }: Pick<LinkCall, 'db' | 'now'>,
  link: { id: string; code: string },
): Promise<PublicEnrollment> {
  const found = await foundToRead(db, link, now);
  requireOpen(found, now);
  const renews = shownRenewed(await renewedBy(db, found, now));
  const holder = await holderOf(db, found, now);
  const { id, keystore_location, enrollment_method, account_name, expires_at } = found;
  return {
    id,
    enrollment_code: link.code,
    // No request is kept, of whichever form.
    csr: null,
    keystore_location,
    enrollment_method,
    status: found.stage === 'generated' ? 'generated' : 'invited',
    ...(await calledNow(db, found)),
    account_name,
    ...(await formOf(db, found, holder)),
    asked: askedOf(found, holder),
    end_date: lastDayOf(found, holder, now),
    expires_at: storedDateTime(expires_at),
    renews,
    signs_in: holder.person !== null && (await methodStates(db, holder.person.id)).certificate,
    profile: {
      key_types: [...holder.profile.keyTypes],
      purposes: [...holder.profile.purposes],
      requires_attestation: holder.template?.requires_attestation ?? false,
    },
  };
}

/**
 * Says that the certificate has arrived, which uses the enrollment up; said again within minutes, it is the same.
 * Throws 404, what it opens no more, NOT_GENERATED where there is none that is good, and REPLACED where another
 * certificate than that one counts.
 */
export const redeemByLink = (
  call: LinkCall,
  link: { id: string; code: string },
  serial: string | undefined,
): Promise<void> => withEnrollment(call, link, (found) => redeem(call, found, serial));

async function redeem({ db, now, audit }: LinkCall, found: FoundEnrollment, serial: string | undefined): Promise<void> {
  const again = new Date(now.getTime() - LIMITS.enrollmentRedeemAgainMinutes * MINUTE);
  const isAgain = found.stage === 'redeemed' && found.redeemed_at !== null && found.redeemed_at > again;
  if (!isAgain) requireOpen(found, now);
  if (found.certificate_id === null) throw new Problem('NOT_GENERATED');
  const {
    serial: counts,
    state,
    stands,
  } = await db
    .selectFrom('certificate')
    .select(['serial', 'state'])
    .select(authorityStands('certificate').as('stands'))
    .where('id', '=', found.certificate_id)
    .executeTakeFirstOrThrow();
  if (serial !== undefined && plain(serial) !== plain(counts.toString('hex'))) throw new Problem('REPLACED');
  if (isAgain) return audit('nothing');
  // What was revoked meanwhile, also with its authority, is no certificate to have arrived: the invitation is not used
  // up for it.
  if (state === 'revoked' || !stands) throw new Problem('NOT_GENERATED');
  await db
    .updateTable('enrollment')
    .set({ stage: 'redeemed', redeemed_at: now, updated_at: now, updated_by: null, version: found.version + 1 })
    .where('id', '=', found.id)
    .execute();
  audit({ ...asResource(found), before: { stage: found.stage }, after: { stage: 'redeemed' } });
}

/** A serial number however it is written. */
const plain = (serial: string): string =>
  serial
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '')
    .replace(/^0+(?=.)/, '');
