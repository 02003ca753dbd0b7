/** When an enrollment may be used, changed or asked for what. Pure predicates for both sides. */
import { ACCESS, allows } from '../access.ts';
import { whyNotOfferedCountry } from '../countries.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { whyNotEmail } from '../rules.ts';
import { whyNotSubjectLine } from '../subject-line.ts';
import type { RuleViewer, Scope } from '../viewer.ts';
import { latestEnd } from './client-auth-certificate-rules.ts';
import { whyNotHelp } from './person-rules.ts';

/** Where the invited person's key is made and kept. */
export const KEYSTORE_LOCATIONS = ['browser', 'hardware_token', 'software'] as const;
export type KeystoreLocation = (typeof KEYSTORE_LOCATIONS)[number];

/**
 * How the certificate comes to the key store, which is also what chooses the page's variant: by the trust assistant, or
 * by a direct connection to the device.
 */
export const ENROLLMENT_METHODS = ['DTA', 'DDC'] as const;

/** The kinds of key stores. `pkcs11`: any token that has no name of its own here. */
export const KEYSTORE_TYPES = [
  'browser',
  'software',
  'os',
  'firefox',
  'yubikey',
  'etoken',
  'piv',
  'tpm',
  'pkcs11',
] as const;
export type KeystoreType = (typeof KEYSTORE_TYPES)[number];

/** The location that each kind is. */
export const LOCATION_OF: Readonly<Record<KeystoreType, KeystoreLocation>> = {
  browser: 'browser',
  software: 'software',
  os: 'software',
  firefox: 'software',
  yubikey: 'hardware_token',
  etoken: 'hardware_token',
  piv: 'hardware_token',
  tpm: 'hardware_token',
  pkcs11: 'hardware_token',
};

/** Why a key can't be in this kind of key store: the enrollment is for another location. */
export const whyNotKeystoreType = (type: KeystoreType, location: KeystoreLocation): Reason | null =>
  LOCATION_OF[type] === location ? null : { status: 'KEYSTORE_ELSEWHERE' };

/** Where a template's keys can be: a store that attests nothing can't hold one that must be attested. */
export const whyNotLocationOf = (
  { requires_attestation }: { requires_attestation: boolean },
  location: KeystoreLocation,
): Reason | null =>
  requires_attestation && location !== 'hardware_token' ? { status: 'ATTESTATION_NEEDS_TOKEN' } : null;

