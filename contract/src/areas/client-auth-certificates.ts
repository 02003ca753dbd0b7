/** Certificates with which people and service users sign in, below the address of whose they are. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { CERTIFICATE_STATUSES } from '../certificate-status.ts';
import { credentialOwner } from '../credential-owner.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, line, ruled } from '../fields.ts';
import { KEY_TYPES } from '../key-types.ts';
import { LIMITS } from '../limits.ts';
import { listOf, paging } from '../paging.ts';
import { parsedCertificate } from '../parsed-certificate.ts';
import type { ProblemStatus, Reason } from '../problem.ts';
import { recordSchema } from '../record-schemas.ts';
import { whyNotPin } from '../rules.ts';
import { CLIENT_AUTH_CERTIFICATE, CLIENT_AUTH_CERTIFICATE_SORT } from './client-auth-certificate-record.ts';
import { CERTIFICATE_SOURCES, CLIENT_AUTH_REVOCATION_REASONS } from './client-auth-certificate-rules.ts';

/** How one comes to a certificate: by a request of one's own key, by a file, or by a key that is made here. */
const WAYS = ['csr', 'certificate', 'passphrase'] as const;

const given = {
  name: line(LIMITS.certificateNameMax).optional().describe('What to call it, such as the machine that it is for.'),
  end_date: day
    .optional()
    .describe('The last day, in UTC, of one that is issued; at most, and without it, a year from today.'),
  csr: z
    .string()
    .max(LIMITS.certificateRequestMax)
    .optional()
    .describe(
      'A request (PKCS #10) as PEM or base64: a certificate is issued for its key. Its names are not taken. The same ' +
        'body sent again within minutes is answered by the same certificate.',
    ),
  certificate: z
    .string()
    .optional()
    .describe('The certificate to upload, with its chain or without: PEM, or base64 of PEM or DER, of 4 MB at most.'),
  passphrase: ruled(whyNotPin, {
    format: 'password',
    minLength: LIMITS.pinMin,
    description: 'Has the server make the key: it is answered as PKCS #12 under this passphrase, and kept nowhere.',
  }).optional(),
  key_type: z.enum(KEY_TYPES).optional().describe('Of a key that is made here; RSA of 2048 bits without it.'),
};

/** What belongs to another way than the one that was chosen. */
const NOT_OF: Record<(typeof WAYS)[number], readonly (keyof typeof given)[]> = {
  csr: ['key_type'],
  certificate: ['key_type', 'end_date'],
  passphrase: [],
};

const add = z
  .strictObject(given)
  .superRefine((body, context) => {
    const refuse = (field: string, status: ProblemStatus): void => {
      const reason: Reason = { status };
      context.addIssue({ code: 'custom', path: [field], message: status, params: { reason } });
    };
    const [way, second] = WAYS.filter((one) => body[one] !== undefined);
    if (way === undefined || second !== undefined) return refuse(second ?? 'csr', 'CERTIFICATE_ONE_WAY');
    const foreign = NOT_OF[way].find((field) => body[field] !== undefined);
    if (foreign !== undefined) refuse(foreign, 'UNKNOWN_FIELD');
  })
  .meta({ shape: 'ClientAuthCertificateInput' });
export type NewClientAuthCertificate = z.output<typeof add>;

const clientAuthCertificate = recordSchema(CLIENT_AUTH_CERTIFICATE)
  .extend({
    serial: z.string().describe('In hexadecimal digits.'),
    source: z.enum(CERTIFICATE_SOURCES),
    status: z.enum(CERTIFICATE_STATUSES),
    enrolled: z.boolean().describe('Whether an enrollment names it: one by which it came, or that renews it.'),
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
  })
  .meta({ shape: 'ClientAuthCertificate' });
export type ClientAuthCertificate = z.output<typeof clientAuthCertificate>;

const one = clientAuthCertificate
  .extend({
    owner: credentialOwner,
    parsed: parsedCertificate,
    certificate: z.string().describe('PEM.'),
    chain: z.array(z.string()).describe('The authorities above it, PEM, the nearest first; none of an uploaded one.'),
    parsed_chain: z.array(parsedCertificate),
  })
  .meta({ shape: 'ClientAuthCertificateWithChain' });
export type ClientAuthCertificateWithChain = z.output<typeof one>;

const added = one
  .extend({
    pkcs12: z
      .string()
      .nullable()
      .describe('Where the key was made here: key and certificates, base64. Answered this once, and kept nowhere.'),
  })
  .meta({ shape: 'NewClientAuthCertificate' });

const certificates = listOf(clientAuthCertificate)
  .extend({ owner: credentialOwner })
  .meta({ shape: 'ClientAuthCertificates' });
export type ClientAuthCertificateList = z.output<typeof certificates>;

const pages = z.strictObject(paging(CLIENT_AUTH_CERTIFICATE_SORT));
export type ClientAuthCertificateQuery = z.output<typeof pages>;

const PERSON = z.strictObject({ id: id.describe('Names the person.') });
const SERVICE_USER = z.strictObject({ id: id.describe('Names the service user.') });
const certId = id.describe('Names the certificate.');
const ONE = PERSON.extend({ certId });
const ONE_OF_SERVICE_USER = SERVICE_USER.extend({ certId });
const enabled = z.strictObject({ enabled: z.boolean() });
const revocation = z.strictObject({
  reason: z.enum(CLIENT_AUTH_REVOCATION_REASONS).describe('As RFC 5280, 5.3.1 names it.'),
});

