/** Names that signing in adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const signInProblems = {
  INVALID_CREDENTIALS: 401,
  USER_DISABLED: 403,
  ACCOUNT_EXPIRED: 403,
  PLATFORM_LICENSE_EXPIRED: 403,
  username_not_found: 404,
  CODE_INVALID: 410,
  STATE_EXPIRED: 410,
  USER_LOCKED: 423,
  REQUIRED_USER_NAME: 400,
  INVALID_USER_NAME: 400,
  USERNAME_EXISTS: 409,
  INVALID_PASSWORD_LENGTH: 400,
  INVALID_PASSWORD_MAX_LENGTH: 400,
  INVALID_PASSWORD: 400,
  PASSWORD_MISMATCH: 400,
  PASSWORD_REUSED: 400,
} as const;

export const signInAuditResources = ['SESSION'] as const;
