/** Names that client-authentication certificates add to the lists of the platform (problem.ts), without schemas. */
export const clientAuthCertificatesProblems = {
  /** A request, a certificate, or a passphrase for a key that is made here: one of them. */
  CERTIFICATE_ONE_WAY: 400,
  CERTIFICATE_TOO_LONG: 400,
  CERTIFICATE_REVOKED: 409,
  /** It was issued elsewhere: only its authority can revoke it. */
  CERTIFICATE_UPLOADED: 409,
  /** It was issued here, and what was issued is revoked, not forgotten. */
  CERTIFICATE_ISSUED_HERE: 409,
  /** An enrollment names it, and is kept. */
  CERTIFICATE_ENROLLED: 409,
  /** Somebody has it already, whoever that is. */
  CERTIFICATE_KNOWN: 409,
  // What can be wrong with a file that is uploaded.
  CERTIFICATE_FORMAT: 400,
  CERTIFICATE_BROKEN: 400,
  CERTIFICATE_PRIVATE_KEY: 400,
  CERTIFICATE_FILE_TOO_LARGE: 400,
  CERTIFICATE_SEVERAL: 400,
  CERTIFICATE_OF_AUTHORITY: 400,
  CERTIFICATE_WRONG_USAGE: 400,
  CERTIFICATE_UNKNOWN_CRITICAL: 400,
  CERTIFICATE_WEAK_SIGNATURE: 400,
  CERTIFICATE_SERIAL_TOO_LONG: 400,
  CERTIFICATE_SERIAL_NEGATIVE: 400,
  CERTIFICATE_ENDS_FIRST: 400,
  /** It calls an authority of this platform its issuer, and was not issued here. */
  CERTIFICATE_FALSE_ISSUER: 400,
  /** What stands beside it in the file does not lead up from it. */
  CERTIFICATE_CHAIN_APART: 400,
  CERTIFICATE_CHAIN_RULES: 400,
} as const;
