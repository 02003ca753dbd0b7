/** What a page is told of a certificate. */
import type { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '@signet/contract/assistant/key-stores';

export const certificateFacts = (read: X509Certificate): CertificateFacts => ({
  subject: read.subject,
  issuer: read.issuer,
  serial_number: read.serialNumber,
  valid_from: read.validFromDate.toISOString(),
  valid_to: read.validToDate.toISOString(),
  fingerprint: read.fingerprint256.replaceAll(':', '').toLowerCase(),
});
