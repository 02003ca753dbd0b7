/** Names that certificate authorities add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const certificateAuthoritiesProblems = {
  AUTHORITY_NAME_EXISTS: 409,
  /** It belongs to the platform, and who asks does not look after that. */
  AUTHORITY_OF_PLATFORM: 403,
  /** It was renewed, retired or revoked. */
  AUTHORITY_NOT_ACTIVE: 409,
  /** The platform would be without one. */
  AUTHORITY_NEEDED: 409,
  AUTHORITY_IS_ROOT: 409,
  /** There is no root of the platform, below which it could stand. */
  NO_ROOT_AUTHORITY: 409,
} as const;

export const certificateAuthoritiesAuditResources = ['CERTIFICATE_AUTHORITY'] as const;
