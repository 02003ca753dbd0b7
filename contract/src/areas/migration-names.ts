/** Names that moving accounts adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const migrationProblems = {
  /** What is said where nothing is known. */
  MIGRATION_FAILED: 409,
  MIGRATION_CODE_WRONG: 400,
  MIGRATION_FILE_FOREIGN: 400,
  MIGRATION_FILE_NEWER: 400,
  MIGRATION_FILE_CUT: 400,
  MIGRATION_FILE_ALTERED: 400,
  /** The file does not hold what it says that it holds. */
  MIGRATION_FILE_WRONG: 400,
  MIGRATION_FILE_LARGE: 400,
  MIGRATION_PARTS_MISSING: 409,
  MIGRATION_SOURCE_UNREACHABLE: 409,
  MIGRATION_SOURCE_REFUSED: 409,
  MIGRATION_SOURCE_ANSWER: 409,
  MIGRATION_OTHER_ACCOUNT: 400,
  MIGRATION_UNRESOLVED: 409,
  MIGRATION_NOT_NOW: 409,
  MIGRATION_SINCE: 409,
  MIGRATION_SWITCHED_ON: 409,
  MIGRATION_DIFFERS: 409,
  /** The account that had arrived was deleted here. */
  MIGRATION_DELETED: 409,
  /** It may still be undone, and gets nothing that could not be taken away again. */
  MIGRATION_UNCONFIRMED: 409,
  MIGRATION_VALUE_TAKEN: 409,
  MIGRATION_UNDER_WAY: 409,
} as const;

/** An account on its way out of the platform, or into it. */
export const migrationAuditResources = ['ACCOUNT_MIGRATION'] as const;
