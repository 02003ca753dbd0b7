/** Names that Ends soon adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const endsSoonProblems = {
  ENDED_ALREADY: 409,
  SNOOZE_IN_PAST: 400,
  SNOOZE_BEYOND_END: 400,
  INVALID_WEBHOOK_ADDRESS: 400,
} as const;

export const endsSoonAuditResources = ['ENDING', 'CALENDAR_FEED', 'ENDING_WEBHOOK'] as const;
