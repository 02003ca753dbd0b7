/**
 * Enrollments as the invited person sees them, without a session. Every call has the code of the link; a wrong one is
 * answered as an id that nobody has. The order is: read, make the certificate, redeem. Reading changes nothing, since
 * mail scanners open links.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { answeredDay, dateTime, day, id, line, text } from '../fields.ts';
import { KEY_TYPES } from '../key-types.ts';
import { LIMITS } from '../limits.ts';
import { ASKABLE_FIELDS, ENROLLMENT_METHODS, KEYSTORE_LOCATIONS, KEYSTORE_TYPES } from './enrollment-rules.ts';
import { renewalStatement } from './renewal-rules.ts';

const code = text(255);
const BY_CODE = z.strictObject({
  id: id.describe('Names the enrollment.'),
  code: code.describe('The code of the link.'),
});

/** What stands in the form: of the certificate as it will be, and of what is asked for what is given already. */
const form = {
  common_name: z.string(),
  organization_name: z.string(),
  organization_units: z.string(),
  street_address: z.string(),
  postal_code: z.string(),
  locality: z.string(),
  state: z.string(),
  country: z.string(),
  dns_names: z.array(z.string()),
  emails: z.array(z.string()),
  user_principal_names: z.array(z.string()).describe('Names by which Windows domains know the person.'),
  email: z.string().describe('Where the invited person is written to of the certificate.'),
  validity: z.number().int().nullable().describe('In days; null for the longest that there is.'),
};

const publicEnrollment = z
  .object({
    id,
    enrollment_code: code.describe('The code of the link that it was opened by.'),
    csr: z.string().nullable().describe('Null: the request stays with whoever makes the key, until it is certified.'),
    keystore_location: z.enum(KEYSTORE_LOCATIONS),
    enrollment_method: z.enum(ENROLLMENT_METHODS).describe('Which variant of the page installs the certificate.'),
    status: z
      .enum(['invited', 'generated'])
      .describe(
        'generated: a certificate was made and not redeemed. The same request gets it again; one with another key ' +
          'gets a new one, and the first is revoked.',
      ),
    first_name: z.string(),
    last_name: z.string(),
    account_name: z.string(),
    ...form,
    asked: z
      .array(z.enum(ASKABLE_FIELDS))
      .describe('What the invited person fills in. All else is shown as it stands, and can’t be changed.'),
    end_date: answeredDay.describe('The last day that the certificate may have, and the one that it has by itself.'),
    expires_at: dateTime,
    renews: z
      .object({
        fingerprint: z.string().describe('SHA-256 of the certificate, in hexadecimal digits.'),
        serial: z.string().describe('In hexadecimal digits.'),
        valid_to: dateTime,
      })
      .meta({ shape: 'RenewedCertificate' })
      .nullable()
      .describe('The certificate that is renewed, whose key must prove itself.'),
    signs_in: z.boolean().describe('Whether its person signs in with the certificate.'),
    profile: z
      .object({
        key_types: z.array(z.enum(KEY_TYPES)),
        purposes: z.array(z.string()),
        requires_attestation: z.boolean().describe('Whether a hardware token must attest that it made the key.'),
      })
      .meta({ shape: 'EnrollmentProfile' })
      .describe('Which keys are taken, and what the certificate is for.'),
  })
  .meta({ shape: 'PublicEnrollment' });
export type PublicEnrollment = z.output<typeof publicEnrollment>;

/** The octets that prove the key of a renewed certificate, for who writes a program of their own; \n as in JSON. */
const STATEMENT = JSON.stringify(renewalStatement('<challenge>', '<request>')).slice(1, -1);
const SIGNED =
  `\`${STATEMENT}\` in UTF-8, where \\n is one line feed (0A), also at the end, <challenge> what POST ` +
  '/enrollment/{id}/challenge answered, and <request> the SHA-256 of the DER of `csr` in 64 lower-case hexadecimal ' +
  'digits';

/** A value of the form: what is asked for; what is not may be sent as it is. */
const value = text(LIMITS.nameMax).optional();
const values = z.array(text(LIMITS.nameMax)).max(20).optional();
const request = z
  .strictObject({
    enrollment_code: code.describe('The code of the link.'),
    name: line(LIMITS.certificateNameMax).optional().describe('What to call the certificate.'),
    end_date: day.optional().describe('The last day, in UTC; without it the latest that there can be.'),
    csr: text(LIMITS.certificateRequestMax).describe(
      'A request (PKCS #10) as PEM or base64: its key is taken, its names are not.',
    ),
    enrollment_method: z.enum(ENROLLMENT_METHODS).describe('The variant by which the page installs it.'),
    keystore_type: z
      .enum(KEYSTORE_TYPES)
      .describe('In which kind of key store the key is; one of the enrollment’s location.'),
    attestation: z
      .array(text(LIMITS.certificateRequestMax))
      .min(1)
      .max(5)
      .optional()
      .describe('What a hardware token says of the key: certificates in PEM, that of the key first.'),
    proof: z
      .strictObject({
        challenge: text(255).describe('As it was answered.'),
        signature: z
          .base64()
          .max(2_000)
          .describe(
            `By the key of the certificate that is renewed, of ${SIGNED}. With RSA: PKCS #1 v1.5 with SHA-256. With ` +
              'P-256: ECDSA with SHA-256; with P-384: ECDSA with SHA-384; both as the sequence of r and s in DER ' +
              '(RFC 3279, 2.2.3), not as r and s side by side. In base64.',
          ),
      })
      .optional()
      .describe('Where a certificate is renewed: that its key is at hand.'),
    common_name: value,
    organization_name: value,
    organization_units: value,
    street_address: value,
    postal_code: value,
    locality: value,
    state: value,
    country: value,
    email: value,
    dns_names: values,
    emails: values,
    user_principal_names: values,
    validity: z.number().int().nullable().optional(),
  })
  .meta({ shape: 'EnrollmentRequest' });
