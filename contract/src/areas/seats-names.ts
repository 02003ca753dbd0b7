/** Names that seats add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const seatsProblems = {
  INVALID_HOST: 400,
  SEAT_EXISTS: 409,
  SEAT_IN_USE: 409,
  /** What is issued for a seat: */
  TEMPLATE_NOT_FOR_SEAT: 400,
  KEY_NOT_OF_PROFILE: 400,
  SEAT_NOT_CERTIFIABLE: 400,
  PRINCIPAL_DOMAIN_NOT_VERIFIED: 400,
} as const;

export const seatsAuditResources = ['SEAT'] as const;
