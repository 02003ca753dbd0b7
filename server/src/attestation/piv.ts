/**
 * Attestations of tokens for PIV: a certificate for the key, signed by a key that the maker put into the token and that
 * signs nothing else, and the certificate of that key.
 * https://developers.yubico.com/PIV/Introduction/PIV_attestation.html
 */
import {
  FORM_FACTORS,
  PIN_POLICIES,
  TOUCH_POLICIES,
  type KeyAttestation,
} from '@signet/contract/areas/key-attestation';
import { whyNotDer } from '../x509/der.ts';
import { checkPath } from '../x509/path.ts';
import type { PathFault } from '../x509/path-rules.ts';
import { extensionsOf } from '../x509/raw-extensions.ts';
import type { ReadCertificate } from '../x509/read-certificate.ts';

/** Object identifiers 1.3.6.1.4.1.41482.3 and the number, in hexadecimal digits. */
const YUBICO = '2b0601040182c40a03';
const FIRMWARE = `${YUBICO}03`;
const SERIAL_NUMBER = `${YUBICO}07`;
const POLICIES = `${YUBICO}08`;
const FORM_FACTOR = `${YUBICO}09`;
/** Before its two highest bits, which say FIPS and Security Key, a form factor is a number from 1. */
const FORM = 0x3f;
const INTEGER = 2;

/**
 * Why an attestation is not taken. `none`: it says nothing of a token. `other_key`: it is for another key than that of
 * the request. Otherwise why none of the makers' authorities vouches for it.
 */
export type AttestationFault = 'none' | 'other_key' | PathFault;

/**
 * What the certificate of a key in a token (`statement`) says, where one of `authorities` vouches for it over `others`,
 * and where it is for this public key (SubjectPublicKeyInfo, DER).
 */
export function readPivAttestation(
  statement: ReadCertificate,
  others: readonly ReadCertificate[],
  asked: { publicKey: Uint8Array; authorities: readonly ReadCertificate[]; now: Date },
): { attestation: KeyAttestation } | { fault: AttestationFault } {
  const { publicKey, authorities, now } = asked;
  const said = whatItSays(statement);
  if (!said) return { fault: 'none' };
  if (Buffer.compare(statement.publicKey, publicKey) !== 0) return { fault: 'other_key' };
  // A statement is for no purpose, so that any will do.
  const found = checkPath(statement, others, authorities, { now, purpose: 'client_auth' });
  if ('fault' in found) return found;
  return { attestation: { format: 'piv', maker: found.path.at(-1)?.subject.text ?? '', ...said } };
}

/** Null where it is not what a token says of a key of its own. */
function whatItSays(statement: ReadCertificate): Omit<KeyAttestation, 'format' | 'maker'> | null {
  const extensions = extensionsOf(statement.der);
  const [major, minor, patch, ...more] = extensions.get(FIRMWARE) ?? [];
  const [pin = 0, touch = 0, ...rest] = extensions.get(POLICIES) ?? [];
  const pin_policy = PIN_POLICIES[pin - 1];
  const touch_policy = TOUCH_POLICIES[touch - 1];
  if (patch === undefined || more.length > 0 || rest.length > 0 || !pin_policy || !touch_policy) return null;
  const serial = extensions.get(SERIAL_NUMBER);
  const serial_number = serial ? numberOf(serial) : null;
  if (serial && serial_number === null) return null;
  const [form = 0] = extensions.get(FORM_FACTOR) ?? [];
  return {
    serial_number,
    firmware: `${major}.${minor}.${patch}`,
    pin_policy,
    touch_policy,
    form_factor: FORM_FACTORS[(form & FORM) - 1] ?? null,
  };
}

/** A DER INTEGER of up to eight octets; null for anything else, and for one below nought. */
function numberOf(der: Uint8Array): string | null {
  if (whyNotDer(der) || der[0] !== INTEGER || der.length > 10) return null;
  const digits = Buffer.from(der.subarray(2)).toString('hex');
  return (der[2] ?? 0) >= 0x80 ? null : BigInt(`0x${digits}`).toString();
}
