/** The platform key beside a backup: never in it, but told apart from others, and the proof of who wrote the file. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets.ts';

const PROOF = 'hmac-sha256:';

/** What tells one platform key from another without giving anything of it away. */
export const fingerprintOf = (key: Uint8Array): string =>
  deriveKey(key, 'backup-fingerprint').subarray(0, 8).toString('hex');

/** Shows that a holder of the platform key wrote a file of this hash. */
export function proofOf(key: Uint8Array, sha256: Uint8Array): string {
  return `${PROOF}${createHmac('sha256', deriveKey(key, 'backup')).update(sha256).digest('hex')}`;
}

/** Whether a holder of the key wrote the file. */
export function isProved(key: Uint8Array, sha256: Uint8Array, proof: string | null): boolean {
  const expected = Buffer.from(proofOf(key, sha256));
  const given = Buffer.from(proof ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
