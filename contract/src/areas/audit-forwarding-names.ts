/** Names that audit forwarding adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const auditForwardingProblems = {
  INVALID_SYSLOG_ADDRESS: 400,
  INVALID_HTTPS_ADDRESS: 400,
  INVALID_CERTIFICATE: 400,
  INVALID_RECEIVER_SECRET: 400,
  INVALID_PRIVATE_KEY: 400,
  PRIVATE_KEY_MISMATCH: 400,
} as const;

export const auditForwardingAuditResources = ['AUDIT_RECEIVER'] as const;
