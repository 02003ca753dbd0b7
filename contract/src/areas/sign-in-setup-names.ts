/** Names that set-up links add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const signInSetupProblems = {
  /** The link is unknown, used, revoked or expired, or may not be offered any more by whoever made it. */
  SETUP_LINK_ENDED: 410,
  SETUP_LINK_LIMIT: 409,
  /** People sign in by the provider: a link does not change it. */
  SETUP_METHOD_ON: 409,
  /** There is no provider whose certificates could be renewed. */
  SETUP_NO_PROVIDER: 409,
  /** The metadata is that of another provider than the account has. */
  SETUP_OTHER_PROVIDER: 400,
  /** All certificates of the metadata are there already. */
  SETUP_NO_NEW_CERTIFICATE: 400,
} as const;

export const signInSetupAuditResources = ['SIGN_IN_SETUP_LINK'] as const;
