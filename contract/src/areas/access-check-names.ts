/** Names that access checks add to the lists of the platform (problem.ts), without schemas. */
export const accessCheckProblems = {
  BEFORE_CUSTOMER: 400,
  DATE_AHEAD: 400,
  NOT_RECORDED: 400,
} as const;
