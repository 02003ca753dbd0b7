/** Names that administrators add to the lists of the platform (problem.ts), without schemas. */
export const administratorsProblems = {
  /** People of a scope that the caller does not manage (S-314). */
  SCOPE_NOT_MANAGEABLE: 403,
  /** It would give, or touch somebody who has, more rights than the caller's own. */
  ABOVE_OWN_RIGHTS: 403,
  /** The person belongs to accounts too that the caller does not see. */
  BELONGS_ELSEWHERE: 403,
  /** What nobody does to themselves: leave, be switched off, change scope or roles (S-315). */
  YOURSELF: 409,
  /** Nobody would administer the platform, or an account, any more. */
  LAST_ADMINISTRATOR: 409,
  /** A role that may be given no more, or never was this account's. */
  ROLE_NOT_ASSIGNABLE: 400,
  /** An invitation for somebody who has answered one. */
  ALREADY_VERIFIED: 409,
  /** A new password for somebody who has none yet. */
  NOT_VERIFIED: 409,
  /** Nothing keeps the person out. */
  NOT_LOCKED: 409,
  /** A certificate for somebody whose account lets nobody in with one. */
  CERTIFICATE_SIGN_IN_OFF: 409,
  /** Whom a mail would let in nowhere: the account is switched off, or its service is over. */
  ACCOUNT_OUT_OF_SERVICE: 409,
  PASSWORD_SIGN_IN_OFF: 409,
  SINGLE_SIGN_ON_OFF: 409,
  /** A first password for somebody who has one. */
  HAS_PASSWORD: 409,
  /** People of system scope belong to the platform's account, those of partner scope to a partner's. */
  ACCOUNT_NOT_OF_SCOPE: 400,
  /** A person who stands in the same list before; `row` says where. */
  LISTED_TWICE: 400,
} as const;
