/** Names that settings add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const settingsAuditResources = ['FEATURE_FLAG', 'PLATFORM_SETTING'] as const;
