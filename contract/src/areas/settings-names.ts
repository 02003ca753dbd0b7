export const settingsProblems = {
  /** A flag is switched for an account or for a person. */
  FLAG_ONE_WAY: 400,
  SETTING_FROM_ENVIRONMENT: 400,
  SETTING_UNKNOWN: 400,
} as const;

/** Names that settings add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const settingsAuditResources = ['FEATURE_FLAG', 'PLATFORM_SETTING'] as const;