export type EnrollmentRequest = z.output<typeof request>;

const GONE = ['REDEEMED', 'CANCELED', 'EXPIRED', 'SUSPENDED', 'RENEWAL_OVER'] as const;

export const enrollmentByLink = {
  open: endpoint({
    method: 'GET',
    path: '/account/ui-api/v2/enrollment/{id}/{code}',
    summary:
      'What the page of an enrollment shows: whom it invites, where the key shall be, what is asked. Changes nothing.',
    access: 'public',
    params: BY_CODE,
    success: 200,
    response: publicEnrollment,
    problems: ['NOT_FOUND', ...GONE],
    perMinute: 60,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/account/ui-api/v2/enrollment/{id}/challenge',
    summary:
      'Where a certificate is renewed: what its key has to sign, together with the request that is to be certified. ' +
      'A newer one ends the one before. How it is signed stands at `proof.signature` of the call that makes the ' +
      'certificate.',
    access: 'public',
    audit: { none: 'It only asks; the certificate that is made of the answer is recorded.' },
    params: z.strictObject({ id: id.describe('Names the enrollment.') }),
    body: z.strictObject({ enrollment_code: code.describe('The code of the link.') }),
    success: 201,
    response: z
      .object({
        challenge: z.string().describe(`What is signed is ${SIGNED}. \`proof.signature\` says with which algorithm.`),
        expires_at: dateTime,
      })
      .meta({ shape: 'RenewalChallenge' }),
    problems: ['NOT_FOUND', ...GONE, 'NOTHING_TO_RENEW'],
    perMinute: 30,
  }),
  askRenewal: endpoint({
    method: 'POST',
    path: '/account/ui-api/v2/enrollment/renewal',
    summary:
      'For whoever has a certificate of an enrollment that ends soon: mails a link by which it is renewed to where ' +
      'its invitation went. Answers the same whatever becomes of it.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'ENROLLMENT' },
    body: z.strictObject({
      certificate: text(LIMITS.certificateRequestMax).describe('The certificate, PEM or base64 of its DER.'),
    }),
    success: 204,
    perMinute: 10,
  }),
  generate: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/enrollment/{id}/client-auth-certificate',
    summary:
      'Makes the certificate of an enrollment, once: whoever asks again with the same key gets the same one. With ' +
      'another key, while nothing is redeemed, a new one is made and the former revoked.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'CERTIFICATE', onFailure: 'CREATE' },
    params: z.strictObject({ id: id.describe('Names the enrollment.') }),
    body: request,
    bodyMax: { bytes: 100_000, values: 100 },
    success: 201,
    response: z
      .object({
        x509_cert: z.string().describe('PEM.'),
        chain: z.array(z.string()).describe('The authorities above it, PEM, the nearest first.'),
        serial: z.string().describe('In hexadecimal digits.'),
        end_date: answeredDay,
      })
      .meta({ shape: 'EnrolledCertificate' }),
    problems: [
      'NOT_FOUND',
      ...GONE,
      'KEY_NOT_ACCEPTED',
      'KEY_KNOWN',
      'PROOF_REQUIRED',
      'PROOF_NOT_ACCEPTED',
      'ATTESTATION_REQUIRED',
      'ATTESTATION_NOT_ACCEPTED',
      'KEYSTORE_ELSEWHERE',
      'NOT_ASKED',
      'END_NOT_ALLOWED',
      'ENROLLMENT_KEYS_TOO_MANY',
      'NOT_CERTIFIABLE',
      'CERTIFICATES_TOO_MANY',
      'CERTIFICATE_AUTHORITY_UNAVAILABLE',
    ],
    perMinute: 30,
  }),
  redeem: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v2/enrollment/{id}/{code}',
    summary:
      'Says that the certificate has arrived, which uses the enrollment up. The last call; sent again in minutes, ' +
      'as after a lost answer, it says the same.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'ENROLLMENT', onFailure: 'UPDATE' },
    params: BY_CODE,
    body: z.strictObject({
      serial: text(64)
        .optional()
        .describe('Of the certificate that arrived: refused with REPLACED where another one was made meanwhile.'),
    }),
    success: 204,
    problems: ['NOT_FOUND', ...GONE, 'NOT_GENERATED', 'REPLACED'],
    perMinute: 30,
  }),
};
