import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { CERTIFICATE_STATUSES } from '../certificate-status.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, dateTime, id, namedRecord, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf } from '../paging.ts';
import { parsedCertificate } from '../parsed-certificate.ts';
import { listQueries } from '../record-schemas.ts';
import { keyAttestation } from './key-attestation.ts';
import { CERTIFICATE_FILTERS, CERTIFICATE_SORT } from './certificate-record.ts';
import { GIVEN_REASONS, REVOCATION_REASONS } from './certificate-rules.ts';
import { certificateRequestsProblems } from './certificate-requests-names.ts';
import { certificatesBulk } from './certificates-bulk.ts';

const certificateRow = z
  .object({
    id,
    serial: z.string().describe('In hexadecimal digits.'),
    status: z.enum(CERTIFICATE_STATUSES),
    common_name: z.string(),
    subject: z.string().describe('As RFC 4514 writes it.'),
    email: z.string(),
    key_type: z.string(),
    valid_from: dateTime,
    valid_to: dateTime,
    created_at: dateTime,
    revoked_at: dateTime.nullable(),
    revocation_reason: z.enum(REVOCATION_REASONS).nullable(),
    account_id: id.nullable().describe('Null for one of the platform itself.'),
    account_name: z.string().nullable(),
    authority_id: id.nullable().describe('Null for one that an authority elsewhere has signed.'),
    authority_name: z.string().nullable(),
    profile_name: z.string().nullable(),
    person: namedRecord
      .extend({ user_name: z.string(), service_user: z.boolean() })
      .meta({ shape: 'CertificatePerson' })
      .nullable()
      .describe('Whom it signs in.'),
    why_not: z
      .object({ revoke: answeredReason.nullable(), release: answeredReason.nullable() })
      .meta({ shape: 'CertificateWhyNot' })
      .describe('Why the viewer may not; null where they may.'),
  })
  .meta({ shape: 'CertificateRow' });
export type CertificateRow = z.output<typeof certificateRow>;

const certificate = certificateRow
  .extend({
    seat: namedRecord.nullable(),
    created_by_name: z.string().nullable(),
    revoked_by_name: z.string().nullable(),
    version: z.number().int(),
    parsed: parsedCertificate.nullable().describe('Null where it was never signed: what was intended was given up.'),
    pem: z.string().nullable(),
    key_attestation: keyAttestation.nullable().describe('What a hardware token has said of its key.'),
    chain: z
      .array(z.object({ parsed: parsedCertificate, pem: z.string() }).meta({ shape: 'CertificateOfChain' }))
      .describe('The authorities above it, from its own up to the root.'),
  })
  .meta({ shape: 'Certificate' });
export type Certificate = z.output<typeof certificate>;

const REQUEST_PROBLEMS = Object.keys(certificateRequestsProblems) as (keyof typeof certificateRequestsProblems)[];

const queries = listQueries(CERTIFICATE_SORT, CERTIFICATE_FILTERS);
export type CertificateListQuery = z.output<typeof queries.list>;
export type CertificateExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const ONE = z.strictObject({ id: id.describe('Names the certificate.') });
const AUDIT = { action: 'UPDATE', resource: 'CERTIFICATE' } as const;

export const certificates = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/certificate',
    summary:
      'Certificates of people, devices and servers in the accounts that the viewer may see, in system scope also ' +
      'those of the status responders of authorities, which can’t be revoked (NOT_REVOCABLE); by filter, sort and ' +
      'page. Default sort: the newest first.',
    access: ACCESS.certificates.view,
    query: queries.list,
    success: 200,
    response: listOf(certificateRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/certificate/export',
    summary:
      'Every matching certificate as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.certificates.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/certificate/{id}',
    summary: 'One certificate: what is in it, who has it, and the authorities above it.',
    access: ACCESS.certificates.view,
    params: ONE,
    success: 200,
    response: certificate,
  }),
  issue: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/certificate',
    summary:
      'Issues a certificate for a seat by a template. The request proves that the key is at hand; what is certified ' +
      'is decided by seat, template and profile, whatever the request wishes. The same body sent again within ' +
      'minutes is answered by the same certificate.',
    access: ACCESS.certificates.issue,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'CERTIFICATE' },
    body: z.strictObject({
      seat_id: id.describe('Names the seat.'),
      template_id: id.describe('Names the template.'),
      csr: text(LIMITS.certificateRequestMax).describe('A certificate request (PKCS #10) as PEM, or DER in base64.'),
    }),
    success: 201,
    response: certificate,
    problems: [
      'NOT_FOUND',
      'MIGRATION_UNCONFIRMED',
      ...REQUEST_PROBLEMS,
      'TEMPLATE_NOT_FOR_SEAT',
      'ATTESTATION_REQUIRED',
      'KEY_NOT_OF_PROFILE',
      'SEAT_NOT_CERTIFIABLE',
      'PRINCIPAL_DOMAIN_NOT_VERIFIED',
      'NOT_CERTIFIABLE',
      'CERTIFICATE_AUTHORITY_UNAVAILABLE',
      'LICENSE_USED_UP',
    ],
  }),
  revoke: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/certificate/{id}/revoke',
    summary:
      'Revokes a certificate, at once for signing in and for whoever asks for its status; the next list has it ' +
      'moments later. With the reason certificateHold it can be released, with any other it is for good.',
    access: ACCESS.certificates.revoke,
    reauthenticate: true,
    audit: AUDIT,
    params: ONE,
    body: z.strictObject({ reason: z.enum(GIVEN_REASONS) }),
    success: 200,
    response: certificate,
    problems: ['NOT_OF_OUR_AUTHORITY', 'NOT_REVOCABLE', 'REVOKED_ALREADY', 'ON_HOLD_ALREADY', 'CERTIFICATE_ENDED'],
  }),
  release: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/certificate/{id}/release',
    summary: 'Ends the hold of a certificate: it is good again.',
    access: ACCESS.certificates.revoke,
    reauthenticate: true,
    audit: AUDIT,
    params: ONE,
    success: 200,
    response: certificate,
    problems: ['NOT_ON_HOLD', 'NOT_OF_OUR_AUTHORITY'],
  }),
  ...certificatesBulk,
};
