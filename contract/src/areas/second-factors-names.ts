/** Names that second factors add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const secondFactorsProblems = {
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_SETUP_REQUIRED: 401,
  SECOND_FACTOR_WRONG: 403,
  SECOND_FACTOR_LOCKED: 423,
  SECURITY_KEY_UNKNOWN: 403,
  SECURITY_KEY_CLONED: 403,
  SECURITY_KEY_REFUSED: 409,
  SECURITY_KEY_EXISTS: 409,
  CODE_DOES_NOT_MATCH: 400,
  TOO_MANY_FACTORS: 409,
  NO_SECOND_FACTOR: 409,
  OTHER_PERSON: 403,
  NOT_ASKED_AGAIN: 403,
} as const;

export const secondFactorsAuditResources = ['SECOND_FACTOR'] as const;
