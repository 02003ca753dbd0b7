/** Names that certificate profiles add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const certificateProfilesProblems = {
  PROFILE_BUILT_IN: 409,
  PROFILE_NAME_EXISTS: 409,
  /** It is for all accounts: the platform's administrators look after it. */
  OF_THE_PLATFORM: 403,
  SIGNATURE_NEEDED: 400,
  ENCIPHERMENT_BY_CURVE: 400,
} as const;

export const certificateProfilesAuditResources = ['CERTIFICATE_PROFILE'] as const;
