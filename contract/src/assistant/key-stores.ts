/** Where keys are kept on a person's machine, and what the commands on them take and answer. */
import { z } from 'zod';
import { KEY_TYPES } from '../key-types.ts';
import { isTokenLabel } from './token-label.ts';
import { REQUEST_BYTES } from './wire.ts';

/**
 * All that the assistant knows (S-418). But for the software key store, each is reached by a PKCS #11 module: `other`
 * are those that the person has registered, `os` is the store of the operating system.
 */
export const KEY_STORE_TYPES = [
  'software',
  'etoken',
  'yubikey',
  'smartcard',
  'softhsm',
  'tpm',
  'firefox',
  'os',
  'other',
] as const;
export type KeyStoreType = (typeof KEY_STORE_TYPES)[number];
/** Where an enrollment says hardware_token, the key is made in one of these. */
const HARDWARE_TOKEN_TYPES = ['etoken', 'yubikey', 'smartcard', 'softhsm', 'tpm', 'other'] as const;
export const isHardwareToken = (type: KeyStoreType): boolean => HARDWARE_TOKEN_TYPES.some((one) => one === type);

/** Where a YubiKey keeps a key (PIV: 9a, 9c, 9d, 9e); another token has no such places. */
const SLOTS = ['authentication', 'signature', 'key_management', 'card_authentication'] as const;
export type Slot = (typeof SLOTS)[number];

/** A PIN on its way: what it must be is said by the key store, with the codes of PKCS #11. */
const pin = z.string().max(255).optional();
const keystore = z.enum(KEY_STORE_TYPES);
/** One token: in which key store, by its serial number; by that and its label where a card has several. */
const place = { keystore, token: z.string().max(64) };
/** Of a key: a uuid in the software key store, CKA_ID in hexadecimal digits in a token. */
const id = z
  .string()
  .max(256)
  .regex(/^[\da-f-]+$/);
const one = { ...place, id };
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)
    .optional();
const none = z.strictObject({});
/** What is answered says no more than this to who reads it: a newer assistant may say more. */
const done = z.object({});

/** Of the request; the names are those of the enrollment (S §3). */
const subject = z.strictObject({
  common_name: line(64),
  organization_name: line(64),
  organization_units: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(64)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u),
    )
    .max(10)
    .optional(),
  locality: line(128),
  state: line(128),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  email: z
    .string()
    .max(255)
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+$/)
    .optional(),
});
export type RequestSubject = z.output<typeof subject>;

const sizes = z.object({ min: z.number().int(), max: z.number().int() });

const token = z.object({
  keystore,
  serial: z.string(),
  label: z.string(),
  /**
   * `uninitialized`: there is no PIN yet. `not_needed`: it asks for none. `delayed`: after wrong PINs the next is not
   * taken before `retry_after`. `locked`: no PIN is taken any more, until resetpin.
   */
  pin_state: z.enum(['uninitialized', 'not_needed', 'ok', 'delayed', 'locked']),
  /** In seconds, where the PIN is delayed. */
  retry_after: z.number().int().optional(),
  /** How many wrong PINs lock it. Tokens do not tell how many; some tell nothing at all, which is `unknown`. */
  pin_tries: z.enum(['unlimited', 'unknown', 'few', 'one', 'none']),
  /** The sizes of keys that can be made there, in bits; null where there is no key of the kind. */
  key_sizes: z.object({ rsa: sizes.nullable(), ec: sizes.nullable() }),
  /** Whether it says of a key that it was made there, in a way that others can verify. Older assistants do not tell. */
  attests: z.boolean().optional(),
});
export type Token = z.output<typeof token>;

const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  serial_number: z.string(),
  valid_from: z.iso.datetime(),
  valid_to: z.iso.datetime(),
  /** SHA-256 of the whole, in hexadecimal digits. */
  fingerprint: z.string(),
});
export type CertificateFacts = z.output<typeof certificate>;

/** A key, with its certificate where one was imported. */
const entry = z.object({
  ...one,
  /** Null for a key that the assistant can't sign with, such as RSA 1024. */
  key_type: z.enum(KEY_TYPES).nullable(),
  label: z.string(),
  /** Null where the token does not know. */
  created_at: z.iso.datetime().nullable(),
  /** The site that had it made; null where the token does not know. */
  origin: z.string().nullable(),
  certificate: certificate.nullable(),
});
export type Entry = z.output<typeof entry>;

