/** Names that roles add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const rolesProblems = {
  ROLE_NAME_EXISTS: 409,
  ROLE_PREDEFINED: 409,
  ROLE_IN_USE: 409,
  ROLE_HELD_ELSEWHERE: 409,
  PERMISSION_NOT_OFFERED: 400,
} as const;

export const rolesAuditResources = ['ROLE'] as const;
