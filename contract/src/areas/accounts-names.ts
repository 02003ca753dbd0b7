/** Names that accounts add to the lists of the platform (problem.ts, audit.ts), without schemas. */
export const accountsProblems = {
  IDENTIFIER_EXISTS: 409,
  FEDERATED_ID_EXISTS: 409,
  PERSON_EXISTS: 409,
  SYSTEM_ACCOUNT: 409,
  OWN_ACCOUNT: 409,
  PARTNER_ACCOUNT: 409,
  PARTNER_INACTIVE: 409,
  /** The partner that customers are to be given to was deleted since, or never was one. */
  PARTNER_GONE: 409,
  HAS_CUSTOMERS: 409,
  ALREADY_LINKED: 409,
  NOT_LINKED: 409,
  INVALID_IDENTIFIER: 400,
  invalidAccountNameError: 400,
  END_IN_PAST: 400,
  END_BEFORE_START: 400,
  END_STAYS: 409,
  LAST_METHOD: 409,
  STANDARD_SIGN_IN_OFF: 409,
  domainsRequired: 400,
  PUBLIC_DOMAIN: 400,
  /** Another account has proved the domain. */
  DOMAIN_TAKEN: 400,
  /** A user name at a domain that is led to another account than the person’s first one. */
  DOMAIN_LEADS_ELSEWHERE: 400,
  DOMAINS_CONFIGURED: 409,
  DOMAIN_RECORD_MISSING: 409,
  DNS_UNAVAILABLE: 409,
} as const;

export const accountsAuditResources = ['EMAIL_DOMAIN', 'SIGN_IN_TRIAL'] as const;
