/** Names that the first run adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const setupProblems = {
  SETUP_CODE_WRONG: 403,
  SETUP_DONE: 409,
  LICENSE_REQUIRED: 409,
  LICENSE_EMPTY: 400,
  LICENSE_TRUNCATED: 400,
  LICENSE_MALFORMED: 400,
  LICENSE_UNKNOWN_ISSUER: 400,
  LICENSE_FORGED: 400,
  LICENSE_EXPIRED: 400,
  LICENSE_NOT_YET_VALID: 400,
  LICENSE_INCOMPLETE: 400,
} as const;
