/** How a certificate is read, and what a page is told of it. */
import { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '@signet/contract/assistant/key-stores';

/** Null for what node can't read as a certificate: a token, or a page, may hold anything. */
export function readCertificate(value: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(value);
  } catch {
    return null;
  }
}

export const certificateFacts = (read: X509Certificate): CertificateFacts => ({
  subject: read.subject,
  issuer: read.issuer,
  serial_number: read.serialNumber,
  valid_from: read.validFromDate.toISOString(),
  valid_to: read.validToDate.toISOString(),
  fingerprint: read.fingerprint256.replaceAll(':', '').toLowerCase(),
});
