/** Names that templates add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const certificateTemplatesProblems = {
  TEMPLATE_NAME_EXISTS: 409,
  /** A profile for authorities: what tenants make by templates is for people, devices and servers (S-352). */
  PROFILE_OF_AUTHORITIES: 400,
} as const;

export const certificateTemplatesAuditResources = ['TEMPLATE'] as const;
