/** Names that outgoing mail adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const mailProblems = {
  NO_MAIL_SERVER: 409,
  /** The address of whoever it is for is none, as one that came from another platform may be. */
  NO_MAIL_ADDRESS: 409,
} as const;

export const mailAuditResources = ['MAIL'] as const;