const { view, manage } = ACCESS.clientAuthCertificates;
const CREATE = { action: 'CREATE', resource: 'CLIENT_AUTH_CERT' } as const;
const UPDATE = { action: 'UPDATE', resource: 'CLIENT_AUTH_CERT' } as const;
const DELETE = { action: 'DELETE', resource: 'CLIENT_AUTH_CERT' } as const;
const REFUSED = ['SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE'] as const;
/** A file of 4 MB in base64, and some words. */
const bodyMax = { bytes: LIMITS.bulkBodyBytes, values: 100 };
const ADD =
  'Adds a certificate: issued for a request (csr), uploaded (certificate), or issued for a key that is made here ' +
  '(passphrase).';
const ADD_PROBLEMS = [
  'MIGRATION_UNCONFIRMED',
  'CERTIFICATE_AUTHORITY_UNAVAILABLE',
  'NOT_CERTIFIABLE',
  'CERTIFICATE_KNOWN',
  'CERTIFICATES_TOO_MANY',
  'KEY_COMPROMISED',
  'KEY_ON_HOLD',
  ...REFUSED,
] as const;
const LIST =
  'The client-authentication certificates of a person, by sort and page. Default sort: end, the latest first.';
const ENABLE = 'Enables or disables a certificate, which takes effect at its next use.';
const REVOKE = 'Revokes a certificate for good; it can’t be used from this moment on.';
const REMOVE = 'Deletes a certificate that was uploaded. One that was issued here is revoked instead.';

/** One that ends soon, as the bell tells of it. */
const endingCertificate = recordSchema(CLIENT_AUTH_CERTIFICATE)
  .pick({ id: true, name: true, common_name: true, valid_to: true })
  .meta({ shape: 'EndingCertificate' });
export type EndingCertificate = z.output<typeof endingCertificate>;

export const clientAuthCertificates = {
  ending: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/client-auth-certificate/ending',
    summary: 'Client-authentication certificates of the caller that end within weeks, the soonest first.',
    access: view,
    success: 200,
    response: z.object({ items: z.array(endingCertificate), total: z.number().int() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate',
    summary: LIST,
    access: view,
    params: PERSON,
    query: pages,
    success: 200,
    response: certificates,
  }),
  add: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate',
    summary: ADD,
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    params: PERSON,
    body: add,
    bodyMax,
    // A key is made, and a passphrase stretched.
    hashes: { where: 'passphrase' },
    success: 201,
    response: added,
    problems: ADD_PROBLEMS,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate/{certId}',
    summary: 'One certificate, as it reads, with the authorities above it.',
    access: view,
    params: ONE,
    success: 200,
    response: one,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate/{certId}/enable',
    summary: ENABLE,
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    body: enabled,
    success: 200,
    response: one,
    problems: ['CERTIFICATE_REVOKED', ...REFUSED],
  }),
  revoke: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate/{certId}/revoke',
    summary: REVOKE,
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    body: revocation,
    success: 200,
    response: one,
    problems: ['CERTIFICATE_REVOKED', 'CERTIFICATE_ENDED', 'CERTIFICATE_UPLOADED', ...REFUSED],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/client-auth-certificate/{certId}',
    summary: REMOVE,
    access: manage,
    reauthenticate: true,
    audit: DELETE,
    params: ONE,
    success: 204,
    problems: ['CERTIFICATE_ISSUED_HERE', 'CERTIFICATE_ENROLLED', ...REFUSED],
  }),
  listOfServiceUser: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate',
    summary: LIST,
    access: view,
    params: SERVICE_USER,
    query: pages,
    success: 200,
    response: certificates,
  }),
  addOfServiceUser: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate',
    summary: ADD,
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    params: SERVICE_USER,
    body: add,
    bodyMax,
    // A key is made, and a passphrase stretched.
    hashes: { where: 'passphrase' },
    success: 201,
    response: added,
    problems: ADD_PROBLEMS,
  }),
  readOfServiceUser: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}',
    summary: 'One certificate of a service user, as it reads, with the authorities above it.',
    access: view,
    params: ONE_OF_SERVICE_USER,
    success: 200,
    response: one,
  }),
  enableOfServiceUser: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}/enable',
    summary: ENABLE,
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_OF_SERVICE_USER,
    body: enabled,
    success: 200,
    response: one,
    problems: ['CERTIFICATE_REVOKED', ...REFUSED],
  }),
  revokeOfServiceUser: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}/revoke',
    summary: REVOKE,
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_OF_SERVICE_USER,
    body: revocation,
    success: 200,
    response: one,
    problems: ['CERTIFICATE_REVOKED', 'CERTIFICATE_ENDED', 'CERTIFICATE_UPLOADED', ...REFUSED],
  }),
  removeOfServiceUser: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}',
    summary: REMOVE,
    access: manage,
    reauthenticate: true,
    audit: DELETE,
    params: ONE_OF_SERVICE_USER,
    success: 204,
    problems: ['CERTIFICATE_ISSUED_HERE', 'CERTIFICATE_ENROLLED', ...REFUSED],
  }),
};
