import { pemOfBase64 } from '@signet/contract/pem';

/** DER as PEM with this label. */
export const pemOf = (label: 'CERTIFICATE' | 'PRIVATE KEY', der: Uint8Array): string =>
  pemOfBase64(label, Buffer.from(der).toString('base64'));
