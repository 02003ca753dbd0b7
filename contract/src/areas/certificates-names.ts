/** Names that certificates add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const certificatesProblems = {
  /** Another authority has signed it: only that one can revoke it. */
  NOT_OF_OUR_AUTHORITY: 409,
  NOT_REVOCABLE: 409,
  REVOKED_ALREADY: 409,
  ON_HOLD_ALREADY: 409,
  NOT_ON_HOLD: 409,
  /** Its time is over: nobody accepts it any more, revoked or not. */
  CERTIFICATE_ENDED: 409,
} as const;

export const certificatesAuditResources = ['CERTIFICATE'] as const;
