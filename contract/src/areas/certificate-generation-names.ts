/** Names that issuing for a request adds to the lists of the platform (problem.ts), without schemas. */
export const certificateGenerationProblems = {
  /** No authority is there that could sign, or its key can't be reached. */
  CERTIFICATE_AUTHORITY_UNAVAILABLE: 503,
  /** What breaks a rule of certificates, and which. */
  NOT_CERTIFIABLE: 400,
  /** A person has as many that are good as anybody may. */
  CERTIFICATES_TOO_MANY: 409,
} as const;
