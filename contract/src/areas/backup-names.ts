/** Names that backups of the whole platform add to the lists of the platform (audit.ts), without schemas. */
export const backupAuditResources = ['BACKUP'] as const;
