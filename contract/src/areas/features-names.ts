/** Names that features add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const featuresProblems = {
  /** The application has no such feature. */
  FEATURE_UNKNOWN: 400,
  /** The same feature twice in one request. */
  FEATURE_TWICE: 400,
  /** An end where there is no trial that is on. */
  FEATURE_WITHOUT_END: 400,
  TRIAL_AND_KEY_LOCKER: 409,
  PUBLIC_ISSUANCE_NEEDED: 409,
  TRIAL_END_MISSING: 400,
  TRIAL_AFTER_ACCOUNT: 400,
} as const;

export const featuresAuditResources = ['FEATURE'] as const;
