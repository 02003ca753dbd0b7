/** Names that service users add to the lists of the platform (audit.ts), without schemas. */
export const serviceUsersAuditResources = ['SERVICE_USER'] as const;
