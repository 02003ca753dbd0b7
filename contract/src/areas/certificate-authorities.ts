import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, country, dateTime, filledLine, id, line, namedRecord, readVersion } from '../fields.ts';
import { KEY_TYPES } from '../key-types.ts';
import { listOf } from '../paging.ts';
import { parsedCertificate } from '../parsed-certificate.ts';
import { listQueries } from '../record-schemas.ts';
import {
  AUTHORITY_CHECKS,
  AUTHORITY_FILTERS,
  AUTHORITY_KINDS,
  AUTHORITY_REVOCATION_REASONS,
  AUTHORITY_SORT,
  AUTHORITY_STATES,
  CHECK_VERDICTS,
} from './certificate-authority-rules.ts';

/** RFC 5280, appendix A.1: ub-common-name and ub-organization-name. */
const NAME_PART_MAX = 64;

const authorityRow = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(AUTHORITY_KINDS),
    state: z.enum(AUTHORITY_STATES),
    account_id: id.nullable().describe('Null for those of the platform, which sign for every account without one.'),
    account_name: z.string().nullable(),
    issuer_id: id.nullable(),
    issuer_name: z.string().nullable(),
    key_type: z.enum(KEY_TYPES),
    valid_from: dateTime,
    valid_to: dateTime,
  })
  .meta({ shape: 'AuthorityRow' });
export type AuthorityRow = z.output<typeof authorityRow>;

const check = z
  .object({
    check: z.enum(AUTHORITY_CHECKS),
    verdict: z.enum(CHECK_VERDICTS),
    at: dateTime.nullable().describe('When the list, the responder or the authority ends; since when it is wrong.'),
  })
  .meta({ shape: 'AuthorityCheck' });
export type AuthorityCheckResult = z.output<typeof check>;

const list = z
  .object({ number: z.number().int(), this_update: dateTime, next_update: dateTime, entries: z.number().int() })
  .meta({ shape: 'RevocationListState' });

const addresses = z
  .object({ crl: z.string(), ocsp: z.string(), issuer: z.string() })
  .meta({ shape: 'AuthorityAddresses' });

const issuedInMonth = z
  .object({
    month: z.string().describe('YYYY-MM, in UTC.'),
    count: z.number().int(),
    exact: z.boolean().describe('False where there are more than that.'),
  })
  .meta({ shape: 'CertificatesIssuedInMonth' });

const may = z
  .object({
    renew: answeredReason.nullable(),
    retire: answeredReason.nullable(),
    revoke: answeredReason.nullable(),
    publish: answeredReason.nullable().describe('Signing a new list of revoked certificates at once.'),
  })
  .meta({ shape: 'AuthorityWhyNot' });

const authority = authorityRow
  .extend({
    version: z.number().int(),
    created_at: dateTime,
    updated_at: dateTime,
    updated_by_name: z.string().nullable(),
    key_location: z.enum(['sealed', 'pkcs11']),
    certificate: parsedCertificate,
    chain: z.array(parsedCertificate).describe('From its own certificate up to the root.'),
    addresses,
    list: list.nullable(),
    responder_ends: dateTime.nullable(),
    replaces: namedRecord.nullable(),
    replaced_by: namedRecord.nullable(),
    certificates: z
      .object({ valid: z.number().int(), exact: z.boolean() })
      .meta({ shape: 'CountOfCertificates' })
      .nullable()
      .describe(
        'How many of its certificates are good now; null where they are of accounts that the caller does not see.',
      ),
    issued: z
      .array(issuedInMonth)
      .nullable()
      .describe('Month by month for a year, the present one last; null where `certificates` is.'),
    health: z.array(check),
    why_not: may.describe('Why the caller may not do it; null where it may be done.'),
  })
  .meta({ shape: 'Authority' });
export type Authority = z.output<typeof authority>;

const names = {
  name: filledLine(NAME_PART_MAX).describe('How people call it here.'),
  common_name: filledLine(NAME_PART_MAX).describe('Stands in its certificate, and in each that it signs.'),
  key_type: z.enum(KEY_TYPES),
};
export const authorityCreate = z
  .strictObject({
    account_id: id,
    ...names,
    organization: line(NAME_PART_MAX).optional(),
    country: z.union([country, z.literal('')]).optional(),
  })
  .meta({ shape: 'AuthorityInput' });
