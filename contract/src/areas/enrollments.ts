/** Enrollments as administrators see them: they invite to a certificate, look how far it has come, and cancel. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import {
  answeredReason,
  COUNTRY_OR_EMPTY,
  dateTime,
  email,
  id,
  idOrNone,
  locale,
  namedRecord,
  personName,
  ruled,
  subjectLine,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf } from '../paging.ts';
import { listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { whyNotSubjectCountry } from './certificate-template-rules.ts';
import { enrollmentByLink } from './enrollment-by-link.ts';
import { ENROLLMENT, ENROLLMENT_FILTERS, ENROLLMENT_ROW, ENROLLMENT_SORT } from './enrollment-record.ts';
import {
  ASKABLE_FIELDS,
  ENROLLMENT_METHODS,
  ENROLLMENT_STATUSES,
  KEYSTORE_LOCATIONS,
  KEYSTORE_TYPES,
  SUBJECT_FIELD_MAX,
} from './enrollment-rules.ts';
import { MAIL_STATUSES } from './mail-record.ts';
import { SCOPES } from '../viewer.ts';
import { enrollmentsBulk } from './enrollments-bulk.ts';

const status = z.enum(ENROLLMENT_STATUSES);
const location = z.enum(KEYSTORE_LOCATIONS);
const method = z.enum(ENROLLMENT_METHODS);

/** Whom it names, as they are called today. */
const whom = {
  status,
  account_name: z.string(),
  seat: namedRecord.nullable(),
  person: namedRecord
    .extend({ access_scope: z.enum(SCOPES) })
    .meta({ shape: 'InvitedPerson' })
    .nullable()
    .describe('Who signs in with the certificate; null for one of a seat.'),
  template_name: z.string().nullable().describe('Null for one of a person, which is of the platform’s own kind.'),
};
const enrollmentRow = rowSchema(ENROLLMENT, ENROLLMENT_ROW).extend(whom).meta({ shape: 'EnrollmentRow' });
export type EnrollmentRow = z.output<typeof enrollmentRow>;

const enrollment = recordSchema(ENROLLMENT)
  .extend({
    ...whom,
    mail: z
      .object({ status: z.enum(MAIL_STATUSES), sent_at: dateTime.nullable() })
      .meta({ shape: 'EnrollmentMail' })
      .nullable()
      .describe('What has become of the mail with the link; null where the platform does not know.'),
    updated_by_name: z.string().nullable(),
    created_by_name: z.string().nullable().describe('Who invited.'),
    why_not: z
      .object({ resend: answeredReason.nullable(), cancel: answeredReason.nullable() })
      .meta({ shape: 'EnrollmentWhyNot' })
      .describe('Why the viewer may not; null where they may.'),
  })
  .meta({ shape: 'Enrollment' });
export type Enrollment = z.output<typeof enrollment>;

const invitation = {
  account_id: idOrNone.describe(
    'Whose it will be, where somebody is invited by their address; without it the viewer’s primary account.',
  ),
  seat_id: idOrNone.describe('Names the seat that gets a certificate.'),
  user_id: idOrNone.describe('Names the person, who gets a certificate to sign in with, at their own address.'),
  email: email
    .optional()
    .describe(
      'Where the invitation goes. For a seat, without it, that of the seat. With neither seat nor person: whom ' +
        'to invite; their seat is made where the account has none for this address. Refused for a person.',
    ),
  first_name: personName.optional().describe('Of whoever is invited by their address.'),
  last_name: personName.optional(),
  template_id: idOrNone.describe('By which the certificate is made; needed for all but persons.'),
  keystore_location: location,
  enrollment_method: method.default('DTA').describe('Which variant of the page installs the certificate.'),
  validity: z
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe('For how many days the certificate will be good at most; without it a year, as its template allows.'),
  organization_units: subjectLine(SUBJECT_FIELD_MAX.organization_units).optional(),
  street_address: subjectLine(SUBJECT_FIELD_MAX.street_address).optional(),
  postal_code: subjectLine(SUBJECT_FIELD_MAX.postal_code).optional(),
  locality: subjectLine(SUBJECT_FIELD_MAX.locality).optional(),
  state: subjectLine(SUBJECT_FIELD_MAX.state).optional(),
  country: ruled(whyNotSubjectCountry, COUNTRY_OR_EMPTY).optional(),
  asked: z
    .array(z.enum(ASKABLE_FIELDS))
    .max(ASKABLE_FIELDS.length)
    .optional()
    .describe('What the page asks the invited person for; what is given beside it stands there already.'),
  open_days: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.enrollmentDaysMax)
    .default(LIMITS.enrollmentDays)
    .describe('For how many days the link is good.'),
  locale: locale.optional().describe('The language of the mail; without it the person’s own, or the viewer’s.'),
};
export const enrollmentCreate = z.strictObject(invitation).meta({ shape: 'EnrollmentInput' });
export type NewEnrollment = z.output<typeof enrollmentCreate>;

