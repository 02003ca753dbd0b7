/** Names that organizations add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const organizationsAuditResources = ['ORGANIZATION', 'CONTACT'] as const;
