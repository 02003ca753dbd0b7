/** Names that enrollments by their link add to the lists of the platform (problem.ts), without schemas. */
export const enrollmentByLinkProblems = {
  // What an enrollment opens no more; in lower case these are the codes of the error page (S-159).
  REDEEMED: 410,
  CANCELED: 410,
  EXPIRED: 410,
  /** Account, person, seat, template or license are not what they were when the invitation was sent. */
  SUSPENDED: 409,
  /** Redeemed before there is a certificate. */
  NOT_GENERATED: 409,
  /** Another certificate has been made by it meanwhile, for another key. */
  REPLACED: 409,
  /** What it would renew was revoked, or ended too long ago, or is switched off. */
  RENEWAL_OVER: 410,
  /** An enrollment that renews nothing. */
  NOTHING_TO_RENEW: 409,
  /** Of the file in which the page looks for the old key; no call answers these. */
  NO_KEY_IN_FILE: 400,
  WRONG_PASSPHRASE: 400,
  /** The key of the certificate that is renewed has to sign. */
  PROOF_REQUIRED: 400,
  PROOF_NOT_ACCEPTED: 400,
  ENROLLMENT_KEYS_TOO_MANY: 409,
  KEYSTORE_ELSEWHERE: 400,
  /** There is a certificate for this key already, whoever has it. */
  KEY_KNOWN: 409,
  KEY_NOT_ACCEPTED: 400,
  /** The template takes a key only where a hardware token attests that it made it. */
  ATTESTATION_REQUIRED: 400,
  ATTESTATION_NOT_ACCEPTED: 400,
  END_NOT_ALLOWED: 400,
  /** What is not asked for stands as it is. */
  NOT_ASKED: 400,
} as const;