const created = enrollment
  .extend({
    link: z
      .string()
      .nullable()
      .describe(
        'The link, this once, so that it can be handed on otherwise. Null for a person: theirs is mailed alone.',
      ),
  })
  .meta({ shape: 'NewEnrollment' });

const queries = listQueries(ENROLLMENT_SORT, ENROLLMENT_FILTERS);
export type EnrollmentListQuery = z.output<typeof queries.list>;
export type EnrollmentExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const ONE = z.strictObject({ id: id.describe('Names the enrollment.') });
const { view, manage, invite } = ACCESS.enrollments;
const UPDATE = { action: 'UPDATE', resource: 'ENROLLMENT' } as const;
const statusAnswer = z
  .object({
    status,
    expires_at: dateTime,
    generated_at: dateTime.nullable(),
    redeemed_at: dateTime.nullable(),
    canceled_at: dateTime.nullable(),
  })
  .meta({ shape: 'EnrollmentStatus' });

export const enrollments = {
  methods: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/enrollment-method',
    summary: 'How a certificate comes to the key store: by the trust assistant, or directly to a device.',
    access: view,
    success: 200,
    response: z.object({ items: z.array(z.object({ method })), total: z.number().int() }),
  }),
  keystoreTypes: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/keystore-type',
    summary: 'The kinds of key stores, each with the location that an enrollment names for it.',
    access: view,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          type: z.enum(KEYSTORE_TYPES),
          keystore_location: location,
        }),
      ),
      total: z.number().int(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/enrollment',
    summary:
      'Enrollments of the accounts that the viewer may see, by filter, sort and page. Default sort: the newest first.',
    access: view,
    query: queries.list,
    success: 200,
    response: listOf(enrollmentRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/enrollment/export',
    summary:
      'Every matching enrollment as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v2/enrollment',
    summary:
      'Invites to a certificate, by mail: for a seat, for a person who signs in with it, or for somebody by their ' +
      'address, whose seat is made where there is none.',
    access: invite,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'ENROLLMENT' },
    body: enrollmentCreate,
    success: 201,
    response: created,
    problems: [
      'NOT_FOUND',
      'INVITE_ONE_WAY',
      'NOT_FOR_PERSONS',
      'SAID_BY_TEMPLATE',
      'TEMPLATE_NOT_FOR_SEAT',
      'ATTESTATION_NEEDS_TOKEN',
      'SEAT_NOT_CERTIFIABLE',
      'PRINCIPAL_DOMAIN_NOT_VERIFIED',
      'LICENSE_USED_UP',
      'SCOPE_NOT_MANAGEABLE',
      'USER_DISABLED',
      'ACCOUNT_OUT_OF_SERVICE',
      'MIGRATION_UNCONFIRMED',
      'CERTIFICATE_SIGN_IN_OFF',
      'NO_MAIL_ADDRESS',
    ],
    perMinute: 120,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/enrollment/{id}',
    summary: 'One enrollment.',
    access: view,
    params: ONE,
    success: 200,
    response: enrollment,
  }),
  readStatus: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/enrollment/{id}/status',
    summary: 'How far an enrollment has come.',
    access: view,
    params: ONE,
    success: 200,
    response: statusAnswer,
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v2/enrollment/{id}/status',
    summary:
      'Cancels an enrollment: its link opens nothing any more, and a certificate that nobody has redeemed is revoked.',
    access: manage,
    audit: UPDATE,
    params: ONE,
    body: z.strictObject({ status: z.literal('canceled') }),
    success: 200,
    response: statusAnswer,
    problems: ['ENROLLMENT_OVER'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/account/ui-api/v2/enrollment/{id}/resend',
    summary: 'Mails the invitation again, with a new link, which ends the one before; an expired one is open again.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    success: 204,
    problems: [
      'ENROLLMENT_OVER',
      'RENEWAL_OVER',
      'SUSPENDED',
      'CERTIFICATE_SIGN_IN_OFF',
      'TOO_MANY_REQUESTS',
      'SCOPE_NOT_MANAGEABLE',
      'NO_MAIL_ADDRESS',
    ],
  }),
  ...enrollmentsBulk,
  ...enrollmentByLink,
};
