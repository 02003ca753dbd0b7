/** Which certificates of a SAML provider count. No schemas: pages use it. */
import type { Reason } from '../problem.ts';

/**
 * Why answers can't be believed by a certificate. `expiration_date` is stored as text, as `now` is; `fault`: what is
 * wrong with its key. Who has signed it is not asked: it is trusted by itself, and carries a key.
 */
export function whyNotSamlCertificate(
  { expiration_date, fault }: { expiration_date: string; fault: string | null },
  now: string,
): Reason | null {
  if (fault !== null) return { status: 'CERTIFICATE_WEAK_KEY' };
  return expiration_date <= now ? { status: 'CERTIFICATE_EXPIRED' } : null;
}
