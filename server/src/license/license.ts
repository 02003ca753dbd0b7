import { payloadDate } from '@signet/contract/dates';
import type { Reason } from '@signet/contract/problem';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { compactVerify } from 'jose';
import { z } from 'zod';
import { EVALUATION_ISSUER } from './evaluation-key.ts';
import type { Issuers } from './issuers.ts';

/** `typ` of the header: a signature made for another purpose is no license. */
export const LICENSE_TYPE = 'signet-license+jws';

/** Bytes of an Ed25519 signature (RFC 8032 §5.1.6). */
const SIGNATURE_BYTES = 64;

const seconds = z.number().int().min(0).max(253_402_300_799);
const name = z.string().trim().min(1).max(255);

const feature = z.object({
  name,
  generation: z.enum(['v1', 'v2']),
  quantity: z.number().int().min(-1).max(Number.MAX_SAFE_INTEGER),
});
const application = z.object({ app_code: z.enum(APP_CODES), features: z.array(feature) });

/**
 * What the issuer signs. Times are seconds since 1970; `nbf` is included, `exp` is not. A quantity of -1 is unlimited.
 */
export const licensePayload = z.object({
  iss: name,
  holder: name,
  edition: name,
  iat: seconds,
  nbf: seconds,
  exp: seconds,
  applications: z.array(application).min(1),
});
export type LicensePayload = z.output<typeof licensePayload>;

export type LicensedFeature = { name: string; generation: 'v1' | 'v2'; quantity: number };

/** A license whose signature holds. `evaluation` is told by the key that signed it. */
export type License = {
  issuer: string;
  holder: string;
  edition: string;
  evaluation: boolean;
  validFrom: Date;
  /** The first moment at which it is no longer valid. */
  validUntil: Date;
  applications: { app_code: AppCode; features: LicensedFeature[] }[];
};

/** A readable license, or why there is none. One that is read but not valid now carries both. */
export type LicenseReading = { license: License; refused: null } | { license: License | null; refused: Reason };

const refuse = (status: Reason['status']): { refused: Reason } => ({ refused: { status } });

/** The last day on which a license is valid, YYYY-MM-DD in UTC. */
export const lastDay = (license: License): string => payloadDate(new Date(license.validUntil.getTime() - 1000));

/**
 * Mail programs wrap, pad and quote long lines, people put texts into quotation marks; nothing of that belongs to the
 * text.
 */
const unwrap = (text: string): string => text.replace(/[\s\u200B-\u200D\u2060>"'“”„«»]/g, '');

/** What a part of the text says as JSON; undefined when it is none. */
function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A part of the text as the JSON object that it must be, or null. */
function jsonOf(part: string): Record<string, unknown> | null {
  const value = parsed(part);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * Reads a license text: a compact JWS (RFC 7515 §3.1) signed with Ed25519 by one of `issuers`, valid at `now`.
 * Never throws for what a person pastes; each fault has its own reason (LICENSE_*).
 */
export async function readLicense(text: string, issuers: Issuers, now: Date): Promise<LicenseReading> {
  const last = lastSigned.get(issuers);
  const signed = last?.text === text ? last.license : await readSigned(text, issuers);
  if ('refused' in signed) return { license: null, refused: signed.refused };
  lastSigned.set(issuers, { text, license: signed });
  const refused = whyNotNow(signed, now);
  return refused ? { license: signed, refused } : { license: signed, refused: null };
}

/**
 * The last one whose signature held: the installed license is read at each refresh of a session, and says the same each
 * time.
 */
const lastSigned = new WeakMap<Issuers, { text: string; license: License }>();

async function readSigned(text: string, issuers: Issuers): Promise<License | { refused: Reason }> {
  const compact = unwrap(text);
  if (compact === '') return refuse('LICENSE_EMPTY');
  const parts = compact.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (!/^[\w.-]+$/.test(compact) || parts.length > 3) return refuse('LICENSE_MALFORMED');
  // Every license begins with the JSON of its header, `{"`; what does so and is too short was cut off.
  if (parts.length < 3) return refuse(compact.startsWith('eyJ') ? 'LICENSE_TRUNCATED' : 'LICENSE_MALFORMED');
  const header = jsonOf(head);
  // All of the rest, and a beginning that says nothing: its first characters were not copied.
  if (
    parsed(head) === undefined &&
    jsonOf(body) !== null &&
    Buffer.from(signature, 'base64url').length === SIGNATURE_BYTES
  )
    return refuse('LICENSE_TRUNCATED');
  if (header?.['alg'] !== 'EdDSA' || header['typ'] !== LICENSE_TYPE || typeof header['kid'] !== 'string')
    return refuse('LICENSE_MALFORMED');
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length < SIGNATURE_BYTES) return refuse('LICENSE_TRUNCATED');
  const issuer = issuers.get(header['kid']);
  if (!issuer) return refuse('LICENSE_UNKNOWN_ISSUER');
  // Of the last character only two bits count: without this the same signature could be spelled in sixteen ways.
  if (bytes.toString('base64url') !== signature) return refuse('LICENSE_FORGED');
  let signed: Uint8Array;
  try {
    signed = (await compactVerify(compact, issuer.key, { algorithms: ['EdDSA'] })).payload;
  } catch {
    return refuse('LICENSE_FORGED');
  }
  return complete(Buffer.from(signed).toString('utf8'), issuer.evaluation);
}

/** What an honest signature says, checked for what this platform needs. */
function complete(text: string, evaluation: boolean): License | { refused: Reason } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const result = licensePayload.safeParse(value);
  const missing = result.success
    ? faultsOf(result.data)
    : result.error.issues.map((issue) => issue.path.join('.') || 'payload');
  if (!result.success || missing.length > 0)
    return {
      refused: { status: 'LICENSE_INCOMPLETE', params: { what: [...new Set(missing)].slice(0, 5).join(', ') } },
    };
  const { iss, holder, edition, nbf, exp, applications } = result.data;
  return {
    issuer: evaluation ? EVALUATION_ISSUER : iss,
    holder,
    edition,
    evaluation,
    validFrom: new Date(nbf * 1000),
    validUntil: new Date(exp * 1000),
    applications,
  };
}

/** What the shape alone does not show: an empty period, and rows that say two things of one feature. */
function faultsOf({ nbf, exp, applications }: LicensePayload): string[] {
  const faults: string[] = [];
  if (exp <= nbf) faults.push('exp');
  const codes = applications.map((one) => one.app_code);
  if (new Set(codes).size < codes.length) faults.push('applications');
  for (const { app_code, features } of applications) {
    if (new Set(features.map((one) => `${one.generation} ${one.name}`)).size < features.length)
      faults.push(`applications.${app_code}`);
  }
  return faults;
}

function whyNotNow(license: License, now: Date): Reason | null {
  if (now < license.validFrom)
    return { status: 'LICENSE_NOT_YET_VALID', params: { date: payloadDate(license.validFrom) } };
  return now < license.validUntil ? null : { status: 'LICENSE_EXPIRED', params: { date: lastDay(license) } };
}
