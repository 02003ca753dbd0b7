/** Names that the own profile adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const profileProblems = {
  PASSWORD_WRONG: 400,
  /** There is no password that signs the person in. */
  NO_PASSWORD: 409,
  FIELD_LOCKED: 400,
  INVALID_ALIAS_VALUE: 400,
} as const;