export const authorityRenew = z.strictObject(names).meta({ shape: 'AuthorityRenewal' });
const revoke = z.strictObject({ reason: z.enum(AUTHORITY_REVOCATION_REASONS) });

const queries = listQueries(AUTHORITY_SORT, AUTHORITY_FILTERS);
export type AuthorityListQuery = z.output<typeof queries.list>;
const ONE = z.strictObject({ id: id.describe('Names the certificate authority.') });
const FORMATS = ['pem', 'der', 'chain'] as const;

const { view, manage, create } = ACCESS.certificateAuthorities;
const UPDATE = { action: 'UPDATE', resource: 'CERTIFICATE_AUTHORITY' } as const;
const CREATE = { action: 'CREATE', resource: 'CERTIFICATE_AUTHORITY' } as const;
const MADE = [
  'AUTHORITY_NAME_EXISTS',
  'NOT_CERTIFIABLE',
  'CERTIFICATE_AUTHORITY_UNAVAILABLE',
  'LICENSE_USED_UP',
] as const;
const REFUSED = ['AUTHORITY_OF_PLATFORM', 'AUTHORITY_NOT_ACTIVE', 'AUTHORITY_NEEDED', 'CHANGED_MEANWHILE'] as const;

export const certificateAuthorities = {
  list: endpoint({
    method: 'GET',
    path: '/certificate-authority/api/v1/ca',
    summary:
      'Certificate authorities: those of the platform, and those of the accounts that the caller sees. Default sort: ' +
      'name ascending.',
    access: view,
    query: queries.list,
    success: 200,
    response: listOf(authorityRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/certificate-authority/api/v1/ca',
    summary: 'Makes an authority for an account, below the root of the platform. It counts against its license.',
    access: create,
    reauthenticate: true,
    audit: CREATE,
    body: authorityCreate,
    success: 201,
    response: authority,
    problems: ['NOT_FOUND', 'NO_ROOT_AUTHORITY', 'MIGRATION_UNCONFIRMED', ...MADE],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ca/{id}',
    summary: 'One certificate authority, with its certificate, its chain, and how it fares.',
    access: view,
    params: ONE,
    success: 200,
    response: authority,
  }),
  blob: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/ca/{id}/blob',
    summary: 'The certificate of an authority as a file, alone or with those above it.',
    access: view,
    params: ONE,
    query: z.strictObject({
      format: z
        .enum(FORMATS)
        .default('der')
        .describe('One certificate as DER or PEM, or the whole chain as PEM, its own first.'),
    }),
    success: 200,
    octets: ['application/pkix-cert', 'application/x-pem-file'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/ca/{id}/renew',
    summary:
      'Makes an authority with a new key, which signs from now on; this one signs lists and answers on status until ' +
      'all that it signed has ended.',
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    params: ONE,
    query: readVersion,
    body: authorityRenew,
    success: 201,
    response: authority,
    problems: [...MADE, ...REFUSED, 'NO_ROOT_AUTHORITY'],
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/ca/{id}/publish',
    summary: 'Signs a new list of revoked certificates at once, and publishes it in the place of the one before.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    success: 200,
    response: authority,
    problems: ['AUTHORITY_OF_PLATFORM', 'AUTHORITY_NOT_ACTIVE', 'CERTIFICATE_AUTHORITY_UNAVAILABLE'],
    perMinute: 30,
  }),
  retire: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/ca/{id}/retire',
    summary: 'Lets an authority of an account sign no certificates any more; that of the platform signs for it then.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    success: 200,
    response: authority,
    problems: REFUSED,
  }),
  revoke: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/ca/{id}/revoke',
    summary: 'Revokes the certificate of an authority: nothing that it signed is good any more, from this moment on.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: revoke,
    success: 200,
    response: authority,
    problems: [...REFUSED, 'AUTHORITY_IS_ROOT'],
  }),
};
