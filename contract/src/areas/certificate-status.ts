/**
 * What programs ask that check a certificate of ours: nobody signs in for it. The addresses stand in each certificate
 * (RFC 5280, 4.2.1.13 and 4.2.2.1), under the name that the platform had when it was issued.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** RFC 5019, 5: what is longer than this is sent by POST. In base64, as it stands in the address. */
const GET_MAX = 1024;
/** A request may be as long as ten questions are; a body that is longer is not read. */
const REQUEST_BYTES = 8 * 1024;

const authority = id.describe('Names the certificate authority.');
const ONE = z.strictObject({ id: authority });
const NO_CHANGE = { none: 'it asks for a status, and changes nothing' } as const;

export const certificateStatus = {
  list: endpoint({
    method: 'GET',
    path: '/certificate-authority/crl/{id}.crl',
    summary: 'The newest list of revoked certificates of an authority, DER (RFC 5280, 5).',
    access: 'public',
    anyHost: true,
    params: ONE,
    success: 200,
    octets: ['application/pkix-crl'],
    caches: true,
  }),
  issuer: endpoint({
    method: 'GET',
    path: '/certificate-authority/ca/{id}.cer',
    summary: 'The certificate of an authority, DER, for who has one of its certificates without the chain.',
    access: 'public',
    anyHost: true,
    params: ONE,
    success: 200,
    octets: ['application/pkix-cert'],
    caches: true,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/certificate-authority/ocsp/{id}',
    summary: 'The status of certificates of an authority (RFC 6960). A serial that it never issued is unknown.',
    access: 'public',
    anyHost: true,
    audit: NO_CHANGE,
    asks: true,
    params: ONE,
    takes: { type: 'application/ocsp-request', most: REQUEST_BYTES },
    success: 200,
    octets: ['application/ocsp-response'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/certificate-authority/ocsp/{id}/{request}',
    summary: 'The same, with the request in base64 as a part of the address (RFC 6960, A.1); caches keep the answer.',
    access: 'public',
    anyHost: true,
    params: ONE.extend({
      request: z.string().max(GET_MAX).describe('The request, DER, in base64 with its / + and = percent-encoded.'),
    }),
    success: 200,
    octets: ['application/ocsp-response'],
    caches: true,
  }),
};
