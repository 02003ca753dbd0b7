/** Names that self-service adds to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const selfServiceProblems = {
  /** The link is unknown, has ended, or may not be offered any more by whoever made it. */
  SELF_SERVICE_LINK_ENDED: 410,
  /** The request is unknown, foreign, expired or completed. */
  SELF_SERVICE_REQUEST_ENDED: 410,
  /** An email address at a domain that the link is not for. */
  DOMAIN_NOT_ALLOWED: 400,
  INVALID_DOMAIN: 400,
  /** More domains than a link takes. */
  TOO_MANY_DOMAINS: 400,
  /** A day that a link may not end on. */
  LINK_END: 400,
  PASSCODE_INVALID: 400,
  /** So many wrong ones that this passcode is worth nothing any more. */
  PASSCODE_SPENT: 400,
  /** As many passcodes were sent to the address as may be within an hour. */
  PASSCODE_LIMIT: 429,
  /** The address has not been proved by a passcode. */
  PASSCODE_REQUIRED: 409,
  /** More user names were looked up than a request may. */
  USER_NAME_LIMIT: 429,
  /** The owner of the address has a user already. */
  EMAIL_HAS_USER: 409,
  /** The license has no room for another user. */
  SELF_SERVICE_FULL: 409,
  /** The account has no passwords, and a user made here has nothing else to sign in with. */
  SELF_SERVICE_NO_PASSWORD: 409,
  /** The people of the account come from the external identity service. */
  ACCOUNT_LINKED: 409,
  SELF_SERVICE_LINK_LIMIT: 409,
} as const;

export const selfServiceAuditResources = ['SELF_SERVICE_LINK', 'SELF_SERVICE_REQUEST'] as const;
