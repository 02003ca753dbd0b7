/** Names that outgoing mail adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const mailProblems = {
  NO_MAIL_SERVER: 409,
} as const;

export const mailAuditResources = ['MAIL'] as const;
