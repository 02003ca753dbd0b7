/** Files of certificates that people upload: what both sides look at before they read one. */
import { LIMITS } from './limits.ts';
import type { Reason } from './problem.ts';

/** Decision on S-203: 4 MB, since 4 KB would be too small for real chains. */
export const MOST_CERTIFICATE_BYTES = LIMITS.certificateFileMegabytes * 1024 * 1024;

/** What is said of a larger request for a certificate. */
export const CSR_TOO_LARGE: Reason = { status: 'CSR_TOO_LARGE', params: { max: LIMITS.certificateRequestMax } };

/** The beginning of a block of PEM, with what it calls itself (RFC 7468). */
export const PEM_BEGINS = /-----BEGIN ([A-Z0-9. ]{1,60})-----/;

/** PKCS #8, encrypted or not, and the older forms of RSA and elliptic keys. */
export const isPrivateKeyLabel = (label: string): boolean => label.endsWith('PRIVATE KEY');

/**
 * PKCS #8 (RFC 5958), PKCS #1 (RFC 8017, A.1.2), SEC 1 (RFC 5915) and PKCS #12 (RFC 7292) are sequences that begin with
 * an integer; a certificate and a request begin with a sequence.
 */
export function isPrivateKeyDer(der: Uint8Array): boolean {
  const length = der[1] ?? 0;
  const content = length < 0x80 ? 2 : 2 + (length & 0x7f);
  return der[0] === 0x30 && der[content] === 0x02;
}
