/** Names that bulk acts add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const bulkProblems = {
  TOO_MANY_ROWS: 400,
  NOTHING_TO_DO: 409,
  NO_UNDO: 409,
  CHANGED_SINCE: 409,
  RUN_UNDER_WAY: 409,
  PLAN_EXPIRED: 410,
  /** Of what goes on later, and whoever started it may not do it any more. */
  STARTER_NOT_ALLOWED: 403,
  TAKES_TOO_LONG: 503,
} as const;

/** A run over many records; each record has an event of its own beside it. */
export const bulkAuditResources = ['BULK_RUN'] as const;