export const KEY_STORE_SCHEMAS = {
  config: {
    input: none,
    output: z.object({
      key_stores: z.array(
        z.object({ type: keystore, enabled: z.boolean(), available: z.boolean(), initialized: z.boolean() }),
      ),
    }),
  },
  keystore: {
    input: none,
    output: z.object({
      key_stores: z.array(
        z.object({
          type: keystore,
          /** Of the driver, such as "SafeNet eToken". */
          name: z.string(),
          /** Why it can't be used right now: a status such as MODULE_NOT_ANSWERING. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  },
  token: {
    input: z.strictObject({ keystore: keystore.optional() }),
    output: z.object({ tokens: z.array(token) }),
  },
  refresh: { input: none, output: z.object({ tokens: z.array(token) }) },
  initToken: {
    input: z.strictObject({
      keystore,
      /** Which, where more than one has nothing on it yet. */
      token: z.string().max(64).optional(),
      label: z
        .string()
        .trim()
        .min(1)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u)
        .refine(isTokenLabel, 'Too long: a token has room for 32 octets.'),
      pin,
      /** Resets the PIN. The person chooses it where the page sends none. */
      so_pin: pin,
    }),
    output: z.object({ token }),
  },
  /** Where a PIN is left out, the assistant asks the person itself. */
  verifypin: { input: z.strictObject({ ...place, pin }), output: done },
  changepin: { input: z.strictObject({ ...place, pin, new_pin: pin }), output: done },
  resetpin: { input: z.strictObject({ ...place, so_pin: pin, new_pin: pin }), output: done },
  generate: {
    input: z.strictObject({
      ...place,
      key_type: z.enum(KEY_TYPES).default('rsa_2048'),
      subject,
      label: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u),
      /** Of a YubiKey; authentication where nothing is said (S-209). */
      slot: z.enum(SLOTS).optional(),
    }),
    output: z.object({
      id,
      /** The request as PEM in lines of 64 characters. */
      csr: z.string(),
      /** What the token says of the key, where it does: certificates in PEM, that of the key first. */
      attestation: z.array(z.string()).max(5).optional(),
    }),
  },
  certificate: {
    input: z.strictObject({ keystore: keystore.optional() }),
    output: z.object({ certificates: z.array(entry) }),
  },
  importCert: {
    /** PEM, or DER in base64. */
    input: z.strictObject({ ...place, certificate: z.string().max(REQUEST_BYTES) }),
    output: z.object({ id }),
  },
  exportCert: { input: z.strictObject(one), output: z.object({ certificate: z.string() }) },
  /** Key and certificate. */
  deleteCert: { input: z.strictObject(one), output: done },
  sign: {
    /** At most 64 KiB; the assistant hashes it. */
    input: z.strictObject({ ...one, data: z.base64().max(87_384) }),
    /** PKCS #1 v1.5, or ECDSA as a sequence of r and s in DER; in base64. */
    output: z.object({
      signature: z.base64(),
      algorithm: z.enum(['rsa-sha256', 'ecdsa-sha256', 'ecdsa-sha384']),
    }),
  },
  /** A PKCS #11 module that the person has; they are asked. Its tokens are those of the key store `other`. */
  registerProvider: {
    input: z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u),
      /** The absolute path of the shared library. */
      file: z
        .string()
        .min(1)
        .max(1_024)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u),
    }),
    output: z.object({ tokens: z.array(token) }),
  },
  /** Reads a file of certificates, and keeps nothing of it: PEM, DER or PKCS #12. */
  parseFile: {
    input: z.strictObject({
      /** At most 4 MiB. */
      file: z.base64().max(5_592_408),
      /** Of a PKCS #12 file; the person is asked for one that is needed and was not sent. */
      passphrase: z.string().max(255).optional(),
    }),
    output: z.object({
      certificates: z.array(certificate.extend({ pem: z.string() })),
      private_keys: z.number().int(),
    }),
  },
  backupToken: { input: z.strictObject(place), output: z.object({ backup: z.base64() }) },
  restoreToken: {
    input: z.strictObject({ ...place, backup: z.base64().max(REQUEST_BYTES / 2) }),
    /** How many keys came back; those that were there already are not counted. */
    output: z.object({ restored: z.number().int() }),
  },
} as const;