/** What is stored of how far it has come. `generated`: there is a certificate, and nobody has said that it arrived. */
export const ENROLLMENT_STAGES = ['invited', 'generated', 'redeemed', 'canceled'] as const;
export type EnrollmentStage = (typeof ENROLLMENT_STAGES)[number];
/** What people are told: `expired` is one that was neither redeemed nor canceled in its time. */
export const ENROLLMENT_STATUSES = [...ENROLLMENT_STAGES, 'expired'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** How far an enrollment has come at a moment. */
export const enrollmentStatus = (
  { stage, expires_at }: { stage: EnrollmentStage; expires_at: Date },
  now: Date,
): EnrollmentStatus => (stage !== 'redeemed' && stage !== 'canceled' && expires_at <= now ? 'expired' : stage);

/**
 * Why an enrollment opens nothing any more, for whoever has its code; null for one that is open. In lower case it is
 * the code of the error page (S-159).
 */
export function whyNotOpen(status: EnrollmentStatus): Reason | null {
  if (status === 'redeemed') return { status: 'REDEEMED' };
  if (status === 'canceled') return { status: 'CANCELED' };
  return status === 'expired' ? { status: 'EXPIRED' } : null;
}

/**
 * Whether the invited person is told that their enrollment is canceled. A link that had expired is missed by nobody; a
 * certificate that was made by it is.
 */
export const tellsOfCancellation = ({
  status,
  certificate_id,
}: {
  status: EnrollmentStatus;
  certificate_id: string | null;
}): boolean => status !== 'expired' || certificate_id !== null;

/** Why it can't be canceled. A certificate that was redeemed is revoked, not canceled. */
export function whyNotCancelEnrollment(viewer: RuleViewer, { status }: { status: EnrollmentStatus }): Reason | null {
  if (!allows(ACCESS.enrollments.manage, viewer)) return { status: 'FORBIDDEN' };
  return status === 'redeemed' || status === 'canceled' ? { status: 'ENROLLMENT_OVER', params: { status } } : null;
}

/**
 * Why the invitation can't be sent again; an expired one can, and is open once more. A renewal can't: it is open for as
 * long as there is something to renew. Whoever signs in with the certificate is mailed by those alone who may let them
 * in. `renews`: the certificate that it renews; null for an invitation. `person`: null for one of a seat.
 */
export function whyNotResendEnrollment(
  viewer: RuleViewer,
  enrollment: { status: EnrollmentStatus; renews: string | null; person: { access_scope: Scope } | null },
): Reason | null {
  const { status, renews, person } = enrollment;
  const over = whyNotCancelEnrollment(viewer, { status });
  if (over) return over;
  if (status === 'expired' && renews !== null) return { status: 'RENEWAL_OVER' };
  return person && whyNotHelp(viewer, person);
}

/** What of a certificate's subject an administrator may give, or leave to the invited person. */
export const SUBJECT_FIELDS = [
  'organization_units',
  'street_address',
  'postal_code',
  'locality',
  'state',
  'country',
] as const;
export type SubjectField = (typeof SUBJECT_FIELDS)[number];
/** How certificates call each field. */
export const COMPONENT_OF = {
  organization_units: 'organizational_unit',
  street_address: 'street_address',
  postal_code: 'postal_code',
  locality: 'locality',
  state: 'state',
  country: 'country',
} as const satisfies Record<SubjectField, string>;

/** What a template says of the subjects of its certificates; empty where it leaves a part open. */
export type SaidSubject = Readonly<Record<'organizational_unit' | 'locality' | 'state' | 'country', string>>;

/** What the template says of a field; empty where it leaves it open. */
export function saidByTemplate(template: SaidSubject | null | undefined, field: SubjectField): string {
  const component = COMPONENT_OF[field];
  return template && component !== 'street_address' && component !== 'postal_code' ? template[component] : '';
}

/** Whether the template leaves a field open, for which the invited person can then be asked. */
export const leavesOpen = (template: SaidSubject | null | undefined, field: AskableField): boolean =>
  field === 'email' || saidByTemplate(template, field) === '';

/** Why a value can't be given for a field: all certificates of the template have another one there. */
export function whyNotGiven(template: SaidSubject, field: SubjectField, value: string): Reason | null {
  const said = saidByTemplate(template, field);
  return said === '' || value === '' || value === said ? null : { status: 'SAID_BY_TEMPLATE', params: { value: said } };
}

/** What the page may ask the invited person for. The email address is where they are written to of the certificate. */
export const ASKABLE_FIELDS = [...SUBJECT_FIELDS, 'email'] as const;
export type AskableField = (typeof ASKABLE_FIELDS)[number];

/** Bounds in characters (RFC 5280, A.1). */
export const SUBJECT_FIELD_MAX = {
  organization_units: 64,
  street_address: 128,
  postal_code: 40,
  locality: 128,
  state: 128,
  country: 2,
} as const satisfies Record<SubjectField, number>;

/** What is wrong with what the invited person filled in; null for what is right. All of it is needed (S-195). */
export function whyNotFormValue(field: AskableField, value: string): Reason | null {
  if (field === 'country') return whyNotOfferedCountry(value);
  if (field === 'email') return whyNotEmail(value.trim());
  if (value.trim() === '') return { status: 'REQUIRED' };
  return whyNotSubjectLine(value, SUBJECT_FIELD_MAX[field]);
}

/** The last day that a certificate may have which is made today: a year, or less where the enrollment says less. */
export function latestEnrollmentEnd(today: string, validity: number | null): string {
  const year = latestEnd(today);
  if (validity === null) return year;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + validity);
  const last = day.toISOString().slice(0, 10);
  return last < year ? last : year;
}

/** Why a certificate may not end on a day, YYYY-MM-DD in UTC; `latest` is the last one that it may. */
export const whyNotEnrollmentEnd = (end: string, today: string, latest: string): Reason | null =>
  end < today || end > latest ? { status: 'END_NOT_ALLOWED', params: { date: latest } } : null;

/** Why no certificate is made for another key: nobody loses a key so often, and each one made is one to revoke. */
export const whyNotAnotherKey = ({ keys }: { keys: number }): Reason | null =>
  keys >= LIMITS.enrollmentKeysMax
    ? { status: 'ENROLLMENT_KEYS_TOO_MANY', params: { max: LIMITS.enrollmentKeysMax } }
    : null;
