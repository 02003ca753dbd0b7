/** Names that signing clients add to the lists of the platform (problem.ts), without schemas. */
export const signingClientsProblems = {
  DSM_LICENSE_REQUIRED: 409,
  NO_SIGNING_PROVIDER: 409,
  SIGNING_CLIENT_EXISTS: 409,
  SIGNING_CLIENT_LIMIT: 409,
} as const;
