/** Names that packages add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const packagesProblems = {
  /** Whoever buys packages does not enable them. */
  CONTACT_SALES: 403,
  PACKAGE_HELD: 409,
  /** A package that the one that is held can't be upgraded to. */
  PACKAGE_NO_UPGRADE: 409,
  /** The package is not the one that was read: somebody else has enabled another. */
  PACKAGE_CHANGED: 409,
} as const;

export const packagesAuditResources = ['PACKAGE'] as const;
