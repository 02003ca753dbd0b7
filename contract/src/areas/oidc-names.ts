/** Names that OpenID Connect adds to the lists of the platform (problem.ts, audit.ts), without schemas. */

/** What is wrong with the settings of a provider. */
export const oidcProblems = {
  INVALID_OIDC_ISSUER: 400,
  INVALID_OIDC_SCOPES: 400,
  INVALID_OIDC_CLIENT: 400,
  OIDC_UNREACHABLE: 400,
  OIDC_ADDRESS_FORBIDDEN: 400,
  OIDC_NO_DISCOVERY: 400,
  OIDC_OTHER_ISSUER: 400,
  OIDC_UNSUITABLE: 400,
  OIDC_CONFIGURED: 409,
} as const;

/** Why a sign-in by a provider can fail. */
export const oidcSignInProblems = {
  OIDC_NOT_SET_UP: 403,
  OIDC_PROVIDER_UNAVAILABLE: 403,
  OIDC_DENIED: 403,
  OIDC_PROVIDER_ERROR: 403,
  OIDC_CLIENT_REFUSED: 403,
  OIDC_CODE_REFUSED: 401,
  OIDC_WRONG_ISSUER: 401,
  OIDC_WRONG_AUDIENCE: 401,
  OIDC_WRONG_NONCE: 401,
  OIDC_TOKEN_EXPIRED: 401,
  OIDC_WRONG_SIGNATURE: 401,
  OIDC_TOKEN_INVALID: 401,
  OIDC_CLAIM_MISSING: 403,
  OIDC_NOBODY: 403,
} as const;
export type OidcSignInProblem = keyof typeof oidcSignInProblems;
