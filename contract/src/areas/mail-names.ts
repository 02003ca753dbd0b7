/** Names that outgoing mail adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const mailProblems = {
  NO_MAIL_SERVER: 409,
  /** The addressee has no address that mail can be sent to: people from another platform may have none. */
  NO_MAIL_ADDRESS: 409,
} as const;

export const mailAuditResources = ['MAIL'] as const;
