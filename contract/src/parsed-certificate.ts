/**
 * A parsed certificate as the API answers it. The specification names its keys (console-shell §3, Parsed certificate:
 * validFrom, validTo, isValid, version), so all of them are written its way.
 */
import { z } from 'zod';
import { dateTime } from './fields.ts';

const part = z.string().nullable();

const certificateName = z
  .object({
    /** As RFC 4514 writes it; what can't be seen by its octets. */
    distinguishedName: z.string(),
    /** Each letter by letter, the first where there are several; null where the name has none. */
    commonName: part,
    organizationalUnit: part,
    organization: part,
    locality: part,
    state: part,
    country: part,
    email: part,
    /** It has characters that can't be seen, or a form of text that programs read differently. */
    isSuspect: z.boolean(),
  })
  .meta({ shape: 'CertificateName' });
export type CertificateName = z.output<typeof certificateName>;

const publicKey = z
  .object({
    /** As OpenSSL calls it: rsa, ec, ed25519 and so on; null for one that it can't read. */
    algorithm: z.string().nullable(),
    /** In bits, of the modulus or the curve; null where the algorithm has one size alone. */
    size: z.number().int().nullable(),
    /** Why we would not take it; null for one that we would. */
    fault: z.string().nullable(),
    /** SHA-256 of the SubjectPublicKeyInfo, in hexadecimal digits. */
    sha256: z.string(),
  })
  .meta({ shape: 'CertificateKey' });

const ALTERNATIVE_NAME_KINDS = ['email', 'host', 'address', 'uri', 'principal', 'other'] as const;

const alternativeName = z
  .object({ kind: z.enum(ALTERNATIVE_NAME_KINDS), value: z.string() })
  .meta({ shape: 'CertificateAlternativeName' });

const authority = z
  .object({
    /** How many authorities may stand between it and the last certificate; null without a bound. */
    pathLength: z.number().int().nullable(),
  })
  .meta({ shape: 'CertificateAuthority' });

export const parsedCertificate = z
  .object({
    /** 1, 2 or 3. */
    version: z.number().int(),
    /** In hexadecimal digits. */
    serial: z.string(),
    issuer: certificateName,
    subject: certificateName,
    validFrom: dateTime,
    /** The last second of its time. */
    validTo: dateTime,
    /** Within its time now (S-126); whether it was revoked is another question. */
    isValid: z.boolean(),
    /** Whether it names itself as its issuer. */
    isSelfIssued: z.boolean(),
    key: publicKey,
    /** Family and hash, such as rsa-sha256; null for one that we do not accept. */
    signatureAlgorithm: z.string().nullable(),
    /** Names of RFC 5280, 4.2.1.3; null where it does not say. */
    keyUsage: z.array(z.string()).nullable(),
    /** client_auth and its like, the object identifiers of others; null where it is for everything. */
    purposes: z.array(z.string()).nullable(),
    alternativeNames: z.array(alternativeName),
    /** Null for a certificate that is no authority. */
    authority: authority.nullable(),
    crlAddresses: z.array(z.string()),
    ocspAddresses: z.array(z.string()),
    /** Object identifiers of critical extensions that nobody here knows: it must be refused (RFC 5280, 4.2). */
    unknownCritical: z.array(z.string()),
    /** Of the whole certificate, in hexadecimal digits. */
    fingerprints: z.object({ sha1: z.string(), sha256: z.string() }).meta({ shape: 'CertificateFingerprints' }),
  })
  .meta({ shape: 'ParsedCertificate' });
export type ParsedCertificate = z.output<typeof parsedCertificate>;
