/** Names that the platform’s settings add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const platformAuditResources = ['FEATURE_FLAG', 'PLATFORM_SETTING'] as const;
