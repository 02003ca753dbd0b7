/** Names that enrollments add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const enrollmentsProblems = {
  ENROLLMENT_OVER: 409,
  /** A seat, a person, or the address of somebody: one of them. */
  INVITE_ONE_WAY: 400,
  /** What belongs to seats, and what the platform decides for a person. */
  NOT_FOR_PERSONS: 400,
  /** All certificates of the template have another value there. */
  SAID_BY_TEMPLATE: 400,
  /** The template takes attested keys alone, which no other place has. */
  ATTESTATION_NEEDS_TOKEN: 400,
} as const;

export const enrollmentsAuditResources = ['ENROLLMENT'] as const;
