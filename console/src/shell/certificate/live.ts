import type { CertificateStatus } from '@signet/contract/certificate-status';

/** Whether somebody would miss a certificate when it ends: one on hold may be released until then. */
export const isLive = (status: CertificateStatus): boolean => status === 'issued' || status === 'on_hold';
