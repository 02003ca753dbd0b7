/** Names that API tokens add to the lists of the platform (problem.ts), without schemas. */
export const apiTokensProblems = {
  /** A text that is no token, or no longer one, and one whose person is switched off or deleted. */
  TOKEN_INVALID: 401,
  /** A credential that was good once: whoever has its text is told why it is no longer. */
  TOKEN_EXPIRED: 401,
  TOKEN_DISABLED: 401,
  TOKEN_ADDRESS: 403,
  TOKEN_NAME_EXISTS: 409,
  /** A permission that its person does not have. */
  TOKEN_BEYOND_OWNER: 400,
  INVALID_ADDRESS: 400,
  RANGE_BEGINS_ELSEWHERE: 400,
} as const;
