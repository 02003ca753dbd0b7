/** Public keys: as a token has them, and as everybody else writes them. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { KeyType } from '@signet/contract/key-types';

/**
 * The numbers of a public key as the token has them; `point` may be wrapped in an OCTET STRING. `curve`: CKA_EC_PARAMS,
 * where the token tells.
 */
export type PublicNumbers =
  | { modulus: Uint8Array; exponent: Uint8Array }
  | { point: Uint8Array; curve?: Uint8Array | undefined };

/** `name`: its object identifier (DER). */
export const CURVES = {
  ec_p256: { name: Buffer.from('06082a8648ce3d030107', 'hex'), crv: 'P-256', bytes: 32 },
  ec_p384: { name: Buffer.from('06052b81040022', 'hex'), crv: 'P-384', bytes: 48 },
} as const;
const OBJECT_IDENTIFIER = 0x06;

/** The numbers of a token as everybody else writes a public key; null where they are none of this type. */
export function subjectPublicKeyInfo(type: KeyType, numbers: PublicNumbers): Buffer | null {
  const jwk = 'modulus' in numbers ? rsaKey(numbers) : curveKey(type, numbers);
  try {
    return jwk && createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    // The point of another curve, which may be as long, lies not on this one.
    return null;
  }
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const rsaKey = ({ modulus, exponent }: { modulus: Uint8Array; exponent: Uint8Array }): JsonWebKey => ({
  kty: 'RSA',
  n: base64url(modulus),
  e: base64url(exponent),
});

/** CKA_EC_POINT is an uncompressed point in an OCTET STRING; some modules leave the OCTET STRING out. */
function curveKey(type: KeyType, { point: value, curve }: { point: Uint8Array; curve?: Uint8Array | undefined }) {
  if (type !== 'ec_p256' && type !== 'ec_p384') return null;
  const { name, crv, bytes } = CURVES[type];
  if (curve?.[0] === OBJECT_IDENTIFIER && !name.equals(curve)) return null;
  const length = 1 + 2 * bytes;
  const point = value.length === length + 2 && value[0] === 0x04 && value[1] === length ? value.subarray(2) : value;
  if (point.length !== length || point[0] !== 0x04) return null;
  return { kty: 'EC', crv, x: base64url(point.subarray(1, 1 + bytes)), y: base64url(point.subarray(1 + bytes)) };
}
